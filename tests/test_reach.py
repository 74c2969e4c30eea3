"""Which settings somebody may choose who does not sit at the machine."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import TOPIC, Command

from honeyguide import Workspace, encoders, load_topic, open_crawl, settings
from honeyguide.config import DEFAULTS, Settings
from honeyguide.errors import BadInput, BadSetting, Untrusted
from honeyguide.reach import Reach, beyond, check

FILES = {
    "web": "folder:/etc",
    "encoder": " folder:path=/etc",
    "access": "/etc/passwd",
    "store": "postgresql://db.example/",
    "raw": "s3://bucket/folder",
    "plugins": ("os",),
}
ADDRESSES = {
    "proxy": "http://proxy.example:3128",
    "connect_to": "127.0.0.1:80",
    "allow_private": True,
    "metrics_port": 9100,
}
ALL: dict[str, Any] = {**FILES, **ADDRESSES}
SEEDS = ["http://harbour-daily.example/"]


@pytest.mark.parametrize("name", [*FILES, *ADDRESSES])
def test_what_uses_the_machine_is_refused_by_reach(name: str) -> None:
    made = Settings(**{name: ALL[name]})
    check(made, Reach.MACHINE)
    with pytest.raises(BadSetting, match=f"'{name}' can only be set on the command line"):
        check(made, Reach.WEB)
    if name in ADDRESSES:
        check(made, Reach.NETWORK)
    else:
        with pytest.raises(BadSetting, match="command line"):
            check(made, Reach.NETWORK)


def test_no_setting_that_leaves_the_public_web_alone_is_refused() -> None:
    for each in ("synthetic:seed=7,pages=400", ""):
        assert beyond(Settings(web=each)) == {}
    shipped = [name for name in encoders.registry.names() if encoders.registry.registered(name)[1] is None]
    assert len(shipped) >= 4  # those of plug-ins, which other tests may have brought, are code of strangers
    for name in shipped:
        assert bool(beyond(Settings(encoder=name))) == (name == "folder")
    assert beyond(Settings(robots=False, delay=0.0, pages=0, strategy="bfs", workers=3)) == {}


def test_what_the_owner_has_set_is_open_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HONEYGUIDE_PROXY", "http://proxy.example:3128")
    check(settings(), Reach.WEB)
    check(DEFAULTS, Reach.WEB)
    with pytest.raises(BadSetting, match="proxy"):
        check(Settings(proxy="http://evil.example:3128"), Reach.WEB)


@pytest.mark.parametrize("name", [*FILES, *ADDRESSES])
def test_a_crawl_begins_and_goes_on_within_the_reach_alone(tmp_path: Path, finished: Path, name: str) -> None:
    shutil.copytree(finished, tmp_path / "rain")
    web = Workspace(tmp_path).within(Reach.WEB)
    (known,) = web.crawls()
    given = {name: ALL[name]}
    attempts: tuple[Callable[[], object], ...] = (
        lambda: web.start(load_topic(TOPIC), SEEDS, "new", given),
        lambda: web.resume(known.id, **given),
        lambda: web.duplicate(known.id, "new", **given),
    )
    for attempt in attempts:
        with pytest.raises(BadInput, match="command line"):
            attempt()
    assert [each.name for each in web.crawls()] == ["rain"]


def test_nobody_is_given_more_than_the_workspace_has(tmp_path: Path) -> None:
    assert Workspace(tmp_path).within(Reach.WEB).within(Reach.MACHINE).reach is Reach.WEB


def test_settings_of_a_strangers_folder_are_used_once_they_are_named(tmp_path: Path, finished: Path) -> None:
    shutil.copytree(finished, tmp_path / "rain")
    kept = tmp_path / "rain" / "settings.toml"
    theirs: dict[str, Any] = {"proxy": "http://127.0.0.1:9", "connect_to": "127.0.0.1:9", "allow_private": True}
    text = kept.read_text()
    for name, value in theirs.items():
        told = "true" if value is True else f'"{value}"'
        text = text.replace(f'{name} = ""\n', f"{name} = {told}\n").replace(f"{name} = false\n", f"{name} = {told}\n")
    kept.write_text(text)
    workspace = Workspace(tmp_path)
    (known,) = workspace.crawls()
    attempts: tuple[Callable[[], object], ...] = (
        lambda: workspace.resume(known.id, pages=70),
        lambda: workspace.duplicate(known.id, "copy"),
        lambda: workspace.duplicate(known.id, "copy", proxy=theirs["proxy"]),
    )
    for attempt in attempts:
        with pytest.raises(Untrusted, match=r"connect_to = 127\.0\.0\.1:9") as wrong:
            attempt()
    assert wrong.value.settings == {name: value for name, value in theirs.items() if name != "proxy"}
    with pytest.raises(BadSetting, match="command line"):
        workspace.within(Reach.WEB).duplicate(known.id, "copy")
    assert not (tmp_path / "copy").exists()
    workspace.duplicate(known.id, "copy", **theirs, pages=1)
    assert open_crawl(tmp_path / "copy").settings.connect_to == "127.0.0.1:9"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl that is over."""
    out = tmp_path_factory.mktemp("finished") / "rain"
    options = ("--pages", "5", "--quiet", "--web", "synthetic:seed=7,pages=400", "--workers", "0")
    assert Command(out.parent)("crawl", TOPIC, *SEEDS, "--out", out, *options).code == 0
    return out
