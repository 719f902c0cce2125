"""``casino-holdem serve``: the page and its API in a browser, from a server on this machine."""

from __future__ import annotations

import ipaddress
import logging
import signal
import socket
import sys
import threading
from pathlib import Path

import click

from solver.cli import STATUS_FALSE

_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1", "[::1]")
_SECONDS_TO_END = 1
_STATUS_TERMINATED = 128 + signal.SIGTERM
_MOST_CONNECTIONS = 500


class _CannotServe(click.ClickException):
    """The machine is not as serving needs it."""

    exit_code = STATUS_FALSE


@click.command("serve")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen at: as it is, only this machine can ask.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    metavar="N",
    help="Port to listen at; 0 for one that is free.",
)
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
@click.option(
    "--log-file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append what happens to this file.",
)
def command(host: str, port: int, show: bool, log_file: Path | None) -> int:
    """Serve the page: play, train and ask for advice in a browser.

    It runs until Ctrl-C. Programs may ask, too: /api/openapi.json says what.

    It is made for one machine or a home network, not for the internet: there are no accounts, and
    whoever holds enough connections open keeps others out. What there is for one client is counted
    by address, so that behind a proxy all are one client.
    """
    from solver.cli.solving import logging_to

    with logging_to(log_file):
        return _serve(host, port, show)


def _serve(host: str, port: int, show: bool) -> int:
    try:
        import fastapi  # noqa: F401
        import limits  # noqa: F401
        import uvicorn
    except ImportError as error:
        raise _CannotServe(
            f"serving needs the extra web, and {error.name} is not there: "
            "pip install 'casino-holdem[web]', or '.[web]' where its source is"
        ) from None

    # At its own end, a process of ours would leave things behind that Python clears away.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_STATUS_TERMINATED))
    with _listening(host, port) as listener:
        from solver.web.app import create_app, warm_up

        name, port = listener.getsockname()[:2]
        address = ipaddress.ip_address(name)
        app = create_app({host, name, *_LOOPBACK_NAMES} if address.is_loopback else ())
        warm_up(app)
        if not address.is_loopback:
            click.echo(f"warning: whoever reaches {host} can ask, not only this machine", err=True)
        # All addresses are none that a browser could go to.
        url = f"http://{_shown('localhost' if address.is_unspecified else host)}:{port}"
        click.echo(f"Casino Hold'em at {url} (Ctrl-C to end)")
        if show:
            _open(url)
        _log_beside_ours("uvicorn")
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            # Whoever asks could claim to be another.
            proxy_headers=False,
            server_header=False,
            limit_concurrency=_MOST_CONNECTIONS,
            timeout_graceful_shutdown=_SECONDS_TO_END,
        )
        uvicorn.Server(config).run([listener])
    return 0


def _log_beside_ours(name: str) -> None:
    """Write another logger's records where ours go, or nowhere."""
    logger, handlers = logging.getLogger(name), logging.getLogger("solver").handlers
    logger.propagate = False
    logger.setLevel(logging.INFO)
    for handler in handlers or [logging.NullHandler()]:
        logger.addHandler(handler)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens, so that whoever reads the address can ask at once."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise click.BadParameter(
            f"{host!r} is no address of this machine", param_hint="'--host'"
        ) from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_MOST_CONNECTIONS)
    except OSError as error:
        listener.close()
        raise _CannotServe(f"cannot listen at {_shown(host)}:{port}: {error.strerror}") from None
    return listener


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _open(url: str) -> None:
    import webbrowser

    # A browser in the terminal would not return before it is left.
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
