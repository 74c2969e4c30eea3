"""Settings: where they come from, what is refused, and how."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.config import Settings, describe, load, render, settings, to_toml
from honeyguide.errors import BadFile, BadSetting
from honeyguide.model import Topic
from honeyguide.validation import shown
from honeyguide.workspace import Workspace


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refusal(flags: dict[str, object] | None = None, toml: str = "", environ: dict[str, str] | None = None) -> str:
    if toml:
        Path("honeyguide.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(BadSetting) as caught:
        load(flags or {}, environ=environ or {})
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_without_anything_every_setting_is_its_default() -> None:
    resolved = load({}, environ={"PATH": "/bin", "HONEY": "x"})
    settings, origins = resolved.settings, resolved.origins
    assert settings == Settings()
    assert set(origins) == set(Settings.__struct_fields__)
    assert set(origins.values()) == {"default"}


def test_flags_win_over_the_environment_and_that_over_the_file() -> None:
    Path("honeyguide.toml").write_text("delay = 2\npages = 20\ntimeout = 9.5\n")
    resolved = load({"pages": 40, "depth": None}, environ={"HONEYGUIDE_PAGES": "30", "HONEYGUIDE_DELAY": "0.5"})
    settings, origins = resolved.settings, resolved.origins
    assert (settings.timeout, settings.delay, settings.pages, settings.depth) == (9.5, 0.5, 40, -1)
    assert origins["timeout"] == "honeyguide.toml"
    assert origins["delay"] == "environment HONEYGUIDE_DELAY"
    assert origins["pages"] == "flag --pages"
    assert origins["depth"] == "default"


def test_a_named_file_is_read_instead_of_the_one_in_the_folder(tmp_path: Path) -> None:
    Path("honeyguide.toml").write_text("pages = 1\n")
    other = tmp_path / "other.toml"
    other.write_bytes("\ufeffper_host = 7\r\n".encode())
    resolved = load({}, file=other, environ={})
    settings, origins = resolved.settings, resolved.origins
    assert (settings.pages, settings.per_host) == (1000, 7)
    assert origins["per_host"] == str(other)


def test_the_environment_holds_lists_with_commas_and_booleans_in_many_spellings() -> None:
    for word in ("1", "true", "YES", "on"):
        assert load({}, environ={"HONEYGUIDE_ALLOW_PRIVATE": word}).settings.allow_private
    for word in ("0", "False", "no", "off"):
        assert not load({}, environ={"HONEYGUIDE_ROBOTS": word}).settings.robots
    assert load({}, environ={"HONEYGUIDE_ALLOW_HOSTS": "a.org, 例子.中国,"}).settings.allow_hosts == (
        "a.org",
        "例子.中国",
    )
    assert load({}, environ={"HONEYGUIDE_ALLOW_HOSTS": ""}).settings.allow_hosts == ()


def test_flags_may_be_lists_and_text_and_an_empty_list_was_not_given() -> None:
    resolved = load({"deny_hosts": ["a.org"], "include": [], "languages": "en,zh", "robots": False}, environ={})
    settings, origins = resolved.settings, resolved.origins
    assert (settings.deny_hosts, settings.include, settings.languages) == (("a.org",), (), ("en", "zh"))
    assert origins["include"] == "default"
    assert origins["robots"] == "flag --no-robots"


def test_an_unknown_name_fails_with_the_nearest_one_wherever_it_stands() -> None:
    expected = "'dealy' is not a setting; did you mean 'delay'?"
    assert refusal(environ={"HONEYGUIDE_DEALY": "1"}) == f"environment HONEYGUIDE_DEALY: {expected}"
    assert refusal({"dealy": 1}) == f"flag --dealy: {expected}"
    toml = '# dealy\ncontact = """\ndealy = 1"""\n  dealy = 1\n'
    assert refusal(toml=toml) == f"honeyguide.toml:4: {expected}"


def test_a_table_in_the_file_is_an_unknown_setting_too() -> None:
    assert refusal(toml="pages = 3\n[crawl]\ndelay = 2\n").startswith("honeyguide.toml:2: 'crawl' is not a setting")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("delay", "-1", "a number from 0 to 1,000,000,000"),
        ("delay", "nan", "a number from 0 to 1,000,000,000"),
        ("delay", "inf", "a number from 0 to 1,000,000,000"),
        ("timeout", "0", "a number above 0 and of at most 1,000,000"),
        ("concurrency", "0", "a whole number from 1 to 10,000"),
        ("seed", "1.5", "a whole number of at least 0"),
        (
            "seed",
            "1000000000000000000000",
            "a whole number of at least 0 and at most 9,223,372,036,854,775,807",
        ),
        ("depth", "-2", "a whole number of at least -1"),
        ("pages", "true", "a whole number of at least 0"),
        ("max_redirects", "101", "a whole number from 0 to 100"),
    ],
)
def test_a_number_out_of_range_is_told_what_was_expected_what_came_and_from_where(
    name: str, text: str, expected: str
) -> None:
    variable = f"HONEYGUIDE_{name.upper()}"
    said = refusal(environ={variable: text})
    assert said.startswith(f"environment {variable}: '{name}' must be {expected}, not ")
    assert said.strip("'").endswith((f"not {text}", f"not '{text}", f"not {text}.0"))
    said = refusal(toml=f"\n{name} = {text}\n")
    assert said.startswith(f"honeyguide.toml:2: '{name}' must be {expected}, not ")


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("robots", "perhaps", "true or false"),
        ("languages", ["english"], "a list of two-letter codes such as en or zh"),
        ("allow_hosts", ["https://a.org/"], "a list of host names such as example.org"),
        ("deny_hosts", [3], "a list of host names such as example.org"),
        ("include", ["a\nb"], "a list of URL patterns such as *://example.org/news/*"),
        ("connect_to", "localhost", "an address and a port such as 127.0.0.1:8080"),
        ("user_agent", "crawler\r\nCookie: x", "text without control characters"),
        ("user_agent", "", "text without control characters"),
        ("contact", "a\x00b", "text without control characters"),
        ("contact", "\udcff", "text without control characters"),
        ("strategy", 5, "text"),
        ("pages", "many", "a whole number of at least 0"),
    ],
)
def test_a_value_of_another_kind_is_refused(name: str, value: object, expected: str) -> None:
    said = refusal({name: value})
    assert said.startswith(f"flag --{name.replace('_', '-')}: '{name}' must be ")
    assert expected.removeprefix("text ") in said


BEYOND: list[tuple[str, object, str]] = [
    ("strategy", "", "text, not empty, without control characters"),
    ("links", "a\nb", "text without control characters"),
    ("seed", -1, "a whole number of at least 0"),
    ("pages", -5, "a whole number of at least 0"),
    ("time", -0.5, "a number from 0 to 1,000,000,000"),
    ("depth", -2, "a whole number of at least -1"),
    ("per_host", -2, "a whole number of at least -1"),
    ("per_site", -1, "a whole number of at least 0"),
    ("per_site_time", -0.5, "a number from 0 to 1,000,000,000"),
    (
        "stop_when",
        "recall 90",
        "like 'recall 0.9', 'recall 0.9 confidence 0.95', 'harvest 0.02 over 200', or two such joined by 'or'",
    ),
    ("stay", "no", "true or false"),
    ("allow_hosts", ("https://a.org/",), "a list of host names such as example.org"),
    ("deny_hosts", "a.org", "a list of host names such as example.org"),
    ("include", ("",), "a list of URL patterns such as *://example.org/news/*"),
    ("exclude", ("a\nb",), "a list of URL patterns such as *://example.org/news/*"),
    ("sitemaps", 1, "true or false"),
    ("feeds", "no", "true or false"),
    ("languages", ("english",), "a list of two-letter codes such as en or zh"),
    ("user_agent", "a\r\nCookie: x", "text, not empty, without control characters"),
    ("contact", "a\x00b", "text without control characters"),
    ("delay", float("nan"), "a number from 0 to 1,000,000,000"),
    ("connections_per_host", 0, "a whole number from 1 to 10,000"),
    ("concurrency", 10_001, "a whole number from 1 to 10,000"),
    ("robots", "no", "true or false"),
    ("honour_nofollow", 1, "true or false"),
    ("timeout", 0.0, "a number above 0 and of at most 1,000,000"),
    ("max_bytes", 0, "a whole number of at least 1"),
    ("max_decoded_bytes", 2**63, "a whole number of at least 1 and at most 9,223,372,036,854,775,807"),
    ("max_links", 1.5, "a whole number of at least 0"),
    ("max_redirects", 101, "a whole number from 0 to 100"),
    ("retries", -1, "a whole number from 0 to 100"),
    ("parse_seconds", float("inf"), "a number above 0 and of at most 1,000,000"),
    ("pdf", "maybe", "true or false"),
    ("extract", None, "true or false"),
    ("rejudge", "no", "true or false"),
    ("warc", "no", "true or false"),
    ("raw", "a\nb", "text without control characters"),
    ("store", "a\nb", "text without control characters"),
    ("allow_private", "yes", "true or false"),
    ("connect_to", "localhost", "an address and a port such as 127.0.0.1:8080"),
    (
        "proxy",
        "socks5://proxy.example:1080",
        "the address of an HTTP proxy (SOCKS is not supported) such as http://proxy.example:3128, "
        "its login being a matter of access",
    ),
    ("access", "a\nb", "text without control characters"),
    ("web", "a\nb", "text without control characters"),
    ("plugins", ("",), "a list of text, not empty, without control characters"),
    ("encoder", "", "text, not empty, without control characters"),
    ("shards", 0, "a whole number from 1 to 1024"),
    ("cluster", "nowhere", "the address and port of a Ray cluster such as 10.0.0.1:6379, or auto"),
    ("workers", -2, "a whole number from -1 to 1000"),
    ("log_level", "loud", "one of debug, info, warning and error"),
    ("metrics_port", 65_536, "a whole number from 0 to 65,535"),
]


@pytest.mark.parametrize(("name", "value", "expected"), BEYOND)
def test_a_value_out_of_range_is_refused_wherever_settings_are_made(name: str, value: Any, expected: str) -> None:
    sentence = f"'{name}' must be {expected}, not {shown(value)}"
    with pytest.raises(BadSetting) as made:
        Settings(**{name: value})
    with pytest.raises(BadSetting) as replaced:
        msgspec.structs.replace(Settings(), **{name: value})
    assert str(made.value) == str(replaced.value) == f"Settings: {sentence}"
    with pytest.raises((BadSetting, msgspec.ValidationError)):
        msgspec.convert({name: value}, Settings)


def test_every_setting_is_tried_out_of_range() -> None:
    assert [name for name, *_ in BEYOND] == list(Settings.__struct_fields__)


def test_what_is_wrong_in_python_is_said_of_the_setting_and_of_no_flag(tmp_path: Path) -> None:
    with pytest.raises(BadSetting) as wrong:
        settings(pages=-5)
    assert str(wrong.value) == "settings: 'pages' must be a whole number of at least 0, not -5"
    with pytest.raises(BadSetting) as wrong:
        settings(dealy=1)
    assert str(wrong.value) == "settings: 'dealy' is not a setting; did you mean 'delay'?"
    with pytest.raises(BadSetting) as wrong:
        Workspace(tmp_path).start(Topic("rain", {"rain": 1.0}), ["http://a.example/"], "rain", {"delay": -1.0})
    assert str(wrong.value).startswith("settings: 'delay' must be ")


def test_settings_made_in_python_hold_tuples_and_floats() -> None:
    made = Settings(languages=["en"], delay=2)  # type: ignore[arg-type]
    assert (made.languages, type(made.delay)) == (("en",), float)


def test_a_date_or_a_table_is_no_number() -> None:
    assert "honeyguide.toml:1: 'pages' must be a whole number" in refusal(toml="pages = 2024-01-01\n")
    assert "honeyguide.toml:1: 'pages' must be a whole number" in refusal(toml="pages = { a = 1 }\n")


def test_an_address_to_connect_to_may_be_a_name_ipv4_or_ipv6() -> None:
    for address in ("127.0.0.1:80", "[::1]:8080", "mirror.local:443", ""):
        assert load({"connect_to": address}, environ={}).settings.connect_to == address


def test_a_file_that_cannot_be_used_gets_one_sentence(tmp_path: Path) -> None:
    def said(file: Path) -> str:
        with pytest.raises(BadFile) as caught:
            load({}, file=file, environ={})
        assert "\n" not in str(caught.value)
        return str(caught.value).removeprefix(str(tmp_path))

    file = tmp_path / "x.toml"
    assert said(file) == "/x.toml: cannot be read: No such file or directory"
    assert said(tmp_path) == ": cannot be read: Is a directory"
    file.write_bytes(b"pages = 1\n# \xb1\xb1\xbe\xa9\n")
    assert said(file) == "/x.toml:2: is not UTF-8 text; save it as UTF-8"
    file.write_text("pages = 1\n\npages 2\n")
    assert said(file).startswith("/x.toml:3: is not TOML: ")
    file.write_text('pages = 1\ncontact = "')
    assert said(file).startswith("/x.toml:2: is not TOML: ")
    file.write_text("pages = 1\npages = 2\n")
    assert said(file).startswith("/x.toml:2: is not TOML: ")
    file.write_text("pages = " + "[" * 100_000)
    assert "nested too deeply" in said(file)
    file.write_text("#" * 1_000_001)
    assert "too large" in said(file)


def test_every_setting_says_what_it_means() -> None:
    assert set(describe()) == set(Settings.__struct_fields__)
    assert all(text.endswith(".") and "\n" not in text for text in describe().values())


def test_every_setting_has_a_range_or_a_form_that_is_checked() -> None:
    for name, kind in Settings.__annotations__.items():
        assert kind not in ("int", "float", "str", "tuple[str, ...]"), name


def test_the_defaults_keep_to_their_own_ranges() -> None:
    assert msgspec.convert(msgspec.to_builtins(Settings()), Settings) == Settings()


def test_what_is_shown_has_value_origin_and_meaning_of_every_setting() -> None:
    rows = render(load({"delay": 3}, environ={}))
    assert [name for name, *_ in rows] == list(Settings.__struct_fields__)
    assert ("delay", 3.0, "flag --delay", describe()["delay"]) in rows


plain = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1)
some_settings = st.fixed_dictionaries(
    {},
    optional={
        "strategy": plain,
        "contact": plain,
        "include": st.lists(plain, max_size=4),
        "exclude": st.lists(st.sampled_from(['"', "\\", "*\\u0041", "#", "]", ",", "网址", "'''", "\u2028"])),
        "languages": st.lists(st.sampled_from(["en", "zh"])),
        "seed": st.integers(0, 2**63 - 1),
        "delay": st.floats(0, 1e9),
        "timeout": st.floats(1e-300, 1e6),
        "robots": st.booleans(),
    },
)


@given(some_settings)
def test_settings_survive_being_written_and_read(given_settings: dict[str, Any]) -> None:
    settings = msgspec.convert(given_settings, Settings)
    file = Path("stored.toml")
    file.write_text(to_toml(settings), encoding="utf-8", newline="")
    assert load({}, file=file, environ={}).settings == settings
    assert set(tomllib.loads(to_toml(settings))) == set(Settings.__struct_fields__)
