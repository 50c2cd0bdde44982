"""A Go board in the terminal (``gtpengine play``), plain or as a screen by Textual."""
