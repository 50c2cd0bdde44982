#!/bin/sh
# The engine against GNU Go on a CGOS server of one's own, on the loopback address:
#
#     run.sh CGOS FOLDER MINUTES python|tcl
#
# CGOS is a clone of github.com/zakki/cgos, FOLDER a new one for games and logs, MINUTES how long
# games begin. gtpengine, gnugo and, for its client, tclsh are on the PATH; the server needs Python
# with passlib 1.7.4. Prints the server's table of games.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cgos=$(cd "$1" && pwd)
client=$cgos/client-python/src/cgosclient.py
mkdir -p "$2/server/logs" "$2/server/web" "$2/gnugo" "$2/gtpengine"
cd "$2"
cp "$here/cgos9.ini" "$cgos/server-python/log.ini" server
cp "$here/gnugo.cfg" gnugo
cp "$here/gtpengine.cfg" "$here/gtpengine-tcl.cfg" gtpengine

(cd server && PYTHONPATH=$cgos/server-python/cgos exec python3 \
    "$cgos/server-python/cgos/server.py" cgos9.ini > server.out 2>&1) &
server=$!
sleep 5
(cd gnugo && exec python3 "$client" gnugo.cfg > client.log 2>&1) &
gnugo=$!
case $4 in
python) (cd gtpengine && exec python3 "$client" gtpengine.cfg > client.log 2>&1) & ;;
tcl) (cd gtpengine && exec tclsh "$cgos/client/cgosGtp.tcl" -c gtpengine-tcl.cfg -k kill.txt \
    > client.log 2>&1) & ;;
esac
engine=$!

sleep $(($3 * 60))
touch gtpengine/kill.txt gnugo/kill.txt # they end after the game
wait $engine $gnugo || true
kill $server
python3 - <<'END'
import sqlite3

games = sqlite3.connect("file:server/cgos.state?mode=ro", uri=True)
print("game  white      black      ms of white  ms of black  result")
for row in games.execute("select gid, w, b, wtu, btu, res from games order by gid"):
    print("{:<5} {:<10} {:<10} {:>11}  {:>11}  {}".format(*row))
END
