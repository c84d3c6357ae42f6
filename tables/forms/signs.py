"""Posting a sign and taking one down, as a page sends it."""

from django import forms

from casino.forms import BIGGEST, printable
from tables.forms.layouts import Seen, photo


class PostSign(Seen):
    """`seen` is the sign that hung there, 0 for none."""

    statement = forms.CharField(max_length=40, widget=forms.HiddenInput)
    photo = photo("Photo of the sign where it hangs", attrs={"capture": "environment"})


class TakeDown(forms.Form):
    sign = forms.IntegerField(min_value=1, max_value=BIGGEST, widget=forms.HiddenInput)
    reason = forms.CharField(label="Why", max_length=200, validators=[printable])
