#!/usr/bin/env bats
# The first command of the README, on a machine that has never seen bawn: as root alone, by sudo, again, and undone.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/quickstart

@test "quickstart tells an ordinary user to use sudo" {
  run -5 as op "$quickstart"
  assert_line 'bawn: hint: run: sudo packaging/quickstart'
}

@test "undo before quickstart has nothing to undo" {
  run -4 "$quickstart" --undo
}

@test "root gets a session of a demonstration account, and undo leaves no trace" {
  machine >"$BATS_TEST_TMPDIR/before"
  run -0 "$quickstart"
  shown
  assert_line --partial 'bawn-demo, made to show bawn'
  run -0 "$quickstart"
  shown
  run -0 "$quickstart" --undo
  machine >"$BATS_TEST_TMPDIR/after"
  diff "$BATS_TEST_TMPDIR"/{before,after}
  assert_line --partial '/var/lib/bawn.next-uid, which has the next user ID'
  assert_equal "$(stat -c '%U %a' /var/lib/bawn.next-uid) $(cat /var/lib/bawn.next-uid)" 'root 600 70001'
}

@test "a user with sudo gets a session of an own agent, and undo leaves no trace" {
  machine >"$BATS_TEST_TMPDIR/before"
  run -0 as op sudo "$quickstart"
  shown
  refute_output --partial bawn-demo,
  [ "$(stat -c %U /home/op/bawn-demo/src/greet.py)" = op ]
  run -0 as op bawn launch a.demo bawn-demo -- true
  run -0 as op sudo "$quickstart" --undo
  machine >"$BATS_TEST_TMPDIR/after"
  diff "$BATS_TEST_TMPDIR"/{before,after}
}
