"""Documentation pages in the style of the tools that make them: headings, code, tables, lists, and what stands around.

The main text is inside of the element with the id `the-main-text`. Rules were looked at with the first half alone.
"""

from __future__ import annotations

LINES = "\n".join(
    (
        "The writer process flushes pages that were changed",
        "and wakes up when the interval is over, which is",
        "200 milliseconds unless the setting says otherwise.",
    )
)

SPHINX = f"""<!DOCTYPE html><html lang="en"><head><title>Writer settings — Store 4.2 documentation</title></head><body>
<div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="genindex.html">index</a></li>
<li><a href="next.html">next</a> |</li></ul></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main" id="the-main-text">
<section id="writer"><h1>Writer settings<a class="headerlink" href="#writer" title="Link">¶</a></h1>
<p>{LINES}</p>
<section id="delay"><h2>Delay<a class="headerlink" href="#delay">¶</a></h2>
<p>Set <code class="docutils literal notranslate"><span class="pre">writer_delay</span></code> in the
<a class="reference internal" href="config.html">configuration file</a>, or at run time:</p>
<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span><span class="kn">import</span> <span class="nn">store</span>

<span class="k">def</span> <span class="nf">slower</span>():
    <span class="k">return</span> store.set(<span class="s2">"writer_delay"</span>, 400)
</pre></div></div>
<table class="docutils align-default"><thead><tr class="row-odd"><th class="head"><p>setting</p></th>
<th class="head"><p>unit</p></th><th class="head"><p>default</p></th></tr></thead>
<tbody><tr><td><p><code>writer_delay</code></p></td><td><p>milliseconds</p></td><td><p>200</p></td></tr>
<tr><td><p><code>writer_pages</code></p></td><td><p>pages | none</p></td><td><p>100</p></td></tr></tbody></table>
</section><section id="limits"><h2>Limits</h2><p>Three things limit what the writer does in one round of its work:</p>
<ul class="simple"><li><p>the number of pages that were changed,</p></li><li><p>the number of pages that were read,</p>
<ul><li><p>also those that are read ahead,</p></li></ul></li><li><p>the time since the last round.</p></li></ul>
<section id="order"><h3>Order of the limits</h3><p>They are looked at in this order:</p>
<ol class="arabic simple"><li><p>time, which is cheap to ask for,</p></li><li><p>then pages.</p></li></ol></section>
</section></section></div></div></div>
<div class="sphinxsidebar" role="navigation"><h3>Table of Contents</h3><ul><li><a href="#delay">Delay</a></li></ul></div></div>
<div class="footer">© Store developers. Made with a tool.</div></body></html>"""

DOCBOOK = """<!DOCTYPE html><html><head><title>19.4. Write Ahead Log</title></head><body>
<div class="navheader"><table width="100%" summary="Navigation header"><tr><td><a href="prev.html">Prev</a></td>
<th width="60%">Chapter 19. Server Configuration</th><td><a href="next.html">Next</a></td></tr></table></div>
<div class="sect1" id="the-main-text"><div class="titlepage"><h2 class="title">19.4. Write Ahead Log</h2></div>
<div class="toc"><dl class="toc"><dt><span class="sect2"><a href="#settings">19.4.1. Settings</a></span></dt></dl></div>
<p>For additional information on tuning these settings, see
<a class="xref" href="wal-configuration.html" title="WAL Configuration">Section 29.4</a>. A server
that loses power comes back with all transactions that were told to be committed.</p>
<div class="sect2"><h3 class="title">19.4.1. Settings</h3>
<div class="variablelist"><dl class="variablelist"><dt><span class="term"><code class="varname">wal_level</code>
(<code>enum</code>)</span></dt><dd><p>It determines how much information is written to the log. The default value is
<code>replica</code>, which writes enough data to support archiving and replication of the server.</p>
<p>The setting can only be made at server start, as in this example:</p>
<pre class="programlisting">wal_level = logical
max_wal_senders = 10</pre></dd>
<dt><span class="term"><code>fsync</code> (<code>boolean</code>)</span></dt><dd><p>If this is on, the server will try to make
sure that updates are physically written to disk, by issuing system calls that the platform offers.</p></dd></dl></div></div>
<h3>19.4.2. Archiving</h3><p>To copy a segment of the log that is full, the server runs a command of the shell:</p>
<pre class="screen">archive_command = 'test ! -f /mnt/archive/%f &amp;&amp; cp %p /mnt/archive/%f'</pre>
<div class="caution"><h3 class="title">Caution</h3><p>The command should refuse to overwrite any file that is there already,
so that two servers that share an archive do not destroy what the other one wrote.</p></div></div>
<div class="navfooter"><hr/><table><tr><td><a href="p.html">Prev</a></td><td><a href="n.html">Next</a></td></tr></table></div>
</body></html>"""

CHINESE_BLOG = """<!DOCTYPE html><html lang="zh"><head><meta charset="utf-8"><title>如何备份数据库 - 山城技术博客</title></head><body>
<div class="nav"><ul><li><a href="/">首页</a></li><li><a href="/tags">标签</a></li></ul></div>
<div class="article-box"><h1>如何备份数据库</h1><div class="meta">2026-07-01 林一 阅读 1200</div>
<div id="the-main-text" class="article_content"><p>数据库一旦损坏，没有备份就无法恢复。本文介绍两种
备份方法，并且说明它们各自的优点和缺点，最后给出一个可以直接使用的脚本。</p>
<h2>一、逻辑备份</h2><p>逻辑备份把数据导出成文本，可以在不同版本之间迁移，但是速度比较慢。执行下面的命令：</p>
<pre><code class="language-bash">dump --all &gt; backup.sql
gzip backup.sql</code></pre>
<h2>二、物理备份</h2><p>物理备份直接复制文件，速度快，但要求版本一致。需要注意以下几点：</p>
<ol><li>先停止写入，或者打开快照</li><li>复制整个目录，包括日志文件</li><li>检查校验和是否一致</li></ol>
<table><tr><th>方法</th><th>速度</th><th>跨版本</th></tr><tr><td>逻辑备份</td><td>慢</td><td>可以</td></tr>
<tr><td>物理备份</td><td>快</td><td>不可以</td></tr></table>
<p>更多内容请参考<a href="/manual/backup">官方手册的备份一章</a>，那里有完整的参数说明和恢复步骤。</p></div>
<div class="recommend-box"><h3>相关推荐</h3><ul><li><a href="/a">如何恢复数据库</a></li><li><a href="/b">日志入门</a></li></ul></div>
</div><div class="footer">备案号 0000</div></body></html>"""

MKDOCS = """<!DOCTYPE html><html lang="en"><head><title>Install - Tool</title></head><body>
<header class="md-header"><nav class="md-header__inner"><a href="/">Tool</a></nav></header>
<div class="md-container"><nav class="md-tabs"><ul><li><a href="/guide/">Guide</a></li></ul></nav>
<main class="md-main"><div class="md-sidebar md-sidebar--primary"><ul><li><a href="/install/">Install</a></li></ul></div>
<div class="md-content"><article class="md-content__inner md-typeset" id="the-main-text"><h1 id="install">Install</h1>
<p>The tool runs wherever Python runs. Packages are signed, and the key is on the page of the project.</p>
<h2 id="pip">With pip</h2><div class="language-sh highlight"><table class="highlighttable"><tr><td class="linenos">
<div class="linenodiv"><pre><span></span>1
2</pre></div></td><td class="code"><div><pre><span></span><code>python -m venv .venv
.venv/bin/pip install tool
</code></pre></div></td></tr></table></div>
<div class="admonition note"><p class="admonition-title">Note</p><p>On a machine without a network, bring the wheels along in
a folder and name it with <code>--find-links</code>.</p></div>
<h2 id="source">From source</h2><ol><li><p>Clone the repository, which is large because of its test data:</p>
<div class="highlight"><pre><code>git clone https://git.example/tool
</code></pre></div></li><li><p>Build it, and run the tests once to see that all is well.</p></li></ol>
<h3 id="options">Options of the build</h3><table><thead><tr><th>Option</th><th>Meaning</th></tr></thead><tbody>
<tr><td><code>-j N</code></td><td>How many jobs run at once, one for each core if none is given</td></tr>
<tr><td><code>--debug</code></td><td>Keep symbols, see <a href="../debugging/">debugging</a></td></tr></tbody></table>
<blockquote><p>It is a good custom to build in a folder of its own, said the author of the tool.</p></blockquote>
</article></div></main></div><footer class="md-footer"><a href="/next/">Next: Guide</a></footer></body></html>"""

GITHUB = """<!DOCTYPE html><html lang="en"><head><title>tool/README.md at main</title></head><body>
<header class="Header"><a href="/">Code host</a><a href="/login">Sign in</a></header>
<main><div class="file-navigation"><a href="/tool">tool</a> / <b>README.md</b></div>
<article class="markdown-body entry-content" itemprop="text" id="the-main-text"><h1><a id="user-content-tool" class="anchor"
aria-hidden="true" href="#tool"><svg></svg></a>tool</h1><p>A small program that renames files by a pattern,
and can take back what it did as long as the journal is kept.</p>
<h2><a class="anchor" aria-hidden="true" href="#usage"><svg></svg></a>Usage</h2>
<div class="highlight highlight-source-shell"><pre>tool <span class="pl-s">'*.jpeg'</span> <span class="pl-s">'*.jpg'</span>
tool --undo</pre></div><p>Patterns are those of the shell. What they match is listed first:</p>
<ul><li><code>*</code> is any text without a slash</li><li><code>**</code> is any text
<ul><li>also across folders, see <a href="docs/patterns.md">patterns</a></li></ul></li></ul>
<h2>Limits</h2><table><thead><tr><th align="left">what</th><th align="right">most</th></tr></thead><tbody><tr><td align="left">files
</td><td align="right">1,000,000</td></tr><tr><td align="left">depth of folders</td><td align="right">64</td></tr></tbody></table>
<h3>Why not more?</h3><p>The journal is held in memory while files are renamed, so that it can be taken back at any time.</p>
<div class="highlight highlight-source-json"><pre>{<span>"journal"</span>: <span>"/tmp/journal"</span>}</pre></div></article></main>
<footer class="footer"><ul><li><a href="/terms">Terms</a></li></ul></footer></body></html>"""

DOCUSAURUS = """<!DOCTYPE html><html lang="en"><head><title>Tutorial | Kit</title></head><body><div id="__docusaurus">
<nav class="navbar navbar--fixed-top"><a class="navbar__brand" href="/">Kit</a></nav><div class="main-wrapper">
<aside class="theme-doc-sidebar-container"><ul class="menu__list"><li><a class="menu__link" href="/docs/intro">Intro</a></li></ul></aside>
<main><article><nav class="theme-doc-breadcrumbs"><ul class="breadcrumbs"><li>Docs</li></ul></nav>
<div class="theme-doc-markdown markdown" id="the-main-text"><header><h1>Tutorial</h1></header>
<p>In this tutorial you make a first service, send it a request, and look at what it wrote into its log.</p>
<h2 class="anchor" id="make">Make a service<a href="#make" class="hash-link" aria-label="Direct link">\u200b</a></h2>
<p>Services are files. This one answers every request with the same line of text:</p>
<div class="language-js codeBlockContainer"><div class="codeBlockContent"><pre tabindex="0" class="prism-code language-js thin-scrollbar"><code class="codeBlockLines"><span class="token-line">export default function hello() {<br></span><span class="token-line">  return "hello";<br></span><span class="token-line">}<br></span></code></pre><div class="buttonGroup"><button type="button" aria-label="Copy">Copy</button></div></div></div>
<div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab" class="tabs__item">npm</li></ul>
<div role="tabpanel"><pre class="language-bash"><code>npm run kit</code></pre></div><div role="tabpanel" hidden=""><pre class="language-bash"><code>yarn kit</code></pre></div></div>
<h2 class="anchor" id="log">Read the log</h2><p>The log is a table with these columns, and a row for every request that came in:</p>
<table><thead><tr><th>column</th><th>type</th></tr></thead><tbody><tr><td>at</td><td>time</td></tr><tr><td>status</td><td>number</td></tr></tbody></table>
<ul><li>rows are never changed once they are written,</li><li>rows older than <a href="/docs/settings#days">the setting</a> are dropped.</li></ul>
</div><footer class="theme-doc-footer"><a href="https://git.example/edit">Edit this page</a></footer></article>
<nav class="pagination-nav"><a href="/docs/next">Next: Settings</a></nav></main></div></div></body></html>"""

CHINESE_MANUAL = """<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>配置 | 江城手册</title></head><body>
<div id="sidebar"><ul><li><a href="start.html">快速开始</a></li><li><a href="config.html">配置</a></li></ul></div>
<div class="content"><div class="theme-default-content" id="the-main-text"><h1 id="配置"><a href="#配置" class="header-anchor">#</a> 配置</h1>
<p>所有的配置都写在一个文件里面，程序启动的时候读取一次，
之后如果文件发生变化，程序会自动重新读取，不需要重新启动。</p>
<h2 id="端口"><a href="#端口" class="header-anchor">#</a> 端口</h2><p>端口默认是八千零八十，可以像下面这样修改成其他的数值：</p>
<div class="language-toml extra-class"><pre class="language-toml"><code>[server]
port = 9090
</code></pre></div><h2 id="日志"><a href="#日志" class="header-anchor">#</a> 日志</h2>
<p>日志有四个级别，级别越高，写到文件里面的内容就越少：</p>
<ul><li>调试：所有的细节，只在开发的时候使用</li><li>信息：每个请求写一行，<a href="log.html">格式见这里</a></li><li>警告和错误</li></ul>
<h3 id="轮转">轮转</h3><table><thead><tr><th>参数</th><th style="text-align:right;">默认值</th></tr></thead>
<tbody><tr><td>最大字节数</td><td>一百万</td></tr><tr><td>保留个数</td><td>七</td></tr></tbody></table>
<p>文件达到最大字节数之后会改名，旧的文件超过保留个数就会被删除，删除之前不会再次询问。</p></div>
<div class="page-nav"><p><a href="start.html">上一页</a> <a href="next.html">下一页</a></p></div></div></body></html>"""

MANUAL_PAGE = """<!DOCTYPE html><html><head><title>tool(1) manual page</title></head><body>
<table class="head"><tr><td class="head-ltitle">TOOL(1)</td><td class="head-vol">General Commands Manual</td></tr></table>
<div class="manual-text" id="the-main-text"><section class="Sh"><h2 class="Sh" id="NAME"><a class="permalink" href="#NAME">NAME</a></h2>
<p class="Pp"><code class="Nm">tool</code> — rename many files by one pattern, and take it back when it was wrong</p></section>
<section class="Sh"><h2 class="Sh" id="SYNOPSIS"><a class="permalink" href="#SYNOPSIS">SYNOPSIS</a></h2>
<pre>tool [-n] PATTERN PATTERN
tool --undo</pre></section><section class="Sh"><h2 class="Sh">OPTIONS</h2><dl class="Bl-tag">
<dt><code>-n</code></dt><dd>Only show what would be done. Nothing is renamed, and the journal
stays as it was before the command.</dd><dt><code>--undo</code></dt><dd>Take back the last command. Files that were changed
since then are left alone, and their names are printed.</dd></dl></section>
<section class="Sh"><h2 class="Sh">SEE ALSO</h2><p class="Pp"><a class="Xr" href="../man1/mv.1.html">mv(1)</a>, and the page about patterns of the shell
in the manual of the shell that you use every day.</p></section></div>
<table class="foot"><tr><td>July 1, 2026</td><td>Tool 2.0</td></tr></table></body></html>"""

LOOKED_AT = {"sphinx": SPHINX, "docbook": DOCBOOK, "chinese-blog": CHINESE_BLOG, "mkdocs": MKDOCS}
HELD_OUT = {
    "github": GITHUB,
    "docusaurus": DOCUSAURUS,
    "chinese-manual": CHINESE_MANUAL,
    "manual-page": MANUAL_PAGE,
}
