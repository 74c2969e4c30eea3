"""The shipped contract suites over the parts of this package, a line each; run where the package is installed."""

from birdwatch.encoder import Letters
from birdwatch.links import BirdAnchors
from birdwatch.relevance import bird_words
from birdwatch.store import CageStore
from birdwatch.strategy import FewSlashes
from birdwatch.web import Aviary
from honeyguide.testing import (
    encoder_contract,
    link_model_contract,
    page_source_contract,
    relevance_contract,
    store_contract,
    strategy_contract,
    web_contract,
)
from honeyguide.web.offline import SimulatedWeb

TestFewSlashes = strategy_contract(FewSlashes)
TestFewSlashesByName = strategy_contract("few-slashes:trust=0.9")
TestBirdAnchors = link_model_contract(BirdAnchors)
TestLetters = encoder_contract(Letters)
TestLettersByName = encoder_contract("letters:length=4,dimensions=64")
TestBirdWords = relevance_contract(bird_words)
TestAviary = page_source_contract("aviary:40")
TestAviaryAsWeb = web_contract(lambda: SimulatedWeb(Aviary(40)), pages=Aviary(40).urls()[:4])
TestCageStore = store_contract(CageStore)
TestCageStoreByName = store_contract("cage")
