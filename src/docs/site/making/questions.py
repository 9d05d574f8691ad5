"""A question's form. style.css shows it where there is JavaScript, in place of the list of options above it."""

import html
import string

KINDS = {"number": "number", "one": "radio", "several": "checkbox"}


def question_form(question, options, inline):
    """HTML. `options` are the items of the list above the question, as HTML; `inline` makes HTML of Markdown."""
    kind, name = question["kind"], question["id"]
    if kind not in KINDS:
        raise ValueError(f"kind: expected one of {', '.join(KINDS)}, found {kind}")
    answers = _answers(question, options)
    why = question.get("why", {})
    why = {"": why} if isinstance(why, str) else why
    law = question.get("law", "")
    reasons = "".join(
        f'<template data-option="{html.escape(option)}">{inline(text)}</template>' for option, text in why.items()
    )
    named = (
        f'<template data-option="law">Held by <a href="laws.md#{law}"><code>{law}</code></a>.</template>'
        if law
        else ""
    )
    return (
        f'<form class="question" id="question-{name}" data-kind="{kind}" '
        f'data-answer="{html.escape(" ".join(answers))}">\n'
        f'<fieldset><legend>{_legend(kind)}</legend>\n{_fields(kind, name, options)}</fieldset>\n'
        f'<button type="submit">Check</button>\n<div class="feedback" role="status"></div>\n{reasons}{named}</form>\n'
    )


def _answers(question, options):
    given = question["answer"] if isinstance(question["answer"], list) else [question["answer"]]
    if question["kind"] == "number":
        if options:
            raise ValueError("a number is asked for: expected no list above it")
        return [str(value) for value in given]
    letters = string.ascii_lowercase[: len(options)]
    if len(letters) < 2:
        raise ValueError(f"expected a list of options above it, found {len(letters)}")
    if unknown := [value for value in given if value not in letters or value == ""]:
        raise ValueError(f"answer: expected letters from a to {letters[-1]}, found {unknown[0]}")
    if question["kind"] == "one" and len(given) != 1:
        raise ValueError(f"kind one: expected one letter, found {len(given)}")
    return given


def _legend(kind):
    return {"number": "Your number", "one": "Choose one", "several": "Mark all that is true"}[kind]


def _fields(kind, name, options):
    if kind == "number":
        return f'<input name="{name}" inputmode="decimal" autocomplete="off" aria-label="Your number">\n'
    return "".join(
        f'<label><input type="{KINDS[kind]}" name="{name}" value="{letter}"> <span>{option}</span></label>\n'
        for letter, option in zip(string.ascii_lowercase, options)
    )
