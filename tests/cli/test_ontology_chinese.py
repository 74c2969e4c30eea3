"""`honeyguide topic ontology` over Chinese pages: terms of the topic, and is-a as sentences say it."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Command

MENU = "<nav><a href=/>首页</a> <a href=/x>订阅频道</a></nav>"
LINE = "本文由大江气象网整理发布。"
RAIN = (
    "昨日夜间，山区突降暴雨，短时强降雨引发山洪，河水上涨，部分村庄被淹。当地启动应急响应，转移群众三百人。",
    "受台风影响，沿海地区出现暴雨，强降雨造成城市内涝，多条道路积水。气象台发布暴雨预警，提醒市民减少外出。",
    "暴雨是一种气象灾害。持续强降雨容易引发山洪和泥石流，山区居民应当及时转移。气象台继续发布暴雨预警。",
    "连日暴雨使水库水位超过汛限，防汛部门开闸泄洪。下游的村庄接到山洪预警，干部连夜转移群众。",
    "专家说，山洪是一种突发的自然灾害，多由暴雨引起。强降雨过后，山坡上的泥石流同样危险，救援队伍已经到位。",
    "进入汛期以来，该县发生三次暴雨，暴雨预警响起四次，强降雨导致农田被淹，城市内涝严重。防汛部门要求各村做好应急响应。",
    "气象台今晨发布暴雨预警，预计未来两天有强降雨。防汛部门检查水库和堤防，防止山洪和内涝造成损失。",
    "灾害包括山洪、泥石流和内涝。暴雨来临之前，居民应当准备食物和饮水，听从防汛部门安排，及时转移。",
    "暴雨停歇之后，救援队伍清理淤泥，恢复供电。此次强降雨和山洪造成两座桥梁损坏，泥石流堵塞了公路。",
    "城市内涝与排水能力有关。收到暴雨预警之后，低洼路段积水很深，车辆熄火。防汛部门在路口设置警示，抢修管网。",
)
OTHERS = (
    "昨日晚上，市图书馆举办读书活动，作家与读者交流写作的体会，现场气氛热烈，许多市民带着孩子参加。",
    "新开通的地铁线路经过大学城，学生出行更加方便。票价与其他线路相同，车站设有自动售票机。",
    "足球联赛进入最后一轮，主队在主场以二比一获胜，球迷在看台上庆祝。教练表示球员已经尽力。",
    "本地的豆腐制作有三百年历史，师傅每天凌晨起床磨豆，做出的豆腐口感细腻，在附近村庄很受欢迎。",
    "研究人员在实验室里培养出新的水稻品种，产量比原来提高一成。农民说明年愿意试种。",
    "博物馆展出一批古代瓷器，部分展品第一次与公众见面。参观者需要提前预约，周一闭馆。",
    "银行下调了贷款利率，专家说这对购房者是好消息。多家企业表示将增加投资，扩大生产。",
    "电影节在海滨城市开幕，导演和演员走上红毯。评委会将从二十部影片中选出最佳作品。",
)


def page(title: str, text: str) -> str:
    body = "".join(f"<p>{each}。</p>" for each in text.split("。") if each)
    return (
        f'<html lang="zh"><head><meta charset="utf-8"><title>{title}</title></head>'
        f"<body>{MENU}<article>{body}<p>{LINE}</p></article></body></html>"
    )


@pytest.fixture
def run(here: Command) -> Command:
    others = [f"{text}这是第{number}条消息。" for number in range(5) for text in OTHERS]
    for folder, texts in {"rain": RAIN, "others": others}.items():
        (here.folder / folder).mkdir()
        for number, text in enumerate(texts):
            (here.folder / folder / f"{number}.html").write_text(page(f"消息{number}", text), "utf-8")
    return here


def test_chinese_documents_make_a_chinese_ontology(run: Command) -> None:
    sources = ("--corpus", "rain", "--background", "others", "--word", "灾害")
    said = run("topic", "ontology", *sources, "--out", "made", "--no-lexicon", "--json")
    assert said.code == 0, said.err
    topic = run("topic", "show", "made/topic.toml", "--json").json
    words = set(topic["keywords"])
    assert {"暴雨", "山洪", "强降雨", "泥石流", "内涝", "暴雨预警"} <= words
    assert not [word for word in words if "大江" in word or "整理" in word or "频道" in word or "昨日" in word]
    assert not {"部分", "专家", "村庄", "消息"} & words
    relations = {
        (each["source"], each["kind"], each["target"])
        for each in run("topic", "show", "made", "--json").json["relations"]
    }
    assert {(source, target) for source, kind, target in relations if kind == "is-a"} == {
        ("暴雨", "灾害"),
        ("山洪", "灾害"),
        ("城市内涝", "内涝"),
    }
    assert run("try", "rain/3.html", "--topic", "made/topic.toml", "--json").json["on_topic"]
    assert not run("try", "others/3.html", "--topic", "made/topic.toml", "--json").json["on_topic"]
