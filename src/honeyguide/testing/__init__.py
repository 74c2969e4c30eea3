"""What every part must keep to, as test suites that run over a part of your own with one line.

    from honeyguide.testing import strategy_contract

    TestMine = strategy_contract(Mine)

They are classes of `unittest`, so that pytest and `python -m unittest` run them; nothing else is needed.
"""

from honeyguide.testing.encoders import encoder_contract
from honeyguide.testing.links import link_model_contract
from honeyguide.testing.relevance import relevance_contract
from honeyguide.testing.sources import page_source_contract
from honeyguide.testing.stores import store_contract
from honeyguide.testing.strategies import strategy_contract
from honeyguide.testing.webs import web_contract

__all__ = [
    "encoder_contract",
    "link_model_contract",
    "page_source_contract",
    "relevance_contract",
    "store_contract",
    "strategy_contract",
    "web_contract",
]
