"""Importing this imports all of Honeyguide, and what its command loads on its way: what `WarmProcess` forks from."""

import io
import sys
from contextlib import redirect_stdout, suppress
from importlib import import_module
from pkgutil import walk_packages

import pytest  # noqa: F401  the main module of the process that asks

import honeyguide
from honeyguide import encoders
from honeyguide.cli import main

for module in walk_packages(honeyguide.__path__, "honeyguide."):
    if not module.name.endswith("__main__"):
        import_module(module.name)

if usual := encoders.make("use"):
    usual.encode(["loaded"])

sys.argv = ["honeyguide", "version"]
with redirect_stdout(io.StringIO()), suppress(SystemExit):
    main()
