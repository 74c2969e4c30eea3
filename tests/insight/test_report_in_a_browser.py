"""The report in a real browser: it asks for nothing, runs nothing that a page wrote, and fits a phone."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.insight import made_up

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
EVIL = "</style><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
MEASURE = """<script>addEventListener("load",()=>{const root=document.documentElement;
document.title=`${innerWidth} ${root.scrollWidth} ${document.querySelectorAll("svg text").length}`})</script>"""

pytestmark = pytest.mark.skipif(not BROWSER, reason="there is no Chromium or Chrome on this machine")


def browse(file: Path, *options: str) -> subprocess.CompletedProcess[str]:
    line = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
    line += [f"--user-data-dir={file.parent / 'profile'}", "--enable-logging=stderr", *options, file.as_uri()]
    return subprocess.run(line, check=True, capture_output=True, text=True, timeout=150)


def title(shown: str) -> str:
    found = re.search(r"<title>(.*?)</title>", shown, re.DOTALL)
    assert found
    return found[1]


def test_the_report_is_shown_without_a_complaint(tmp_path: Path) -> None:
    made_up.findings(80).write(tmp_path / "report.html")
    picture = tmp_path / "shown.png"
    done = browse(tmp_path / "report.html", f"--screenshot={picture}", "--window-size=1200,2400")
    assert "CONSOLE" not in done.stderr
    assert picture.stat().st_size > 30_000


def test_what_a_page_wrote_does_not_run_even_without_the_second_wall(tmp_path: Path) -> None:
    html = made_up.findings(80, marked=EVIL).write(tmp_path / "report.html", "floods")
    file = tmp_path / "bare.html"
    file.write_text(re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html), "utf-8")
    shown = browse(file, "--dump-dom").stdout
    assert title(shown) == "What did we find? floods"
    assert not re.search(r"<(script|img)\b", shown)


def test_a_script_would_be_stopped_by_the_second_wall(tmp_path: Path) -> None:
    html = made_up.findings(10).write(tmp_path / "report.html", "floods")
    file = tmp_path / "broken.html"
    file.write_text(html.replace("</body>", "<script>document.title='owned'</script></body>"), "utf-8")
    assert title(browse(file, "--dump-dom").stdout) == "What did we find? floods"


@pytest.mark.parametrize("marked", ["", "a" * 300, "洪水" * 300], ids=["short", "long", "long-chinese"])
def test_the_page_is_no_wider_than_a_narrow_window(marked: str, tmp_path: Path) -> None:
    html = made_up.findings(80, marked=marked).write(tmp_path / "report.html")
    file = tmp_path / "measured.html"
    html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html).replace(
        "</body>", f"{MEASURE}</body>"
    )
    file.write_text(html, "utf-8")
    window, page, texts = map(int, title(browse(file, "--dump-dom", "--window-size=500,900").stdout).split())
    assert page <= window
    assert texts > 20
