"""KataGo's JSON analysis protocol: queries and answers as lines of JSON (`gtpengine analysis`)."""
