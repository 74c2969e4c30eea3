"""The style sheet that is shipped in place of one that every page computes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page
from tests.app import styles

pytestmark = pytest.mark.slow


def test_the_style_sheet_has_all_classes_that_pages_use(browser: Browser) -> None:
    missing = styles.classes(styles.make(browser)) - styles.classes(styles.FILE.read_text("utf-8"))
    assert not missing, "make styles"


def test_pages_have_the_style_sheet(page: Page) -> None:
    """`max-w-6xl` comes from nowhere else."""
    assert page.locator(".max-w-6xl").evaluate("each => getComputedStyle(each).maxWidth") == "1152px"
