"""The half of the written pages that rules were made with."""

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
        "zh-portal-date-source",
        f"""<html><head><meta charset="CHARSET"><title>TITLE|水库|泄洪_江河新闻</title><meta name="mediaid" content="北岭日报">
<meta property="og:title" content="TITLE"><meta name="weibo: article:create_at" content="2020-06-11 10:24:47"><meta name="sudameta" content="x"></head><body>
<div class="nav">{NAV}</div><div class="channel-path"><a>新闻中心</a><span>&gt;</span> 正文</div><h1 class="main-title">TITLE</h1>
<div class="top-bar ani"><div class="date-source"><span class="date">2020年06月11日 10:24</span><span class="source ent-source"> 北岭日报</span></div>
<div class="page-tool">新浪财经APP 缩小字体 放大字体 收藏 微博 微信 分享</div></div><div class="article" id="article"><p>　　原标题：北岭水库开闸</p>BODY
<p class="article-editor">责任编辑：吴三 </p></div><div class="hot">{HOT}</div>{FOOT}</body></html>""",
        url="https://news.jianghe.cn/c/2020-06-11/doc-iirczymk6401234.shtml", title="北岭水库水位超过警戒线 昨夜开闸", published="2020-06-11T10:24", source="北岭日报", indent="　　",
    ),
    written(
        "zh-portal-old-sohu",
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=CHARSET"><title>TITLE-山海新闻</title></head><body>{NAV}
<div class="content-box clear"><h1 itemprop="headline">TITLE</h1><div class="news-info"><div class="function"></div><div class="time-fun clear"><div class="time-source">
<div class="time" itemprop="datePublished">2014-11-09 13:05:12</div><div class="source"><span>来源：</span><span id="media_span"><span itemprop="name">山海观察</span></span></div>
<div class="source"><span id="author_baidu">作者：周二</span></div></div></div></div><div class="text clear" id="contentText"><div itemprop="articleBody">BODY</div></div>
<div class="original-title">原标题：TITLE</div><div class="editShare"><div class="editer">(责任编辑：UN654)</div></div></div>{HOT}{FOOT}</body></html>""",
        url="http://news.shanhai.com/20141109/n405876123.shtml", charset="gb18030", title="受淹稻田四千亩 三成可以补种", published="2014-11-09T13:05", author="周二", source="山海观察",
    ),
    written(
        "zh-portal-time-source",
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=CHARSET"><title>TITLE_平原财经</title><meta name="author" content="平原"></head><body>{NAV}
<div id="epContentLeft" class="post_content_main"><h1>TITLE</h1><div class="post_time_source">
                2018-04-16 17:44:59　来源: <a id="ne_article_source" href="#">江南商报</a>(北京)
                <a class="post_jubao">举报</a></div><div class="post_body"><div id="endText" class="post_text"><p class="otitle">（原标题：TITLE）</p>BODY
<div class="ep-source"><span class="left">本文来源：江南商报 作者：钱四</span><span class="ep-editor">责任编辑：李五_NB1234</span></div></div></div></div>{HOT}{FOOT}</body></html>""",
        url="http://money.pingyuan.com/18/0416/17/DFHABCD002580S6.html", charset="gb18030", title="原料涨价 公司去年增收不增利", published="2018-04-16T17:44", author="钱四", source="江南商报",
    ),
    written(
        "zh-portal-catalog",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_新闻_云间网</title></head><body>{NAV}<div class="qq_article"><div class="hd"><h1>TITLE</h1>
<div class="qq_bar clearfix"><div class="a_Info"><span class="a_catalog"><a>社会万象</a></span><span class="a_source">江畔晚报</span><span class="a_author">孙六</span><span class="a_time">2017-01-08 09:31</span></div>
<div class="a_share">分享 微信扫一扫</div></div></div><div id="Cnt-Main-Article-QQ">BODY</div><div class="qq_toolWrap"><span class="QQeditor">责任编辑：<em>zackzhou</em></span></div></div>{HOT}{FOOT}</body></html>""",
        url="http://news.yunjian.com/a/20170108/005512.htm", title="学校把操场改成了菜园", published="2017-01-08T09:31", author="孙六", source="江畔晚报",
    ),
    written(
        "zh-party-net",
        f"""<html><head><meta http-equiv="content-type" content="text/html;charset=CHARSET"><title>TITLE--社会·法治--众声网</title>
<meta name="publishdate" content="2021-03-17"><meta name="source" content="来源：众声网"><meta name="author" content="100782"></head><body>{NAV}
<div class="layout rm_txt cf"><div class="col col-1"><h1>TITLE</h1><div class="author cf"></div><div class="channel cf"><div class="col-1-1 fl">2021年03月17日08:26 | 来源：<a>众声网</a></div><div class="col-1-2 fr">小字号</div></div>
<div class="rm_txt_con cf">BODY<p>（记者李七、通讯员赵八）</p><div class="edit cf">(责编：郑九、王十)</div></div></div></div>{HOT}{FOOT}</body></html>""",
        url="http://society.zhongsheng.com.cn/n1/2021/0317/c1008-32053456.html", charset="gb18030", title="县城新增三条公交线路", published="2021-03-17T08:26", author="李七, 赵八", source="众声网", indent="　　",
    ),
    written(
        "zh-agency-h-info",
        f"""<html><head><meta charset="CHARSET"><title>TITLE-神州网</title><meta name="publishdate" content="2018-07-20"><meta name="keywords" content="湿地"></head><body>{NAV}
<div class="h-news"><div class="h-p3 clearfix"><div class="h-title">
  TITLE
</div><div class="h-info"><span class="h-time"> 2018-07-20 09:15:38</span><span>来源：<em id="source"> 神州网</em></span></div></div></div><div class="p-right">{HOT}</div>
<div class="main-aticle" id="p-detail">BODY</div><div class="p-tags">【纠错】<span class="p-jc">责任编辑： 马一</span></div>{FOOT}</body></html>""",
        url="http://www.shenzhou.cn/local/2018-07/20/c_1123151234.htm", title="让电池在零下三十度也能工作", published="2018-07-20T09:15", source="神州网", indent="　　",
    ),
    written(
        "zh-portal-new-ifeng",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_梧桐网</title><meta property="og:title" content="TITLE"><meta name="og:time" content="2021-05-26 11:18:06"></head><body>{NAV}
<div class="index_main"><h1 class="index_title_B">TITLE</h1><div class="index_info"><div class="index_timeBref"><a href="#">2021年05月26日 11:18:06</a><br>来源：<span class="index_source"><a>梧桐财经</a></span></div></div>
<div class="index_text">BODY<p>“特别声明：以上作品内容仅代表作者观点，不代表本网的观点或立场。”</p><div class="index_editor">[责任编辑：胡二 PB012]</div></div></div>{HOT}{FOOT}</body></html>""",
        url="https://finance.wutong.com/c/86TfABCDEFG", title="下半年订单会慢慢恢复吗", published="2021-05-26T11:18", source="梧桐财经",
    ),
    written(
        "zh-paper-old",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_一号专案_涌泉新闻-The Spring</title></head><body>{NAV}<div class="newscontent"><h1 class="news_title">TITLE</h1>
<div class="news_about"><p>杨三/中原时报</p><p>2017-05-10 07:52</p></div><div class="news_txt">BODY</div>
<div>责任编辑：朱四</div><div class="ctread_name">涌泉新闻，未经授权不得转载</div></div>{HOT}{FOOT}</body></html>""",
        url="https://www.yongquan.cn/newsDetail_forward_1681234", title="两年后，他回到了被淹的村子", published="2017-05-10T07:52", author="杨三", source="中原时报", wrap="{}<br>",
    ),
    written(
        "zh-globe-tool",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_财经_寰宇网</title><meta name="publishdate" content="2018-01-22"><meta name="author" content="责任编辑：秦五"><meta name="source" content="来源：寰宇网"></head><body>{NAV}
<div class="la_left"><h1 class="tle">TITLE</h1><div class="la_tool"><span class="la_t_a">2018-01-22 06:43:00</span><span class="la_t_b">来源：<a>寰宇网</a></span><span class="la_t_c">作者：许六</span><span>参与</span></div>
<div class="la_con">BODY</div><div class="la_edit">责编：秦五</div></div>{HOT}{FOOT}</body></html>""",
        url="http://finance.huanyu.com/hongguan/2018-01/11541234.html", title="中小企业请求留出过渡时间", published="2018-01-22T06:43", author="许六", source="寰宇网",
    ),
    written(
        "zh-tv-new",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_新闻频道_长风网(changfeng.com)</title><meta property="og:title" content="TITLE_新闻频道_长风网(changfeng.com)"><meta property="article:author" content="https://www.changfeng.com/weibo"></head><body>{NAV}
<div class="content_area"><div class="title_area"><h1>TITLE</h1><div class="info">来源：长风新闻客户端 <span>|</span> 2022年12月30日 19:02:11</div><div class="info1">长风新闻客户端 | 2022年12月30日 19:02:11</div></div>
<div id="content_area">BODY</div><div class="zebian"><span>编辑：何七</span><span>责任编辑：吕八</span></div></div>{HOT}{FOOT}</body></html>""",
        url="https://news.changfeng.com/2022/12/30/ARTIabcdef221230.shtml", title="候鸟在芦苇荡里停留两个月", published="2022-12-30T19:02", source="长风新闻客户端", indent="　　",
    ),
    written(
        "zh-wire-new",
        f"""<html><head><meta charset="CHARSET"><title>TITLE-远山网</title><meta name="pubdate" content="2023-02-14"></head><body>{NAV}<div class="content_maincontent_more"><h1 class="content_left_title">TITLE</h1>
<div class="content_left_time">2023年02月14日 15:37　来源：远山网<span class="fontsize"><a>大字体</a><a>小字体</a></span><input type="hidden" id="newsdate" value="2023-02-14"></div>
<p class="share">分享到：</p><div class="left_zw"><p>　　远山网北岭2月14日电 (记者 施九)连日来的强降雨已经停止。</p>BODY</div><div class="adEditor"><div class="left_name right"><span>【编辑:张十】 </span></div></div></div>{HOT}{FOOT}</body></html>""",
        url="https://www.yuanshan.com/sh/2023/02-14/9953123.shtml", title="桥梁通车 县城到码头只要十分钟", published="2023-02-14T15:37", author="施九", source="远山网", indent="　　",
    ),
    written(
        "zh-blog-coder-old",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - chuanwei 的专栏 - 码农博客</title></head><body>{NAV}<div class="article-box"><h1 class="title-article">TITLE</h1>
<div class="article-info"><span class="type">转载</span><a class="follow-nickName" target="_blank">chuanwei</a><span class="time">最后发布于2019-03-08 16:02:57</span><span class="read-count">阅读数 5821</span></div>
<div id="content_views">BODY</div></div>{HOT}{FOOT}</body></html>""",
        url="https://blog.manong.net/chuanwei/article/details/88345678", title="内存不够时把中间结果写到磁盘", published="2019-03-08T16:02", author="chuanwei", source="",
    ),
    written(
        "zh-blog-book",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 小册</title></head><body><nav>首页 下载APP IT技术</nav><section><h1 class="title" title="TITLE">TITLE</h1><div class="author-block"><div class="_info">
<a class="avatar" href="/u/1"></a><div class="name-box"><span class="name"><a href="/u/1">水手的儿子</a></span></div><div class="meta"><time datetime="2019-07-22T13:26:40.000Z">2019.07.22 21:26:40</time><span>字数 1,204</span><span>阅读 331</span></div></div></div>
<article>BODY</article></section><div>{HOT}</div></body></html>""",
        url="https://www.xiaoce.com/p/1a2b3c4d5e6f", title="海上的二十年", published="2019-07-22T21:26", author="水手的儿子", source="",
    ),
    written(
        "zh-blog-garden-new",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 夜里写代码 - 园子</title></head><body><div id="header"><a id="Header1_HeaderTitle" class="headermaintitle" href="/night">夜里写代码</a><ul><li>园子</li><li>首页</li><li>管理</li></ul></div>
<div id="post_detail"><div class="post"><h2 class="postTitle"><a id="cb_post_title_url"><span role="heading">TITLE</span></a></h2><div id="cnblogs_post_body">BODY</div>
<p class="postfoot">posted on <span id="post-date">2021-10-12 00:35</span> <a href="/night">夜里写代码</a> 阅读(882) 评论(3) 编辑 收藏 举报</p></div></div>{HOT}</body></html>""",
        url="https://www.yuanzi.com/night/p/15396123.html", title="配置文件里的两个参数", published="2021-10-12T00:35", author="夜里写代码", source="",
    ),
    written(
        "zh-blog-column-edited",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 问答社区</title><meta property="og:title" content="TITLE - 问答社区"></head><body><article class="Post-Main"><h1 class="Post-Title">TITLE</h1>
<div class="AuthorInfo" itemprop="author" itemscope itemtype="http://schema.org/Person"><meta itemprop="name" content="豆浆店主"><a class="UserLink-link">豆浆店主</a><div class="AuthorInfo-badge">美食话题下的优秀答主</div></div>
<div class="RichText">BODY</div><div class="ContentItem-time">编辑于 2022-01-05 09:58・IP 属地浙江</div></article><div>{HOT}</div></body></html>""",
        url="https://zhuanlan.wenda.com/p/453123456", title="早上四点的豆浆", published="2022-01-05T09:58", author="豆浆店主", source="",
    ),
    written(
        "zh-blog-theme",
        f"""<html lang="zh-CN"><head><meta charset="CHARSET"><title>TITLE | 慢慢走</title></head><body><header><h1 class="logo"><a href="/">慢慢走</a></h1></header><article><header class="article-header"><h1 class="article-title"><a href="#">TITLE</a></h1>
<div class="article-meta"><span class="item">2016-10-23 20:17</span><span class="item">分类：<a>生活</a></span><span class="item">作者：走走</span><span class="item">阅读(1290)</span><span class="item">评论(6)</span></div></header><div class="article-content">BODY
<p class="post-copyright">未经允许不得转载：<a>慢慢走</a> » <a>TITLE</a></p></div></article><aside>{HOT}</aside></body></html>""",
        url="http://www.manmanzou.com/1024.html", title="雾里只听见水的声音", published="2016-10-23T20:17", author="走走", source="",
    ),
    written(
        "zh-encyclopedia-hudong",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_人人百科</title></head><body>{NAV}<div class="l w-640"><div class="content-h1"><h1>TITLE</h1><a>编辑词条</a></div><div id="content">BODY</div>
<div class="open_cat">词条分类：植物</div></div><div class="r"><ul><li>浏览次数：21230 次</li><li>编辑次数：8 次</li><li>更新时间：2012-09-18 10:22:31</li><li>创建者：<a>叶子</a></li></ul></div>{FOOT}</body></html>""",
        url="http://www.renrenbaike.com/wiki/hongguo", title="深红果", wrap="<p>{}</p>",
    ),
    written(
        "zh-encyclopedia-arch",
        f"""<html lang="zh"><head><meta charset="CHARSET"><title>TITLE - 工坊维基</title></head><body class="mediawiki"><h1 id="firstHeading">TITLE</h1><div id="mw-content-text">BODY<h2>作者</h2><p>作者: 见页面历史</p></div>
<ul><li><a>简体</a></li><li><a>中文/繁体</a></li></ul><div id="footer-info-lastmod">此页面最后编辑于2020年5月20日 (星期三) 11:03。</div></body></html>""",
        url="https://wiki.gongfang.org/title/battery", title="电池寿命",
    ),
    written(
        "zh-forum-discuz-new",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 爬山 - 户外社区 - Powered by Discuz!</title></head><body>{NAV}<div id="postlist"><h1 class="ts"><span id="thread_subject">TITLE</span></h1>
<div id="post_1"><div class="pls"><div class="authi"><a class="xw1" href="space-uid-1.html">雾中人</a></div><p>新手上路</p></div><div class="plc"><div class="authi">楼主<span class="none">|</span><em id="authorposton77">发表于 <span title="2019-8-18 07:43:20">2019-8-18 07:43</span></em> <a>只看该作者</a></div>
<td class="t_f">BODY</td></div></div><div id="post_2"><div class="authi"><a class="xw1">石头</a></div><em>发表于 2019-8-18 09:11</em><div class="t_f">沙发，下次一起去。</div></div></div>{FOOT}</body></html>""",
        url="http://bbs.huwai.com/forum.php?mod=viewthread&tid=5512", title="昨天去山里走了一圈", published="2019-08-18T07:43", author="雾中人", source="", count=4, wrap="{}<br>",
    ),
    written(
        "zh-forum-bar",
        f"""<html><head><meta charset="CHARSET"><title>【图片】TITLE【北岭吧】_大家贴吧</title></head><body><div class="card_title">北岭吧 关注：<span>10,233</span> 贴子：88,120</div><div class="left_section"><h3 class="core_title_txt" title="TITLE">TITLE</h3>
<div class="l_post" data-field="x"><ul class="p_author"><li class="d_name"><a class="p_author_name j_user_card" href="/home">岭上人</a></li><li>吧主</li></ul><div class="d_post_content_main"><div class="d_post_content">BODY</div><div class="core_reply_tail"><span class="tail-info">来自Android客户端</span><span class="tail-info">1楼</span><span class="tail-info">2018-02-16 12:08</span></div></div></div>
<div class="l_post"><a class="p_author_name">过客</a><div class="d_post_content">沙发</div><span class="tail-info">2楼</span><span class="tail-info">2018-02-16 12:15</span></div></div>{FOOT}</body></html>""",
        url="https://tieba.dajia.com/p/5551234567", title="北岭的老街现在是什么样子", published="2018-02-16T12:08", author="岭上人", source="", count=4, wrap="{}<br>",
    ),
    written(
        "zht-udn-like",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 生活 - 島嶼電子報</title><meta property="og:site_name" content="島嶼電子報"><meta property="article:published_time" content="2019-04-22"></head><body>{NAV_TRADITIONAL}<h1>TITLE</h1>
<div class="metadata"><span class="author">記者林一／北嶺報導</span><span class="date">2019/04/22 16:35</span></div><div class="text">BODY</div>{HOT_TRADITIONAL}{FOOT_TRADITIONAL}</body></html>""",
        url="https://www.daoyu.com.tw/news/life/2765432", title="濕地賞鳥季開跑 名額已滿", published="2019-04-22T16:35", author="林一", source="島嶼電子報", count=5,
    ),
    written(
        "zht-minguo",
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=CHARSET"><title>TITLE-中部新聞網</title></head><body>{NAV_TRADITIONAL}<div class="main"><h2 class="news-title">TITLE</h2><p>中部新聞網 更新日期：2011年7月8日 上午10:30 記者王二台中報導</p><div>BODY</div></div>{HOT_TRADITIONAL}{FOOT_TRADITIONAL}</body></html>""",
        url="http://news.zhongbu.com.tw/a/110708/1/2k3l.html", charset="big5", title="公車新增三條路線", published="2011-07-08T10:30", author="王二", source="中部新聞網", count=5,
    ),
    written(
        "zht-cna-like",
        f"""<html><head><meta charset="CHARSET"><title>TITLE | 地方 | 島內社 ISL</title><meta itemprop="author" content="島內社"><meta property="article:published_time" content="2021/09/27 18:20"></head><body>{NAV_TRADITIONAL}<article><h1><span>TITLE</span></h1><div class="timeBox"><div class="updatetime"><span>2021/9/27 18:20</span>（9/27 18:31 更新）</div></div>
<div class="paragraph"><p>（島內社記者李三北嶺27日電）</p>BODY<p>（編輯：陳四）1100927</p></div></article>{HOT_TRADITIONAL}{FOOT_TRADITIONAL}</body></html>""",
        url="https://www.daonei.com.tw/news/aloc/202109270234.aspx", title="老街改造保留所有老房子", published="2021-09-27T18:20", author="李三", source="島內社", count=5,
    ),
    written(
        "zht-forum",
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=CHARSET"><title>TITLE - 美食討論區 - 港城論壇</title></head><body>{NAV_TRADITIONAL}<div class="viewthread"><h1>TITLE</h1><table><tr><td class="postauthor"><cite><a href="#">豆漿王</a></cite></td><td class="postcontent"><div class="postinfo">發表於 2010-3-7 11:46 AM | 只看該作者</div><div class="t_msgfont">BODY</div></td></tr></table></div>{FOOT_TRADITIONAL}</body></html>""",
        url="http://forum.gangcheng.hk/viewthread.php?tid=11021", charset="big5", title="清晨四點的豆漿店", published="2010-03-07T11:46", author="豆漿王", source="", count=4, wrap="{}<br>",
    ),
    written(
        "en-two-labels",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - River Bulletin</title></head><body>{NAV_ENGLISH}<h1>TITLE</h1><div>Author: Simon Vale</div><div>Source: River Bulletin</div><div>Date: 2022-06-03 12:45</div>BODY{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="http://bulletin.example.com/b/2", title="A thousand people spent the night in the school", published="2022-06-03T12:45", author="Simon Vale", source="River Bulletin",
    ),
    written(
        "en-blog",
        f"""<html><head><meta charset="CHARSET"><title>TITLE | Two Pointers</title></head><body><header><h1><a href="/">Two Pointers</a></h1></header><article><h2 class="post-title">TITLE</h2><p class="post-meta">Posted by <a href="/about">Carl Wren</a> on August 9, 2017 at 10:12 pm</p>BODY</article>{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="https://twopointers.example.dev/posts/sort", title="Sort the list first, then move", published="2017-08-09T22:12", author="Carl Wren", source="",
    ),
    written(
        "en-newspaper",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - The Coast Mail</title><meta property="og:site_name" content="The Coast Mail"><meta property="og:title" content="TITLE"></head><body>{NAV_ENGLISH}<h1>TITLE</h1><p class="byline">By <a rel="author">Hanna Reed</a>, Transport Editor</p><time datetime="2019-11-28T05:30:00+01:00">28 Nov 2019</time>BODY{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="https://www.coastmail.example.com/fares", title="Eight of eleven ask for lower fares", published="2019-11-28T05:30", author="Hanna Reed", source="The Coast Mail",
    ),
    written(
        "en-wiki",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - Openpedia</title></head><body class="mediawiki"><h1 id="firstHeading">TITLE</h1><div id="mw-content-text">BODY<h2>History</h2><p>By 1923, the tower was closed.</p><h2>References</h2><ol><li>Author: Dale, R. (1988). Source: Towers of the North.</li></ol></div><div id="footer-info-lastmod">This page was last edited on 4 March 2021, at 10:12.</div></body></html>""",
        url="https://en.openpedia.example.org/wiki/Seven_Floor_Tower", title="Seven Floor Tower", count=5,
    ),
    written(
        "en-manual",
        f"""<html><head><meta charset="CHARSET"><title>TITLE: Store 9 manual</title></head><body>{NAV_ENGLISH}<h1>TITLE</h1><p>By Background writer, one process is meant.</p><p>wal_delay (integer): source: configuration file. Author: nobody.</p>BODY<p>SELECT date '1999-02-22';</p>{FOOT_ENGLISH}</body></html>""",
        url="https://manual.store.example.org/9/background", title="Background Writer", count=5,
    ),
    written(
        "en-forum-old",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - Garden Forum</title></head><body>{NAV_ENGLISH}<h1>TITLE</h1><table class="tborder"><tr><td>05-14-2013, 09:22 PM</td></tr><tr><td><a class="bigusername" href="#">mulberry</a></td><td><div class="post_message">BODY</div></td></tr></table>{FOOT_ENGLISH}</body></html>""",
        url="http://www.gardenforum.example.org/showthread.php?t=9912", title="Half of the field is now a garden", published="2013-05-14T21:22", author="mulberry", source="", count=4,
    ),
    written(
        "en-agency",
        f"""<html><head><meta charset="CHARSET"><title>TITLE</title><meta name="author" content="Meridian Wire"></head><body>{NAV_ENGLISH}<h1>TITLE</h1><p>Source: Meridian Wire | 2023-07-11 08:15:42 | Editor: huaxia</p>BODY<p>Editor: huaxia</p>{FOOT_ENGLISH}</body></html>""",
        url="https://english.meridian.example.cn/20230711/abc/c.html", title="Battery life doubled in two years", published="2023-07-11T08:15", author="Meridian Wire", source="Meridian Wire",
    ),
    written(
        "en-meta",
        f"""<html><head><meta charset="CHARSET"><title>TITLE | Moor Times</title><meta name="byl" content="By Ines Faulk"><meta name="pubdate" content="2016-03-02T14:00:00Z"><meta property="og:site_name" content="Moor Times"></head><body>{NAV_ENGLISH}<h1>TITLE</h1>BODY{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="https://moortimes.example.com/library", title="Library to stay open until ten", published="2016-03-02T14:00", author="Ines Faulk", source="Moor Times",
    ),
    written(
        "en-column",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - Opinion - Weekly Plough</title></head><body>{NAV_ENGLISH}<h1>TITLE</h1><p class="author-name">Bernard Okafor</p><p class="publish-date">Friday 6 May 2022 18.05</p>BODY{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="https://weeklyplough.example.com/opinion/soup", title="In praise of small shops", published="2022-05-06T18:05", author="Bernard Okafor", source="",
    ),
    written(
        "en-plain",
        f"""<html><head><meta charset="CHARSET"><title>TITLE</title></head><body><h1>TITLE</h1><p>by Greta Nilsen</p><p>April 3, 2012</p>BODY</body></html>""",
        url="http://nilsen.example.net/tower.html", title="The paintings in the tower", published="2012-04-03", author="Greta Nilsen", source="",
    ),
]  # fmt: skip
