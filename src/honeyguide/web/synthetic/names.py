"""Names of hosts and sections: told from a number, and the number from them."""

from __future__ import annotations

import re

from honeyguide.web.synthetic.vocabulary import listed

ENGLISH = listed(
    "harbour, valley, granite, willow, meadow, copper, northern, island, lantern, river, amber, summit, maple, "
    "cedar, silver, orchard, falcon, prairie, beacon, canyon, juniper, marble, coastal, hazel, linden, raven, "
    "saffron, tundra, velvet, walnut, zephyr, acorn"
)
ENGLISH_KINDS = listed(
    "daily, post, herald, times, journal, gazette, review, weekly, observer, tribune, notes, forum, club, guide, "
    "house, press, channel, library, letters, network, courier, digest, record, voice, bulletin, mirror, monitor, "
    "signal, examiner, world, report, hub"
)
PINYIN = listed(
    "linjiang, qinghe, dongping, anxi, baishi, yunling, nandu, qingyuan, jiangbei, yongning, changze, shuangqiao, "
    "shimen, haining, fengming, liulin, sanhe, jinsha, wangshan, beichuan, huxi, meiling, pingan, shangyou, "
    "jiulong, taihe, xinghua, luoyuan, longtan, hengshan, wuxing, zhongzhou"
)
PINYIN_KINDS = listed(
    "ribao, wanbao, xinwen, zaixian, luntan, shenghuo, zixun, wang, zhoukan, dushi, chenbao, shibao, guancha, "
    "toutiao, redian, bolan, kuaixun, huabao, zhisheng, pindao, zhijia, tiandi, chuang, mensheng, yuan, yaowen, "
    "dianshi, guangbo, tongxun, quanzi, zongheng, dashijie"
)

SECTIONS = {
    "rainstorm-disaster": "alerts", "weather": "outlook", "football": "sport", "cooking": "food",
    "insurance": "claims", "finance": "money", "agriculture": "farm", "medicine": "health", "earthquakes": "geo",
    "music": "culture", "travel": "away", "software": "tech", "astronomy": "space", "gardening": "garden",
    "spam": "offers",
}  # fmt: skip
"""A name for the section of a subject; half of the English sections and all Chinese ones go without."""

_NAME = re.compile(r"(?:www\.)?([a-z]+)-([a-z]+)(\d*)\.(?:example|test)")
_PLACES = {word: at for words in (ENGLISH, PINYIN, ENGLISH_KINDS, PINYIN_KINDS) for at, word in enumerate(words)}
_ROUND = len(ENGLISH) * len(ENGLISH_KINDS)
_STEP = 389
"""Prime to `_ROUND`, so that neighbouring hosts do not share a word."""
_BACK = pow(_STEP, -1, _ROUND)


def host_name(host: int, *, chinese: bool, www: bool, test: bool) -> str:
    turn, place = divmod(host, _ROUND)
    first, second = divmod(place * _STEP % _ROUND, len(ENGLISH_KINDS))
    words = (PINYIN[first], PINYIN_KINDS[second]) if chinese else (ENGLISH[first], ENGLISH_KINDS[second])
    return f"{'www.' if www else ''}{words[0]}-{words[1]}{turn or ''}.{'test' if test else 'example'}"


def host_number(name: str) -> int | None:
    """The only host that may have this name; whether it has is for `host_name` to say."""
    found = _NAME.fullmatch(name)
    if not found or found[1] not in _PLACES or found[2] not in _PLACES or len(found[3]) > 9:
        return None
    place = _PLACES[found[1]] * len(ENGLISH_KINDS) + _PLACES[found[2]]
    return place * _BACK % _ROUND + _ROUND * int(found[3] or 0)
