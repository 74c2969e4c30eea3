"""TLS certificates of every kind, made by the openssl command."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple


class Certificate(NamedTuple):
    file: Path
    key: Path


class Authority:
    """Signs certificates; `file` is what those who trust it are given."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.file, self._key = self.self_signed("authority")

    def self_signed(self, name: str) -> Certificate:
        made = self._certificate(name)
        new = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}")
        names = ("-addext", f"subjectAltName=DNS:{name}")
        _openssl("req", "-x509", *new, *names, "-keyout", made.key, "-out", made.file)
        return made

    def signed(self, name: str, subject: str, *, expired: bool = False) -> Certificate:
        """Kept under a name, for a host."""
        made = self._certificate(name)
        request, more = made.file.with_suffix(".csr"), made.file.with_suffix(".ext")
        more.write_text(f"subjectAltName=DNS:{subject}\n")
        new = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={subject}")
        _openssl("req", *new, "-keyout", made.key, "-out", request)
        signing = ("-CA", self.file, "-CAkey", self._key, "-CAcreateserial", "-extfile", more)
        _openssl("x509", "-req", "-in", request, *signing, "-days", "-1" if expired else "30", "-out", made.file)
        return made

    def _certificate(self, name: str) -> Certificate:
        return Certificate(self._folder / f"{name}.pem", self._folder / f"{name}.key")


def _openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
