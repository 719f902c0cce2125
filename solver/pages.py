"""Pages: text and HTML from the templates that come with the package."""

from __future__ import annotations

from solver.numerals import decimal, percent


def rendered(template: str, **values: object) -> str:
    """A template filled in; in HTML every value is escaped."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("solver"),
        autoescape=jinja2.select_autoescape(("html.jinja",)),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {"decimal": decimal, "percent": percent}
    return environment.get_template(template).render(**values)
