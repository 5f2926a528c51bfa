# shellcheck shell=bash
# Functions of the tests of packages: the user who builds, the checkout, and the state of a machine.

# make_builder: creates an ordinary user with sudo, a checkout of the present files, and Maven's repository without a network.
make_builder() {
  make_user builder
  echo 'builder ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/builder
  python3 -m http.server --bind 127.0.0.1 --directory /maven 8901 >/dev/null 2>&1 3>&- &
  echo $! >/run/maven.pid
  as builder sh -ec 'mkdir .m2 checkout
    echo "<settings><mirrors><mirror><id>m</id><mirrorOf>*</mirrorOf><url>http://localhost:8901</url></mirror></mirrors></settings>" >.m2/settings.xml
    git config --global user.name Builder
    git config --global user.email builder@localhost
    git config --global init.defaultBranch main'
  tar -C /src -c --exclude=./.git --exclude=target --exclude=./dist . | as builder tar -C checkout -x --no-same-owner
  as builder sh -ec 'cd checkout && git init -q && git add -A && git commit -qm "A commit"'
}

# in_checkout ARGUMENT…: the builder runs the command in the checkout.
in_checkout() { sudo -H -u builder -- env -C /home/builder/checkout -- "$@"; }

# make_releasable: adds a public key to the checkout, and makes its tests pass at once. The secret key is ~builder/key.
make_releasable() {
  in_checkout sh -ec 'mkdir -p packaging/keys
    minisign -G -W -p packaging/keys/release.pub -s ~/key >/dev/null
    printf "#!/bin/sh\necho ran >>/home/builder/tests\n" >tests/run
    seq -f "- change %g" 20000 >>CHANGELOG.md # more than a pipe holds
    git add -A && git commit -qm "A key"'
}

# releases ARGUMENT…: runs packaging/release with a fast Maven that writes the output of ~builder/jar, or the sources' digest.
# (tests/packaging tests that two builds by Maven give the same bytes.)
releases() {
  as builder sh -ec 'mkdir -p quick && cat >quick/mvn && chmod +x quick/mvn' <<'MVN'
#!/bin/bash
while [[ $1 != -f ]]; do shift; done
cd "${2%/*}"
for jar in launcher/target/bawn.jar admin/target/bawn-admin.jar; do
  mkdir -p "${jar%/*}"
  if [[ -x ~/jar ]]; then ~/jar; else find . -name '*.java' -exec sha256sum {} + | sort | sha256sum; fi >"$jar"
done
MVN
  # shellcheck disable=SC2016 # the inner shell expands it
  in_checkout sh -c 'PATH=~/quick:$PATH exec packaging/release "$@"' releases "$@"
}

# readme_lines NAME: prints the commands of that block of the README.
readme_lines() {
  sed -n "/^<!-- install: $1;/,/^\`\`\`\$/p" /src/README.md | sed -n 's/^\$ //p'
}

# machine: lists each file with type, mode and owner, and each account except those of a package's sysusers.d. It leaves out
# files of users, logs, backups, the package manager's files and the counter of agents' uids.
machine() {
  getent passwd | grep -v ^bawn-mirror:
  getent group | grep -vE '^(bawn-mirror|agents):'
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /run -o -path /home -o -path /var/log \
    -o -path /var/lib/pacman -o -path /var/cache -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path '/etc/*-' \
    -o -path /etc/.pwd.lock -o -path '/etc/sub?id' -o -path /var/lib/bawn.next-uid \) -prune -o -printf '%p %y %m %u %l\n' | sort
}

# sessions_start: starts an agent of alice with her project, and an unprivileged session named try.
sessions_start() {
  run -0 bawn-admin create a.noir --operator alice
  run -0 bawn-admin assign a.noir /home/alice/app
  run -0 --separate-stderr as alice bawn launch a.noir app -- cat README.md
  assert_output '# A small project'
  run -0 --separate-stderr in_app bawn launch --name try -- sh -c 'echo changed >README.md; pwd'
  assert_output /home/alice/app
  run -0 bawn-admin verify a.noir
}

# begin_sessions: starts a session of the agent, and an unprivileged one named runs; both wait.
begin_sessions() {
  as alice bawn launch a.noir app --no-sync -- sh -c 'until [ -e .scratch/go ]; do sleep 0.2; done; echo over >.scratch/over' >/dev/null 2>&1 3>&- &
  in_app bawn launch --name runs -- sh -c 'touch begun; until [ -e ~/go ]; do sleep 0.2; done; exit 7' >/dev/null 2>&1 3>&- &
  timeout 60 sh -c 'until [ -e /home/alice/.local/share/bawn/workspaces/runs/upper/begun ]; do sleep 0.2; done'
  timeout 60 sh -c 'until bawn-admin list --json | grep -q "\"running\" : true"; do sleep 0.2; done'
}

# sessions_go_on VERSION: asserts that this version, with the changed word of tests/packages/next.bash, keeps agents and sessions
# of the earlier version, and lets the running sessions continue to their ends.
sessions_go_on() {
  assert_equal "$(as alice bawn --version)" "bawn $1"
  run -0 as alice bawn help
  assert_output --partial 'Show VERSIONS'
  run -0 bawn-admin verify a.noir
  run -0 --separate-stderr as alice bawn launch a.noir app --no-sync -- touch .scratch/go
  timeout 60 sh -c 'until [ -e /var/lib/bawn/scratch/a.noir/app/over ]; do sleep 0.2; done'
  run -0 --separate-stderr in_app bawn exec runs -- sh -c 'touch ~/go'
  timeout 60 sh -c 'until sudo -H -u alice -- bawn list --status ended -q | grep -qx runs; do sleep 0.2; done'
  run -0 as alice bawn info runs
  assert_output --partial 'ended 7'
  run -0 as alice bawn status try
  assert_line --partial 'modified  README.md'
}
