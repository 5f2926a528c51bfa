#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # the shell inside expands it; run sets stderr
# Limits where no systemd runs: each process of a session has them, and an agent with limits that root signed starts nothing.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

warning='bawn: warning: systemd cannot limit your sessions on this machine, so'

setup_file() {
  make_alice
}

teardown() {
  as alice rm -rf /home/alice/.config/bawn
  forget_sessions
}

@test "--pids limits the processes of a session, also those of a command that joins it" {
  # other processes of alice do not count
  for _ in $(seq 60); do as alice sleep 60 3>&- & done
  run --separate-stderr launches --pids 40 -- sh -c 'for i in $(seq 60); do sleep 5 & done'
  assert_failure
  assert_regex "$stderr" 'Cannot fork'
  refute_regex "$stderr" "$warning"
  launches -q --name one --pids 40 -- sh -c 'echo begun; sleep 300' >/tmp/one 3>&- &
  timeout 60 sh -c 'until grep -q begun /tmp/one; do sleep 0.1; done'
  run as alice bawn exec one -- sh -c 'ulimit -p; for i in $(seq 60); do sleep 5 & done'
  assert_failure
  assert_line 40
  assert_line --partial 'Cannot fork'
  as alice bawn kill one
  pkill -u alice -x sleep
  wait
}

@test "without a scope, --memory limits each process and --cpus nothing, and the start warns" {
  run -1 --separate-stderr launches --memory 200M --cpus 0.5 -- python3 -c 'x = bytearray(300 << 20)'
  assert_regex "$stderr" "$warning the memory limit holds for each process, not for all of them together, and the limit of processor time has no effect"
  assert_regex "$stderr" MemoryError
  run -0 launches -q --memory 200M -- python3 -c 'print(len(bytearray(100 << 20)))'
  assert_line 104857600
}

@test "a limit of memory, processes or open files that is too low for bawn is named" {
  local kilobytes
  for kilobytes in 100000 500000; do
    refused 1 'the limit of virtual memory (ulimit -v) is too low for Java' 'use a shell with a higher limit; see: ulimit -H -v' \
      in_app bash -c "ulimit -v $kilobytes; bawn list"
  done
  # the kernel counts the processes of a user ID, also those outside of the test root
  useradd --create-home --uid 61234 narrow
  refused 1 'the limit of processes and threads of one user (ulimit -u) is too low for Java' \
    'use a shell with a higher limit; see: ulimit -H -u' as narrow bash -c 'ulimit -u 6; exec bawn list'
  run -0 as narrow bash -c 'ulimit -u 900; exec bawn list'
  userdel --remove narrow
  run -0 in_app bash -c 'ulimit -v 50000000; bawn list'
  refused 1 'nothing was started: the limit of open files (ulimit -n) is too low' 'use a shell with a higher limit; see: ulimit -H -n' \
    in_app bash -c 'ulimit -n 20; bawn launch -q -- true'
  run -0 in_app bash -c 'ulimit -n 256; bawn launch -q -- true'
}

@test "a limit can be a setting, and an option overrides it" {
  as alice sh -c 'mkdir -p ~/.config/bawn && echo "pids = 50" >~/.config/bawn/config.toml'
  run -0 launches -q -- sh -c 'ulimit -p'
  assert_output 50
  run -0 launches -q --pids 60 --name two -- sh -c 'ulimit -p'
  assert_output 60
  run -0 as alice bawn resume two -q -- sh -c 'ulimit -p'
  assert_output 60
}

@test "launch refuses an invalid limit before it starts a process" {
  run -2 launches --memory lots -- true
  assert_output "bawn: error: 'lots' is not a valid memory limit
bawn: hint: expected a size such as 512M or 4G"
  run -2 launches --memory 2M -- true
  assert_line 'bawn: hint: expected at least 16M'
  run -2 launches --cpus 0 -- true
  assert_line "bawn: error: '0' is not a valid cpus limit"
  run -2 launches --pids 3 -- true
  assert_line 'bawn: hint: expected a number of processes, from 8 to 4194304'
  as alice sh -c 'mkdir -p ~/.config/bawn && echo "memory = \"4 GB\"" >~/.config/bawn/config.toml'
  run -3 launches -- true
  assert_line --partial 'expected a size such as 512M or 4G'
  run -0 as alice bawn list
  assert_output --partial 'no sessions'
}

@test "an agent whose memory, processor time or processes root limited starts nothing without systemd" {
  make_project alice work >/dev/null
  bawn-admin init
  bawn-admin create a.noir --operator alice
  bawn-admin assign a.noir /home/alice/work
  run -0 as alice bawn launch a.noir work --no-sync -- true
  for limit in memory=4G cpus=1.5 pids=500; do
    run -0 --separate-stderr bawn-admin reseal a.noir --limit "$limit"
    # shellcheck disable=SC2154 # bats sets it
    assert_equal "$stderr" "bawn-admin: the limits of a.noir cannot be enforced, so it starts no session: systemd does not run; run: sudo bawn-admin reseal a.noir --limit memory=0,cpus=0,pids=0"
    refused 3 "nothing was started: systemd does not enforce the signed limits: ${limit%=*}" \
      'ask root to run: sudo bawn-admin doctor' as alice bawn launch a.noir work --no-sync -- true
    run -0 --separate-stderr bawn-admin reseal a.noir --limit memory=0,cpus=0,pids=0
    assert_equal "$stderr" ''
  done
  bawn-admin reseal a.noir --limit "$limit"
  refused 1 'nothing was started: systemd does not enforce the signed limits: pids' \
    'ask root to run: sudo bawn-admin doctor' as alice bawn doctor --try a.noir work
  bawn-admin reseal a.noir --limit memory=4GiB,cpus=1.5,disk=1G
  run -0 bawn-admin show a.noir
  assert_regex "$(tr -s ' \n' ' ' <<<"$output")" 'limits nproc 256, nofile 4096, memory 4096 MiB, cpus 1.5, pids 500, disk 1024 MiB'
  run -0 bawn-admin show a.noir --json
  assert_line '  "memory" : 4294967296,'
  assert_line '  "cpus" : "1.5",'
  assert_line '  "pids" : 500,'
  run -1 bawn-admin doctor
  assert_output --partial 'the limits of a.noir cannot be enforced, so it starts no session: systemd does not run'
  assert_line --partial 'sudo bawn-admin reseal a.noir --limit memory=0,cpus=0,pids=0'
  unit=/etc/systemd/system/bawn-agent-$(id -u a.noir).service
  run -0 grep -E '^(MemoryMax|CPUQuota|TasksMax)' "$unit"
  assert_output 'MemoryMax=4294967296
CPUQuota=150%
TasksMax=500'
  bawn-admin reseal a.noir --limit memory=0,cpus=0,pids=0
  assert [ ! -e "$unit" ]
  run -0 as alice bawn launch a.noir work --no-sync -- true
  bawn-admin reseal a.noir --limit pids=90
  bawn-admin delete a.noir --yes
  assert [ ! -e "$unit" ]
}
