"""Two at one record: what the slower one changed, laid over what the faster one stored."""

from typing import Any

from django import forms


def merged(form: Any, stored: dict[str, Any]) -> Any:
    """The form again: what its sender changed, and all else as stored now, so that sending it
    again cannot take back what somebody else has changed meanwhile."""
    data = form.data.copy()
    for name in _facts(form, stored):
        kept, seen = _list(stored[name]), data.getlist(f"initial-{name}")
        if isinstance(form.fields[name], forms.MultipleChoiceField):
            data.setlist(name, _each(seen, data.getlist(name), kept))
        elif name not in form.changed_data:
            data.setlist(name, kept)
        data.setlist(f"initial-{name}", kept)
    data["version"] = stored["version"]
    return type(form)(data, initial=stored)


def differences(form: Any, stored: dict[str, Any]) -> list[tuple[str, Any, Any, bool]]:
    """Where what was sent is not what is stored: label, stored, sent, and whether to be kept."""
    return [
        (form[name].label, stored[name], form.cleaned_data[name], name in form.changed_data)
        for name in _facts(form, stored)
        if (form.cleaned_data[name] or "") != (stored[name] or "")
    ]


def _facts(form: Any, stored: dict[str, Any]) -> list[str]:
    return [name for name in form.fields if name in stored and name != "version"]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _each(seen: list[Any], sent: list[Any], stored: list[Any]) -> list[Any]:
    """Of several choices each by itself: as its sender changed it, or else as stored."""
    changed = set(seen) ^ set(sent)
    return sorted((set(sent) & changed) | (set(stored) - changed))
