"""Sentences that the written pages are made of, and what stands around them on such pages: all of it made up."""

from __future__ import annotations

from random import Random

from msgspec import Struct

SIMPLIFIED = """
连日来的强降雨让北岭水库的水位涨到了警戒线以上，管理处从周二晚上起连续开闸泄洪。
沿河七个村的一千二百多名群众已经转移到镇上的中学，村干部挨家挨户核对了名单。
“我们最担心的是夜里再下一场。”水文站的值班员说，站里的人已经三天没有回家。
当地农业部门估计，受淹的稻田大约有四千亩，其中三成可以在退水以后补种。
据介绍，新的桥梁全长三百六十米，双向四车道，建成以后从县城到码头只要十分钟。
项目负责人表示，施工期间将保留一条便道，早晚高峰时安排专人疏导交通。
不少居民对票价提出了意见，听证会上有十一位代表发言，其中八位要求降低起步价。
研究人员在这片湿地里记录到一百四十七种鸟，比五年前多了二十三种。
冬天的时候，候鸟从北方飞来，在芦苇荡里停留两个月，等冰化了再往南走。
学校把操场改成了菜园，每个班分到一块地，孩子们自己种、自己收、自己记账。
老街的改造没有拆掉一座老房子，木匠们用旧料修补门窗，再刷上桐油。
这家小店只有六张桌子，老板每天早上四点起来磨豆浆，卖完就关门。
调查显示，超过六成的受访者每周至少乘坐三次公共交通，换乘时间是他们最不满意的地方。
实验室用了两年时间才把电池的寿命提高了一倍，下一步是让它在零下三十度也能工作。
比赛进行到第七十八分钟，替补上场的前锋用一记头球打破了僵局。
教练在赛后说，球队最近伤病很多，能拿到一分已经很不容易。
公司去年的营业收入增长了百分之九，但利润下降了，主要原因是原料涨价。
分析人士认为，下半年的订单会慢慢恢复，不过恢复到前年的水平还需要时间。
图书馆把开放时间延长到晚上十点，周末的座位要提前一天在手机上预约。
医生提醒，天气忽冷忽热，老人和孩子外出时要随身带一件外套，回家以后先洗手。
古塔始建于宋代，砖木结构，共七层，塔内的壁画在上个世纪做过一次修复。
它的叶子是互生的，边缘有细细的锯齿，花期在四月到五月，果实成熟以后是深红色。
这个算法的想法很简单：先把数据排好序，再用两个指针从两头向中间移动。
如果内存不够，可以把中间结果写到磁盘上，不过那样会慢很多，要看具体的场景。
我在配置文件里改了两个参数，重新启动以后错误就消失了，但是原因还没有弄清楚。
昨天去山里走了一圈，雾很大，路上一个人也没有，只听见水的声音。
父亲年轻的时候在船上做过水手，家里的抽屉里还留着他当年画的海图。
剧组在山里住了四个月，演员们跟着当地人学会了采茶、做饭和唱山歌。
专家建议，在制定标准的时候要听取中小企业的意见，给他们留出过渡的时间。
到发稿时为止，道路已经恢复通行，供电也在中午以前全部恢复。
""".split()

TRADITIONAL = """
連日豪雨讓北嶺水庫的水位超過警戒線，管理處從週二晚間起連續開閘洩洪。
沿河七個村的一千兩百多名居民已經撤到鎮上的國中，里長挨家挨戶核對名單。
水文站的值班人員說，最擔心的是夜裡再下一場，站裡的人已經三天沒有回家。
農業單位估計，泡水的稻田大約有四百公頃，其中三成可以在退水之後補種。
新的橋樑全長三百六十公尺，雙向四線道，完工之後從縣城到碼頭只要十分鐘。
研究團隊在這片濕地裡記錄到一百四十七種鳥，比五年前多了二十三種。
學校把操場改成菜園，每個班級分到一塊地，孩子們自己種、自己收、自己記帳。
老街的改造沒有拆掉一棟老房子，木匠用舊料修補門窗，再刷上桐油。
調查顯示，超過六成的受訪者每週至少搭乘三次大眾運輸，轉乘時間最讓他們不滿。
比賽進行到第七十八分鐘，替補上場的前鋒用一記頭球打破僵局。
公司去年的營收成長了百分之九，但是獲利下滑，主要原因是原料漲價。
圖書館把開放時間延長到晚上十點，週末的座位要提前一天在手機上預約。
醫師提醒，天氣忽冷忽熱，長輩和孩子外出時要帶一件外套，回家之後先洗手。
這間小店只有六張桌子，老闆每天清晨四點起來磨豆漿，賣完就關門。
截至發稿為止，道路已經恢復通行，供電也在中午之前全部恢復。
""".split()

ENGLISH = tuple(
    line.strip()
    for line in """
The reservoir above the town passed its warning mark on Tuesday night, and the gates were opened before dawn.
More than a thousand people from seven villages spent the night in the school, where the council checked names.
What worries us most is another night of rain, said the officer at the gauge, who had not been home for three days.
Farmers put the flooded land at about six hundred acres, a third of which can be sown again when the water goes.
The new bridge has four lanes and a path for bicycles, and cuts the way to the harbour to ten minutes.
During the works a single lane stays open, and wardens will direct the traffic in the morning and the evening.
Eleven people spoke at the hearing on fares, and eight of them asked for a lower price on short journeys.
Researchers counted a hundred and forty-seven kinds of birds in the marsh, twenty-three more than five years ago.
The school turned half of its playing field into a garden, where each class plants, harvests and keeps accounts.
Not one of the old houses was pulled down: carpenters mended the windows with wood from the same century.
The shop has six tables, and closes when the soup is gone, which on most days is shortly after noon.
It took the laboratory two years to double the life of the battery, and the cold is the next thing to beat.
The substitute headed the ball in with twelve minutes left, and the ground was on its feet until the whistle.
Sales rose by nine per cent last year, but the profit fell, mostly because raw materials cost so much more.
The library now stays open until ten, and a seat for the weekend has to be booked the day before.
Sort the list first, then move two pointers from both ends towards the middle until they meet.
If there is not enough memory the intermediate results go to disk, which is slower but always works.
I changed two lines of the configuration and the error went away, though nobody yet knows why it came.
The tower has seven floors of brick and timber, and its paintings were restored once in the last century.
The road was open again by the evening, and the lights were back in all of the villages before midnight.
""".strip().split("\n")
)


class Written(Struct, frozen=True):
    """A page and what is true of it; an element that the page does not name is empty."""

    name: str
    charset: str
    url: str
    html: str
    title: str
    published: str
    """To the minute, in the page's own clock; a bare day where the page shows no clock."""
    author: str
    source: str
    text: str

    @property
    def language(self) -> str:
        return self.name.split("-", 1)[0]

    def encoded(self) -> bytes:
        return self.html.encode(self.charset)


def paragraphs(name: str, count: int, pool: list[str] | tuple[str, ...] = SIMPLIFIED) -> list[str]:
    """Paragraphs of one to three sentences, the same for the same name."""
    rng = Random(name)
    drawn = rng.sample(pool, len(pool))
    between = " " if pool is ENGLISH else ""
    made = []
    for _ in range(count):
        made.append(between.join(drawn.pop() for _ in range(rng.randint(1, 3)) if drawn))
    return [each for each in made if each]


def written(
    name: str,
    html: str,
    *,
    url: str,
    title: str,
    published: str = "",
    author: str = "",
    source: str = "",
    charset: str = "utf-8",
    count: int = 7,
    wrap: str = "<p>{}</p>",
    indent: str = "",
) -> Written:
    """A page from its HTML, in which TITLE, BODY and CHARSET are filled in."""
    pool = ENGLISH if name.startswith("en") else TRADITIONAL if name.startswith("zht") else SIMPLIFIED
    told = paragraphs(name, count, pool)
    body = "\n".join(wrap.format(indent + each) for each in told)
    filled = html.replace("TITLE", title).replace("CHARSET", charset).replace("BODY", body)
    return Written(name, charset, url, filled.strip(), title, published, author, source, "\n".join(told))


def links(*names: str) -> str:
    return " ".join(f'<a href="/{number}.html">{name}</a>' for number, name in enumerate(names))


def items(*names: str, kind: str = "li") -> str:
    return "".join(f'<{kind}><a href="/more/{number}.html">{name}</a></{kind}>' for number, name in enumerate(names))


NAV = links("首页", "新闻", "财经", "体育", "娱乐", "科技", "汽车", "房产", "教育", "图片", "视频", "博客")
NAV_TRADITIONAL = links("首頁", "即時", "要聞", "社會", "地方", "全球", "財經", "運動", "娛樂", "生活")
NAV_ENGLISH = links("Home", "News", "Business", "Sport", "Culture", "Science", "Opinion", "Weather", "Archive")
HOT = items(
    "北岭水库今夜再次开闸 下游居民请注意安全", "县城新增三条公交线路 票价两元", "湿地观鸟季开始 周末名额已经约满",
    "老街夜市延长到十一点", "球队客场一比一战平", "图书馆周末讲座预告",
)  # fmt: skip
HOT_TRADITIONAL = items("水庫今夜再度洩洪 下游居民留意", "公車新增三條路線", "濕地賞鳥季開跑", "老街夜市延長到十一點")
HOT_ENGLISH = items(
    "Ten things to do in the valley this weekend", "Bus fares: what changes in May", "In pictures: the birds of the marsh",
    "Letters to the editor", "Quiz of the week",
)  # fmt: skip
FOOT = (
    "<p>关于我们 | 联系我们 | 广告服务 | 招聘信息 | 网站地图 | 法律声明</p>"
    "<p>Copyright © 1999-2026 All Rights Reserved 版权所有 京ICP证000000号 违法和不良信息举报电话：000-00000000</p>"
)
FOOT_TRADITIONAL = "<p>關於我們 | 聯絡我們 | 服務條款 | 隱私權政策</p><p>&copy; 2026 版權所有 請勿轉載</p>"
FOOT_ENGLISH = "<p>About us | Contact | Terms | Privacy</p><p>© 1998-2026. All rights reserved.</p>"
