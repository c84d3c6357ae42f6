"""A photograph of a deck, as a page sends it."""

from django import forms


class Photograph(forms.Form):
    """`photo` is checked by casino/services/pictures.py, which alone looks inside."""

    photo = forms.FileField(
        label="Photo",
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    caption = forms.CharField(
        label="What it shows", max_length=120, help_text="The flaw, the seal or the carton"
    )
