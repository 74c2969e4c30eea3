"""Markdown by crawl4ai, without its browser: pages come as JSON lines, Markdown goes out as such.

    PYTHON bench/crawl4ai_markdown.py < pages.jsonl

Run by `bench/markdown.py --crawl4ai PYTHON` with an interpreter that has crawl4ai, and nothing of ours is imported.
Each page goes the way that `arun` takes after fetching: the scraper cleans the HTML, and the generator writes it;
`fit` is what its pruning filter leaves, the Markdown that it recommends for language models.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import version


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the libraries print is no answer
    from crawl4ai.content_filter_strategy import PruningContentFilterLXML
    from crawl4ai.content_scraping_strategy import LXMLWebScrapingStrategy
    from crawl4ai.markdown_generation_strategy import DefaultMarkdownGenerator

    print(json.dumps(version("crawl4ai")), file=answers, flush=True)
    generator = DefaultMarkdownGenerator(content_filter=PruningContentFilterLXML())
    for line in sys.stdin:
        page = json.loads(line)
        cleaned = LXMLWebScrapingStrategy().scrap(page["url"], page["html"]).cleaned_html
        made = generator.generate_markdown(input_html=cleaned, base_url=page["url"], citations=False)
        written = {"raw": made.raw_markdown or "", "fit": made.fit_markdown or ""}
        print(json.dumps(written), file=answers, flush=True)


if __name__ == "__main__":
    main()
