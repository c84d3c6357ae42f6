"""A picture by the hash of its content: whoever may see it need ask only once."""

from typing import Any

from django.http import Http404, HttpResponse
from django.views.decorators.http import etag

from casino.selectors.pictures import content_of

FOREVER = "private, max-age=31536000, immutable"  # the content of a hash never changes


@etag(lambda request, hash: f'"{hash}"')
def picture(request: Any, hash: str) -> HttpResponse:
    content = content_of(hash)
    if content is None:
        raise Http404
    return HttpResponse(content, content_type="image/jpeg", headers={"Cache-Control": FOREVER})
