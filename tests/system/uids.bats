#!/usr/bin/env bats
# User IDs of agents and of the scripts of packages: bawn-admin uses none that something else on the machine has, and none twice.

load ../lib/world.bash
load ../lib/tools
bats_require_minimum_version 1.5.0

setup_file() {
  make_user alice
  bawn-admin init --operator alice
  gcc -Wall -shared -fPIC -o "/usr/lib/$(gcc -print-multiarch)/libnss_test.so.2" /src/tests/lib/nss_test.c
  cp /etc/nsswitch.conf /tmp/nsswitch.conf
}

setup() {
  packages=$(mktemp -d)
}

teardown() {
  local agent
  cp /tmp/nsswitch.conf /etc/nsswitch.conf
  rm -rf /run/nss-test "$packages"
  for agent in a.noir b.noir; do
    bawn-admin delete --yes "$agent" >/dev/null 2>&1 || :
  done
  pkill -KILL -u victim || :
  ! id victim >/dev/null 2>&1 || userdel --force victim
}

next_uid() { cat /var/lib/bawn/next-uid 2>/dev/null || echo 70000; }

uid_of() { id -u "$1"; }

# with_directory LINE: starts a directory service that the line configures.
with_directory() {
  printf '%s\n' "$1" >/run/nss-test
  printf '%s: files test\n' passwd group >/etc/nsswitch.conf
}

@test "create skips the uid of a user, the gid of a group, and a uid that runs a process" {
  local next running
  next=$(next_uid)
  useradd --uid "$next" victim
  groupadd --gid $((next + 1)) victims
  setpriv --reuid $((next + 2)) --regid $((next + 2)) --clear-groups sleep 300 3>&- &
  running=$!
  run -0 bawn-admin create a.noir
  kill "$running"
  userdel victim
  groupdel victims
  assert_line --partial "created a.noir: uid $((next + 3)), "
  assert_equal "$(uid_of a.noir)" $((next + 3))
}

@test "create skips numbers of subuid and subgid" {
  local next
  next=$(next_uid)
  cp /etc/subuid /etc/subgid /tmp
  echo "alice:$next:3" >>/etc/subuid
  echo "alice:$((next + 3)):4" >>/etc/subgid
  run -0 bawn-admin create a.noir
  cp /tmp/subuid /tmp/subgid /etc
  assert_equal "$(uid_of a.noir)" $((next + 7))
}

@test "create skips the uid of a user whom a directory service knows and does not list" {
  local next
  next=$(next_uid)
  with_directory "$next"
  run getent passwd
  refute_output --partial remote
  run -0 bawn-admin create a.noir
  assert_equal "$(uid_of a.noir)" $((next + 1))
}

@test "create creates no account when the directory service fails" {
  with_directory broken
  run -1 --separate-stderr bawn-admin create a.noir --operator alice
  assert_equal "$output" ''
  assert_equal "$stderr" 'bawn-admin: error: looking up user a.noir failed: input/output error
bawn-admin: hint: is the directory service of /etc/nsswitch.conf running? see: getent passwd root'
  run ! grep a.noir /etc/passwd /etc/group
}

@test "create creates no account when the directory service does not answer" {
  with_directory slow
  run -124 --separate-stderr timeout --kill-after=1 60 bawn-admin create a.noir --operator alice
  assert_equal "$stderr" 'bawn-admin: error: looking up user a.noir took longer than 10 seconds
bawn-admin: hint: is the directory service of /etc/nsswitch.conf running? see: getent passwd root'
  run ! grep a.noir /etc/passwd /etc/group
}

@test "a sync of a remote user's project ends when the directory service fails or does not answer" {
  with_directory 5000
  install -d -o 5000 -g 5000 /home/remote /home/remote/remote-app
  run -0 bawn-admin create a.noir --operator alice
  run -0 bawn-admin assign a.noir /home/remote/remote-app
  with_directory broken
  run -1 --separate-stderr bawn-admin sync a.noir remote-app
  assert_regex "$stderr" 'looking up user 5000 failed: input/output error'
  with_directory slow
  run -124 --separate-stderr timeout --kill-after=1 60 bawn-admin sync a.noir remote-app
  assert_regex "$stderr" 'looking up user 5000 took longer than 10 seconds'
  rm -r /home/remote
}

@test "scripts of a package do not run with the uid of a user, and end no process of users" {
  local next victim
  next=$(next_uid)
  useradd --uid "$next" victim
  sudo -u victim sleep 300 3>&- &
  timeout 10 sh -c 'until pgrep -u victim sleep; do sleep 0.1; done'
  make_package "$packages" packed 2.0.1 'id -u >made-by'
  start_registry "$packages"
  run -0 bawn-admin tool add packed --npm packed --registry "$registry"
  stop_registry
  run -0 pgrep -u victim sleep
  pkill -u victim sleep
  timeout 10 sh -c 'while pgrep -u victim; do sleep 0.1; done' # userdel refuses meanwhile
  userdel victim
  assert_equal "$(cat /var/lib/bawn/tools/packed/2.0.1/lib/node_modules/packed/made-by)" $((next + 1))
  bawn-admin tool remove packed
}

@test "a new user keeps their processes during the installation of a package" {
  local next adding ended=0
  next=$(next_uid)
  make_package "$packages" late 1.0.0 'touch /tmp/here; while :; do sleep 0.1; done'
  start_registry "$packages"
  bawn-admin tool add late --npm late --registry "$registry" >"$packages/said" 2>&1 3>&- &
  adding=$!
  timeout 60 sh -c "until pgrep -f 'sleep 0.1' -u $next; do sleep 0.05; done"
  useradd --uid "$next" victim
  sudo -u victim sleep 3000 3>&- &
  timeout 30 sh -c 'until pgrep -u victim -f "^sleep 3000"; do sleep 0.1; done'
  pkill -KILL -f '^npm install' || pkill -KILL -u "$next" node
  wait "$adding" || ended=$?
  stop_registry
  run -0 pgrep -u victim -f '^sleep 3000'
  assert_equal "$ended" 3
  run -0 cat "$packages/said"
  assert_line "bawn-admin: error: uid $next is in use now: user victim"
}

@test "create assigns no earlier uid after an uninstallation" {
  local next
  bawn-admin create a.noir
  next=$(next_uid)
  run -0 bawn-admin uninstall --purge --yes
  assert_line --partial '/var/lib/bawn.next-uid stays: it has the next user ID'
  run -0 bawn-admin init --operator alice
  bawn-admin create a.noir
  assert_equal "$(uid_of a.noir)" "$next"
}

@test "root can choose the range of uids, and agents of an earlier range stay" {
  bawn-admin create a.noir
  run -0 bawn-admin init --agent-uids 200000-200001
  assert_line 'uids of new agents: 200000-200001'
  bawn-admin create b.noir
  assert_equal "$(uid_of b.noir)" 200000
  bawn-admin delete --yes b.noir
  bawn-admin create b.noir
  assert_equal "$(uid_of b.noir)" 200001
  bawn-admin delete --yes b.noir
  run -1 bawn-admin create b.noir
  assert_line 'bawn-admin: error: no user ID is left in 200000-200001'
  run -0 bawn-admin delete --yes a.noir
  run ! getent passwd a.noir
  run -3 bawn-admin init --agent-uids 70000-99999
  assert_line 'bawn-admin: error: user IDs below 200002 were used before, and bawn-admin uses each one once'
  for range in 5-10 70000 60000-70000 99999-70000 x-y 2147483640-2147483647; do
    run -2 bawn-admin init --agent-uids "$range"
  done
  run -0 bawn-admin init --agent-uids 200000-299999
}

@test "doctor reports users or subordinate ids in the range, and its line repairs it" {
  local before finding=uids-shared
  finds() { bawn-admin doctor --json | grep -c "\"$finding\"" || :; }
  assert_equal "$(finds)" 0
  useradd --uid 299990 victim
  run bawn-admin doctor
  assert_line --partial 'user IDs in the range for agents, 200000-299999, are used: user victim (299990)'
  run -0 bash -euc "$(bawn-admin doctor --json | python3 -c 'import json, sys
print(*[line for each in json.load(sys.stdin) if each["finding"] == "uids-shared" for line in each["hint"]], sep="\n")')"
  assert_equal "$(finds)" 0
  userdel victim
}
