#!/usr/bin/env bats
# The first command of the README where it is interrupted, or where a machine has an agent or an account of that name.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/quickstart

@test "undo after Ctrl-C at any moment leaves no trace" {
  machine >"$BATS_TEST_TMPDIR/before"
  local seconds
  for seconds in 0.5 2 4 7; do
    interrupted_after "$seconds" "$quickstart"
    [ ! -e /var/lib/bawn-quickstart ] || "$quickstart" --undo
    machine >"$BATS_TEST_TMPDIR/after"
    diff "$BATS_TEST_TMPDIR"/{before,after}
  done
}

# interrupted_after SECONDS COMMAND...: sends SIGINT to all processes of the command, as a terminal does.
interrupted_after() {
  local seconds=$1
  shift
  setsid env --default-signal=INT "$@" >"$BATS_TEST_TMPDIR/said" 2>&1 3>&- &
  sleep "$seconds"
  ! kill -0 $! || kill -INT -- -$!
  wait $! || true
  while pgrep -g $! >/dev/null; do sleep 0.1; done
}

@test "quickstart keeps the policy of an agent that another administrator made" {
  "$quickstart" >/dev/null 2>&1
  bawn-admin create a.noir --operator op
  run -1 "$quickstart" --undo
  assert_line 'bawn: error: the agent a.noir would lose its sandbox'
  run -0 bawn-admin verify a.noir
  bawn-admin delete a.noir --yes
  run -0 "$quickstart" --undo
}

@test "quickstart refuses an existing account" {
  useradd --create-home bawn-demo
  run -1 "$quickstart"
  assert_line 'bawn: error: the account bawn-demo already exists, and quickstart did not create it'
  id bawn-demo
  "$quickstart" --undo
}
