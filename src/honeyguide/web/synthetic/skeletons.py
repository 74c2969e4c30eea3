"""The frames of pages: four looks, from tables of the nineties to today's elements."""

from __future__ import annotations

_MODERN = """<!DOCTYPE html>
<html{lang}>
<head>
<meta charset="{charset}">
<title>{title}</title>
{metas}<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/site.css">
<script>window.settings = {{"theme": "light", "lazy": true, "comments": false}};</script>
</head>
<body>
<header><nav><ul>{bar}</ul></nav></header>
<main>
<nav class="breadcrumb">{crumbs}</nav>
<article>
<h1>{heading}</h1>
<p class="byline">{by}</p>
{article}
{table}
{around}
</article>
<aside>
{listing}
{advert}
</aside>
</main>
<footer><p>{about}</p><p>{rights}</p></footer>
</body>
</html>
"""

_BOXES = """<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html{lang}>
<head>
<meta http-equiv="Content-Type" content="text/html; charset={charset}">
<title>{title}</title>
{metas}<style type="text/css">.left {{ float: left; width: 20% }} .main {{ margin-left: 22% }}</style>
</head>
<body>
<div id="top"><ul class="menu">{bar}</ul></div>
<div class="crumbs">{crumbs}</div>
<div class="main" id="content">
<h1>{heading}</h1>
<div class="date">{by}</div>
{article}
{table}
{around}
</div>
<div class="left">
{listing}
{advert}
</div>
<div id="foot">{about}<br>{rights}</div>
</body>
</html>
"""

_TABLES = """<html{lang}>
<head>
<meta http-equiv="content-type" content="text/html; charset={charset}">
<title>{title}</title>
{metas}</head>
<body bgcolor="#ffffff">
<table width="100%" border="0"><tr><td colspan="2"><ul>{bar}</ul></td></tr>
<tr><td width="70%" valign="top">
<font size="2">{crumbs}</font>
<h1>{heading}</h1>
<i>{by}</i>
{article}
{table}
{around}
</td><td valign="top">
{listing}
{advert}
</td></tr></table>
<hr>
<small>{about} {rights}</small>
</body>
</html>
"""

_PORTAL = """<!doctype html>
<html{lang}>
<head>
<meta charset="{charset}">
<title>{title}</title>
{metas}</head>
<body>
<div class="nav"><ul>{bar}</ul></div>
<div class="path">{crumbs}</div>
<div class="article">
<h1>{heading}</h1>
<div class="info"><span>{by}</span></div>
<div class="content">
{article}
{table}
</div>
{around}
</div>
<div class="more">
{listing}
</div>
{advert}
<!-- footer -->
<div class="footer"><span>{about}</span> <span>{rights}</span></div>
</body>
</html>
"""

SKELETONS = (_MODERN, _BOXES, _PORTAL, _TABLES)
"""By style of the host."""
