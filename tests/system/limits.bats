#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # the shell inside expands it; run sets stderr
# Limits of a session where no systemd runs: each process inside has them.

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
  assert_regex "$stderr" "$warning --memory limits each process, not all of them together, and --cpus has no effect"
  assert_regex "$stderr" MemoryError
  run -0 launches -q --memory 200M -- python3 -c 'print(len(bytearray(100 << 20)))'
  assert_line 104857600
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
