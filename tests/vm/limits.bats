#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# Limits of an agent where systemd runs: a unit whose control group has all sessions of the agent. The kernel of the guest has
# the controllers in cgroup v2.

bats_require_minimum_version 1.5.0

load ../lib/world

setup_file() {
  cp -a /systemd/etc /systemd/var /
  mount -t overlay -o lowerdir=/systemd/usr:/usr systemd /usr
  make_user alice
  make_project alice app >/dev/null
  bawn-admin init
  for agent in a.noir b.blanc; do
    bawn-admin create "$agent" --operator alice --limit nproc=4000
    bawn-admin assign "$agent" /home/alice/app
    for command in python3 sh sleep; do bawn-admin allow "$agent" "$command" || :; done
  done
  bawn-admin reseal a.noir --limit memory=200M,cpus=0.5,pids=60
  /src/tests/systemd/boot >/tmp/first
}

teardown_file() {
  /src/tests/systemd/boot --halt
  umount -l /usr
}

there() { nsenter -t "$(cat /tmp/first)" -a env -C / -- "$@"; }
by_alice() { there sudo -H -u alice -- env -C /home/alice -- "$@"; }
launches() { by_alice bawn launch "$@"; }
unit() { echo "bawn-agent-$(id -u a.noir).service"; }

# group FILE: prints a file of the control group.
group() { there cat "/sys/fs/cgroup/system.slice/$(unit)/$1"; }

# begin AGENT SCRIPT: starts a session in the background, and waits until it runs.
begin() {
  : >/tmp/begun
  launches "$1" app --no-sync -- sh -c "echo begun; $2" >>/tmp/begun 2>&1 3>&- &
  timeout 120 sh -c 'until grep -q begun /tmp/begun; do sleep 0.2; done'
}

# end_all: ends the sessions of a.noir, if any still runs.
end_all() {
  there pkill -KILL -u a.noir || :
  wait
}

@test "an agent with limits starts nothing before its unit runs, and doctor names the unit" {
  run -3 launches a.noir app --no-sync -- true
  assert_line --partial 'nothing was started: systemd does not enforce the signed limits: cpus, memory, pids'
  run -0 launches b.blanc app --no-sync -- true
  run -1 there bawn-admin doctor
  assert_output --partial "$(unit), is missing, stopped or changed"
  there bawn-admin init
  run there bawn-admin doctor
  refute_output --partial "$(unit)"
}

@test "a session runs in the control group of its agent, which only root can change" {
  begin a.noir 'sleep 300'
  run -0 group memory.max
  assert_output $((200 << 20))
  run -0 group memory.swap.max
  assert_output 0
  run -0 group cpu.max
  assert_output '50000 100000'
  run -0 group pids.max
  assert_output 60
  run -0 there sh -c 'sed -n "s|^0::.*/||p" "/proc/$(pgrep -u a.noir -xf "sleep 300")/cgroup"'
  assert_output "$(unit)"
  there pkill -u a.noir -xf 'sleep 300'
  wait
  # no bus, no manager of the user, and no control groups inside
  run -0 launches a.noir app --no-sync -- sh -c 'for path in /run/user /run/dbus /sys/fs/cgroup; do [ ! -e $path ] || echo $path; done'
  assert_output ''
  # with the rights of the agent outside of a sandbox
  run ! there setpriv --reuid=a.noir --regid=a.noir --clear-groups sh -c "echo max >/sys/fs/cgroup/system.slice/$(unit)/memory.max"
  assert_output --partial 'Permission denied'
  run -1 there setpriv --reuid=a.noir --regid=a.noir --clear-groups busctl --system call org.freedesktop.systemd1 \
    /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager SetUnitProperties 'sba(sv)' "$(unit)" true 1 MemoryMax t 9999999999
  assert_output --partial 'denied'
}

@test "the kernel stops a memory hog and a fork bomb, and another agent still starts" {
  run -0 launches a.noir app --no-sync -- python3 -c 'print(len(bytearray(64 << 20)))'
  assert_output 67108864
  run ! launches a.noir app --no-sync -- python3 -c 'print(len(bytearray(500 << 20)))'
  refute_output --partial 524288000
  begin a.noir 'bash -c "for i in \$(seq 300); do sleep 300 & done; sleep 300"'
  run -0 there timeout 60 sh -c 'while grep -qx "max 0" "$0"; do sleep 0.2; done' "/sys/fs/cgroup/system.slice/$(unit)/pids.events"
  run -0 launches b.blanc app --no-sync -- sh -c 'for i in $(seq 100); do sleep 1 & done; wait; echo responsive'
  assert_output responsive
  run -0 group pids.peak
  ((output <= 60))
  end_all
}

@test "pause stops one session of an agent with limits, and another session goes on" {
  local each before
  for each in one two; do
    by_alice bawn spawn -q "$each" a.noir app --no-sync -- sh -c 'echo ready; n=0; while :; do n=$((n + 1)); echo $n >".scratch/$1"; sleep 0.1; done' sh "$each" 3>&-
    by_alice bawn wait "$each" --text ready --timeout 120
  done
  cd /var/lib/bawn/scratch/a.noir/app
  run -0 by_alice bawn pause one
  assert_output 'paused one'
  before=$(cat one two)
  sleep 3
  [ "$(head -n 1 <<<"$before")" = "$(cat one)" ]
  [ "$(tail -n 1 <<<"$before")" != "$(cat two)" ]
  run -0 by_alice bawn list -q --status paused
  assert_output one
  run -0 by_alice bawn unpause one
  sleep 3
  [ "$(head -n 1 <<<"$before")" != "$(cat one)" ]
  run -0 by_alice bawn pause one
  run -0 by_alice bawn killall
  run pgrep -u a.noir -a
  assert_output ''
}

@test "reseal changes the limits of a running session, and a start compares them" {
  begin a.noir 'sleep 300'
  there bawn-admin reseal a.noir --limit memory=300M,pids=0
  run -0 group memory.max
  assert_output $((300 << 20))
  run -0 group pids.max
  assert_output max
  there systemctl set-property --runtime "$(unit)" MemoryMax=400M
  run -3 launches a.noir app --no-sync -- true
  there systemctl set-property --runtime "$(unit)" MemoryMax=300M
  run -0 launches a.noir app --no-sync -- true
  there bawn-admin reseal a.noir --limit memory=0,cpus=0
  assert [ ! -e "/etc/systemd/system/$(unit)" ]
  run -0 group memory.max
  assert_output max
  run -0 there pgrep -u a.noir -xf 'sleep 300'
  end_all
}

@test "delete removes the unit of an agent" {
  local unit
  unit=$(unit)
  there bawn-admin reseal a.noir --limit pids=60
  assert [ -e "/etc/systemd/system/$unit" ]
  there bawn-admin delete a.noir --yes
  assert [ ! -e "/etc/systemd/system/$unit" ]
  run find /etc/systemd/system -name "*$unit*"
  assert_output ''
  run -0 there systemctl show -p ActiveState --value "$unit"
  assert_output inactive
}
