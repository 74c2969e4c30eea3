"""The half of the written pages that no rule was made with: written first, and only ever measured."""

from __future__ import annotations

from tests.written_pages.text import (
    FOOT,
    FOOT_ENGLISH,
    FOOT_TRADITIONAL,
    HOT,
    HOT_ENGLISH,
    HOT_TRADITIONAL,
    NAV,
    NAV_ENGLISH,
    NAV_TRADITIONAL,
    written,
)  # fmt: skip

PAGES = [
    written(
        "zh-portal-old-source-line",
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=CHARSET">
<title>TITLE_新闻中心_江河网</title><meta name="keywords" content="水库,泄洪"></head><body>
<div class="topNav">{NAV}</div><div class="path"><a href="/">新闻中心</a> &gt; <a href="/c">国内新闻</a> &gt; 正文</div>
<h1 id="artibodyTitle">TITLE</h1>
<div class="artInfo"><span id="pub_date">2013年05月21日08:47</span>&nbsp;&nbsp;<span id="media_name"><a href="#">北岭晚报</a>
&nbsp;<a href="#">微博</a></span>&nbsp;&nbsp;<a href="/comment">我有话说</a>(<span>35</span>人参与)</div>
<div id="artibody" class="blkContainerSblk">BODY<p>(编辑：SN091)</p></div>
<div class="relate"><h3>相关新闻</h3><ul>{HOT}</ul></div><div class="footer">{FOOT}</div></body></html>""",
        url="http://news.jianghe.cn/c/2013-05-21/084727181234.shtml", charset="gb18030",
        title="北岭水库连续泄洪三天 下游七村群众转移", published="2013-05-21T08:47", source="北岭晚报",
    ),
    written(
        "zh-portal-account",
        f"""<!DOCTYPE html><html><head><meta charset="CHARSET"><title>TITLE_山海新闻_山海网</title>
<meta property="og:title" content="TITLE"><meta property="og:site_name" content="山海网"><meta name="mediaid" content="城事观察">
<meta itemprop="datePublished" content="2021-08-03"></head><body><div class="header">{NAV}</div>
<div class="left sidebar"><div class="user-info"><h4><a href="/u/1">城事观察</a></h4><span>文章</span><em>1024</em><span>总阅读</span></div></div>
<div class="text"><div class="text-title"><h1>TITLE <span class="article-tag"></span></h1>
<div class="article-info"><span class="time" id="news-time" data-val="1627953120000">2021-08-03 09:12</span>
<span class="tag">来源: <a href="/m">城事观察</a></span></div></div>
<article class="article" id="mp-editor"><p data-role="original-title" style="display:none">原标题：TITLE</p>BODY
<p>作者：丁九</p><p data-role="editor-name">责任编辑：<span></span></p><a href="/">返回山海网，查看更多</a></article>
<div class="statement">声明：该文观点仅代表作者本人，本号系信息发布平台，仅提供信息存储空间服务。</div></div>
<div class="hot">{HOT}</div><footer>{FOOT}</footer></body></html>""",
        url="https://www.shanhai.com.cn/a/481234567_120001234", title="老街改造一年：没有拆掉一座老房子",
        published="2021-08-03T09:12", author="丁九", source="城事观察",
    ),
    written(
        "zh-portal-post-info",
        f"""<html data-publishtime="2022-03-09 17:20:06"><head><meta charset="CHARSET"><title>TITLE|球队|联赛_平原体育_平原网</title>
<meta name="author" content="平原"><meta name="Copyright" content="平原网版权所有">
<meta property="article:published_time" content="2022-03-09T17:20:06+08:00"></head><body>{NAV}
<div class="post_main"><h1 class="post_title">TITLE</h1>
<div class="post_info">2022-03-09 17:20:06　来源: <a href="#" id="ne_article_source">平原体育</a> 山东&nbsp;
<a href="/report" class="post_jubao">举报</a></div><div class="post_share"><span>0</span><span>分享至</span><p>用微信扫码二维码</p></div>
<div class="post_content"><div class="post_body">BODY</div>
<div class="post_statement"><p>特别声明：以上内容为自媒体平台用户上传并发布，本平台仅提供信息存储服务。</p></div>
<div class="post_author">本文来源：平原体育&nbsp;&nbsp;责任编辑： 康十一_NS1234</div></div></div><div class="post_recommends">{HOT}</div>{FOOT}</body></html>""",
        url="https://sports.pingyuan.com/22/0309/17/H21ABCDE0005.html", title="第七十八分钟头球破门 客队带走一分",
        published="2022-03-09T17:20", source="平原体育",
    ),
    written(
        "zh-party-paper",
        f"""<html><head><meta http-equiv="content-type" content="text/html;charset=CHARSET"><title>TITLE--时政--众声网</title>
<meta name="publishdate" content="2019-11-05"><meta name="source" content="来源：众声网－众声日报"><meta name="author" content="104225"></head>
<body><div class="nav">{NAV}</div><div class="path w1000"><a>众声网</a>&gt;&gt;<a>时政</a></div>
<div class="clearfix w1000_320 text_title"><h3 class="pre">深化改革看基层</h3><h1>TITLE</h1><h4 class="sub"></h4>
<p class="author">本报记者　冯十二　陈三</p><div class="box01"><div class="fl">2019年11月05日05:11&nbsp;&nbsp;来源：<a href="#">众声网－众声日报</a></div>
<div class="fr"><a>分享到：</a></div></div></div><div class="box_con" id="rwb_zw">BODY</div>
<div class="edit clearfix">(责编：褚四、卫五)</div><div class="zdfy"></div><div class="box_r">{HOT}</div>{FOOT}</body></html>""",
        url="http://politics.zhongsheng.com.cn/n1/2019/1105/c1001-31437890.html", charset="gb18030",
        title="听证会上的十一位代表", published="2019-11-05T05:11", author="冯十二, 陈三", source="众声网－众声日报", indent="　　",
    ),
    written(
        "zh-agency-split-date",
        f"""<!doctype html><html><head><meta charset="CHARSET"><title>
TITLE-神州通讯社
</title><meta name="publishdate" content="2023-06-18"><meta name="pubdate" content="2023-06-18"></head><body>{NAV}
<div class="header domPC"><div class="header-top clearfix"><div class="header-cntleft"><div class="header-time left">
<span class="year"><em> 2023</em></span><span class="day"><em> 06</em>/<em> 18</em></span><span class="time"> 14:33:27</span></div>
<div class="source">来源：神州通讯社</div></div><h1><span class="title">TITLE</span></h1></div></div>
<div class="main"><div id="detail">BODY</div><div class="editor">【责任编辑:朱六】</div></div>
<div class="columBox">阅读下一篇：{HOT}</div>{FOOT}</body></html>""",
        url="http://www.shenzhou.cn/local/2023-06/18/c_1129702345.htm", title="湿地里的一百四十七种鸟",
        published="2023-06-18T14:33", source="神州通讯社",
    ),
    written(
        "zh-agency-wire",
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=CHARSET"><title>TITLE-远山新闻网</title></head><body>
<div id="nav">{NAV}</div><div class="con_left"><div id="cont_1_1_2"><h1 style="display:block">
                        TITLE                    </h1>
<div class="left-time"><div class="left-t">2014年05月22日 14:29　来源：<a href="#">远山新闻网</a>　<a class="comment">参与互动</a>(<a>0</a>)&nbsp;</div></div>
<div class="left_zw">BODY</div><div class="left_name" style="text-align:right">【编辑:秦七】</div></div></div>
<div class="right">{HOT}</div>{FOOT}</body></html>""",
        url="http://www.yuanshan.com/gn/2014/05-22/6201234.shtml", charset="gb18030",
        title="公交调价听证会举行 八位代表要求降低起步价", published="2014-05-22T14:29", source="远山新闻网", indent="　　",
    ),
    written(
        "zh-portal-microdata",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_梧桐网资讯_梧桐网</title><meta property="og:title" content="TITLE" />
<meta property="og:type" content="news" /><meta name="og:time " content="2016年04月12日 07:05:31"></head><body>{NAV}
<div id="artical"><h1 itemprop="headline" id="artical_topic">TITLE</h1>
<div id="artical_sth" class="clearfix"><p class="p_time"><span itemprop="datePublished" class="ss01">2016年04月12日 07:05:31</span><br>
来源：<span itemprop="publisher" itemscope><span itemprop="name" class="ss03"><a href="#">岭南早报</a></span></span>
<span itemprop="author" itemscope><span itemprop="name" class="ss04">作者：尤八</span></span></p>
<h5 class="js_joinNum">0人参与</h5><h5>0评论</h5></div><div id="main_content" class="js_selection_area" itemprop="articleBody">BODY</div>
<p class="iphone_none"><span class="ss00">[责任编辑：许九 PN012] </span></p></div><div class="right">{HOT}</div>{FOOT}</body></html>""",
        url="http://news.wutong.com/a/20160412/48432134_0.shtml", title="这家只有六张桌子的小店开了三十年",
        published="2016-04-12T07:05", author="尤八", source="岭南早报",
    ),
    written(
        "zh-paper-new",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_绿色观察_涌泉新闻-The Spring</title></head><body><div class="head">{NAV}</div>
<div class="newscontent"><h1 class="news_title">TITLE</h1><div class="news_about"><p>涌泉新闻记者 何十 实习生 吕一</p>
<p>2018-09-27 16:08&nbsp;&nbsp;<span>来源：涌泉新闻</span></p></div><div class="news_txt">BODY</div>
<div class="news_love">责任编辑：施二</div><div>校对：张三</div><p>涌泉新闻报料：000-0000-000</p><p>涌泉新闻，未经授权不得转载</p></div>
<div class="main_rt">{HOT}</div>{FOOT}</body></html>""",
        url="https://www.yongquan.cn/newsDetail_forward_2480123", title="养不起的河：一座水库下游的七个村",
        published="2018-09-27T16:08", author="何十, 吕一", source="涌泉新闻", wrap="{}<br><br>",
    ),
    written(
        "zh-globe",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_国内新闻_寰宇网</title><meta name="publishdate" content="2015-07-14">
<meta name="author" content="孔四"><meta name="source" content="江南时报"></head><body>{NAV}<div class="conLeft"><h1>TITLE</h1>
<div class="conText"><div class="summaryNew"><strong class="timeSummary">2015-07-14 10:22:00</strong><strong class="fromSummary">江南时报 <a>孔四</a></strong>
<span class="pinglun"><a>参与评论</a></span></div><div class="text" id="text">BODY</div><div class="reTopics"><span class="editorSign"><span id="editor_baidu">责编：曹五</span></span></div></div></div>
{HOT}{FOOT}</body></html>""",
        url="http://china.huanyu.com/article/2015-07/6987654.html", title="实验室里的两年：让电池的寿命提高一倍",
        published="2015-07-14T10:22", author="孔四", source="江南时报",
    ),
    written(
        "zh-tv",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_新闻频道_长风电视网(changfeng.com)</title><meta name="author" content="严六"></head><body>
<div class="cntv-header">{NAV}</div><div class="cnt_bd"><!--repaste.title.begin--><h1>TITLE</h1><!--repaste.title.end--><h2></h2>
<div class="function"><span class="info"><!--repaste.source.begin--><i>来源：<a href="#">长风电视网</a> 2017年02月03日 20:16</i></span>
<em class="fs">A-</em><em class="fs">A+</em></div><!--repaste.body.begin-->BODY<!--repaste.body.end-->
<div class="zebian"><span>编辑：严六</span><span>责任编辑：华七</span></div></div>{HOT}{FOOT}</body></html>""",
        url="http://news.changfeng.com/2017/02/03/ARTI0abcDEF170203.shtml", title="县城到码头：十分钟的路走了二十年",
        published="2017-02-03T20:16", source="长风电视网", indent="　　",
    ),
    written(
        "zh-blog-coder",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_内存不够怎么办-码农博客</title><meta name="keywords" content="排序,指针"></head><body>
<div id="toolbar">{NAV}</div><div class="blog-content-box"><div class="article-header"><h1 class="title-article" id="articleContentId">TITLE</h1>
<div class="article-info-box"><div class="bar-content"><span class="article-type-text">原创</span>
<a class="follow-nickName" href="/u" rel="noopener">slow_pointer</a><span class="time">于&nbsp;2020-12-01 21:45:10&nbsp;发布</span>
<span class="read-count">阅读量1.2k</span><span>收藏 9</span></div><div class="slide-content-box">分类专栏：<a class="tag-link">算法</a>
<div class="article-copyright">版权声明：本文为博主原创文章，遵循 CC 4.0 BY-SA 版权协议，转载请附上原文出处链接和本声明。</div></div></div></div>
<article class="baidu_pl"><div id="article_content" class="article_content"><div id="content_views" class="markdown_views">BODY</div></div></article></div>
<div class="recommend-box">{HOT}</div><div class="aside">关注 私信 粉丝 2</div>{FOOT}</body></html>""",
        url="https://blog.manong.net/slow_pointer/article/details/110412345", title="两个指针从两头向中间移动：一个简单的算法",
        published="2020-12-01T21:45", author="slow_pointer", source="",
    ),
    written(
        "zh-blog-garden",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 懒散的木匠 - 园子</title></head><body><div id="header"><h1><a href="/mujiang">懒散的木匠</a></h1>
<h2>写一点代码，修一点家具</h2><ul><li><a>首页</a></li><li><a>新随笔</a></li><li><a>联系</a></li><li><a>订阅</a></li></ul><div class="blogStats">随笔 - 87 文章 - 0 评论 - 214</div></div>
<div id="topics"><div class="post"><h1 class="postTitle"><a id="cb_post_title_url" href="#"><span>TITLE</span></a></h1>
<div id="cnblogs_post_body" class="blogpost-body">BODY</div><div class="postDesc">posted @ <span id="post-date">2018-06-02 23:14</span>&nbsp;
<a href="/mujiang">懒散的木匠</a>&nbsp;阅读(<span>3021</span>)&nbsp;评论(<span>12</span>)&nbsp;<a>编辑</a>&nbsp;<a>收藏</a></div></div></div><div id="sideBar">{HOT}</div>
<div id="footer">Copyright © 2026 懒散的木匠</div></body></html>""",
        url="https://www.yuanzi.com/mujiang/p/9124567.html", title="改了两个参数，错误消失了，原因不明",
        published="2018-06-02T23:14", author="懒散的木匠", source="",
    ),
    written(
        "zh-blog-column",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 问答社区</title><meta property="og:title" content="TITLE"><meta property="og:site_name" content="问答社区专栏"></head><body>
<header class="ColumnPageHeader">写文章 登录</header><article class="Post-Main"><header class="Post-Header"><h1 class="Post-Title">TITLE</h1>
<div class="Post-Author"><div class="AuthorInfo" itemprop="author" itemscope><meta itemprop="name" content="海图收藏者"><meta itemprop="url" content="https://www.wenda.com/people/haitu">
<div class="AuthorInfo-content"><span class="UserLink AuthorInfo-name"><a class="UserLink-link" href="/people/haitu">海图收藏者</a></span><div class="AuthorInfo-detail">画过几张海图</div></div></div></div>
<div><span class="Voters"><button>284 人赞同了该文章</button></span></div></header><div class="Post-RichTextContainer"><div class="RichText ztext">BODY</div></div>
<div class="ContentItem-time">发布于 2020-02-16 18:30・IP 属地福建</div></article><div class="Post-Sub">推荐阅读 {HOT}</div></body></html>""",
        url="https://zhuanlan.wenda.com/p/107123456", title="父亲的抽屉里有一张海图", published="2020-02-16T18:30", author="海图收藏者", source="问答社区专栏",
    ),
    written(
        "zh-blog-wordpress",
        f"""<html lang="zh-CN"><head><meta charset="CHARSET"><title>TITLE – 雾里行</title></head><body class="single-post">
<header><p class="site-title"><a href="/">雾里行</a></p><p class="site-description">走路与拍照</p></header>
<article class="post type-post"><header class="entry-header"><h1 class="entry-title">TITLE</h1><div class="entry-meta">
<span class="posted-on"><a href="#"><time class="entry-date published" datetime="2019-10-07T09:05:44+08:00">2019年10月7日</time><time class="updated" datetime="2019-10-09T22:00:00+08:00">2019年10月9日</time></a></span>
<span class="byline"><span class="author vcard"><a class="url fn n" href="/author/w">山雾</a></span></span><span class="comments-link">3条评论</span></div></header>
<div class="entry-content">BODY</div><footer class="entry-footer">发布于<a>随笔</a>标签：<a>徒步</a></footer></article><aside>近期文章{HOT}</aside></body></html>""",
        url="https://wulixing.net/archives/381", title="雾很大，路上一个人也没有", published="2019-10-07T09:05", author="山雾", source="",
    ),
    written(
        "zh-encyclopedia-baike",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_大百科</title><meta name="description" content="词条"></head><body>{NAV}
<div class="top-tool">收藏 查看 我的收藏</div><div class="body-wrapper"><dl class="lemmaWgt-lemmaTitle"><dd><h1>TITLE</h1><h2>（七层砖木古塔）</h2><a class="edit-lemma">编辑</a><a>讨论</a></dd></dl>
<div class="lemma-summary">BODY</div><div class="basic-info"><dl><dt>中文名</dt><dd>北岭塔</dd><dt>始建时间</dt><dd>1086年3月12日</dd></dl></div></div>
<div class="side-content"><dl><dt>词条统计</dt><dd>浏览次数：<span>10284</span>次</dd><dd>编辑次数：31次历史版本</dd><dd>创建者：<a>石匠</a></dd></dl></div>{FOOT}</body></html>""",
        url="https://baike.dabaike.com/item/beilingta/123456", title="北岭塔", wrap='<div class="para">{}</div>',
    ),
    written(
        "zh-encyclopedia-wiki",
        f"""<html lang="zh"><head><meta charset="CHARSET"><title>TITLE - 自由百科，人人可编辑的百科全书</title></head><body class="mediawiki">
<div id="content"><h1 id="firstHeading" class="firstHeading">TITLE</h1><div id="bodyContent"><div id="siteSub">自由百科，人人可编辑的百科全书</div>
<div id="mw-content-text"><div class="mw-parser-output">BODY<h2><span class="mw-headline">参考文献</span><span class="mw-editsection">[编辑]</span></h2><ol><li>丁九. 湿地志. 北岭出版社. 2004-05-01: 33.</li></ol></div></div></div></div>
<div id="mw-panel"><ul><li><a>首页</a></li><li><a>分类索引</a></li></ul><h3>其他语言</h3><ul><li><a>中文/繁體</a></li></ul></div>
<div id="footer"><ul><li id="footer-info-lastmod"> 本页面最后修订于2021年3月4日 (星期四) 10:12。</li></ul></div></body></html>""",
        url="https://zh.ziyoubaike.org/wiki/%E7%BA%A2%E6%9E%9C%E6%A0%91", title="红果树",
    ),
    written(
        "zh-forum-discuz",
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=CHARSET"><title>TITLE - 观鸟交流 - 北岭论坛 - Powered by Discuz!</title></head><body>
<div id="hd">{NAV}</div><div id="pt" class="bm cl"><a>论坛</a> › <a>兴趣</a> › <a>观鸟交流</a> › TITLE</div>
<div id="postlist"><table><tr><td class="pls"><div class="hm ptn"><span>查看:</span> <span>882</span> | <span>回复:</span> <span>6</span></div></td>
<td class="plc"><h1 class="ts"><a href="#">[记录]</a> <span id="thread_subject">TITLE</span></h1> <span class="xg1"><a>[复制链接]</a></span></td></tr></table>
<table id="pid1"><tr><td class="pls"><div class="authi"><a href="#" class="xw1">芦苇荡</a></div><dl><dt>积分</dt><dd>1204</dd></dl></td>
<td class="plc"><div class="pti"><div class="authi"><em id="authorposton1">发表于 2016-12-4 08:19:33</em> | <a>只看该作者</a></div></div>
<div class="t_fsz"><table><tr><td class="t_f" id="postmessage_1">BODY</td></tr></table></div></td></tr></table>
<table id="pid2"><tr><td class="pls"><div class="authi"><a class="xw1">白鹭</a></div></td><td class="plc"><em>发表于 2016-12-4 10:02:11</em><div class="t_f">拍得真好，请问用的什么镜头？</div></td></tr></table></div>{FOOT}</body></html>""",
        url="http://bbs.beiling.cn/thread-20411-1-1.html", charset="gb18030", title="冬天的候鸟从北方飞来了",
        published="2016-12-04T08:19", author="芦苇荡", source="", wrap="{}<br><br>", count=5,
    ),
    written(
        "zh-forum-topic",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 极客岛</title></head><body><div id="Top">首页 注册 登录</div><div id="Main"><div class="box"><div class="header">
<div class="fr"><a href="/member/oldsailor"><img alt="oldsailor"></a></div><a href="/">极客岛</a> <span class="chevron">›</span> <a href="/go/qna">问与答</a>
<h1>TITLE</h1><small class="gray"><a href="/member/oldsailor">oldsailor</a> · <span title="2021-05-30 11:26:08 +08:00">2021-05-30 11:26:08 +08:00</span> · 2183 次点击</small></div>
<div class="cell"><div class="topic_content"><div class="markdown_body">BODY</div></div></div></div><div class="box"><div class="cell">12 条回复 &nbsp;•&nbsp; 2021-05-31 09:40:55 +08:00</div>
<div class="cell"><strong><a href="/member/kk">kk</a></strong> <span class="ago" title="2021-05-30 11:30:00 +08:00">2021-05-30</span><div class="reply_content">看看日志里有没有写失败的记录。</div></div></div></div></body></html>""",
        url="https://www.jikedao.com/t/780123", title="重启以后错误就消失了，该怎么查原因？", published="2021-05-30T11:26", author="oldsailor", source="", count=4,
    ),
    written(
        "zh-government",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_工作动态_北岭县人民政府</title><meta name="SiteName" content="北岭县人民政府"><meta name="ArticleTitle" content="TITLE">
<meta name="PubDate" content="2022-11-17 15:52"><meta name="ContentSource" content="县水利局"></head><body>{NAV}<div class="pos">您的位置：首页 &gt; 政务公开 &gt; 工作动态</div>
<div class="xl"><h2 class="title">TITLE</h2><div class="info"><span>发布时间：2022-11-17 15:52</span><span>信息来源：县水利局</span><span>浏览次数：<em>306</em></span><span>字体：[ <a>大</a> <a>中</a> <a>小</a> ]</span></div>
<div class="TRS_Editor">BODY</div><div>【打印本页】【关闭窗口】</div></div>{FOOT}</body></html>""",
        url="http://www.beiling.gov.cn/zwgk/gzdt/202211/t20221117_4412345.html", title="县水利局开展水库安全检查", published="2022-11-17T15:52", source="县水利局",
    ),
    written(
        "zh-reader-account",
        f"""<html><head><meta charset="CHARSET"><title></title><meta property="og:title" content="TITLE"><meta property="og:site_name" content="读信平台"><meta name="author" content="温七"></head><body>
<div id="js_article"><div id="img-content"><h1 class="rich_media_title" id="activity-name">
TITLE
</h1><div id="meta_content" class="rich_media_meta_list"><span class="rich_media_meta rich_media_meta_text">温七</span>
<span class="rich_media_meta rich_media_meta_nickname" id="profileBt"><a id="js_name">山里人家</a></span><em id="publish_time" class="rich_media_meta">2023年9月1日 20:41</em><em id="js_ip_wording">湖南</em></div>
<div class="rich_media_content" id="js_content">BODY</div></div></div></body></html>""",
        url="https://mp.duxin.com/s/AbCdEfGh12345", title="剧组在山里住了四个月", published="2023-09-01T20:41", author="温七", source="山里人家", wrap="<section><span>{}</span></section>",
    ),
    written(
        "zht-daily",
        f"""<html lang="zh-Hant"><head><meta charset="CHARSET"><title>TITLE | 地方 | 海島新聞網</title><meta property="og:site_name" content="海島新聞網">
<meta property="og:title" content="TITLE | 地方 | 海島新聞網"><meta name="pubdate" content="2022-08-15T06:48:00+08:00"></head><body>{NAV_TRADITIONAL}
<section class="article-content"><h1 class="article-content__title">TITLE</h1><div class="article-content__subinfo"><section class="authors"><time class="article-content__time">2022-08-15 06:48</time>
<div class="article-content__author"><span>海島日報</span> / 記者<a href="#">鄭八</a>／北嶺即時報導</div></section></div><section class="article-content__editor">BODY</section></section>
<section>{HOT_TRADITIONAL}</section>{FOOT_TRADITIONAL}</body></html>""",
        url="https://news.haidao.com.tw/story/7323/6543210", title="北嶺水庫洩洪 七村居民撤離", published="2022-08-15T06:48", author="鄭八", source="海島日報", count=6,
    ),
    written(
        "zht-broadcast",
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=CHARSET"><title>TITLE - 公共廣播電台</title></head><body>{NAV_TRADITIONAL}<h1>TITLE</h1>
<p class="info">發佈時間：2012/6/5 下午 02:16　新聞來源：公共廣播電台　記者：謝九</p><div class="content">BODY</div><div>{HOT_TRADITIONAL}</div>{FOOT_TRADITIONAL}</body></html>""",
        url="http://news.gonggong.org.tw/20120605/88123.html", charset="big5", title="濕地鳥類五年增加二十三種", published="2012-06-05T14:16", author="謝九", source="公共廣播電台", count=5,
    ),
    written(
        "zht-hongkong",
        f"""<html lang="zh-HK"><head><meta charset="CHARSET"><title>TITLE - 港城報 - 港聞 - 要聞</title><meta property="og:title" content="TITLE - 20200311 - 港聞"></head><body>{NAV_TRADITIONAL}
<h1>TITLE</h1><h6>2020年3月11日 星期三 07:40</h6><article class="txt4">BODY<p>港城報記者 蘇十</p></article><div>{HOT_TRADITIONAL}</div>{FOOT_TRADITIONAL}</body></html>""",
        url="https://news.gangcheng.hk/pns/article/20200311/s00002/1583864445678", charset="big5", title="圖書館延長開放至晚上十時", published="2020-03-11T07:40", author="蘇十", source="", count=5,
    ),
    written(
        "zht-blog",
        f"""<html><head><meta charset="CHARSET"><title>TITLE @ 慢走的人 :: 隨意窩</title></head><body><div id="banner"><h1><a href="/">慢走的人</a></h1><h2>走路、吃飯、看老房子</h2></div>
<div class="article"><ul class="article-head"><li class="publish"><span class="month">Apr</span> <span class="date">09</span> <span class="year">2014</span> <span class="time">22:10</span></li><li class="title"><h2><a href="#">TITLE</a></h2></li></ul>
<div class="article-body">BODY</div><p class="author-profile">slowwalker 發表在 隨意窩 留言(3) 人氣(512)</p></div>{HOT_TRADITIONAL}</body></html>""",
        url="http://slowwalker.suiyi.tw/blog/post/30123456", title="老街的木匠用舊料修補門窗", published="2014-04-09T22:10", author="slowwalker", source="", count=5,
    ),
    written(
        "en-labelled",
        f"""<html><head><meta charset="CHARSET"><title>TITLE</title></head><body>{NAV_ENGLISH}<h1>TITLE</h1>
<p>Published: 14 March 2024 09:30 | Source: Valley Gazette | Author: Nora Fielding</p>BODY<div>{HOT_ENGLISH}</div>{FOOT_ENGLISH}</body></html>""",
        url="http://gazette.example.com/a/1", title="Reservoir gates opened before dawn", published="2024-03-14T09:30", author="Nora Fielding", source="Valley Gazette",
    ),
    written(
        "en-wordpress",
        f"""<html lang="en"><head><meta charset="CHARSET"><title>TITLE – The Slow Carpenter</title><meta property="og:site_name" content="The Slow Carpenter"></head><body><header>{NAV_ENGLISH}</header>
<article><h1 class="entry-title">TITLE</h1><div class="entry-meta">Posted on <time class="entry-date published" datetime="2021-02-08T19:44:00+00:00">February 8, 2021</time> by <span class="author vcard"><a rel="author" href="/author/t">Tom Ashdown</a></span></div>
<div class="entry-content">BODY</div></article><aside>{HOT_ENGLISH}</aside>{FOOT_ENGLISH}</body></html>""",
        url="https://slowcarpenter.example.org/2021/02/windows", title="Mending windows with old wood", published="2021-02-08T19:44", author="Tom Ashdown", source="The Slow Carpenter",
    ),
    written(
        "en-jsonld",
        f"""<html><head><meta charset="CHARSET"><title>TITLE | Harbour Post</title><script type="application/ld+json">{{"@context":"https://schema.org","@type":"NewsArticle","headline":"TITLE","datePublished":"2023-05-19T06:01:00Z","author":[{{"@type":"Person","name":"Ivy Marsh"}},{{"@type":"Person","name":"Oleg Brandt"}}],"publisher":{{"@type":"Organization","name":"Harbour Post"}}}}</script></head>
<body>{NAV_ENGLISH}<main><h1>TITLE</h1><div class="byline">By Ivy Marsh and Oleg Brandt</div>BODY</main><section><h2>More stories</h2>{HOT_ENGLISH}</section>{FOOT_ENGLISH}</body></html>""",
        url="https://www.harbourpost.example.com/news/bridge", title="New bridge cuts the way to the harbour to ten minutes", published="2023-05-19T06:01", author="Ivy Marsh, Oleg Brandt", source="Harbour Post",
    ),
    written(
        "en-plain-byline",
        f"""<html><head><meta charset="CHARSET"><title>Northern Echo Sheet - TITLE</title></head><body>{NAV_ENGLISH}<div id="story"><h1>TITLE</h1><p>By Petra Lindqvist, Science Correspondent</p><p>Tuesday, 2 August 2016, 11:25 BST</p>BODY</div>{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="http://northernecho.example.com/science/birds", title="Twenty-three more kinds of birds in the marsh", published="2016-08-02T11:25", author="Petra Lindqvist", source="Northern Echo Sheet",
    ),
    written(
        "en-docs",
        f"""<html><head><meta charset="CHARSET"><title>TITLE — Queue Engine 14 documentation</title></head><body>{NAV_ENGLISH}<h1>TITLE</h1><p>Source code: <code>lib/sort.c</code></p>BODY
<h2>By default</h2><p>By default, the list is sorted in place.</p><dl><dt>Author</dt><dd>the account that opened the queue</dd></dl><p>Example: 1999-02-22 is taken as a day.</p>{FOOT_ENGLISH}</body></html>""",
        url="https://docs.queue.example.org/14/sorting.html", title="Sorting with two pointers", count=5,
    ),
    written(
        "en-forum",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - Help - Tinkerers Forum</title></head><body>{NAV_ENGLISH}<h1>TITLE</h1><div class="post" id="p1"><div class="topic-meta"><span class="username author"><a href="/u/rustyhinge">rustyhinge</a></span>
<time datetime="2022-09-12T17:05:33Z" class="post-time">Sep 12, 2022</time></div><div class="cooked">BODY</div></div><div class="post" id="p2"><span class="username">mo</span><time datetime="2022-09-12T18:00:00Z">Sep 12</time><div class="cooked"><p>Have you read the log?</p></div></div>{FOOT_ENGLISH}</body></html>""",
        url="https://forum.tinkerers.example.net/t/error-went-away/4410", title="The error went away and nobody knows why", published="2022-09-12T17:05", author="rustyhinge", source="", count=4,
    ),
    written(
        "en-release",
        f"""<html><head><meta charset="CHARSET"><title>TITLE</title><meta name="author" content="Brightwater Council"><meta property="og:site_name" content="Brightwater Council"><meta name="date" content="2020-10-01"></head><body>{NAV_ENGLISH}
<h1>TITLE</h1><p class="date">October 1, 2020 at 2:15 pm</p><p>Source: Brightwater Press Office</p>BODY{FOOT_ENGLISH}</body></html>""",
        url="https://www.brightwater.example.gov/releases/77", title="Hearing on fares: what eleven people said", published="2020-10-01T14:15", author="Brightwater Council", source="Brightwater Press Office",
    ),
    written(
        "en-magazine",
        f"""<html><head><meta charset="CHARSET"><title>TITLE | Long Table Magazine</title><meta property="og:title" content="TITLE"><meta property="article:published_time" content="2018-12-24T08:00:00-05:00"></head><body>{NAV_ENGLISH}
<article><h1>TITLE</h1><p class="dek">A shop with six tables, and no menu.</p><p>Words by Agnes Holloway</p><p>Photographs by Milo Trent</p>BODY<h2>About the author</h2><p>Agnes Holloway writes on food.</p></article>{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="https://longtable.example.com/soup", title="When the soup is gone the shop closes", published="2018-12-24T08:00", author="Agnes Holloway", source="Long Table Magazine",
    ),
    written(
        "en-local",
        f"""<html><head><meta charset="CHARSET"><title>TITLE :: Dale Observer</title></head><body>{NAV_ENGLISH}<h2 class="headline">TITLE</h2><div class="meta"><span class="source">Dale Observer</span> <span class="pubdate">2015-04-30 16:40</span> <span class="author">by Rhys Calder</span></div><div class="story-body">BODY</div>{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="http://www.daleobserver.example.co.uk/sport/1142", title="Substitute heads the equaliser", published="2015-04-30T16:40", author="Rhys Calder", source="Dale Observer",
    ),
    written(
        "en-newsletter",
        f"""<html><head><meta charset="CHARSET"><title>TITLE</title><meta name="twitter:data1" content="6 min read"></head><body><nav>{NAV_ENGLISH}</nav><article><h1>TITLE</h1><div><a href="/@lena">Lena Ortmann</a><span> · </span><span>6 min read</span><span> · </span><span>Jan 17, 2025</span></div>BODY</article>{FOOT_ENGLISH}</body></html>""",
        url="https://letters.example.io/p/profits", title="Sales rose and the profit fell", published="2025-01-17", author="Lena Ortmann", source="",
    ),
]  # fmt: skip
