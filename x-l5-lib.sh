. /src/x-l3-lib.sh
cat >> /tmp/pre.sh <<'P'
clr() { for x in $(bawn list -q); do bawn destroy --force $x >/dev/null 2>&1; done; chmod -R u+rwX ~/p 2>/dev/null; cd ~; rm -rf p; }
P
