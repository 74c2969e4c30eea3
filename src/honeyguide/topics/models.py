"""What training gave, in a JSON file beside the topic file: bounded and checked; never a pickle."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources.abc import Traversable

import msgspec

from honeyguide.errors import BadFile, nearest
from honeyguide.model import Model
from honeyguide.text_files import read_bytes
from honeyguide.validation import shown

LARGEST = 64_000_000
"""Bytes: a million words with their weights."""
MOST = 1e9
"""Largest number in a model: sums of their products must stay finite."""
KINDS = ("features", "classifier", "centroid", "rocchio", "judge")


def read_model(folder: Traversable, name: str) -> Model:
    """The model in a file beside the topic file; `wrong_with_model` says what is wrong with it."""
    where = f"the model file '{name[:100]}'"
    try:
        content = read_bytes(folder / name, "a model", LARGEST)
        return msgspec.json.decode(content, type=Model)
    except BadFile as bad:
        raise BadFile(where, bad.message) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile(where, f"holds no model: {str(error)[:200]}") from None


def wrong_with_model(model: object) -> str:
    """What is wrong, in a sentence; empty when nothing is."""
    if not isinstance(model, Model):
        return f"model must be the name of a JSON file in quotes, not {shown(model)}"
    if model.kind not in KINDS:
        kind = str(model.kind)[:60]
        return f"the model is of the kind '{kind}', which is not known{nearest(kind, KINDS)}"
    words = len(model.words)
    if not words or not all(isinstance(word, str) for word in model.words):
        return "the model holds no words" if not words else "the model holds a word that is not text"
    if len(set(model.words)) != words:
        return "the model holds a word twice"
    if len(model.weights) != words:
        return f"the model has {words:,} words and {len(model.weights):,} weights; each word needs one"
    if model.rarity and len(model.rarity) != words:
        return (
            f"the model has {words:,} words and {len(model.rarity):,} values of rarity; each word needs one, or none"
        )
    numbers = (model.bias, model.slope, model.offset)
    scores = (*model.examples, *(() if model.threshold is None else (model.threshold,)))
    if not _usable((*model.weights, *model.rarity, *numbers, *scores)):
        return f"the model holds a number that is not finite or beyond {MOST:,.0f}, or something that is no number"
    if model.rarity and min(model.rarity) < 0:
        return "the model holds a rarity below 0"
    return "" if all(0 <= score <= 1 for score in scores) else "the model holds a score outside of 0 to 1"


def _usable(numbers: Iterable[float]) -> bool:
    return all(isinstance(number, int | float) and abs(number) <= MOST for number in numbers)
