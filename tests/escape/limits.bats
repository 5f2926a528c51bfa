#!/usr/bin/env bats
# A session that uses all resources that it can get: which ones bawn keeps for other processes, and which ones it does not.

load attack

setup_file() {
  # The kernel counts the processes of a uid on the whole machine, so no other file has an agent with this uid.
  agent_uids=81000-81999
  begin_world
  bring greedy.py
}

@test "a session reaches a limit of processes, and other sessions still start some" {
  inside 'python3 ~/greedy.py processes'
  as op true
  judge
}

@test "a session reaches a limit of open files" {
  inside 'python3 ~/greedy.py files'
  judge
}

@test "a session that uses all its inotify watches and pipes leaves its operator some" {
  in_session "$agent" python3 /home/agent/greedy.py hold >"$BATS_TEST_TMPDIR/said" </dev/null 3>&- &
  local session=$! tries
  for tries in {1..300}; do
    ! grep -q holding "$BATS_TEST_TMPDIR/said" || break
    sleep 0.2
  done
  grep -q holding "$BATS_TEST_TMPDIR/said"
  run as op python3 "$here/programs/greedy.py" some
  assert_success
  wait "$session" || true
  concludes "$(cat "$BATS_TEST_TMPDIR/said")"
  judge
}

@test "a session can fill the memory and the disk that it shares" {
  inside 'python3 ~/greedy.py memory; head -c 64M /dev/zero >~/filler && echo "disk: went"; rm -f ~/filler'
  judge
}
