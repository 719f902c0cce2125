"""The server: the advisor, the match and the trainer over HTTP, for a page and for programs.

It needs the extra ``web``; `solver.web.app.create_app` makes the application.
"""
