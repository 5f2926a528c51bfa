#!/usr/bin/env bats
# shellcheck disable=SC2154 # attack.bash and bats set the variables
# A session of an agent that its operator paused, and the command of enter that stops and continues it.

load attack

setup_file() {
  begin_world
  install -o "$agent" -g "$agent" -m 0755 "$here/programs/runaway.py" "$state/homes/$agent/runaway.py"
}

teardown() {
  as op bawn killall --force 2>/dev/null || :
}

# begin: starts a session in the background whose processes write the time and continue each other.
begin() {
  as op bawn destroy held --force 2>/dev/null || :
  as op bawn spawn held "$agent" app --no-sync -- python3 /home/agent/runaway.py 3>&-
  as op bawn wait held --text ready --timeout 60
}

# times: prints what the processes of the session wrote.
times() { cat "$state/scratch/$agent/app"/time-*; }

# stands: succeeds if no process of the session writes for longer than the interval at which a relay checks its command.
stands() {
  local before
  before=$(times)
  sleep 3
  [ "$(times)" = "$before" ]
}

# bawn may be too slow for such processes; then it must say that the session goes on.
@test "no process of a paused session of an agent can continue by itself" {
  begin
  run as op bawn pause held
  if [ "$status" != 0 ]; then
    assert_output --partial 'continue each other faster than bawn can stop them'
    run as op bawn list
    refute_output --partial paused
    concludes 'refused: bawn says that the session goes on'
  elif stands; then
    concludes 'refused: no process of it ran'
  else
    concludes went
  fi
  judge
}

# asks USER REQUEST…: sends the requests to enter, for the session of op.
asks() {
  local who=$1 first
  first=$(sed -n 's/.*"child-pid": \([0-9]*\), "begun": \([0-9]*\).*/\1 \2/p' /home/op/.local/state/bawn/sessions/held/inside)
  shift
  # shellcheck disable=SC2086 # two words
  printf '%s\n' "$@" | as "$who" sudo -n -u "$agent" "$(enter_program)" app "$(basename "$(readlink "$state/agents/$agent")")" -pause $first
}

@test "an operator of an agent cannot stop or continue the session of another operator" {
  bawn-admin operator add "$agent" neighbour
  as op bawn destroy held --force 2>/dev/null || :
  as op bawn spawn held "$agent" app --no-sync -- sh -c 'echo ready; while :; do date +%N >.scratch/time-own; sleep 0.05; done' 3>&-
  as op bawn wait held --text ready --timeout 60
  run asks neighbour stop
  ! stands || concludes went
  judge
  # the operator who started it may
  [ "$(asks op stop)" = 11 ]
  stands
  run asks neighbour continue
  stands || concludes went
  judge
}
