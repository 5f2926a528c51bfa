#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# The units of bawn under systemd itself.

load ../lib/world.bash
load ../lib/mirrors.bash

unit=/usr/local/lib/systemd/system/bawn-mirrors.service

setup_file() {
  make_user alice
  make_project alice app >/dev/null
  find /etc /var/lib /usr -xdev | sort >/tmp/before
  /src/tests/systemd/boot >/tmp/first
  there bawn-admin init
}

teardown_file() {
  /src/tests/systemd/boot --halt
}

# there COMMAND…: runs the command in the namespaces of systemd.
there() {
  nsenter -t "$(cat /tmp/first)" -a env -C / -- "$@"
}

# soon TEST: waits at most twenty seconds until the test is true.
soon() {
  local tries=200
  until eval "$1" >/dev/null 2>&1; do
    if ((tries-- <= 0)); then
      there journalctl --no-pager -u bawn-mirrors.service
      fail "not so after twenty seconds: $1"
      return 1
    fi
    sleep 0.1
  done
}

show() { # PROPERTY
  there systemctl show --value -p "$1" bawn-mirrors.service
}

@test "init enables and starts the unit of the mirrors" {
  run there systemctl is-enabled bawn-mirrors.service bawn-apparmor.service
  assert_output $'enabled\nenabled'
  soon '[ "$(show ActiveState)" = active ]'
}

@test "the unit follows an assigned project, with a process of its owner in a sandbox" {
  there env SUDO_UID="$(id -u alice)" SUDO_GID="$(id -g alice)" SUDO_USER=alice sh -c \
    'bawn-admin create a.noir && bawn-admin assign a.noir /home/alice/app'
  soon 'there test -e /run/bawn/live/app'
  in_project 'echo 1 >new; mkdir -p deep/er; echo 2 >deep/er/file'
  soon 'cmp -s $project/new $mirror/new && cmp -s $project/deep/er/file $mirror/deep/er/file'
  in_project 'echo 22 >new; rm -r deep'
  soon 'cmp -s $project/new $mirror/new && [ ! -e $mirror/deep ]'
  assert_left_out .env
  run pgrep -u alice -x inotifywait
  assert_success
}

@test "the unit's process has no capability over files and no network" {
  child=$(show MainPID)
  run there grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' "/proc/$child/status"
  assert_output --regexp $'CapEff:\t00000000000001c0.CapBnd:\t00000000000001c0.NoNewPrivs:\t1.Seccomp:\t2'
  run there nsenter -t "$child" -m -- sh -c 'touch /var/lib/bawn/agents/x || touch /etc/bawn/x || touch /home/alice/x'
  assert_failure
  [ "$(there readlink "/proc/$child/ns/net")" != "$(there readlink /proc/1/ns/net)" ]
}

@test "systemd restarts a killed watcher, and it follows the mirrors" {
  old=$(show MainPID)
  in_project 'echo 33 >new' # a crew waits from here on
  soon 'cmp -s $project/new $mirror/new'
  crew=$(pgrep -u alice -x 'bwrap|inotifywait')
  there kill -KILL "$old"
  soon '[ "$(show MainPID)" != 0 ] && [ "$(show MainPID)" != '"$old"' ]'
  # a killed process stays in /proc until its parent has waited for it
  for child in $crew; do soon '[ ! -e /proc/'"$child"' ]'; done
  in_project 'echo 333 >new'
  soon 'cmp -s $project/new $mirror/new'
}

@test "systemd-analyze finds no error in the units, and a low exposure" {
  for file in "${unit%/*}"/bawn-*.service; do
    run there systemd-analyze verify --man=no "$file"
    assert_success
    assert_output ''
    # systemd-analyze has the threshold in tenths
    there systemd-analyze security --offline=true --threshold=30 --no-pager "$file" >/dev/null || fail "$file is too open"
  done
  run there systemd-analyze security --offline=true --threshold=20 --no-pager "$unit"
  assert_failure # it does measure
}

@test "apparmor_parser works under the restrictions of its unit" {
  # the kernel of this root accepts no policy, so the parser only compiles it
  sed -e '/^Condition/d' -e 's:^ExecStart=.*:ExecStart=/usr/sbin/apparmor_parser --skip-kernel-load --skip-cache --stdout /etc/x.profile:' \
    "${unit%/*}/bawn-apparmor.service" >/etc/systemd/system/parser.service
  echo 'profile x { /usr/bin/* r, }' >/etc/x.profile
  there systemctl daemon-reload
  run there systemctl start parser.service
  assert_success
  assert_equal "$(there systemctl show --value -p Result parser.service)" success
  echo 'profile x {' >/etc/x.profile
  there systemctl stop parser.service
  run there systemctl start parser.service
  assert_failure
  rm /etc/x.profile /etc/systemd/system/parser.service
  there systemctl daemon-reload
  there systemctl reset-failed
}

@test "systemctl stop ends the unit without failure and without remaining processes" {
  there systemctl stop bawn-mirrors.service
  assert_equal "$(show ActiveState)" inactive
  run pgrep -x 'inotifywait|java'
  assert_failure
  there systemctl start bawn-mirrors.service
  soon 'there test -e /run/bawn/live/app'
}

@test "uninstall --purge stops, disables and removes the units" {
  there bawn-admin uninstall --purge --yes
  assert_equal "$(show ActiveState)" inactive
  run there systemctl is-enabled bawn-mirrors.service bawn-apparmor.service
  assert_output $'disabled\ndisabled'
  run pgrep -x 'inotifywait|java'
  assert_failure
  run there find /run/bawn
  assert_failure
  find /etc /var/lib /usr -xdev | sort >/tmp/after
  # except for the counter of the agents' uids
  run -0 grep bawn <(diff /tmp/before /tmp/after)
  assert_output '> /var/lib/bawn.next-uid'
}
