"""A third set of written pages, all in Chinese, after the mark-up of large sites; written before the rules were read."""

from __future__ import annotations

from tests.written_pages.text import FOOT, FOOT_TRADITIONAL, HOT, HOT_TRADITIONAL, NAV, NAV_TRADITIONAL, written

PAGES = [
    written(
        "zh-third-agency-divided-date",
        f"""<!DOCTYPE html><html><head><meta charset="CHARSET"><meta name="publishdate" content="2021-03-17"><meta name="author" content="">
<meta name="source" content=""><meta name="pagetype" content="1"><title>TITLE-山河网</title></head><body><div class="nav">{NAV}</div>
<div class="header domPC"><div class="header-top clearfix"><div class="header-nav left">山河网 &gt; 时政 &gt; 正文</div></div>
<div class="header-cont clearfix"><div class="header-time left"><span class="year"><em>2021</em></span><span class="day"><em>03</em>/<em>17</em></span>
<span class="time">08:13:22</span></div><div class="source">来源：山河社</div><div class="head-line clearfix"><h1><span class="title">TITLE</span></h1>
<div class="pageShare"><span>字体： 小 中 大</span><span>分享到：</span></div></div></div></div>
<div class="main clearfix"><div class="main-left left"><div id="detail"><p>　　山河社北岭3月17日电（记者周南、吴小北）洪峰已经过去，水位正在下降。</p>BODY
<div class="editor">【纠错】<span class="editor">【责任编辑:郑十一】</span></div></div></div></div>{HOT}{FOOT}</body></html>""",
        url="http://www.shanhewang.example.com/politics/2021-03/17/c_1127221234.htm",
        title="“等水退了，我们就补种”——北岭抗洪一线见闻", published="2021-03-17T08:13", author="周南, 吴小北", source="山河社",
        indent="　　",
    ),
    written(
        "zh-third-party-paper",
        f"""<html><head><meta charset="CHARSET"><title>TITLE--地方--众民网</title><meta name="publishdate" content="2020-09-04">
<meta name="author" content="100823"><meta name="source" content="来源：众民网－众民日报"></head><body>{NAV}
<div class="path">众民网&gt;&gt;地方&gt;&gt;正文</div><div class="rm_txt cf"><div class="col col-1 fl"><h4 class="pre">人在基层（一）</h4>
<h1>TITLE</h1><h4 class="sub">——来自三个县的调查</h4><div class="author cf">本报记者 钱 进 孙立群</div>
<div class="channel cf"><div class="col-1-1 fl">2020年09月04日05:18 | 来源：<a href="http://paper.example.com/">众民网－众民日报</a></div>
<div class="col-1-2 fr">小字号</div></div><div class="rm_txt_con cf">BODY<p class="paper_num">　　《 众民日报 》（ 2020年09月04日 06 版）</p>
<div class="edit cf">(责编：褚一、卫二)</div></div></div></div>{HOT}{FOOT}</body></html>""",
        url="http://difang.zhongmin.example.com/n1/2020/0904/c1008-31848123.html", charset="gb18030",
        title="老街不拆一座老房子", published="2020-09-04T05:18", author="钱进, 孙立群", source="众民网－众民日报", indent="　　",
    ),
    written(
        "zh-third-portal-account",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_水库_北岭_村民</title><meta name="mediaid" content="江南青年网">
<meta property="og:title" content="TITLE_水库_北岭_村民"><meta property="og:release_date" content="2019-11-05 10:23">
<meta itemprop="dateUpdate" content="2019-11-05 10:23"><meta itemprop="datePublished" content="2019-11-05 10:23">
<meta property="og:type" content="news"></head><body>{NAV}<div class="wrapper-box"><div id="left-side"><div class="user-info" id="user-info">
<div class="user-pic"></div><h4><a href="//mp.example.com/profile?xpt=x">江南青年网</a></h4><dl class="user-num"><dd><span class="value"><em class="num">7.9万</em></span>文章</dd>
<dd><em class="num">62亿</em>总阅读</dd></dl></div></div><div class="left main"><div data-spm="content"><div class="text"><div class="text-title"><h1>
              TITLE
        <span class="article-tag"></span></h1><div class="article-info"><span class="time" id="news-time" data-val="1572920580000">
            2019-11-05 10:23
        </span><span data-role="original-link">来源:<a href="#">江南青年网</a></span></div></div>
<article class="article" id="mp-editor"><p data-role="original-title">原标题：TITLE</p>BODY<p data-role="editor-name">责任编辑：<span></span></p></article>
<div class="statement">声明：该文观点仅代表作者本人，本号系信息发布平台，仅提供信息存储空间服务。</div></div></div></div></div>{HOT}{FOOT}</body></html>""",
        url="https://www.kuaihu.example.com/a/351712345_119038", title="转移三天后，七个村的村民回家了",
        published="2019-11-05T10:23", source="江南青年网",
    ),
    written(
        "zh-third-portal-post-info",
        f"""<html data-publishtime="2021-06-17 08:50:12" data-category="新闻,新闻"><head><meta charset="CHARSET"><title>TITLE|水库|北岭县_网通新闻</title>
<meta name="author" content="网通"><meta property="og:title" content="TITLE|水库|北岭县_网通新闻">
<meta property="article:published_time" content="2021-06-17T08:50:12+08:00"><meta property="article:author" content="网通"></head><body>{NAV}
<div class="container clearfix" id="container" data-ptime="2021-06-17 08:50:12"><div class="post_main"><h1 class="post_title">TITLE</h1>
<div class="post_info">
          2021-06-17 08:50:12　来源: <a id="ne_article_source" href="#">云台新闻</a>
<a href="#">云台</a><a class="post_jubao" href="#">举报</a></div><div class="post_content" id="content"><div class="post_body">
<p class="f_center">（原标题：夏粮入库过半）</p>BODY</div><div class="post_author"><a href="#"><img alt="冯百" width="12"></a>
                本文来源：云台新闻
                    责任编辑：
                    冯百_NN1234</div></div></div></div>{HOT}{FOOT}</body></html>""",
        url="https://www.wangtong.example.com/dy/article/GCM4ABCD0514R9P4.html", title="夏粮收购进度过半 价格高开稳走",
        published="2021-06-17T08:50", source="云台新闻",
    ),
    written(
        "zh-third-portal-script-data",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_梧桐网资讯_梧桐网</title><meta name="og:time " content="2022-05-20 10:22:33">
<meta property="og:title" content="TITLE"><meta name="og:category " content="梧桐资讯">
<script>var allData = {{"nav":[{{"title":"资讯"}}],"docData":{{"title":"TITLE","newsTime":"2022-05-20 10:22:33","source":"海岸新闻客户端","editorName":"沈五"}}}};
var adKeys = ["a","b"];</script></head><body>{NAV}<div class="index_artical_x1"><h1 class="index_title_mBSKK">TITLE</h1>
<div class="index_info_a0"><div class="index_timeBref_20hU9"><time datetime="">2022年05月20日 10:22:33</time><span class="index_from_x">来自<a href="#">海岸新闻客户端</a></span>
<span>0人参与</span><span>0评论</span></div></div><div class="index_text_D0U1y">BODY</div><div class="index_editor_z">责任编辑：沈五 PN135</div></div>{HOT}{FOOT}</body></html>""",
        url="https://news.wutongnet.example.com/c/8G9TabcdEFG", title="湿地里多了23种鸟，它们从哪里来？",
        published="2022-05-20T10:22", source="海岸新闻客户端",
    ),
    written(
        "zh-third-paper-hashed-classes",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_教育家_涌泉新闻-The Spring</title><meta property="og:title" content="TITLE">
<meta name="description" content="学校把操场改成了菜园"></head><body>{NAV}<div class="index_wrapper__L_zqV"><main><div class="index_cententWrap__Jv8jK"><h1 class="index_title__B8mhI">TITLE</h1>
<div class="index_headerContent__x"><div class="index_left__LfzyH"><div>涌泉新闻记者 韩雨 实习生 杨小树</div>
<div class="ant-space ant-space-horizontal"><div class="ant-space-item" style="margin-right:8px"><span>2022-08-12 16:20</span></div><div class="ant-space-item"><span>来源：<span>涌泉新闻</span></span></div></div>
<div class="index_category__x"><a href="/channel_25950">涌泉号</a> <span>&gt;</span></div></div><div>字号</div></div><div class="index_cententWrap__x">BODY</div>
<div class="index_copyright__x"><span>责任编辑：朱九</span><span>图片编辑：秦八</span><span>校对：尤七</span></div><div>涌泉新闻报料：000-0000000</div></div></main></div>
<script id="__NEXT_DATA__" type="application/json">{{"props":{{"pageProps":{{"detailData":{{"contentDetail":{{"contId":19434567,"name":"TITLE","pubTime":"2022-08-12 16:20","publishTime":1660292400000,"author":"涌泉新闻记者 韩雨 实习生 杨小树"}}}}}}}}}}</script>
{HOT}{FOOT}</body></html>""",
        url="https://www.thespring.example.cn/newsDetail_forward_19434567", title="操场变菜园｜一所乡村小学的“账本课”",
        published="2022-08-12T16:20", author="韩雨, 杨小树", source="涌泉新闻",
    ),
    written(
        "zh-third-government-portal",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_部门政务_北岭政府网</title><meta name="lanmu" content="部门政务"><meta name="manuscriptId" content="5593456">
<meta name="firstpublishedtime" content="2021-03-18-16:45:10"><meta name="lastmodifiedtime" content="2021-03-19-09:10:00"><meta name="author" content="蒋六"></head><body>{NAV}
<div class="position">首页 &gt; 新闻 &gt; 部门政务</div><div class="article oneColumn pub_border"><h1>
TITLE
</h1><div class="pages-date">2021-03-18 16:45 <span class="font index_switchsize">来源： 县水利局网站</span><div class="pages_print">【字体：大 中 小】打印</div></div>
<div class="pages_content" id="UCAP-CONTENT">BODY</div><div class="editor"><span>责任编辑：蒋六</span></div></div>{FOOT}</body></html>""",
        url="http://www.beilingzf.gov.example.cn/xinwen/2021-03/18/content_5593456.htm", title="2021年全县水库安全度汛工作会议召开",
        published="2021-03-18T16:45", source="县水利局网站",
    ),
    written(
        "zh-third-code-blog",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_双指针 排序-码农博客</title>
<script type="application/ld+json">{{"@context":"https://ziyuan.example.com/contexts/cambrian.jsonld","@id":"https://blog.manongbo.example.net/qq_40112233/article/details/109654321","appid":"1638831770136827","pubDate":"2020-11-12T10:23:11","title":"TITLE","upDate":"2023-05-01T12:00:00"}}</script></head><body>
<div class="toolbar">{NAV}</div><div class="blog-content-box"><div class="article-header"><div class="article-title-box"><h1 class="title-article" id="articleContentId">TITLE</h1></div>
<div class="article-info-box"><div class="article-bar-top"><div class="bar-content"><img class="article-type-img" src="/original.png" alt=""><a class="follow-nickName " href="https://blog.manongbo.example.net/qq_40112233" target="_blank" rel="noopener" title="慢指针_2020">慢指针_2020</a>
<span class="time">已于&nbsp;2023-05-01 12:00:00&nbsp;修改</span><div class="read-count-box"><span class="read-count">阅读量1.6w</span><a class="un-collection">收藏 98</a><span class="read-count">点赞数 31</span></div></div>
<div class="up-time"><span>于&nbsp;2020-11-12 10:23:11&nbsp;首次发布</span></div><div class="tags-box"><span class="label">分类专栏：</span><a>算法</a><span class="label">文章标签：</span><a>双指针</a></div></div>
<div class="slide-content-box">版权声明：本文为博主原创文章，遵循 CC 4.0 BY-SA 版权协议，转载请附上原文出处链接和本声明。</div></div></div><article class="baidu_pl"><div id="article_content" class="article_content clearfix"><div id="content_views" class="htmledit_views">BODY</div></div></article></div>
<div class="recommend-box"><div class="title">【算法】两数之和</div><span class="blog-date">2018-07-09</span></div>{FOOT}</body></html>""",
        url="https://blog.manongbo.example.net/qq_40112233/article/details/109654321", title="【算法笔记】双指针到底快在哪里（附代码）",
        published="2020-11-12T10:23", author="慢指针_2020",
    ),
    written(
        "zh-third-garden-blog",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 夜航船 - 码园</title><meta property="og:title" content="TITLE - 夜航船 - 码园"></head><body>
<div id="header"><h1><a class="headermaintitle" href="https://www.mayuan.example.com/yehang/">夜航船</a></h1><h2>船到桥头</h2><ul><li><a href="/">码园</a></li><li><a href="/yehang/">首页</a></li><li><a>新随笔</a></li><li><a>管理</a></li></ul>
<div class="blogStats">随笔 - 88&nbsp; 文章 - 0&nbsp; 评论 - 12&nbsp; 阅读 - 34511</div></div><div id="main"><div id="post_detail"><div class="post"><h1 class="postTitle"><a id="cb_post_title_url" class="postTitle2 vertical-middle" href="https://www.mayuan.example.com/yehang/p/12870123.html"><span role="heading" aria-level="2">TITLE</span></a></h1>
<div id="cnblogs_post_body" class="blogpost-body">BODY</div><div id="MySignature"></div><div class="postDesc">posted @
<span id="post-date" data-last-update-days="1.2" data-date-updated="2020-05-12 10:00">2020-05-11 22:30</span>&nbsp;
<a href="https://www.mayuan.example.com/yehang">夜航船</a>&nbsp;
阅读(<span id="post_view_count">1203</span>)&nbsp;评论(<span>2</span>)&nbsp;<a>收藏</a>&nbsp;<a>举报</a></div></div></div>
<div id="comment"><div class="feedbackListSubtitle">#1楼 2020-05-13 09:12 <a href="/x">过路客</a></div><div>写得好</div></div></div><div>公告 昵称：<a href="/u">夜航船</a> 园龄：5年3个月 粉丝：21</div>{FOOT}</body></html>""",
        url="https://www.mayuan.example.com/yehang/p/12870123.html", title="内存不够时，把中间结果写到磁盘",
        published="2020-05-11T22:30", author="夜航船",
    ),
    written(
        "zh-third-column",
        f"""<html><head><meta charset="CHARSET"><title>(99+ 封私信 / 80 条消息) TITLE - 问与答</title><meta property="og:title" content="TITLE"><meta property="og:site_name" content="问与答专栏"></head><body>
<header>{NAV}<button>写文章</button></header><main class="Post-Main"><article class="Post-Main Post-NormalMain"><header class="Post-Header"><h1 class="Post-Title">TITLE</h1>
<div class="Post-Author"><div class="AuthorInfo" itemprop="author" itemscope="" itemtype="http://schema.org/Person"><meta itemprop="name" content="林间木匠"><meta itemprop="image" content="https://p.example.com/a.jpg"><meta itemprop="url" content="https://www.wenyuda.example.com/people/linjian">
<div class="AuthorInfo-content"><span class="UserLink AuthorInfo-name"><a class="UserLink-link" href="//www.wenyuda.example.com/people/linjian">林间木匠</a></span><div class="AuthorInfo-badge">手工话题下的优秀答主</div></div></div><button>关注</button></div>
<div><span>312 人赞同了该文章</span></div></header><div class="Post-RichTextContainer"><div class="RichText ztext">BODY</div></div>
<div class="ContentItem-time">编辑于 2023-01-02 09:11・IP 属地浙江</div><div class="Post-topicsAndReviewer">木工 老房子</div></article>
<div class="Comments">评论 <a href="/people/x">山雀</a> 2023-02-14 窗户怎么修？</div></main></body></html>""",
        url="https://zhuanlan.wenyuda.example.com/p/595123456", title="旧门窗怎么修？一个木匠的七条经验",
        published="2023-01-02T09:11", author="林间木匠", source="问与答专栏",
    ),
    written(
        "zh-third-board",
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=CHARSET"><title>TITLE - 户外活动 -  山友论坛 -  Powered by Discuz!</title><meta name="author" content="Discuz! Team and Comsenz UI Team"><meta name="generator" content="Discuz! X3.4"></head><body>
<div id="toptb"><a>设为首页</a><a>收藏本站</a></div><div id="nv"><ul>{HOT}</ul></div><div id="pt"><a href="./">山友论坛</a> › <a href="forum.php">论坛</a> › <a href="forum-36-1.html">户外活动</a> › TITLE</div>
<div id="postlist" class="pl bm"><table><tr><td class="pls"><div class="hm"><span class="xg1">查看:</span> <span class="xi1">2310</span><span class="pipe">|</span><span class="xg1">回复:</span> <span class="xi1">2</span></div></td>
<td class="plc"><h1 class="ts"><a href="forum.php?filter=typeid">[游记]</a> <span id="thread_subject">TITLE</span></h1></td></tr></table>
<div id="post_1001"><table><tr><td class="pls" rowspan="2"><div class="pi"><div class="authi"><a href="space-uid-3321.html" target="_blank" class="xw1">岩上松</a></div></div><div class="tns xg2">12主题 88帖子 402积分</div></td>
<td class="plc"><div class="pi"><strong><a href="#">楼主</a></strong><div class="pti"><div class="authi"><em id="authorposton1001">发表于 <span title="2024-3-5 21:07:33">昨天&nbsp;21:07</span></em><span class="pipe">|</span><a href="#">只看该作者</a></div></div></div>
<div class="pct"><div class="pcb"><div class="t_fsz"><table><tr><td class="t_f" id="postmessage_1001">BODY</td></tr></table></div></div></div></td></tr></table></div>
<div id="post_1002"><table><tr><td class="pls"><div class="authi"><a href="space-uid-9.html" class="xw1">小溪流</a></div></td><td class="plc"><div class="authi"><em id="authorposton1002">发表于 2024-3-6 08:00:10</em></div><div class="t_f">顶一个</div></td></tr></table></div></div>{FOOT}</body></html>""",
        url="http://bbs.shanyou.example.com/thread-88123-1-1.html", charset="gb18030",
        title="雾中徒步北岭，附路线图", published="2024-03-05T21:07", author="岩上松", wrap="{}<br />",
    ),
    written(
        "zh-third-group-topic",
        f"""<html><head><meta charset="CHARSET"><title>
    TITLE
</title><script type="application/ld+json">{{"@context":"http://schema.org","name":"TITLE","url":"https://www.shudou.example.com/group/topic/217334455/","text":"昨天去山里走了一圈","dateCreated":"2021-03-17T08:13:22"}}</script></head><body>{NAV}
<div id="content"><h1>
    TITLE
</h1><div class="article"><div class="topic-content clearfix"><div class="user-face"><a href="/people/nanqiang/"><img alt="南墙"></a></div><div class="topic-doc"><h3>
<span class="from">来自: <a href="https://www.shudou.example.com/people/nanqiang/">南墙</a>(不撞不回头)</span>
<span class="create-time color-green">2021-03-17 08:13:22</span></h3><div id="link-report"><div class="topic-richtext">BODY</div></div></div></div>
<ul class="topic-reply" id="comments"><li><h4><a href="/people/b/">北窗</a> <span class="pubtime">2021-03-17 09:00:01</span></h4><p>我也想去</p></li></ul></div></div>{FOOT}</body></html>""",
        url="https://www.shudou.example.com/group/topic/217334455/", title="大家小时候都在哪里看海图？",
        published="2021-03-17T08:13", author="南墙",
    ),
    written(
        "zh-third-encyclopedia",
        f"""<html><head><meta charset="CHARSET"><title>TITLE（北岭县境内古塔）_万物百科</title><meta name="description" content="TITLE，始建于宋代"><meta property="og:title" content="TITLE"></head><body>{NAV}
<div class="polysemantText">TITLE是一个多义词，请在下列义项上选择浏览（共3个义项）</div><div class="lemmaTitleBox"><h1 class="J-lemma-title">TITLE</h1><a>播报</a><a>编辑</a><a>讨论5</a><a>上传视频</a><div class="lemmaDesc">北岭县境内古塔</div></div>
<div class="lemma-summary">BODY</div><dl class="basic-info"><dt>中文名</dt><dd>TITLE</dd><dt>作者</dt><dd>佚名</dd></dl>
<div class="reference"><ul><li>1 古塔修复工程启动 ．北岭日报．2012-03-08[引用日期2015-06-11]</li></ul></div>
<div class="lemmaStatistics">词条统计 浏览次数：120345次 编辑次数：44次历史版本 最近更新：<a href="/usercard">谷雨时节</a>（2024-02-03）</div>{FOOT}</body></html>""",
        url="https://baike.wanwu.example.com/item/%E6%9C%9B%E6%B1%9F%E5%A1%94/1234567", title="望江塔",
    ),
    written(
        "zh-third-account-empty-time",
        f"""<html><head><meta charset="CHARSET"><title></title><meta property="og:title" content="TITLE"><meta property="og:site_name" content="通信公众平台"><meta name="author" content="阿秋"></head><body id="activity-detail">
<div id="js_article"><h1 class="rich_media_title " id="activity-name">

TITLE
</h1><div id="meta_content" class="rich_media_meta_list"><span id="copyright_logo" class="rich_media_meta icon_appmsg_tag">原创</span><span class="rich_media_meta rich_media_meta_text">阿秋</span>
<span class="rich_media_meta rich_media_meta_nickname" id="profileBt"><a href="javascript:void(0);" id="js_name">
豆浆地图 </a></span><em id="publish_time" class="rich_media_meta rich_media_meta_text"></em></div><div class="rich_media_content" id="js_content">BODY</div></div>
<script>var ct = "1669939320"; var createTime = '2022-12-02 08:02'; var nickname = "豆浆地图"; var msg_title = 'TITLE';</script></body></html>""",
        url="https://mp.tongxin.example.com/s/Q1w2E3r4T5", title="凌晨四点的豆浆店，只有六张桌子",
        published="2022-12-02T08:02", author="阿秋", source="豆浆地图",
    ),
    written(
        "zh-third-start-ups",
        f"""<html><head><meta charset="CHARSET"><title>TITLE-氪星</title><meta property="og:title" content="TITLE-氪星"><meta name="description" content="电池寿命提高一倍"></head><body>{NAV}
<div class="article-detail-wrapper-box"><h1 class="article-title margin-bottom-20 common-width">TITLE</h1><div class="article-title-icon common-width margin-bottom-40"><a class="title-icon-item item-a" href="/user/554466" target="_blank">低温实验室</a>
<span class="title-icon-item item-time"><i>·</i>2023年05月06日 12:33</span></div><div class="summary">寿命翻番之后，下一道题是零下三十度。</div><div class="common-width content articleDetailContent kr-rich-text-wrapper">BODY</div>
<p class="editor-note">本文来自微信公众号 <a>“低温实验室”</a>，作者：施小冷，编辑：张十，氪星经授权发布。</p></div>{HOT}{FOOT}</body></html>""",
        url="https://kexing.example.com/p/2244556677889900", title="电池寿命翻番之后，这家公司还差什么？",
        published="2023-05-06T12:33", author="施小冷",
    ),
    written(
        "zht-third-agency",
        f"""<html lang="zh-Hant"><head><meta charset="CHARSET"><title>TITLE | 地方 | 島央社 Island CNA</title><meta property="og:title" content="TITLE | 地方 | 島央社 Island CNA"><meta property="og:site_name" content="島央社 Island CNA"><meta itemprop="author" content="島央社">
<meta property="article:published_time" content="2023/05/06 12:33"></head><body>{NAV_TRADITIONAL}<article class="article"><div class="breadcrumb"><a>首頁</a>/<a>地方</a></div><div class="centralContent"><h1><span>TITLE</span></h1>
<div class="timeBox"><div class="updatetime"><span>2023/5/6 12:33</span>（5/6 14:05 更新）</div></div><div class="paragraph"><p>（島央社記者許一二新竹6日電）水庫今天再度開閘。</p>BODY<p>（編輯：曹三四）1120506</p></div></div></article>{HOT_TRADITIONAL}{FOOT_TRADITIONAL}</body></html>""",
        url="https://www.daoyang.example.com.tw/news/aloc/202305060123.aspx", title="北嶺水庫洩洪 下游3里居民撤離",
        published="2023-05-06T12:33", author="許一二", source="島央社 Island CNA",
    ),
    written(
        "zht-third-daily",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 生活 - 自在時報電子報</title></head><body>{NAV_TRADITIONAL}<div class="whitecon articlebody"><h1>
TITLE
</h1><div class="text boxTitle"><span class="time">
2018/11/09 05:30
</span><p>〔記者何七八／彰化報導〕國中的菜園今年第一次收成。</p>BODY<p class="before_ir">相關新聞請見：</p></div></div>{HOT_TRADITIONAL}{FOOT_TRADITIONAL}</body></html>""",
        url="http://news.zizai.example.com.tw/news/local/paper/1245678", charset="big5",
        title="操場變菜園 孩子自己記帳", published="2018-11-09T05:30", author="何七八", source="自在時報",
    ),
]  # fmt: skip
