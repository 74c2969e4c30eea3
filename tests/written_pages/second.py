"""A second held-out set of written pages, in forms that the first has not; what is true was written down first."""

from __future__ import annotations

from tests.written_pages.text import FOOT, FOOT_ENGLISH, HOT, HOT_ENGLISH, NAV, NAV_ENGLISH, written

PAGES = [
    written(
        "zh-second-date-span",
        f"""<html><head><meta charset="CHARSET"><title>TITLE|北岭|泄洪_大河新闻</title></head><body>{NAV}
<div class="main-content"><h1 class="main-title">TITLE</h1><div class="top-bar-inner"><div class="date-source">
<span class="date">2019年08月12日 10:23</span><a href="#" class="source">海岸日报</a></div></div>
<div class="article" id="article">BODY<p class="show_author">责任编辑：周一 </p></div></div>{HOT}{FOOT}</body></html>""",
        url="https://news.dahe.example.cn/c/2019-08-12/doc-ihytcitm8612345.shtml",
        title="水库泄洪第三天：七个村的人都在等天晴", published="2019-08-12T10:23", source="海岸日报",
    ),
    written(
        "zh-second-author-editor",
        f"""<html><head><meta charset="CHARSET"><title>TITLE-众望网</title></head><body>{NAV}<h1>TITLE</h1>
<div class="info">来源：众望网 | 作者：陈二 王小三 | 编辑：赵四 | 2020-03-15 21:07:44</div><div class="txt">BODY</div>
<p>（责任编辑：赵四）</p>{HOT}{FOOT}</body></html>""",
        url="http://www.zhongwang.example.com/2020/0315/c1001-1.html", charset="gb18030",
        title="操场改成菜园以后", published="2020-03-15T21:07", author="陈二, 王小三", source="众望网",
    ),
    written(
        "zh-second-reporters",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_民生_江岸晚报数字版</title></head><body>{NAV}<h2 class="title">TITLE</h2>
<p class="info">江岸晚报　2018年11月02日　星期五</p><p class="by">本报记者 张三 李四 文/图</p><div id="ozoom">BODY</div>{FOOT}</body></html>""",
        url="http://epaper.jiangan.example.cn/html/2018-11/02/content_12.htm", charset="gb18030",
        title="夜市摊主的一天", published="2018-11-02", author="张三, 李四", source="江岸晚报", indent="　　",
    ),
    written(
        "zh-second-account-list",
        f"""<html><head><meta charset="CHARSET"><title>TITLE</title><meta property="og:title" content="TITLE">
<meta property="og:article:author" content="麦田"><meta property="og:site_name" content="众号平台"></head><body>
<h1 class="rich_media_title" id="activity-name">TITLE</h1><div id="meta_content" class="rich_media_meta_list">
<span class="rich_media_meta rich_media_meta_text">麦田</span><span class="rich_media_meta"><a id="js_name">田野笔记</a></span>
<em id="publish_time" class="rich_media_meta">2022-05-08 07:30</em></div><div id="js_content">BODY</div></body></html>""",
        url="https://mp.zhonghao.example.com/s/AbCdEf123", title="父亲的海图",
        published="2022-05-08T07:30", author="麦田", source="田野笔记",
    ),
    written(
        "zh-second-english-dash",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 云上科技 - YunTech.example</title></head><body>{NAV}<h1>TITLE</h1>
<div class="author-time"><span class="name">刘五六</span><span class="sep">·</span><span class="time">2023/11/20 18:05</span>
<span>阅读 1.2万</span></div><article>BODY</article><div>{HOT}</div>{FOOT}</body></html>""",
        url="https://www.yuntech.example/p/2519880", title="电池的寿命为什么能提高一倍",
        published="2023-11-20T18:05", author="刘五六",
    ),
    written(
        "zh-second-finance",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_财经_金谷网</title><meta name="author" content="金谷网"></head><body>{NAV}
<h1>TITLE</h1><div class="infos"><div class="item">2021年04月29日 20:41</div><div class="item">作者： 何七</div>
<div class="item">来源： 谷物周刊</div><div class="item">编辑：金谷网</div><div>3.4万人阅读</div></div>
<div class="txtinfos" id="ContentBody">BODY<p class="em_media">（文章来源：谷物周刊）</p></div>{HOT}{FOOT}</body></html>""",
        url="https://finance.jingu.example.com/a/202104291234567890.html", title="营收增长百分之九 利润为何下降",
        published="2021-04-29T20:41", author="何七", source="谷物周刊",
    ),
    written(
        "zh-second-forum",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - 数码讨论区 - 老船长论坛 - Powered by Boards</title></head><body>{NAV}
<div id="postlist"><h1 class="ts"><span id="thread_subject">TITLE</span></h1><div class="pi"><div class="authi">
<a href="space-uid-1234.html" class="xw1">雾里看山</a></div></div><div class="authi"><em>发表于 2017-6-9 22:15:03</em> |
<a href="#">只看该作者</a></div><div class="t_f">BODY</div></div>{FOOT}</body></html>""",
        url="http://bbs.laochuanzhang.example.com/thread-556677-1-1.html", charset="gb18030",
        title="改了两个参数，错误消失了", published="2017-06-09T22:15", author="雾里看山", wrap="{}<br />",
    ),
    written(
        "zh-second-government",
        f"""<html><head><meta charset="CHARSET"><title>TITLE_某县人民政府</title><meta name="ArticleTitle" content="TITLE">
<meta name="PubDate" content="2024-01-18 09:00"><meta name="ContentSource" content="县交通运输局"></head><body>{NAV}
<div class="title">TITLE</div><div class="xx">发布时间：2024-01-18 09:00　　来源：县交通运输局　　浏览次数：321次　【字体：大 中 小】</div>
<div class="zoom">BODY</div>{FOOT}</body></html>""",
        url="http://www.mouxian.gov.example.cn/art/2024/1/18/art_1_2.html", title="关于新建桥梁施工期间交通管制的通告",
        published="2024-01-18T09:00", source="县交通运输局",
    ),
    written(
        "zh-second-encyclopedia",
        f"""<html><head><meta charset="CHARSET"><title>TITLE（植物）_百知百科</title></head><body>{NAV}<dl><dd><h1>TITLE</h1>
<h2>（植物）</h2></dd></dl><div class="para-list">BODY</div><div>词条统计 浏览次数：3201次 编辑次数：12次历史版本
最近更新：<span>青苔</span>（2020-10-11）</div>{FOOT}</body></html>""",
        url="https://baike.baizhi.example.com/item/1234", title="红果榆", published="", source="",
    ),
    written(
        "zh-second-blog",
        f"""<html><head><meta charset="CHARSET"><title>TITLE | 竹影的小站</title></head><body><header><a href="/">竹影的小站</a></header>
<article><h1 class="post-title">TITLE</h1><div class="post-meta">作者: <a href="/author/zhuying/">竹影</a>
时间: <time datetime="2021-12-05T23:40:00+08:00">2021年12月5日</time> 分类: <a>随笔</a></div><div class="post-content">BODY</div></article>{FOOT}</body></html>""",
        url="https://zhuying.example.com/archives/88/", title="雾里走了一圈", published="2021-12-05T23:40", author="竹影",
    ),
    written(
        "en-second-card",
        f"""<html><head><meta charset="CHARSET"><title>TITLE - Valley Kitchen</title><meta name="author" content="admin">
<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Mara Holt"></head><body>{NAV_ENGLISH}
<h1>TITLE</h1><p class="dateline">Posted on 14.03.2022 in Food, Towns | 4 comments</p>BODY{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="https://valleykitchen.example/soup", title="The shop that closes when the soup is gone",
        published="2022-03-14", author="Mara Holt",
    ),
    written(
        "en-second-lines",
        f"""<html><head><meta charset="CHARSET"><title>TITLE | The Harbour Post</title><meta property="og:site_name" content="The Harbour Post">
</head><body>{NAV_ENGLISH}<h1>TITLE</h1><div><span>By</span><span>Ines Okafor</span></div><div>Transport Correspondent</div>
<div>Published 9:15 AM EST, Tue February 6, 2024</div>BODY{HOT_ENGLISH}{FOOT_ENGLISH}</body></html>""",
        url="https://harbourpost.example/news/bridge-lane", title="One lane stays open while the bridge is built",
        published="2024-02-06", author="Ines Okafor", source="The Harbour Post",
    ),
]  # fmt: skip
