. /src/x-l2-lib.sh
cat >> /tmp/pre.sh <<'P'
has() { for t in "$@"; do grep -rqa --exclude-dir=state -- "$t" ~/p ~/.local/share/bawn 2>/dev/null || { for g in ~/p/.git $(find ~/.local/share/bawn -name objects -type d 2>/dev/null | sed 's,/objects$,,'); do git --git-dir=$g cat-file --batch-all-objects --batch 2>/dev/null | grep -aq -- "$t" && { echo "   (only in git $g: $t)"; continue 2; }; done; echo "   !!!!! MISSING $t"; }; done; }
inproj() { echo "   proj: $(for t in $T; do grep -rqa --exclude-dir=.git -- "$t" ~/p && echo -n "$t "; done)| $(git -C ~/p status --short | tr "\n" ";") $(ls -A ~/p | grep merge-)"; }
P
