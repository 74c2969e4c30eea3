"""Words of a text: English and other spaced languages by their letters, Chinese by dictionary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain

LONGEST = 40
"""Longer runs of letters are no words."""

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_ANY_HAN = re.compile(f"[{_HAN}]")
WORD = re.compile(rf"([{_HAN}]+)|([^\W_{_HAN}]+(?:['’][^\W\d_{_HAN}]+)*)")

_STOP_WORDS = """
a about above after again against all almost along already also although always am among an and another any are
aren't around as at back be became because become been before behind being below between both but by came can
can't cannot come could couldn't did didn't do does doesn't doing don't done down during each either else even
ever every everything few first for from further get gets give go goes going got had hadn't has hasn't have
haven't having he her here hers herself him himself his how however i i'd i'll i'm i've if in instead into is
isn't it its itself just last least less let like made make makes many may me might mine more most much must my
myself near need never new next no nor not nothing now of off often on once one only onto or other others our
ours ourselves out over own per perhaps please put rather said same say says see seem seen several shall she
should shouldn't since so some something still such take than that the their theirs them themselves then there
therefore these they they're this those though through thus to too toward under until up upon us use used using
very via want was wasn't way we we're well went were weren't what when where whether which while who whom whose
why will with within without won't would wouldn't yes yet you you're your yours yourself
的 了 和 是 在 不 有 也 就 都 而 及 与 與 或 之 其 于 於 以 为 為 被 把 将 將 从 從 到 对 對 对于 對於 由 等 并
並 但 但是 却 卻 还 還 又 再 很 更 最 太 已 已经 已經 曾 会 會 能 可 可以 可能 要 应 應 应该 應該 我 我们 我們
你 你们 你們 您 他 他们 他們 她 她们 她們 它 它们 它們 这 這 这个 這個 这些 這些 那 那个 那個 那些 此 该 該 各
每 某 什么 什麼 怎么 怎麼 如何 哪 谁 誰 几 幾 吗 嗎 呢 吧 啊 呀 么 麼 着 著 过 過 地 得 个 個 一 一个 一個 一些
一种 一種 二 两 兩 三 上 下 中 内 內 外 里 裡 前 后 後 时 時 时候 時候 年 月 日 号 號 人 来 來 去 说 說 做 让 讓
给 給 向 往 因 因为 因為 所以 如果 虽然 雖然 然后 然後 而且 以及 以上 以下 之后 之後 之前 没有 沒有 没 沒 不是
就是 还是 還是 自己 进行 進行 通过 通過 根据 根據 关于 關於 其中 其他 目前 同时 同時 由于 由於 并且 並且 只 只是
所 使 用 于是 於是 这样 這樣 那么 那麼 第一 第 多 大 小 新
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

# Traditional characters and their simplified form: the dictionary knows words in the simplified one only.
_PAIRS = (
    "萬万與与醜丑專专業业叢丛東东絲丝丟丢兩两嚴严喪丧個个豐丰臨临為为麗丽舉举義义烏乌樂乐喬乔習习鄉乡書书買买亂乱"
    "爭争虧亏雲云亞亚產产畝亩親亲億亿僅仅從从侖仑倉仓儀仪們们價价眾众優优會会傘伞偉伟傳传傷伤倫伦偽伪體体餘余傭佣"
    "俠侠側侧僑侨債债傾倾償偿儲储兒儿黨党蘭兰關关興兴養养獸兽內内岡冈冊册寫写軍军農农馮冯衝冲決决況况凍冻淨净涼凉"
    "減减湊凑鳳凤憑凭凱凯擊击鑿凿劃划劉刘則则剛刚創创刪删別别劑剂劍剑劇剧勸劝辦办務务動动勵励勁劲勞劳勢势勳勋匯汇"
    "區区醫医華华協协單单賣卖盧卢衛卫卻却廠厂廳厅歷历厲厉壓压厭厌廁厕廈厦廚厨縣县參参雙双發发變变敘叙葉叶號号嘆叹"
    "嚇吓聽听啟启吳吴員员嗎吗嗚呜詠咏響响喚唤嘩哗嘯啸噴喷團团園园圍围國国圖图圓圆聖圣場场壞坏塊块堅坚壇坛壩坝墳坟"
    "墜坠壟垄墊垫報报塵尘牆墙壯壮聲声殼壳壺壶處处備备復复夠够頭头誇夸夾夹奪夺奮奋獎奖奧奥婦妇媽妈嬌娇娛娱孫孙學学"
    "寧宁寶宝實实寵宠審审憲宪宮宫寬宽賓宾對对尋寻導导壽寿將将爾尔嘗尝堯尧屍尸盡尽層层屆届屬属嶼屿歲岁豈岂嶺岭島岛"
    "峽峡帥帅師师帳帐幣币幫帮帶带幹干幾几庫库廟庙龐庞廢废廣广開开異异棄弃張张彌弥彎弯彈弹強强歸归當当錄录徹彻徑径"
    "後后禦御憶忆懷怀態态憂忧慮虑戀恋懇恳惡恶惱恼悅悦懸悬驚惊慘惨懲惩慣惯憤愤願愿懶懒戲戏戰战戶户紮扎撲扑執执擴扩"
    "掃扫揚扬擾扰撫抚搶抢護护擔担擬拟攏拢擁拥攔拦擇择掛挂撓挠擋挡掙挣擠挤揮挥損损撿捡換换搗捣據据擄掳攝摄擺摆搖摇"
    "撐撑敵敌斂敛數数齋斋鬥斗斬斩斷断無无舊旧時时曠旷晝昼顯显晉晋曬晒曉晓暈晕暫暂術术樸朴機机殺杀雜杂權权條条來来"
    "楊杨極极構构樞枢棗枣槍枪楓枫櫃柜標标棧栈棟栋欄栏樹树樣样橋桥檔档橫横檢检樓楼歡欢歐欧殘残毀毁畢毕氣气漢汉湯汤"
    "溝沟沒没淪沦滄沧滬沪淚泪潑泼澤泽潔洁灑洒淺浅漿浆測测濟济渾浑濃浓濤涛漲涨潤润澀涩淵渊漸渐漁渔滲渗溫温灣湾濕湿"
    "潰溃濺溅滾滚滯滞滿满濾滤濫滥灘滩瀾澜滅灭燈灯靈灵災灾爐炉點点煉炼爛烂燭烛煙烟煩烦燒烧熱热愛爱爺爷牽牵犧牺狀状"
    "獨独獄狱獵猎貓猫獻献環环現现瑪玛電电畫画暢畅療疗瘋疯癥症癒愈皺皱盤盘盜盗監监蓋盖睜睁礦矿碼码磚砖礎础確确鹼碱"
    "禮礼禍祸禪禅離离種种積积稱称穩稳窮穷竊窃豎竖競竞筆笔築筑籃篮籌筹簽签簡简籠笼糧粮緊紧糾纠紅红約约級级紀纪緯纬"
    "純纯紗纱綱纲納纳縱纵紛纷紙纸紋纹紡纺線线練练組组細细織织終终紹绍經经結结繞绕繪绘給给絡络絕绝統统絹绢繡绣繼继"
    "績绩緒绪續续維维綿绵綜综綠绿緩缓編编緣缘縮缩總总縫缝網网羅罗罰罚罷罢職职聯联聰聪肅肃腸肠膚肤腫肿脹胀脅胁膽胆"
    "勝胜腦脑膠胶臉脸臟脏臺台艦舰艙舱藝艺節节蘆芦蘇苏蘋苹範范莖茎薦荐榮荣藥药蓮莲獲获營营薩萨藍蓝蔣蒋虛虚蟲虫雖虽"
    "蝦虾蝕蚀蠶蚕蠻蛮補补襯衬裝装裡里製制複复襲袭見见觀观規规視视覽览覺觉觸触譽誉計计訂订認认討讨訓训議议訊讯記记"
    "講讲許许論论設设訪访證证評评識识訴诉診诊詞词譯译試试詩诗誠诚話话詢询該该詳详語语誤误說说請请諸诸讀读課课誰谁"
    "調调談谈謀谋謂谓謝谢謠谣謹谨譜谱貝贝負负貢贡財财責责賢贤敗败貨货質质販贩貪贪貧贫購购貫贯貴贵貸贷貿贸費费賀贺"
    "賊贼資资賞赏賠赔賴赖賽赛贊赞贏赢趙赵趕赶趨趋躍跃蹤踪軌轨軟软轉转輪轮輕轻載载較较輔辅輛辆輩辈輝辉輸输轄辖辭辞"
    "邊边遼辽達达遷迁過过邁迈運运還还這这進进遠远違违連连遲迟適适選选遺遗遙遥鄧邓鄭郑鄰邻郵邮釋释鑒鉴針针鈔钞鋼钢"
    "鐘钟鑰钥錢钱鉛铅鐵铁銅铜銀银鋁铝鏡镜銷销鎖锁鍋锅錯错鍵键鎮镇長长門门閃闪閉闭問问閒闲間间鬧闹聞闻閣阁閱阅隊队"
    "陽阳陰阴陣阵階阶際际陸陆陳陈險险隨随隱隐難难雞鸡霧雾靜静頂顶項项順顺須须顧顾頓顿預预領领頗颇頻频題题額额顏颜"
    "類类顛颠風风飄飘飛飞飯饭飲饮飽饱飼饲餅饼館馆馬马駕驾駐驻驅驱驗验騎骑騙骗騷骚驟骤髒脏鬆松魚鱼魯鲁鮮鲜鳥鸟鳴鸣"
    "鴨鸭鵝鹅鷹鹰鹽盐麥麦黃黄齊齐齒齿龍龙龜龟颱台洩泄氾泛逕径週周併并佈布佔占採采籲吁姦奸"
)
_SIMPLIFIED = str.maketrans(_PAIRS[::2], _PAIRS[1::2])
_TRADITIONAL = re.compile(f"[{_PAIRS[::2]}]")


_REMEMBERED = 100_000
_CUT = bytes(code if code >= 0x80 or chr(code).isalnum() or chr(code) == "'" else 32 for code in range(256)).lower()


def tokens(text: str, language: str = "") -> list[str]:
    """Words in the order of the text, in small letters. Numbers are no words."""
    return list(_words(text, language))


def content_words(text: str, language: str = "") -> list[str]:
    """The words that carry meaning: no stop words, no single letters."""
    # Cut where ASCII cuts, and look up what each piece says: a third of the time of looking for words.
    pieces = text.encode("utf-8", "replace").translate(_CUT).decode().split()
    said = _JAPANESE if language == "ja" else _OTHERS
    return list(chain.from_iterable(map(said.__getitem__, pieces)))


def segmented(text: str, language: str = "") -> str:
    """The words of a text with a space between two of them, Chinese ones in simplified characters.

    A long Chinese word comes after the shorter ones that it holds: 大暴雨 is found by 暴雨 too.
    """
    return " ".join(_searchable(text, language))


def by_character(text: str) -> str:
    """The same character by character where it is Chinese, for phrases; empty for a text without Chinese."""
    if not _ANY_HAN.search(text):
        return ""
    parts: list[str] = []
    for han, word in WORD.findall(simplified(text)):
        if han:
            parts += han
        elif len(word) <= LONGEST:
            parts.append(word_form(word))
    return " ".join(parts)


def searchable(title: str, content: str, language: str = "") -> tuple[str, str, str, str]:
    """Title and content as the search index takes them: `segmented`, and both once more `by_character`."""
    return segmented(title, language), segmented(content, language), by_character(title), by_character(content)


def word_form(word: str) -> str:
    """In small letters, without 's at the end."""
    return word.lower().replace("’", "'").removesuffix("'s")


def simplified(text: str) -> str:
    """Traditional characters in the form that dictionaries have."""
    return text.translate(_SIMPLIFIED)


def main_terms(text: str, language: str, n: int) -> list[tuple[str, int]]:
    """The `n` words that a text uses most, with how often."""
    return Counter(content_words(text, language)).most_common(n)


def _words(text: str, language: str) -> Iterator[str]:
    for han, word in WORD.findall(text):
        if word:
            if len(word) <= LONGEST and not word.isdecimal():
                yield word.lower().replace("’", "'").removesuffix("'s")
        elif language == "ja":
            yield han
        else:
            yield from _chinese(han)


def _searchable(text: str, language: str) -> Iterator[str]:
    for han, word in WORD.findall(text):
        if word:
            if len(word) <= LONGEST:
                yield word_form(word)
        elif language == "ja":
            yield han
        else:
            yield from _cut_for_search(han.translate(_SIMPLIFIED))


class _Pieces(dict[str, tuple[str, ...]]):
    """The words that a piece of text holds."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, piece: str) -> tuple[str, ...]:
        found = _words(piece, self.language)
        words = tuple([word for word in found if word not in STOP_WORDS and (len(word) > 1 or word >= "\u3400")])
        if len(piece) <= LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[piece] = words
        return words


_JAPANESE, _OTHERS = _Pieces("ja"), _Pieces("")


def _cut(run: str) -> list[str]:
    import rjieba  # noqa: PLC0415  # its dictionary takes a tenth of a second, and most pages are not Chinese

    words: list[str] = rjieba.cut(run)
    return words


def _cut_for_search(run: str) -> list[str]:
    import rjieba  # noqa: PLC0415

    words: list[str] = rjieba.cut_for_search(run)
    return words


def _chinese(run: str) -> Iterator[str]:
    if not _TRADITIONAL.search(run):
        yield from _cut(run)
        return
    start = 0
    for word in _cut(run.translate(_SIMPLIFIED)):
        yield run[start : start + len(word)]
        start += len(word)
