"""KataGo's JSON analysis protocol (``gtpengine analysis``)."""
