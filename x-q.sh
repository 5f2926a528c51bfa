. /src/x-u1-lib.sh
mkdir -p /var/lib/bawn; mount -t tmpfs -o mode=0755 v /var/lib/bawn
asop '. /tmp/pre.sh; mkdir -p app; cd app; git init -q; echo 1 >f; echo "{}" >package.json; git add .; git -c user.name=a -c user.email=b commit -qm 1'
bawn-admin init >/dev/null 2>&1; bawn-admin create noir --profile developer --operator op 2>&1 | tail -3
bawn-admin assign noir /home/op/app 2>&1 | tail -2
q() { echo "\$ $*"; asop ". /tmp/pre.sh; cd app; $*" 2>&1 | head -12; }
q 'bawn launch a.noir npm test'
q 'bawn launch noir npm test'
q 'bawn login gemini'
q 'bawn login codex'
echo "# env"; bawn-admin env noir set NODE_EXTRA_CA_CERTS=/home/op/ca.pem; bawn-admin env noir set JAVA_HOME=/nonexistent; bawn-admin env noir list
q 'bawn launch --mask f -- cat f'
printf 'networkk = "none"\n' >/home/op/app/.bawn.toml; chown op: /home/op/app/.bawn.toml
q 'bawn launch -- true'
printf '[limits]\nmemory = 7\nfoo=1\n' >/home/op/app/.bawn.toml
q 'bawn launch -- true'
rm /home/op/app/.bawn.toml
asop '. /tmp/pre.sh; mkdir -p .config/bawn; printf "network = \"nope\"\n" >.config/bawn/config.toml'
q 'bawn launch -- true'
q 'bawn config show'
rm -f /home/op/.config/bawn/config.toml
q 'bawn launch noir -- sh -c "echo hi >>f"'
q 'bawn doctor'
