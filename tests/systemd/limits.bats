#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# Limits of a session where systemd runs: a scope of the user manager.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  /src/tests/systemd/boot >/tmp/first
  there systemctl start "user@$(id -u alice)"
  have_controllers
}

teardown_file() {
  /src/tests/systemd/boot --halt
}

there() {
  nsenter -t "$(cat /tmp/first)" -a env -C / -- "$@"
}

# If cgroup v1 uses the controllers of a machine, systemd has none. Then this file defines them, the kernel enforces nothing,
# and the tests compare the settings that systemd got.
have_controllers() {
  local file
  file=/sys/fs/cgroup/user.slice/user-$(id -u alice).slice/user@$(id -u alice).service/cgroup.controllers
  there grep -q memory "$file" || { echo 'cpu memory pids' >/tmp/controllers && there mount --bind /tmp/controllers "$file"; }
}

# by_alice SCRIPT: runs the script in a system service, as a login does. (systemd-run replaces $$ by $.)
by_alice() {
  there systemd-run --quiet --wait --pipe --property=User=alice --property=WorkingDirectory=/home/alice/app \
    bash -c "export XDG_RUNTIME_DIR=/run/user/\$UID; $1"
}

# begin OPTION…: starts a session called one, and waits until it runs.
begin() {
  by_alice "bawn launch -q --name one $* -- sh -c 'echo begun; sleep 300'" >/tmp/one 2>&1 3>&- &
  timeout 60 sh -c 'until grep -q begun /tmp/one; do sleep 0.1; done'
}

# scope_of COMMAND: prints the scope of alice's process with this command.
scope_of() {
  there sh -c 'sed -n "s|^0::.*/||p" "/proc/$(pgrep -u alice -xf "$1")/cgroup"' sh "$1"
}

teardown() {
  by_alice 'bawn kill one || true; bawn destroy one --force || true'
  wait
}

@test "a session with limits runs in a scope with these limits, and exec joins it" {
  begin --memory 300M --cpus 1.5 --pids 60
  scope=$(scope_of 'sleep 300')
  assert_regex "$scope" '^bawn-[0-9]+\.scope$'
  run -0 by_alice "systemctl --user show -p MemoryMax,MemorySwapMax,CPUQuotaPerSecUSec,TasksMax,OOMPolicy,Description $scope | sort"
  assert_output 'CPUQuotaPerSecUSec=1.500000s
Description=bawn session one
MemoryMax=314572800
MemorySwapMax=0
OOMPolicy=continue
TasksMax=68'
  by_alice 'bawn exec one -- sleep 299' 3>&- &
  timeout 60 sh -c 'until pgrep -xf "sleep 299"; do sleep 0.1; done'
  assert_equal "$(scope_of 'sleep 299')" "$scope"
  run -0 by_alice "bawn kill one; systemctl --user show -p LoadState $scope"
  assert_line LoadState=not-found
}

@test "settings limit a session, and a session without limits has no scope" {
  by_alice 'mkdir -p ~/.config/bawn; echo "pids = 90" >~/.config/bawn/config.toml'
  begin
  assert_regex "$(scope_of 'sleep 300')" '^bawn-'
  by_alice 'bawn kill one; bawn destroy one; rm ~/.config/bawn/config.toml'
  wait
  begin
  refute_regex "$(scope_of 'sleep 300')" '^bawn-'
}

@test "pause freezes the scope of a session, and kill ends a frozen one" {
  begin --memory 300M
  scope=$(scope_of 'sleep 300')
  run -0 by_alice 'bawn pause one'
  local directory
  directory=$(there sh -c 'echo "/sys/fs/cgroup$(sed -n "s|^0::||p" "/proc/$(pgrep -u alice -xf "sleep 300")/cgroup")"')
  assert_regex "$directory" "/$scope\$"
  run -0 there cat "$directory/cgroup.freeze"
  assert_output 1
  run -0 there sh -c 'timeout 10 sh -c "until grep -q \"frozen 1\" \"$0/cgroup.events\"; do sleep 0.1; done"' "$directory"
  run -0 by_alice 'bawn list -q --status paused'
  assert_output one
  run -0 by_alice 'bawn unpause one'
  run -0 there cat "$directory/cgroup.freeze"
  assert_output 0
  run -0 by_alice 'bawn pause one; bawn kill one'
  assert_line --partial 'one ended with status 143'
}

@test "a start fails when the user manager refuses a limit" {
  by_alice 'systemctl --user mask dbus.socket dbus.service >/dev/null; systemctl --user stop dbus.socket dbus.service; touch $XDG_RUNTIME_DIR/bus'
  run -1 by_alice 'bawn launch -q --name one --pids 60 -- true'
  assert_line 'bawn: error: systemd did not limit the session, so nothing was started'
  run -4 by_alice 'bawn info one'
}

@test "a session in the background that a service starts runs as long as the service is active" {
  there systemd-run --quiet --unit=begins --property={Type=oneshot,RemainAfterExit=yes,User=alice,WorkingDirectory=/home/alice/app} \
    bawn spawn -q one -- sleep 300
  run -0 by_alice 'bawn list --status running -q'
  assert_output one
  there systemctl stop begins
  run -0 by_alice 'bawn list --status running -q'
  assert_output ''
}
