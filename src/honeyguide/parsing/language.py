"""Which language a text is in: by its script, then by what the page declares, then by letter trigrams."""

from __future__ import annotations

import re

from turbohtml.detect import detect_language

from honeyguide.chinese import ANY_HAN

SAMPLE = 400
"""Characters read for trigrams, from the middle of the text: navigation stands at its ends."""
SPREAD = 300
"""Characters picked from all over the text to see its script."""
ENOUGH = 30
"""Letters without which nothing can be told from the text alone."""

KANA = re.compile(r"[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
LETTER = re.compile(r"[^\W\d_]")
TAG = re.compile(r"\s*([A-Za-z]{2,3})(?![A-Za-z0-9])")

EASTERN = ("zh", "ja", "ko")
# Languages that are not written in Latin letters: a page that declares one of them has to show it.
_NOT_LATIN = """
am ar be bg bn bo dv el fa gu he hi hy iw ja ka kk km kn ko ky lo mk ml mn mr my ne or pa ps ru sa sd si ta te tg
th ti ug uk ur yi zh
"""
NOT_LATIN = frozenset(_NOT_LATIN.split())
TWO_LETTERS = {
    "afr": "af", "aka": "ak", "amh": "am", "ara": "ar", "aze": "az", "bel": "be", "ben": "bn", "bul": "bg",
    "cat": "ca", "ces": "cs", "chi": "zh", "cmn": "zh", "dan": "da", "deu": "de", "ell": "el", "eng": "en",
    "epo": "eo", "est": "et", "fin": "fi", "fra": "fr", "guj": "gu", "heb": "he", "hin": "hi", "hrv": "hr",
    "hun": "hu", "hye": "hy", "ind": "id", "ita": "it", "jav": "jv", "jpn": "ja", "kan": "kn", "kat": "ka",
    "khm": "km", "kor": "ko", "lat": "la", "lav": "lv", "lit": "lt", "mal": "ml", "mar": "mr", "mkd": "mk",
    "mya": "my", "nep": "ne", "nld": "nl", "nob": "nb", "ori": "or", "pan": "pa", "pes": "fa", "pol": "pl",
    "por": "pt", "ron": "ro", "rus": "ru", "sin": "si", "slk": "sk", "slv": "sl", "sna": "sn", "spa": "es",
    "srp": "sr", "swe": "sv", "tam": "ta", "tel": "te", "tgl": "tl", "tha": "th", "tuk": "tk", "tur": "tr",
    "ukr": "uk", "urd": "ur", "uzb": "uz", "vie": "vi", "yid": "yi", "yue": "zh", "zho": "zh", "zul": "zu",
}  # fmt: skip


def language_of(text: str, declared: str) -> str:
    """Two-letter code, or empty when neither the text nor what its page declares tells."""
    code = _code(declared)
    spread = text[:: len(text) // SPREAD + 1] if not text.isascii() else ""
    if not spread.isascii():
        eastern = _eastern(spread, code)
        if eastern:
            return eastern
    elif code and code not in NOT_LATIN:
        return code
    start = max(0, (len(text) - SAMPLE) // 2)
    sample = text[start : start + SAMPLE]
    letters = len(LETTER.findall(spread or sample))
    if letters < ENOUGH:
        return code
    latin = 2 * len(LATIN.findall(spread or sample)) > letters
    if code and latin != (code in NOT_LATIN):
        return code
    return TWO_LETTERS.get(detect_language(sample).language or "", "")


def _code(declared: str) -> str:
    tag = TAG.match(declared)
    if tag is None:
        return ""
    code = tag[1].lower()
    return code if len(code) == 2 else TWO_LETTERS.get(code, "")


def _eastern(spread: str, code: str) -> str:
    """Chinese, Japanese or Korean, when a fifth of the characters are; less will do if the page says so."""
    han, kana, hangul = (len(script.findall(spread)) for script in (ANY_HAN, KANA, HANGUL))
    written = len("".join(spread.split()))
    if han + kana + hangul < written * (0.05 if code in EASTERN else 0.2):
        return ""
    if hangul > han + kana:
        return "ko"
    return "ja" if kana > han / 10 else "zh"
