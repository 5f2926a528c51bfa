. /src/x-l1-lib.sh
cat >> /tmp/pre.sh <<'P'
L() { n=$1; shift; bawn launch -q --name $n -- sh -c "$*"; }
LW() { n=$1; w=$2; shift 2; bawn launch -q --name $n --workspace $w -- sh -c "$*"; }
q() { echo "   \$ $* -> $("$@" 2>&1 | tr "\n" "|" | cut -c1-${W:-700}) "; }
wh() { for t in "$@"; do echo "  ?? $t: $(grep -rla -- "$t" ~ 2>/dev/null | grep -v plan.json | sed "s,$HOME/,," | head -6 | tr "\n" " ")"; done; }
reset() { bawn destroy --force $1 >/dev/null 2>&1; cd ~/p; chmod -R u+rwX .; git reset -q --hard; git clean -fdqx; }
K() { strace -f -qq -o /tmp/st -e trace=$1 -e inject=$1:signal=SIGKILL:when=$2 "${@:3}" >/tmp/o 2>&1; echo "[killed at $1 $2: rc $?] $(git status --short | tr "\n" ";") $(ls -A | grep merge-)"; }
# tmux
TM() { tmux -f /dev/null -L t "$@"; }
scr() { TM capture-pane -p -t r | sed 's/ *$//' | grep -v '^$'; }
key() { for k in "$@"; do TM send-keys -t r "$k"; sleep 0.25; done; }
rev_() { TM kill-session -t r 2>/dev/null; TM new-session -d -s r -x 100 -y 24 "bawn review $* 2>&1; echo RC=\$?; sleep 60"; sleep 1.6; }
P
