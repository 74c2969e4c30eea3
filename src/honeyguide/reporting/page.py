"""A report as one HTML file that asks for nothing from outside: no script, font or picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honeyguide.reporting.pictures import Picture

STYLE = """
:root{color-scheme:light;--ink:#222;--soft:#555;--paper:#fff;--shade:#f7f7f7;--rule:#e4e4e4;--edge:#999}
body{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK SC",sans-serif;
color:var(--ink);background:var(--paper);max-width:78rem;margin:2rem auto;padding:0 1.25rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .4rem}h2{font-size:1.2rem;margin:2.4rem 0 .5rem}
h3{font-size:1rem;margin:1.4rem 0 .3rem}
p{max-width:46rem}.lead{font-size:1.1rem}.note,figcaption span{color:var(--soft);font-size:.9rem}
figure{margin:1.2rem 0 1.6rem;max-width:52rem}
.courses{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(34rem,100%),1fr));gap:0 2rem}
figcaption{font-weight:600;margin-bottom:.3rem}
figcaption span{display:block;font-weight:400}svg{display:block;width:100%;height:auto}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .65rem;border-bottom:1px solid var(--rule);text-align:right;vertical-align:top;
white-space:nowrap}
th:first-child,td.text{text-align:left}thead th{border-bottom:2px solid var(--edge);vertical-align:bottom}
tbody th{font-weight:600}tr.reference{color:var(--soft);background:var(--shade)}tr.reference th{font-weight:400}
small{display:block;color:var(--soft);font-size:.78rem}td.sure{font-weight:600}
td.text{white-space:normal;overflow-wrap:anywhere}
details{margin:1rem 0}summary{cursor:pointer;font-weight:600}
@media print{details{display:block}figure,table{break-inside:avoid}}
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The browser's own wall: should anything get past the escaping, it could neither run nor ask for anything."""


def document(title: str, body: Iterable[str], style: str = "") -> str:
    """The whole file; the body is HTML."""
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head><body>",
            *body,
            "</body></html>\n",
        )
    )


def figure(title: str, caption: str, svg: str, says: str = "") -> str:
    """A drawing under its title and caption; whoever cannot see it is told what it says, else title and caption."""
    above = f"<figcaption>{escape(title)}<span>{escape(caption)}</span></figcaption>" if title or caption else ""
    label = escape(says or f"{title}. {caption}")
    return f'<figure>{above}<div class="wide" role="img" aria-label="{label}">{svg}</div></figure>'


def picture_of(each: Picture) -> str:
    return figure(each.title, each.caption, each.svg)
