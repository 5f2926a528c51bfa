#!/usr/bin/env bats
# Many sessions at once: prepared and started later, side by side on a screen, and removed together.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() {
  make_alice
}

teardown() {
  leave_terminal
  in_app bawn purge --yes --force >/dev/null 2>&1 || :
}

@test "spawn --no-start prepares a session, which restart starts" {
  run -0 bawn_ spawn first --no-start -- sh -c 'echo more >>README.md; exit 5'
  assert_output 'prepared first; start it: bawn restart first'
  assert_equal "$(state_of first)" 'prepared -'
  run -3 bawn_ spawn first --no-start -- true
  assert_line "bawn: error: session 'first' already exists"
  run -3 bawn_ spawn first --no-start --dry-run -- true
  run -3 bawn_ launch --name first --dry-run -- true
  assert_line "bawn: error: session 'first' already exists"
  # a start that was given up would make room for it
  sleep 11
  run -3 bawn_ spawn first -- true
  run -0 bawn_ clean --yes
  run -0 bawn_ restart first
  run -5 bawn_ wait first --timeout 60
  run -0 bawn_ status first
  assert_line '  modified  README.md'
}

@test "the first start of a prepared session gives its tool the prompt, and continues no other conversation" {
  as alice sh -c 'mkdir -p .local/bin && cat >.local/bin/claude && chmod 755 .local/bin/claude' <<'END'
#!/bin/sh
echo "got: $*"
mkdir -p ~/.claude/projects/p
echo {} >~/.claude/projects/p/1.jsonl
END
  as alice sh -c 'echo "do this" >app/task.md'
  run -0 bawn_ launch -q --name talked --tool claude
  run -0 bawn_ spawn unasked --no-start --tool claude
  run -0 bawn_ resume unasked
  assert_output 'got: '
  run -0 bawn_ spawn asked --no-start --tool claude --prompt task.md
  as alice sh -c 'echo "do that" >app/task.md'
  run -0 bawn_ clone asked copied
  run -0 bawn_ rename asked renamed
  local name
  for name in renamed copied; do
    run -0 bawn_ restart "$name"
    run -0 bawn_ wait "$name" --timeout 60
    run -0 bawn_ logs "$name"
    assert_output 'got: -- do this'
  done
  run -0 bawn_ restart renamed
  run -0 bawn_ wait renamed --timeout 60
  run -0 bawn_ logs renamed -n 1
  assert_output 'got: --continue'
  run -0 bawn_ clone renamed late
  run -0 bawn_ resume late
  assert_output 'got: '
  as alice rm app/task.md .local/bin/claude
}

@test "a new session takes its name while no other one is renamed" {
  local state=/home/alice/.local/state/bawn/sessions start
  run -0 bawn_ launch -q --name older -- true
  as alice python3 -c '
import fcntl, os, sys, time
lock = open(sys.argv[1] + "/.renaming.lock", "a")
fcntl.lockf(lock, fcntl.LOCK_EX)
open("locked", "w")
while os.path.exists("locked"):
    time.sleep(0.1)' "$state" 3>&- &
  timeout 30 sh -c 'until [ -e /home/alice/locked ]; do sleep 0.1; done'
  bawn_ launch -q --name wanted -- true >/tmp/start 2>&1 3>&- &
  start=$!
  timeout 30 sh -c 'until ls "$1"/.new/wanted.*/plan.json; do sleep 0.1; done' sh "$state" >/dev/null 2>&1
  sleep 2
  refute [ -e "$state/wanted" ]
  # a renaming that was killed at this moment
  as alice sh -c 'sed s/older/wanted/g "$1/older/plan.json" >"$1/older/plan.renamed"
    echo "older wanted" >"$1/.renaming"; rm locked' sh "$state"
  status=0
  wait "$start" || status=$?
  assert_equal "$status" 3
  run cat /tmp/start
  assert_line "bawn: error: the name 'wanted' is in use: a renaming to it was interrupted"
  run -0 bawn_ list -q
  assert_output wanted
}

@test "prepared sessions of one project run at the same time" {
  run -0 bawn_ spawn one --no-start -- sleep 100
  run -0 bawn_ spawn two --no-start -- sleep 100
  run -0 bawn_ restart one two
  assert_equal "$(state_of one)" 'running -'
  assert_equal "$(state_of two)" 'running -'
}

@test "the base of a prepared session has the untracked files of the project" {
  as alice sh -c 'echo untracked >app/mine'
  run -0 bawn_ spawn based --no-start -- sh -c 'sed -i s/untracked/theirs/ mine'
  timeout 30 sh -c 'until tail -c 4 /home/alice/.local/share/bawn/workspaces/based/base/record | grep -q end; do sleep 0.1; done'
  run -0 bawn_ restart based
  run -0 bawn_ wait based --timeout 60
  run -0 bawn_ merge based mine
  run -0 as alice cat app/mine
  assert_output theirs
  as alice rm app/mine
}

@test "open shows the files, the servers and the log of a session" {
  run -0 bawn_ spawn served -- sh -c 'echo new >new; exec python3 -m http.server "$BAWN_PORT_BASE"'
  run -0 timeout 60 sh -c "until sudo -u alice bawn open served | grep -q http:; do sleep 0.1; done"
  run -0 bawn_ open served
  assert_line "workspace  /home/alice/.local/share/bawn/workspaces/served/upper"
  assert_line --regexp '^ports      [0-9]+-[0-9]+; http://localhost:[0-9]+$'
  assert_line --regexp '^log        /home/alice/.local/state/bawn/sessions/served/log \([0-9]+ B\)$'
  run -0 bawn_ kill served
  run -0 bawn_ open served
  assert_line 'ports      -'
  run -0 bawn_ launch -q --name checked --workspace clone -- true
  run -0 bawn_ open checked
  assert_line 'workspace  /home/alice/.local/share/bawn/workspaces/checked/checkout'
}

# port_of SESSION: prints the first of its ports.
port_of() { bawn_ info "$1" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["port_base"])'; }

@test "open names no server of another session, of another user or at another address" {
  local base
  run -0 bawn_ spawn mine -- sh -c 'python3 -m http.server "$BAWN_PORT_BASE" & exec python3 -m http.server $((BAWN_PORT_BASE + 1)) --bind 127.9.9.9'
  base=$(port_of mine)
  run -0 bawn_ spawn other -- python3 -m http.server $((base + 2))
  setpriv --reuid=4321 --regid=4321 --clear-groups python3 -m http.server $((base + 3)) >/dev/null 2>&1 3>&- &
  local port
  for port in 0 1 2 3; do
    timeout 30 sh -c "until grep -q ':$(printf %04X $((base + port))) 00000000:0000 0A' /proc/net/tcp; do sleep 0.1; done"
  done
  run -0 bawn_ open mine
  assert_line "ports      $base-$((base + 9)); http://localhost:$base"
  run -0 bawn_ open mine --json
  assert_output --partial "\"urls\" : [ \"http://localhost:$base\" ]"
  run -0 bawn_ kill mine --grace 0
  run -0 bawn_ open other
  assert_line --partial '; no server of the session listens on them alone'
  kill %1
}

@test "open prints no URL of a port on which another user listens, too" {
  local base stranger file
  run -0 bawn_ spawn mine -- sh -c 'exec python3 -m http.server "$BAWN_PORT_BASE" --bind 127.0.0.1'
  base=$(port_of mine)
  setpriv --reuid=4321 --regid=4321 --clear-groups python3 -m http.server "$base" --bind ::1 >/dev/null 2>&1 3>&- &
  stranger=$!
  for file in tcp tcp6; do
    timeout 30 sh -c "until grep -q ':$(printf %04X "$base") 0*:0000 0A' /proc/net/$file; do sleep 0.1; done"
  done
  run -0 --separate-stderr bawn_ open mine --json
  assert_output --partial '"urls" : [ ]'
  # shellcheck disable=SC2154 # run sets it
  assert_equal "$stderr" "bawn: warning: another process listens on port $base, too, so bawn prints no URL for it; see: ss -ltnp sport = :$base"
  kill "$stranger"
  wait "$stranger" || :
  run -0 bawn_ open mine
  assert_line "ports      $base-$((base + 9)); http://localhost:$base"
  run -0 bawn_ kill mine --grace 0
}

@test "kill takes no process of a session or of another user for a start" {
  local place=/home/alice/.local/state/bawn/sessions/ended forges='exec {"/usr/bin/perl"} "perl", "-esleep 100", @ARGV'
  run -0 bawn_ launch -q --name ended -- true
  run -0 bawn_ spawn forger -- perl -e "$forges" /usr/local/lib/bawn/session "$place"
  setpriv --reuid=4321 --regid=4321 --clear-groups perl -e "$forges" /usr/local/lib/bawn/session "$place" 3>&- &
  timeout 30 sh -c "until [ \$(pgrep -fc '^perl -esleep 100 ') = 2 ]; do sleep 0.1; done"
  run -0 bawn_ kill ended forger --grace 0
  assert_line 'ended is not running (ended 0)'
  assert_line 'forger ended with status 137'
  kill %1
}

@test "grid shows the background sessions side by side, and each gets what is typed into it" {
  run -4 bawn_ grid
  assert_line 'bawn: error: no session runs in the background'
  run -0 bawn_ swarm side 5 -- sh -c 'echo "here is $HOSTNAME"; while read -r line; do echo "got $line"; done'
  run -3 bawn_ grid
  assert_line 'bawn: error: grid needs a terminal'
  at_terminal 80 24
  types 'bawn grid'
  sees 'leave: C-b d'
  sees side-4
  refute [ -n "$(screen | grep side-5)" ]
  types one
  sees 'got one'
  presses C-b Right
  types two
  sees 'got two'
  presses C-b n
  sees side-5
  presses C-b d
  sees_no 'leave: C-b d'
  assert_equal "$(state_of side-5)" 'running -'
  run -0 bawn_ logs side-2
  assert_line 'got two'
  refute_line 'got one'
  types 'bawn grid --read-only'
  sees 'leave: C-b d'
  types three
  presses C-b d
  sees_no 'leave: C-b d'
  run -0 bawn_ logs side-1
  refute_line 'got three'
}

@test "the output of a session changes no title in the grid" {
  run -0 bawn_ spawn plain -- sleep 100
  run -0 bawn_ spawn forger -- sh -c 'printf "\033]2;plain\007\033]0;FORGED\007\033kFORGED\033\134\033Ptmux;\033\033]2;FORGED\007\033\134ready"; sleep 100'
  run -0 bawn_ wait forger --text ready --timeout 60
  at_terminal 80 24
  types 'bawn grid'
  sees ready
  sees '── forger ─'
  sees '── plain ─'
  refute [ -n "$(screen | grep FORGED)" ]
  presses C-b d
}

@test "purge ends and removes all sessions, but not unmerged work" {
  run -0 bawn_ spawn runs -- sleep 100
  run -0 bawn_ launch -q --name works -- sh -c 'echo more >>README.md'
  run -0 bawn_ launch -q --name tagged -t issue=7 -- true
  run -2 bawn_ purge
  assert_line 'bawn: error: confirmation needed, but there is no terminal'
  run -0 bawn_ purge -t issue=7 --yes
  assert_output 'removed tagged'
  run -1 bawn_ purge --yes
  assert_line 'removed runs'
  assert_line "bawn: kept: session 'works' has unmerged work: 1 change"
  refute_line 'removed works'
  run -0 bawn_ purge --yes --force
  assert_output 'removed works'
  run -0 bawn_ purge
  assert_output 'no sessions'
  at_terminal 80 24
  run -0 bawn_ launch -q --name asked -- true
  types 'bawn purge'
  sees 'remove 1 session, unless it has unmerged work: asked? [y/N]'
  types n
  sees 'nothing was removed'
  types 'clear; bawn purge'
  sees_no 'nothing was removed'
  sees 'asked? [y/N]'
  presses C-c
  sees $'asked? [y/N] ^C\nbash-'
}

@test "purge goes on after a damaged session, and after one that another command removed" {
  local state=/home/alice/.local/state/bawn/sessions name
  as alice mkdir -p "$state/bad name"
  as alice touch "$state/a-file"
  for name in one two three four five six; do run -0 bawn_ launch -q --name "$name" -- true; done
  bawn_ purge --yes >/tmp/purge 2>&1 3>&- &
  run bawn_ purge --yes
  assert_line "bawn: kept: session 'bad name' is damaged: a session cannot have this name"
  assert_line "bawn: hint: remove it: rm -r -- '$state/bad name'"
  assert_line "bawn: kept: session 'a-file' is damaged: it is not a directory"
  wait
  refute_line --partial 'error:'
  run grep error: /tmp/purge
  assert_output ''
  for name in one two three four five six; do run -0 bawn_ launch -q --name "$name" -- true; done
  bawn_ clean --yes >/tmp/clean 2>&1 3>&- &
  run bawn_ clean --yes
  wait
  refute_line --partial 'error:'
  run grep error: /tmp/clean
  assert_output ''
  as alice rm -r "$state/bad name" "$state/a-file"
  run bawn_ list -q
  assert_output ''
}

@test "root prints the directories of the caller" {
  run -0 bawn_ root
  assert_line 'settings    /home/alice/.config/bawn'
  assert_line 'workspaces  /home/alice/.local/share/bawn/workspaces'
}
