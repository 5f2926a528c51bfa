#!/usr/bin/env bats
# bawn kill ends running sessions, and their exit status is kept.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

sessions=/home/alice/.local/state/bawn/sessions

setup_file() {
  make_alice
}

teardown() {
  # processes that remain after a failed test
  pkill -KILL -u alice || true
  wait
  forget_sessions
}

# begin NAME SCRIPT: starts a session that runs the script, and waits for its command. Sets session.
begin() {
  : >"/tmp/$1" # of the test before
  launches --name "$1" -- bash -c "echo begun; $2" >"/tmp/$1" 2>&1 3>&- &
  session=$!
  timeout 60 sh -c "until grep -q begun /tmp/$1; do sleep 0.1; done"
}

# ends_with STATUS PID: asserts the exit status of a child of this shell. (run has a subshell, which cannot wait for it.)
ends_with() {
  local status=0
  wait "$2" || status=$?
  assert_equal "$status" "$1"
}

# ended NAME: prints the recorded exit status.
ended() { as alice bawn info "$1" --json | sed -n 's/.*"exit_status" : \([0-9]*\).*/\1/p'; }

nothing_runs() { ! pgrep -u alice -x 'bwrap|sleep|session' >/dev/null; }

@test "kill ends a session by SIGTERM and its exit status is recorded" {
  begin one 'sleep 300'
  run -0 --separate-stderr as alice bawn kill one
  assert_equal "$output" ''
  assert_equal "$stderr" 'one ended with status 143'
  ends_with 143 "$session"
  assert_equal "$(ended one)" 143
  run -0 as alice bawn list --status ended
  assert_line --regexp '^one +ended 143 '
  nothing_runs
}

@test "kill ends a shell that ignores SIGTERM by SIGHUP" {
  begin one 'trap "" TERM; trap "exit 8" HUP; sleep 300 & wait'
  SECONDS=0
  run -0 --separate-stderr as alice bawn kill one
  ends_with 8 "$session"
  [ "$SECONDS" -lt 8 ] || fail "took $SECONDS s"
}

@test "kill lets the command of a session clean up and return its own exit status" {
  begin one 'trap "echo cleaned; exit 9" TERM; sleep 300 & wait'
  run -0 --separate-stderr as alice bawn kill one
  assert_equal "$stderr" 'one ended with status 9'
  ends_with 9 "$session"
  assert_equal "$(ended one)" 9
  grep -qx cleaned /tmp/one
}

@test "kill continues and signals a paused session whose command has the argument --agent" {
  launches --name one -- bash -c 'echo begun; trap "exit 8" TERM; sleep 300 & wait' --agent >/tmp/one 2>&1 3>&- &
  session=$!
  timeout 60 sh -c 'until grep -q begun /tmp/one; do sleep 0.1; done'
  run -0 as alice bawn pause one
  SECONDS=0
  run -0 as alice bawn kill one
  ends_with 8 "$session"
  [ "$SECONDS" -lt 8 ] || fail "took $SECONDS s"
}

@test "kill sends SIGKILL to processes that ignore SIGTERM, only after the grace period" {
  begin one 'trap "echo ignored" TERM HUP; while :; do sleep 0.2; done'
  run -0 --separate-stderr as alice bawn kill one --grace 2
  assert_equal "$stderr" $'sending SIGKILL in 1 s: one\none ended with status 137'
  ends_with 137 "$session"
  grep -q ignored /tmp/one
  assert_equal "$(ended one)" 137
  begin two 'trap "echo ignored" TERM HUP; while :; do sleep 0.2; done'
  run -0 --separate-stderr as alice bawn kill two --grace 0
  assert_equal "$stderr" 'two ended with status 137'
  run -1 grep -q ignored /tmp/two
}

@test "kill ends background processes of a session and those that exec started in it" {
  begin one 'trap "" TERM; (setsid sleep 301 &); sleep 302'
  as alice bawn exec one -- sh -c 'echo joined; exec sleep 303' >/tmp/joined 2>&1 3>&- &
  local joined=$!
  timeout 60 sh -c 'until grep -q joined /tmp/joined; do sleep 0.1; done'
  run -0 --separate-stderr as alice bawn kill one --grace 1
  ends_with 143 "$joined"
  nothing_runs
}

@test "kill ends several sessions at once and reports the one that does not run" {
  begin one 'sleep 300'
  begin two 'sleep 300'
  launches --name three -- true
  run -0 --separate-stderr as alice bawn kill one two three
  assert_equal "$stderr" $'three is not running (ended 0)\none ended with status 143\ntwo ended with status 143'
  nothing_runs
}

@test "kill signals nothing when one of the names is unknown" {
  begin one 'sleep 300'
  refused 4 "there is no session 'none'" 'did you mean one? list yours: bawn list' as alice bawn kill one none
  run -0 as alice bawn list --status running -q
  assert_output one
}

@test "kill ends a stopped session" {
  # without sudo, which would stop with its child and wait for its shell
  setpriv --reuid=alice --regid=alice --init-groups env -C /home/alice/app HOME=/home/alice USER=alice \
    bawn launch --name one -- sh -c 'echo begun; sleep 300' >/tmp/one 2>&1 3>&- &
  timeout 60 sh -c 'until grep -q begun /tmp/one; do sleep 0.1; done'
  pkill -STOP -u alice -x 'sleep|bwrap|session|sh|cat'
  run -0 --separate-stderr as alice bawn kill one
  assert_equal "$stderr" 'one ended with status 143'
}

@test "kill ends a session, and the next one can write its project" {
  launches --name one --workspace bind -- sh -c 'echo begun; sleep 300' >/tmp/one 2>&1 3>&- &
  timeout 60 sh -c 'until grep -q begun /tmp/one; do sleep 0.1; done'
  run -3 launches --name two --workspace bind -- true
  run -0 as alice bawn kill one
  run -0 launches --name two --workspace bind -- true
}

@test "bawn records the exit status when the program session is killed" {
  local holder
  begin one 'sleep 300'
  read -r holder _ <"$sessions/one/started"
  kill -KILL "$holder"
  ends_with 137 "$session"
  timeout 60 sh -c "until grep -q . $sessions/one/exit; do sleep 0.1; done"
  assert_equal "$(ended one)" 137
  nothing_runs
  run -0 as alice bawn resume one -- true
}

@test "bawn records the exit status when bubblewrap is killed" {
  local first
  begin one 'sleep 300'
  first=$(sed -n 's/.*"child-pid": \([0-9]*\).*/\1/p' "$sessions/one/inside")
  kill -KILL "$(ps -o ppid= -p "$first" | tr -d ' ')"
  ends_with 137 "$session"
  assert_equal "$(ended one)" 137
}
