"""Where a page may send a browser."""

from django.utils.http import url_has_allowed_host_and_scheme


def is_path(url: str) -> bool:
    """A place in this house: no host, and nothing that a browser or a router takes for another."""
    return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)
