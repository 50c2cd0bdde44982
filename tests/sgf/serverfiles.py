"""Records as servers write them, made by hand: the same four moves after a head of each format."""

from __future__ import annotations

from typing import Final

from gtpengine.sgf.tree import SgfNode

GIB: Final = r"""\HS
\[GIBOKIND=Korea\]
\[GAMECONDITION=호선 : 흑 공제 6집반\]
\[GAMERESULT=흑 불계승\]
\[GAMENAME=친선 대국\]
\[GAMEDATE=2021- 3- 7-20-15- 1\]
\[GAMEWHITENAME=하양 (3단)\]
\[GAMEBLACKNAME=검정 (12급)\]
\[GAMEINFOMAIN=GBKIND:0,GTYPE:0,GCDT:0,GTIME:1200-30-3,GRLT:3,ZIPSU:0,DUM:0,GONGJE:65,TCNT:4\]
\[GAMETAG=S0,R0,D0,G65,W3,Z0,T30-3-1200,C2021:03:07:20:15\]
\HE
\GS
2 1 0
4 0 &4
INI 0 1 0 &4
STO 0 2 1 15 3
STO 0 3 2 3 15 &4a word
SKI 0 4
STO 0 5 2 3 3
\GE
"""

NGF: Final = """レーティング対局
19
しろ いし      7段*
くろ           9段P
www.cyberoro.com
0
0
6
20210307 [20:15]
15
黒2目半勝ち! >> 白(64):黒(76)
4
PMABBQEEQ
PMACWEQQE
PMADBAAAA
PMAEWEEEE
"""

NGF_OLDER: Final = """GI十段战
GI白子 初段
GI黑子 五段
GI
GI
GI2006-9-5
GI19
GI0
GI0
GI6
GI4
PMABBQEEQ
PMACWEQQE
PMADBQQQQ
PMAEWEEEE
ID W[4] 黑中盘胜(消息)[EndTxt]
"""

UGF: Final = """[Header]
Ver=REVIEW1,200
Lang=SJIS
Crypt=0,PLAIN_UGF_FILE,READ_WRITE
Title=26,名人戦,
Place=PANDA-NET
Date=2021/03/07,22:09:00,2021/03/08,07:16:59
Rule=JPN
Size=19
Hdcp=0,6.50
Moves=4,0
Winner=B,2.50
CoordinateType=IGS
PlayerB=表 太郎,7d,,x@example.com
PlayerW=白石,2k?,,
[Data]
PP,B1,1,0
DD,W1,2,0
YA,B1,3,0
DP,W1,4,0
[Figure]
.Text,2,0
見損じ
.#,16,16,A
.EndText
.Fig,4,1,1,19,19,第1譜,1,0
AA,B1,0,0
.Text
譜の言葉
.EndText
.EndFig
[ReviewNode]
NODE,1,0,0,0
NODE,2,1,16,16
  VARIATION,
    NODE,6,2,16,4
    NODE,7,1,20,20
  VARIATIONEND,
NODE,3,2,4,4
NODE,4,1,20,20
NODE,5,2,4,16
[ReviewComment]
.Comment,1
 よろしく
.Comment,6
another way
"""

FILES: Final = {
    "gib": GIB.encode("euc-kr"),
    "ngf": NGF.encode("shift_jis"),
    "older ngf": NGF_OLDER.encode("gb18030"),
    "ugf": UGF.encode("shift_jis"),
}
"""Each in the charset of its country."""


def head(root: SgfNode) -> dict[str, str]:
    """Return what a record says before its first move."""
    return {name: root.text(name) for name in root.properties}


def moves(root: SgfNode) -> list[tuple[str, bytes]]:
    """Return the moves of the main line, as SGF has them."""
    return [(name, node.raw(name)) for node in root.main_line() for name in "BW" if name in node]
