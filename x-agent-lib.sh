. /src/x-lib.sh
mkdir -p /var/lib/bawn; mount -t tmpfs -o mode=0755 state /var/lib/bawn
export SUDO_UID=$(id -u op) SUDO_GID=$(id -g op) SUDO_USER=op
{ bawn-admin init; bawn-admin create a.noir --profile developer; bawn-admin assign a.noir /home/op/app --workspace overlay "$@"; } >/tmp/setup 2>&1 || cat /tmp/setup
upper=/var/lib/bawn/scratch/a.noir/.overlay/app/upper
