"""Which hosts belong together."""

import pytest

from honeyguide.sites import site_of


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("example.com", "example.com"),
        ("www.example.com", "example.com"),
        ("news.example.co.uk", "example.co.uk"),
        ("www.rain.gov.cn", "rain.gov.cn"),
        ("WWW.Example.com.", "example.com"),
        ("www.example.com:8080", "example.com"),
    ],
)
def test_a_site_is_the_domain_that_somebody_registered(host: str, site: str) -> None:
    assert site_of(host) == site


def test_blogs_under_one_roof_are_sites_of_their_own() -> None:
    assert site_of("ann.blogspot.com") == "ann.blogspot.com"
    assert site_of("www.bob.blogspot.com") == "bob.blogspot.com"


def test_domains_in_other_scripts_are_sites_too() -> None:
    assert site_of("www.xn--fsqu00a.xn--fiqs8s") == "xn--fsqu00a.xn--fiqs8s"


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:8000", "192.0.2.7"),
        ("[2001:db8::1]:8080", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("localhost", "localhost"),
        ("localhost:8000", "localhost"),
        ("co.uk", "co.uk"),
        ("", ""),
    ],
)
def test_an_address_a_single_label_and_a_suffix_are_their_own_site(host: str, site: str) -> None:
    assert site_of(host) == site
