"""The tables, as LaTeX itself reads them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from string import punctuation

import pytest

from honeyguide.reporting.latex import SCRIPTS, latex
from honeyguide.reporting.tables import Table

SIGNS = f"{punctuation} –—−±×…≤≥≈∝→ΔΣαβγδεηλμρστ·²é“”‘’\u00a0€"


def compiled(program: str, table: Table, folder: Path, packages: str = "") -> str:
    """What the program says while it sets the table."""
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    (folder / "table.tex").write_text(latex(table), "utf-8")
    lines = [r"\documentclass{article}", r"\usepackage{booktabs}", r"\usepackage{graphicx}", packages]
    lines += [r"\begin{document}", r"\input{table}", r"\end{document}"]
    (folder / "paper.tex").write_text("\n".join(lines), "utf-8")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "paper.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, said[-2000:]
    assert (folder / "paper.pdf").exists()
    return said


def table(name: str, columns: int = 3) -> Table:
    heads = ["strategy", *(f"{name} {number}" for number in range(1, columns))]
    return Table("signs", f"All of {name}", f"With {name}.", heads, [[name, *("1" for _ in heads[1:])]])


@pytest.mark.parametrize("columns", [3, 40])
def test_pdflatex_sets_every_sign(tmp_path: Path, columns: int) -> None:
    made = table(SIGNS, columns)
    assert SCRIPTS not in latex(made)
    assert "Overfull" not in compiled("pdflatex", made, tmp_path)


def test_chinese_needs_other_fonts_and_the_file_says_so(tmp_path: Path) -> None:
    made = table("暴雨_灾害")
    assert SCRIPTS in latex(made)
    if not shutil.which("kpsewhich") or not subprocess.run(
        ["kpsewhich", "xeCJK.sty", "FandolSong-Regular.otf"], capture_output=True, check=False
    ).stdout.strip().count(b"\n"):
        pytest.skip("xeCJK and its fonts are not installed")
    packages = r"\usepackage{xeCJK}\setCJKmainfont{FandolSong-Regular.otf}"
    assert "Missing character" not in compiled("xelatex", made, tmp_path, packages)
