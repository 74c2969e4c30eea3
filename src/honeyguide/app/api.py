"""The HTTP API: what the application does, for scripts, as JSON under `/api`.

Every error is `{"detail": "one sentence"}`: 400 what was given cannot be used, 401 no token, 403 another site's page,
404 no such crawl or page, 405 not this way, 409 not in this state, 413 too large, 422 of the wrong type,
503 the machine cannot.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

import msgspec
from fastapi import APIRouter, Body, FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.routing import Match

from honeyguide.app.models import input_of, model_of
from honeyguide.app.security import API
from honeyguide.app.streaming import exported
from honeyguide.app.work import FAILURES, sentence
from honeyguide.crawl_folder import PageList, Status
from honeyguide.errors import BadInput, BadTopic, NotNow, NotThere
from honeyguide.explanation import Explanation
from honeyguide.insight.search import Answer
from honeyguide.model import CrawlEvent, StoredPage, Topic
from honeyguide.reach import Reach
from honeyguide.topics.files import load_topic, shipped_topics
from honeyguide.workspace import CrawlSummary, Workspace

_MOST_SEEDS = 10_000
_LARGEST_INTEGER = 2**63 - 1

Id = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$", description="The `id` of a crawl, as the list has it.")]
Number = Annotated[int, Path(ge=0, le=_LARGEST_INTEGER, description="The `number` of a page, as the list has it.")]
Name = Annotated[str, Field(min_length=1, max_length=100, description="Of the new folder.")]
Changes = Annotated[dict[str, JsonValue], Field(description="Settings by name, as a settings file has them.")]


class Problem(BaseModel):
    """What went wrong, in a sentence."""

    detail: str


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewCrawl(_Sent):
    """A crawl that is to begin."""

    name: Name
    topic: Annotated[
        str | input_of(Topic, "model"),  # type: ignore[valid-type]
        Field(description="The name of a shipped topic, or a topic as a topic file has it."),
    ]
    seeds: Annotated[
        list[Annotated[str, Field(max_length=8_000)]],
        Field(min_length=1, max_length=_MOST_SEEDS, description="URLs of starting pages."),
    ]
    settings: Changes = {}


class Changed(_Sent):
    """Settings that are to be others."""

    settings: Changes = {}


class Copy(_Sent):
    """A crawl that is to begin with what another one began with."""

    name: Name
    settings: Changes = {}


_SHOWN = {
    status: {"model": Problem, "description": says}
    for status, says in {
        400: "What was given cannot be used.",
        401: "The token is missing or wrong.",
        403: "A page of another site asks.",
        404: "There is no such crawl or page.",
        409: "The state of the crawl does not allow it.",
        413: "The body is too large.",
        421: "This server is not known by that name.",
        422: "Something is of the wrong type.",
        503: "The machine cannot: disk full, folder in use.",
    }.items()
}


def add_api(app: FastAPI, workspace: Workspace) -> None:
    """Everything under `/api`."""
    app.include_router(_router(workspace.within(Reach.NETWORK)))
    app.add_exception_handler(RequestValidationError, _wrong_type)
    for kind in FAILURES:
        app.add_exception_handler(kind, _problem)


def _router(workspace: Workspace) -> APIRouter:
    router = APIRouter(prefix=API, responses=_SHOWN)  # type: ignore[arg-type]

    @router.get("/crawls", response_model=list[model_of(CrawlSummary)])  # type: ignore[misc]
    def crawls() -> Response:
        """All crawls of the workspace, the latest activity first."""
        return _json(workspace.crawls())

    @router.post("/crawls", status_code=201, response_model=model_of(CrawlSummary))
    def start(new: NewCrawl) -> Response:
        """Begin a crawl, as a process of its own; answers when it runs."""
        return _json(workspace.start(_topic(new.topic), new.seeds, new.name, new.settings), 201)

    @router.get("/crawls/{crawl}", response_model=model_of(CrawlSummary))
    def summary(crawl: Id) -> Response:
        """One crawl as the list shows it."""
        return _json(workspace.summary(crawl))

    @router.delete("/crawls/{crawl}", status_code=204)
    def delete(
        crawl: Id, confirm: Annotated[str, Query(max_length=200, description="The `name` of the crawl.")]
    ) -> Response:
        """Delete a crawl that does not run; nothing brings it back."""
        if workspace.summary(crawl).name != confirm:
            raise BadInput("to delete a crawl, confirm must be its name")
        workspace.delete(crawl)
        return Response(status_code=204)

    @router.get("/crawls/{crawl}/status", response_model=model_of(Status))
    def status(crawl: Id) -> Response:
        """How far a crawl is: all that `honeyguide status --json` says."""
        return _json(workspace.open(crawl).status())

    @router.post("/crawls/{crawl}/pause", status_code=202, response_model=model_of(CrawlSummary))
    def pause(crawl: Id) -> Response:
        """Have a running crawl ask for nothing more, once what is under way is stored."""
        workspace.pause(crawl)
        return _json(workspace.summary(crawl), 202)

    @router.post("/crawls/{crawl}/resume", response_model=model_of(CrawlSummary))
    def resume(crawl: Id, changed: Annotated[Changed | None, Body()] = None) -> Response:
        """Let a crawl go on that is paused, stopped or finished; answers when it runs."""
        return _json(workspace.resume(crawl, **(changed.settings if changed else {})))

    @router.post("/crawls/{crawl}/stop", status_code=202, response_model=model_of(CrawlSummary))
    def stop(crawl: Id) -> Response:
        """End a running or paused crawl cleanly."""
        workspace.stop(crawl)
        return _json(workspace.summary(crawl), 202)

    @router.post("/crawls/{crawl}/duplicate", status_code=201, response_model=model_of(CrawlSummary))
    def duplicate(crawl: Id, copy: Copy) -> Response:
        """Begin a crawl with the topic, seeds and settings of this one."""
        return _json(workspace.duplicate(crawl, copy.name, **copy.settings), 201)

    @router.get("/crawls/{crawl}/pages", response_model=model_of(PageList))
    def pages(
        crawl: Id,
        sort: Annotated[str, Query(max_length=40, description="A column of the answer.")] = "fetched_at",
        descending: bool = False,
        offset: Annotated[int, Query(ge=0, le=_LARGEST_INTEGER)] = 0,
        limit: Annotated[int, Query(ge=1, le=1_000)] = 50,
        on_topic: bool | None = None,
        duplicates: Annotated[bool, Query(description="Whether near-duplicates are listed.")] = True,
        contains: Annotated[str, Query(max_length=500, description="In title or URL.")] = "",
        host: Annotated[str, Query(max_length=300)] = "",
        language: Annotated[str, Query(max_length=20)] = "",
        min_relevance: Annotated[float, Query(ge=0, le=1)] = 0.0,
        max_relevance: Annotated[float, Query(ge=0, le=1)] = 1.0,
        mark: Annotated[str, Query(max_length=10, description="`on`, `off` or `any`.")] = "",
    ) -> Response:
        """The pages of a crawl without their texts, sorted and filtered, `limit` at a time."""
        return _json(
            workspace.open(crawl).list_pages(
                sort=sort,
                descending=descending,
                offset=offset,
                limit=limit,
                on_topic=on_topic,
                duplicates=duplicates,
                contains=contains,
                host=host,
                language=language,
                min_relevance=min_relevance,
                max_relevance=max_relevance,
                mark=mark,
            )
        )

    @router.get("/crawls/{crawl}/pages/{number}", response_model=model_of(StoredPage))
    def page(crawl: Id, number: Number) -> Response:
        """One page with its texts."""
        return _json(workspace.open(crawl).page(number))

    @router.get("/crawls/{crawl}/pages/{number}/explanation", response_model=model_of(Explanation))
    def explanation(crawl: Id, number: Number) -> Response:
        """How a page is judged, and what its links are worth, from the response that was kept."""
        opened = workspace.open(crawl)
        return _json(opened.explain(opened.page(number).url))

    @router.get("/crawls/{crawl}/search", response_model=model_of(Answer))
    def search(
        crawl: Id,
        query: Annotated[str, Query(min_length=1, max_length=1_000, description='Words, "phrases", OR, -without.')],
        top: Annotated[int, Query(ge=1, le=1_000)] = 10,
        host: Annotated[list[str], Query(max_length=100)] = [],  # noqa: B006
        language: Annotated[list[str], Query(max_length=100)] = [],  # noqa: B006
        since: Annotated[str | None, Query(max_length=40, description="Published then or later: ISO 8601.")] = None,
        until: Annotated[str | None, Query(max_length=40)] = None,
        min_relevance: Annotated[float, Query(ge=0, le=1)] = 0.0,
    ) -> Response:
        """Pages on topic that answer a query, the best first, with the part of each that does."""
        return _json(
            workspace.open(crawl).search(
                query,
                top=top,
                hosts=host,
                languages=language,
                since=since,
                until=until,
                min_relevance=min_relevance,
            )
        )

    @router.get("/crawls/{crawl}/events", response_model=list[model_of(CrawlEvent)])  # type: ignore[misc]
    def events(
        crawl: Id,
        since: Annotated[int, Query(ge=0, le=2**53, description="The `id` of the last event that you saw.")] = 0,
        limit: Annotated[int, Query(ge=1, le=10_000)] = 1_000,
    ) -> Response:
        """What happened after an event, in order: ask again with the last id to follow a crawl."""
        return _json(list(islice(workspace.open(crawl).events(since), limit)))

    @router.get("/crawls/{crawl}/export", response_class=StreamingResponse)
    def export(
        crawl: Id,
        to: Annotated[str, Query(max_length=20, description="jsonl, csv, xlsx, parquet, markdown, chunks or warc.")],
        relevant: bool = False,
        columns: Annotated[str, Query(max_length=1_000, description="Names with commas between them.")] = "",
    ) -> Response:
        """All pages as a file, or those on topic; sent as it is made where the format allows."""
        names = tuple(name.strip() for name in columns.split(",") if name.strip())
        return exported(workspace.open(crawl), to, relevant=relevant, columns=names)

    @router.api_route(
        "/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"], include_in_schema=False
    )
    def nothing(request: Request, rest: str) -> Response:
        """What is not there; without this NiceGUI would answer, in HTML."""
        allowed = [
            method
            for route in router.routes
            if route.matches(request.scope)[0] is Match.PARTIAL
            for method in sorted(getattr(route, "methods", ()))
        ]
        if allowed:
            said = f"{request.method} is not allowed here, {', '.join(allowed)} is"
            return _json(Problem(detail=said).model_dump(), 405, {"Allow": ", ".join(allowed)})
        return _json({"detail": "there is nothing here: see /api/openapi.json"}, 404)

    return router


def _topic(given: str | BaseModel) -> Topic:
    """A shipped one by its name, never a file by its path; or one that is written out."""
    if isinstance(given, str):
        if given not in shipped_topics():
            raise BadTopic(f"'{given[:100]}' is no shipped topic; there is {', '.join(shipped_topics())}")
        return load_topic(given)
    try:
        return msgspec.convert(given.model_dump(exclude_none=True), Topic)
    except msgspec.ValidationError as wrong:
        raise BadTopic(f"topic: {wrong}") from None


def _json(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


async def _wrong_type(request: Request, wrong: Exception) -> JSONResponse:
    """What FastAPI finds wrong with a request, in one sentence."""
    assert isinstance(wrong, RequestValidationError)
    return JSONResponse({"detail": "; ".join(_told(wrong))}, 422)


def _told(wrong: RequestValidationError) -> Iterator[str]:
    for each in list(wrong.errors())[:3]:
        where = ".".join(str(part) for part in each["loc"])
        yield f"{where[:100]}: {each['msg']}"


async def _problem(request: Request, wrong: Exception) -> JSONResponse:
    status = 503
    if isinstance(wrong, NotThere):
        status = 404
    elif isinstance(wrong, NotNow):
        status = 409
    elif isinstance(wrong, BadInput):
        status = 400
    return JSONResponse({"detail": sentence(wrong)}, status)
