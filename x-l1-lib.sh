. /src/x-u1-lib.sh
cat >> /tmp/pre.sh <<'P'
mk() { mkdir -p "$1" && cd "$1" && git init -q && seq 1 20 >a.py && seq 101 120 >b.py && mkdir lib && seq 201 220 >lib/x && seq 301 320 >lib/y && printf "build/\n*.log\n" >.gitignore && git add . && git commit -qm base; }
# where TOKEN: in which files of HOME does the token exist
where() { for t in "$@"; do echo "  ?? $t: $(grep -rlaI --exclude-dir=.git -- "$t" ~ 2>/dev/null | sed "s,$HOME/,," | head -8 | tr "\n" " ") $(for g in $(find ~ -maxdepth 3 -name .git -type d); do git --git-dir=$g cat-file --batch-all-objects --batch 2>/dev/null | grep -aq -- "$t" && echo "git:$g"; done | tr "\n" " ")"; done; }
P
