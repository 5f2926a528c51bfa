#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; bats and the loaded files set the variables
# bawn pause and unpause for sessions of agents: the operator may not signal their processes, so enter does it for the operator.

load ../lib/world.bash
load ../lib/mirrors.bash
load ../lib/own.bash
load ../lib/screen.bash

sessions=/home/alice/.local/state/bawn/sessions
scratch=/var/lib/bawn/scratch/a.noir/app

setup_file() {
  make_home_file_system
  make_state_file_system
  make_mirrored_project
  bawn-admin allow a.noir python3 bash
  bawn-admin create a.bleu
  bawn-admin assign a.bleu "$project" --workspace overlay
}

teardown() {
  mount -o remount,hidepid=off /proc
  in_app bawn killall --force 2>/dev/null || :
  find "$scratch" -mindepth 1 -delete
}

# ticks NAME [OPTION…]: starts a session whose command, its child, and a child in a kernel session of its own write counters.
ticks() {
  bawn_ spawn -q "$@" a.noir app -- python3 -c '
import os, signal, sys, time
name = "main"
if os.fork() == 0:
    name = "child"
    if os.fork() == 0:
        os.setsid()
        name = "apart"
path, n = f".scratch/{sys.argv[1]}.", 0
def hung_up(*_):
    open(path + "hung-up", "w").close()
    sys.exit(9)
if name == "main": signal.signal(signal.SIGHUP, hung_up)
while True:
    n += 1
    with open(path + name + ".new", "w") as file: file.write(str(n))
    os.rename(path + name + ".new", path + name)
    if name == "main" and n == 3:
        while not (os.path.exists(path + "child") and os.path.exists(path + "apart")): time.sleep(0.05)
        print("ready", flush=True)
    time.sleep(0.05)' "$1"
  shows "$1" ready
}

# counters NAME: prints what ticks has written.
counters() { cat "$scratch/$1".{main,child,apart}; }

# stands NAME: asserts that nothing of the session runs, for longer than the interval at which a relay checks its command.
stands() {
  local before
  before=$(counters "$1")
  sleep 3
  assert_equal "$(counters "$1")" "$before"
}

# goes NAME: asserts that each counter changes.
goes() {
  local each before
  for each in main child apart; do
    before=$(cat "$scratch/$1.$each")
    timeout 30 bash -c 'until [ -s "$1" ] && [ "$(cat "$1")" != "$2" ]; do sleep 0.05; done' goes "$scratch/$1.$each" "$before"
  done
}

# none_of AGENT: asserts that the agent has no process.
none_of() {
  run pgrep -u "$1" -a
  assert_output ''
}

@test "pause stops every process of an agent's session, and unpause continues it" {
  ticks still
  run -0 --separate-stderr bawn_ pause still
  assert_equal "$output|$stderr" '|paused still'
  stands still
  run -0 bawn_ list
  assert_line --regexp '^still +paused '
  run -0 bawn_ list -q --status paused
  assert_output still
  run -0 bawn_ ps
  assert_line --regexp '^still .*paused'
  run -0 bawn_ info still
  assert_output --partial paused
  run -0 bawn_ pause still
  assert_output 'still is paused already'
  run -0 bawn_ unpause still
  assert_output 'unpaused still'
  goes still
  run -0 bawn_ unpause still
  assert_output 'still is not paused'
  run -0 bawn_ list -q --status paused
  assert_output ''
  run -0 bawn_ history still -e paused -e unpaused
  assert_equal "${#lines[@]}" 3
  # again, and by the name that the session gets meanwhile
  run -0 bawn_ pause still
  run -0 bawn_ rename still renamed
  run -0 bawn_ unpause renamed
  goes still
}

@test "a paused session of an agent stays paused while its operator attaches, types, presses Ctrl-Z and detaches" {
  ticks held
  run -0 bawn_ pause held
  attaches_and_types held
  stands held
  run -0 bawn_ list -q --status paused
  assert_output held
  run -0 bawn_ kill held
  assert_output --regexp '^held ended with status'
  none_of a.noir
}

@test "a paused session of an agent gets what was typed meanwhile after unpause" {
  run -0 bawn_ spawn -q reads a.noir app -- sh -c 'echo ready; read x; echo "got $x"; exit 5'
  shows reads ready
  run -0 bawn_ pause reads
  run -0 bawn_ send reads later
  run -0 bawn_ unpause reads
  run -5 bawn_ wait reads --timeout 60
  run -0 bawn_ logs reads -n 1
  assert_output 'got later'
}

@test "kill continues a paused session of an agent, whose command handles SIGHUP" {
  ticks killed
  run -0 bawn_ pause killed
  SECONDS=0
  run -0 bawn_ kill killed
  [ -e "$scratch/killed.hung-up" ]
  [ "$SECONDS" -lt 8 ] || fail "took $SECONDS s"
  none_of a.noir
  run -3 bawn_ pause killed
  assert_line --partial "session 'killed' is not running (ended "
  # the next start is not paused
  run -0 bawn_ restart killed
  goes killed
}

@test "killall and destroy --force end paused sessions of agents, and the loss of the tmux server does" {
  local name
  for name in all destroyed lost; do
    ticks "$name"
    run -0 bawn_ pause "$name"
    case $name in
      all) run -0 bawn_ killall --force ;;
      destroyed)
        run -3 bawn_ destroy destroyed
        run -0 bawn_ kill destroyed
        run -0 bawn_ destroy destroyed --force
        ;;
      lost) pkill -KILL -u alice tmux ;;
    esac
    timeout 30 sh -c 'while pgrep -u a.noir >/dev/null; do sleep 0.1; done' || fail "$name: $(pgrep -a -u a.noir)"
  done
}

@test "a pause stops one session of an agent, and not the other ones" {
  ticks one
  ticks two
  run -0 bawn_ pause one
  stands one
  goes two
  run -0 bawn_ unpause one
  goes one
}

@test "pause and unpause have a result for each name" {
  ticks first
  run -0 bawn_ spawn -q over a.noir app -- true
  run -0 bawn_ wait over
  run -0 bawn_ spawn -q mine -- sleep 60
  run -3 --separate-stderr bawn_ pause over first mine
  assert_equal "$stderr" "paused first
paused mine
bawn: error: session 'over' is not running (ended 0)
bawn: hint: list those that run: bawn list --status running"
  run -4 --separate-stderr bawn_ unpause over first none mine
  assert_equal "${stderr_lines[0]}|${stderr_lines[1]}" 'unpaused first|unpaused mine'
  assert_equal "${stderr_lines[2]}" "bawn: error: session 'over' is not running (ended 0)"
  [[ $stderr == *"none"* ]]
  goes first
}

@test "an overlay counts as in use while the session of its agent is paused" {
  run -0 bawn_ spawn -q laid a.bleu app -- sh -c 'echo ready; sleep 60'
  shows laid ready
  run -0 bawn_ pause laid
  run bawn_ spawn -q second a.bleu app --no-sync -- true
  assert_failure
  assert_output --partial 'the changes of a.bleu on app are in use'
  echo more >"$project/more"
  run -0 bawn-admin sync a.bleu app
  assert_output --partial 'stays as it is: a session or an operator uses the changes of its agent'
  run -0 bawn_ kill laid
  run -0 bawn-admin sync a.bleu app
  refute_output --partial 'stays as it is'
  rm "$project/more"
}

@test "watch pauses and continues the session of an agent" {
  ticks board -t board=yes
  at_terminal 120 40
  types 'bawn watch -t board=yes'
  sees running
  presses p
  sees 'paused board'
  sees '1 session: 1 paused'
  stands board
  presses p
  sees 'unpaused board'
  goes board
  presses q
  leave_terminal
}

@test "pause fails for an agent whose processes cannot be stopped, and the session goes on" {
  ticks resists
  # as for processes that continue each other: each signal is sent, and none of them stays stopped
  mv "$library/stop-all" "$library/stop-all.away"
  printf '#!/usr/bin/perl\n$| = 1; print 1; print 1 while <STDIN>;\n' >"$library/stop-all"
  chmod 0755 "$library/stop-all"
  run --separate-stderr bawn_ pause resists
  mv "$library/stop-all.away" "$library/stop-all"
  [ "$status" = 1 ]
  assert_equal "$stderr" "bawn: error: the processes of session 'resists' continue each other faster than bawn can stop them
bawn: hint: end it: bawn kill resists"
  goes resists
  assert_equal "$(state_of resists paused)" 'running False'
  run -0 bawn_ history resists -e paused
  assert_output 'no matching events'
  # longer than the interval at which a relay checks its command
  sleep 2
  goes resists
  run -0 bawn_ pause resists
  stands resists
}

@test "pause names the reason where /proc hides the processes of an agent, and changes nothing" {
  mount -o remount,hidepid=invisible /proc
  run -0 bawn_ spawn -q hidden a.noir app -- sh -c 'echo ready; read x; exit 5'
  run shows hidden ready
  refused 3 "cannot pause session 'hidden': /proc hides the processes of other users (hidepid)" 'end it: bawn kill hidden' \
    bawn_ pause hidden
  run -0 bawn_ list -q --status paused
  assert_output ''
  run -0 bawn_ send hidden text
  run -5 bawn_ wait hidden --timeout 60
}

# first_of NAME: the PID of the first process inside, and its start time.
first_of() {
  sed -n 's/.*"child-pid": \([0-9]*\), "begun": \([0-9]*\).*/\1 \2/p' "$sessions/$1/inside"
}

# asks USER PID BEGUN REQUEST…: sends requests to enter as an operator.
asks() {
  local who=$1
  shift
  printf '%s\n' "${@:3}" | as "$who" sudo -n -u a.noir "$library/enter" app "$(basename "$(readlink /var/lib/bawn/agents/a.noir)")" -pause "$1" "$2"
}

@test "an operator pauses and continues the own sessions of an agent, and not those of another operator" {
  make_user carol 2>/dev/null || :
  bawn-admin operator add a.noir carol
  ticks alices
  # shellcheck disable=SC2046 # two words
  run -3 asks carol $(first_of alices) stop
  assert_line 'bawn: error: the session belongs to another operator of the agent'
  goes alices
  run -0 bawn_ pause alices
  # shellcheck disable=SC2046
  run -3 asks carol $(first_of alices) continue
  stands alices
  # shellcheck disable=SC2046
  run -0 asks alice $(first_of alices) continue stop continue
  assert_output 1111
  goes alices
  bawn-admin operator remove a.noir carol --yes
}

@test "root ends a paused session of an agent: by unassign, and when the operator loses the agent" {
  ticks unassigned
  run -0 bawn_ pause unassigned
  bawn-admin unassign a.noir app
  none_of a.noir
  bawn-admin assign a.noir "$project"
  ticks former
  run -0 bawn_ pause former
  bawn-admin operator add a.noir bob
  bawn-admin operator remove a.noir alice --yes
  none_of a.noir
  bawn-admin operator add a.noir alice
  bawn-admin operator remove a.noir bob --yes
  run -0 bawn_ list -q --status paused
  assert_output ''
}

@test "enter refuses invalid fields of -pause, and processes that are in no session" {
  local words
  ticks fields
  for words in '' '1' 'x 1' '1 x' '0 1' '/1 1' '1/../2 1' '-1 1' '1 -1'; do
    # shellcheck disable=SC2086 # several words
    run -2 as alice sudo -n -u a.noir "$library/enter" app "$(basename "$(readlink /var/lib/bawn/agents/a.noir)")" -pause $words
  done
  local pid begun
  read -r pid begun < <(first_of fields)
  # another start time, a process that belongs to the user, one of root, and one of the agent outside of the session
  run -3 asks alice "$pid" "$((begun + 1))" stop
  run -3 asks alice "$(cut -d ' ' -f 1 "$sessions/fields/started")" "$(cut -d ' ' -f 2 "$sessions/fields/started")" stop
  run -3 asks alice 1 "$(awk '{ print $22 }' /proc/1/stat)" stop
  pid=$(awk '{ print $4 }' "/proc/$pid/stat")
  run -3 asks alice "$pid" "$(awk '{ print $22 }' "/proc/$pid/stat")" stop
  goes fields
}
