mount -t tmpfs -o mode=0755 home /home
useradd --create-home --shell /bin/bash op; sudo -u op mkdir /home/op/app
as_op() { setpriv --reuid=op --regid=op --init-groups env -C /home/op/app HOME=/home/op "$@"; }
as_op bawn launch -- true
state=/home/op/.local/state/bawn/sessions; workspaces=/home/op/.local/share/bawn/workspaces
record=$(cat $state/app-1/plan.json); wc -c $state/app-1/plan.json
TIMEFORMAT='%R real %U user %S sys'
for i in 1 2 3 4 5; do time as_op bawn list >/dev/null; done
for ((n=2;n<=1000;n++)); do mkdir -p "$state/app-$n" "$workspaces/app-$n/upper"; printf '%s\n' "${record//app-1/app-$n}" >"$state/app-$n/plan.json"; cp "$state/app-1"/{started,exit,lock} "$state/app-$n/"; done
chown -R op: /home/op/.local
for i in 1 2 3 4 5 6 7; do time as_op bawn list >/dev/null; done
for i in 1 2 3 4 5 6 7; do time as_op bawn list -q >/dev/null; done
