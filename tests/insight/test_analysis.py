"""From items to what all analyses start from."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from honeyguide.config import Settings
from honeyguide.errors import BadFolder, BadInput
from honeyguide.insight.analysis import analyse, gather
from honeyguide.insight.model import DAY
from honeyguide.model import Item, Topic
from honeyguide.parsing.fingerprint import fingerprint
from honeyguide.storage.folder import connect, lay_out_or_check
from honeyguide.storage.schema import COUNT_AGAIN
from honeyguide.timestamps import parse as parse_time

NOW = 1_750_000_000.0


def words(line: str) -> list[str]:
    return line.split()


ENGLISH = words("levee breach ferry hospital harbour pump sandbag shelter mayor convoy dyke warden")
CHINESE = words("决堤 渡轮 医院 港口 水泵 沙袋 避难所 市长 车队 堤坝 巡查 村民")
GENERAL = [f"{first}{second}" for first in ("bal", "dor", "fen", "gim", "kul", "mar", "nos", "pid", "rul", "tas",
    "ven", "wes", "yor", "zel") for second in ("ant", "ber", "con", "dil", "eno", "fur", "gam", "hin", "ilo", "jur",
    "kan", "lem", "mik", "nod", "opa", "pes", "rin", "sul", "tov", "uma")]  # fmt: skip
COMMON = words(
    "窗户 花园 信件 市场 医生 歌手 教师 瓶子 蜡烛 地毯 镜子 枕头 水壶 篮子 桌子 椅子 铅笔 书包 手表 雨伞 足球 篮球 "
    "音乐 电影 小说 诗歌 历史 地理 数学 物理 化学 生物 苹果 香蕉 葡萄 西瓜 米饭 面条 饺子 牛奶 咖啡 茶叶 糖果 蛋糕 "
    "衬衫 裤子 裙子 帽子 手套 围巾 皮鞋 拖鞋 汽车 火车 飞机 轮船 自行车 地铁 公路 铁路 机场 车站 老虎 狮子 大象 "
    "猴子 熊猫 兔子 狐狸 松鼠 麻雀 燕子 鸽子 老鹰 玫瑰 牡丹 菊花 荷花 竹子 松树 柳树 梧桐 春天 夏天 秋天 冬天 早晨 "
    "中午 傍晚 夜晚 父亲 母亲 哥哥 姐姐 弟弟 妹妹 叔叔 阿姨 厨房 卧室 客厅 阳台 楼梯 屋顶 墙壁 地板 钢琴 吉他 "
    "小提琴 笛子 鼓手 舞蹈 戏剧 雕塑 报纸 杂志 词典 地图 邮票 钥匙 钱包 眼镜 剪刀 锤子 钉子 绳子 梯子 水桶 扫帚 毛巾"
)


def item(number: int, content: str, days: float | None = 0.0, host: str = "", language: str = "en") -> Item:
    return Item(
        number=number,
        url=f"http://h{number}.example/story",
        host=host or f"www.h{number}.example",
        title=content[:20],
        language=language,
        source="",
        author="",
        published=None if days is None else NOW + days * DAY,
        updated=None,
        fetched_at=NOW + 30 * DAY,
        relevance=1.0,
        fingerprint=fingerprint(content),
        content=content,
    )


def written(rng: Random, own: list[str], joint: str, general: list[str]) -> str:
    said = [rng.choice(own) for _ in range(20)] if own else []
    said += [rng.choice(general) for _ in range(28)]
    rng.shuffle(said)
    return joint.join(said)


def news(seed: int = 1) -> list[Item]:
    """An English event and a Chinese one, ten items each, among sixty others."""
    rng = Random(seed)
    kinds = ["en"] * 10 + ["zh"] * 10 + [""] * 60
    rng.shuffle(kinds)
    items = []
    for number, kind in enumerate(kinds):
        language = kind or rng.choice(["en", "zh"])
        own = {"en": ENGLISH, "zh": CHINESE}.get(kind, [])
        content = written(rng, own, " " if language == "en" else "，", GENERAL if language == "en" else COMMON)
        items.append(item(number, content, 4 * rng.random() if kind else 20 * rng.random(), language=language))
    return items


def test_events_of_both_languages_are_found_and_named() -> None:
    analysis = gather(news(), last_visit=NOW + 30 * DAY)
    assert [len(event.items) for event in analysis.events] == [10, 10]
    by_language = {analysis.items[event.items[0]].language: event for event in analysis.events}
    assert set(by_language["en"].terms) <= set(ENGLISH)
    assert set(by_language["zh"].terms) <= set(CHINESE)
    assert all(3 <= len(event.terms) <= 6 for event in analysis.events)


def test_the_front_page_of_a_site_is_an_item_and_no_story_of_an_event() -> None:
    items = news()
    for number, address in enumerate(("", "/", "/index.html")):
        teasers = " ".join(written(Random(number), ENGLISH, " ", GENERAL) for _ in range(3))
        front = item(80 + number, teasers, None)
        items.append(replace(front, url=f"http://h1.example{address}", title=" ".join(ENGLISH)))
    analysis = gather(items, last_visit=NOW + 30 * DAY)
    assert [len(event.items) for event in analysis.events] == [10, 10]
    assert len(analysis.items) == 83
    assert not analysis.event_of[80:].any()
    assert analysis.words[80:].sum(axis=1).all()  # trust reads them all the same


def test_a_story_with_the_text_of_a_front_page_is_told_all_the_same() -> None:
    items = news()
    at = next(place for place, each in enumerate(items) if set(each.content.split()) & set(ENGLISH))
    front = replace(items[at], number=80, url="http://h1.example/", published=None)
    analysis = gather([front, *items], last_visit=NOW + 30 * DAY)
    assert [len(event.items) for event in analysis.events] == [10, 10]
    assert analysis.event_of[0] == 0


def test_events_and_their_items_agree() -> None:
    analysis = gather(news(2), last_visit=NOW + 30 * DAY)
    for place, event in enumerate(analysis.events, start=1):
        assert event.number == place
        assert sorted(event.items) == [at for at, number in enumerate(analysis.event_of) if number == place]
        dated = [analysis.items[at].published for at in event.items]
        assert dated == sorted(when for when in dated if when is not None)
        assert (event.started, event.ended) == (dated[0], dated[-1])


def test_items_keep_all_but_their_content_and_words_are_counted() -> None:
    one = item(7, "Rain and rain over the harbour.", host="news.example.co.uk")
    analysis = gather([one], last_visit=NOW)
    assert analysis.items == [replace(one, content="")]
    assert analysis.sites == ["example.co.uk"]
    row = dict(zip(analysis.vocabulary, analysis.words.toarray()[0].tolist(), strict=True))
    assert row == {"rain": 4, "harbour": 1}  # the title, `Rain and rain over t`, too
    assert analysis.events == []


def test_copies_are_one_story_that_the_earliest_began() -> None:
    content = written(Random(3), ENGLISH, " ", GENERAL)
    other = written(Random(4), ENGLISH, " ", GENERAL)
    items = [item(0, content, 2.0), item(1, other, 0.0), item(2, content, 1.0), item(3, content, None)]
    assert gather(items, last_visit=NOW).stories.tolist() == [2, 1, 2, 2]


def test_now_is_the_newest_publication_before_the_last_visit_or_what_the_user_says() -> None:
    items = [item(0, "a b c", 1.0), item(1, "d e f", 5.0), item(2, "g h i", None)]
    assert gather(items, last_visit=NOW + 3 * DAY).until == NOW + DAY
    assert gather(items, last_visit=NOW + 30 * DAY).until == NOW + 5 * DAY
    assert gather(items, last_visit=NOW + 30 * DAY, at=NOW).until == NOW
    assert gather(items[2:], last_visit=NOW).until == NOW


def test_a_date_after_the_items_own_fetch_is_kept_but_not_believed() -> None:
    items = [item(0, "a b c", 30.5), item(1, "d e f", 31.5), item(2, "g h i", None)]
    analysis = gather(items, last_visit=NOW + 60 * DAY)
    assert [each.published is None for each in analysis.items] == [False, False, True]
    assert analysis.undated == 2


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    gather(news(), last_visit=NOW, progress=lambda *step: told.append(step))
    assert told[-1] == ("reading", 80, 80)


def test_no_items_are_bad_input() -> None:
    with pytest.raises(BadInput, match="no items to analyse"):
        gather([], last_visit=NOW)


def folder_of(path: Path, pages: list[tuple[bool, bool]]) -> Path:
    """A crawl folder with pages: on topic? with elements?"""
    lay_out_or_check(path, Topic("rain", {"rain": 1.0}), Settings(), "0.1")
    with closing(connect(path, write=True)) as database:
        for number, (on_topic, known) in enumerate(pages):
            rows = {
                "hosts": (number, f"www.h{number}.example"),
                "links": (number, f"http://www.h{number}.example/", number, 0, -1, 0, 0),
                "visits": (number, number, NOW, 0.1, "page", 200, 1, 1, None, "", None, None, None),
                "pages": (
                    number,
                    number,
                    0.5,
                    int(on_topic),
                    None,
                    b"",
                    "en",
                    "Rain",
                    "",
                    "",
                    0,
                    "[]",
                    "Rain fell.",
                    None,
                    None,
                    "html",
                ),
            }
            if known:
                rows["elements"] = (
                    number,
                    "Rain",
                    "2025-06-01",
                    "",
                    NOW - DAY,
                    "",
                    "",
                    "en",
                    "Rain fell.",
                    "[]",
                    b"",
                )
            for table, row in rows.items():
                database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        for statement in COUNT_AGAIN:
            database.execute(statement)
    return path


def test_a_crawl_folder_is_analysed_and_what_is_unread_counted(tmp_path: Path) -> None:
    analysis = analyse(folder_of(tmp_path, [(True, True), (True, True), (True, False), (False, False)]))
    assert [each.host for each in analysis.items] == ["www.h0.example", "www.h1.example"]
    assert analysis.unread == 1
    assert analysis.until == parse_time("2025-06-01")


def test_a_folder_without_pages_on_topic_says_how_many_it_has(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="none of its 2 pages is on topic"):
        analyse(folder_of(tmp_path, [(False, False), (False, False)]))


def test_a_folder_without_elements_names_the_command_that_draws_them(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"of its 1 pages? on topic .* run: honeyguide index"):
        analyse(folder_of(tmp_path, [(True, False), (False, False)]))


def test_a_folder_that_is_no_crawl_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFolder):
        analyse(tmp_path)
