#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; bats and the loaded files set the variables
# Sessions of agents in the background: they have names and records as those of the user, who may not signal their processes.

load ../lib/world.bash
load ../lib/mirrors.bash
load ../lib/own.bash
load ../lib/screen.bash
load ../lib/tools.bash

sessions=/home/alice/.local/state/bawn/sessions
socket=/home/alice/.local/state/bawn/tmux/socket

setup_file() {
  make_home_file_system
  make_state_file_system
  make_mirrored_project
  bawn-admin allow a.noir python3
  bawn-admin create a.bleu
  bawn-admin assign a.bleu "$project" --workspace overlay
}

teardown() {
  in_app bawn killall --force 2>/dev/null || :
}

# none_of AGENT: asserts that the agent has no process.
none_of() {
  run pgrep -u "$1" -a
  assert_output ''
}

# stubborn NAME: starts a command of the agent that ignores each signal that can be ignored, and a child of it that leaves its
# process group.
stubborn() {
  bawn_ spawn -q "$1" a.noir app -- python3 -c '
import os, signal, time
for each in range(1, 32):
    if each not in (signal.SIGKILL, signal.SIGSTOP): signal.signal(each, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork(): os._exit(0)
else:
    print("ready", flush=True)
while True: time.sleep(1)'
  shows "$1" ready
}

# starter_of NAME: the PID of the process of alice that holds the session.
starter_of() { cut -d ' ' -f 1 "$sessions/$1/started"; }

@test "spawn starts a session of an agent, which list, logs, send and wait know by its name" {
  run -0 --separate-stderr bawn_ spawn one a.noir app -- sh -c 'id -un; read answer; echo "got $answer"; exit 7'
  assert_output ''
  assert_equal "${stderr_lines[-1]}" 'started one; see it: bawn attach one'
  assert_equal "$(state_of one)" 'running -'
  run -0 bawn_ list
  assert_line --regexp '^one +running +- +command +agent .*/home/alice/app$'
  run -0 bawn_ send one an answer
  run -7 bawn_ wait one --timeout 60
  assert_equal "$(state_of one)" 'ended 7'
  run -0 bawn_ logs one
  assert_output $'a.noir\nan answer\ngot an answer'
  none_of a.noir
}

@test "spawn takes the project and the agent in either order, and without a project that of the directory" {
  run -0 bawn_ spawn either app a.noir -- true
  run -0 bawn_ wait either
  run -0 bawn_ spawn neither a.noir -- pwd
  run -0 bawn_ wait neither
  run -0 bawn_ logs neither
  assert_output /work/app
  run -0 bawn_ info neither --json
  assert_line --partial '"agent" : "a.noir"'
  assert_line --partial '"agent_project" : "app"'
}

@test "the record of an agent's session has its tags, and history has its events" {
  run -0 bawn_ spawn tagged a.noir app --tag issue=7 -- true
  run -0 bawn_ wait tagged
  run -0 bawn_ list -t issue=7 -q
  assert_output tagged
  run -0 bawn_ history
  assert_line --regexp 'ended 0 +tagged$'
}

@test "a tool of an agent gets its prompt and its key, and no file and no process of the user has the key" {
  make_tool alice demo 1.2.3
  mkdir -p /etc/bawn/tools.d
  define_tool demo | sed 's/^env = .*/env = ["DEMO_API_KEY"]/' >/etc/bawn/tools.d/demo.toml
  bawn-admin tool add demo --from /home/alice/demo
  bawn-admin allow a.noir demo
  printf 'secret-key\n' | as alice bawn env set DEMO_API_KEY
  as alice sh -c 'echo "do this" >app/task'
  run -0 bawn_ spawn tool a.noir app --tool demo --prompt task
  run -0 bawn_ wait tool
  run -0 bawn_ logs tool
  assert_output --partial 'demo 1.2.3 do this'
  assert_output --partial secret-key
  # as the caller's variable, which comes before the stored key
  run -0 in_app env DEMO_API_KEY=other-key bawn spawn typed a.noir app -- sh -c 'echo "key $DEMO_API_KEY"; sleep 60'
  run -0 shows typed 'key other-key'
  run -1 sh -c 'cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr "\0" "\n" | grep ^DEMO_API_KEY | grep -v "=other-key$"'
  run -1 sh -c 'for each in $(pgrep -u alice); do cat "/proc/$each/environ" "/proc/$each/cmdline"; done | grep -a other-key'
  run -1 grep -rE '(secret|other)-key' --exclude=log "$sessions" /home/alice/.local/state/bawn/tmux
  run -0 bawn_ kill typed
  # restart does not repeat the prompt, as for the user's own sessions
  run -0 bawn_ restart tool
  run -0 bawn_ wait tool
  run -0 bawn_ logs tool -n 1
  refute_output --partial 'do this'
  # but the first start of a prepared session gives it
  run -0 bawn_ spawn later a.noir app --no-start --tool demo --prompt task
  run -0 bawn_ restart later
  run -0 bawn_ wait later
  run -0 bawn_ logs later
  assert_output --partial 'demo 1.2.3 do this'
  as alice bawn env unset DEMO_API_KEY
  rm /etc/bawn/tools.d/demo.toml
}

@test "restart runs the command of an agent's session again, and another one after --" {
  run -0 bawn_ spawn again a.noir app -- sh -c 'echo first; exit 3'
  run -3 bawn_ wait again
  run -0 bawn_ restart again
  run -3 bawn_ wait again
  run -0 bawn_ logs again
  assert_output $'first\nfirst'
  run -0 bawn_ restart again -- sh -c 'echo other; sleep 60'
  run -3 bawn_ restart again
  assert_line "bawn: error: session 'again' is running"
}

@test "restart verifies the policy of the agent, and starts nothing when root withdrew the command" {
  bawn-admin allow a.noir nl
  run -0 bawn_ spawn withdrawn a.noir app -- nl /dev/null
  run -0 bawn_ wait withdrawn
  bawn-admin restrict a.noir nl
  run -3 bawn_ restart withdrawn
  assert_line --partial 'nl is not allowed for a.noir'
  assert_equal "$(state_of withdrawn)" 'ended 0'
}

@test "restart syncs the mirror of the agent, and --no-sync leaves it as it is" {
  run -0 bawn_ spawn synced a.noir app -- cat later
  run -1 bawn_ wait synced
  in_project 'echo written later >later; git add later'
  run -0 bawn_ spawn stays a.noir app --no-sync -- cat later
  run -1 bawn_ wait stays
  run -0 bawn_ restart synced
  run -0 bawn_ wait synced
  run -0 bawn_ logs synced -n 1
  assert_output 'written later'
}

@test "attach shows the terminal of an agent's session, which has the size of the user's" {
  run -0 bawn_ spawn seen a.noir app -- sh -c 'read x; stty size; read x'
  run -0 as alice env -C app TERM=xterm-256color expect -c '
    set timeout 30
    spawn -noecho bawn attach seen
    stty rows 40 columns 101 <$spawn_out(slave,name)
    expect "detach:"
    after 500
    send "\r"
    expect "39 101" {} timeout { exit 1 }
    send "\002d"
    expect eof'
  assert_equal "$(state_of seen)" 'running -'
}

@test "kill ends an agent's session, and not one process of the agent is left" {
  run -0 bawn_ spawn short a.noir app -- sh -c 'sleep 1000 & sleep 1000'
  run -0 bawn_ kill short
  assert_line 'short ended with status 129'
  assert_equal "$(state_of short)" 'ended 129'
  none_of a.noir
}

@test "kill ends a command of an agent that ignores all signals, with its children" {
  local options
  for options in '' '--grace 0' '--grace 60'; do
    stubborn stubborn
    [ "$(pgrep -c -u a.noir python3)" = 2 ]
    # shellcheck disable=SC2086
    run -0 bawn_ kill stubborn $options
    assert_output $'sending SIGKILL in 9 s: stubborn\nstubborn ended with status 137'
    none_of a.noir
    run -0 bawn_ destroy stubborn
  done
}

@test "an agent's session ends when its process, the process below it or the tmux server is killed" {
  local what all
  for what in process below both server; do
    run -0 bawn_ spawn -q "$what" a.noir app -- sleep 1000
    # spawn returns when the sandbox is being built
    timeout 30 sh -c 'until pgrep -u a.noir -x sleep >/dev/null; do sleep 0.1; done'
    case $what in
      process) kill -KILL "$(starter_of process)" ;;
      below) pkill -KILL -P "$(starter_of below)" ;;
      both)
        all="$(starter_of both) $(pgrep -P "$(starter_of both)")"
        # shellcheck disable=SC2086 # several words
        kill -STOP $all # none of them may see the end of another, and write the exit status
        # shellcheck disable=SC2086 # several words
        kill -KILL $all
        ;;
      server) pkill -KILL -u alice tmux ;;
    esac
    timeout 30 sh -c 'while pgrep -u a.noir >/dev/null; do sleep 0.1; done' || fail "$what: $(pgrep -a -u a.noir)"
    timeout 30 sh -c 'while pgrep -u alice -x perl >/dev/null; do sleep 0.1; done'
  done
  assert_equal "$(state_of both)" 'interrupted -'
  assert_equal "$(state_of server)" 'ended 129'
}

@test "an agent that works on after its session's process was killed is listed as running" {
  stubborn left
  kill -KILL "$(starter_of left)"
  assert_equal "$(state_of left)" 'running -'
  timeout 30 sh -c 'while pgrep -u a.noir >/dev/null; do sleep 0.1; done'
  eventually_state left 'ended 137'
}

@test "an interrupted session stays interrupted when another user's process has its recorded PID" {
  local other name
  run -0 bawn_ spawn -q lost a.noir app -- sleep 1000
  run -0 bawn_ spawn -q plain -- sleep 1000
  for name in lost plain; do kill -KILL $(pgrep -P "$(starter_of "$name")") "$(starter_of "$name")"; done
  for name in lost plain; do eventually_state "$name" 'interrupted -'; done
  # the first process of another PID namespace, which alice may not read
  unshare --pid --fork setpriv --reuid nobody --regid nogroup --clear-groups sleep 1234 3>&- &
  timeout 30 sh -c 'until pgrep -u nobody -x sleep >/dev/null; do sleep 0.1; done'
  other=$(pgrep -u nobody -x -f 'sleep 1234')
  for name in lost plain; do
    sed -i "1s/\"child-pid\": [0-9]*/\"child-pid\": $other/" "$sessions/$name/inside"
    grep -q "\"child-pid\": $other" "$sessions/$name/inside"
    assert_equal "$(state_of "$name")" 'interrupted -'
    run timeout 30 sudo -H -u alice bawn wait "$name"
    [ "$status" != 124 ]
  done
  run -0 bawn_ restart lost plain
  assert_equal "$(state_of lost)" 'running -'
  kill "$other"
}

@test "commands about changes say that root deleted the agent of a session" {
  local command
  bawn-admin create a.vert
  bawn-admin assign a.vert "$project"
  run -0 bawn_ spawn -q old a.vert app -- true
  run -0 bawn_ wait old
  bawn-admin delete a.vert --yes
  for command in status diff export report merge restart; do
    refused 4 "there is no agent 'a.vert'" 'see: bawn agents' bawn_ $command old
  done
  run -0 bawn_ info old
  run -0 bawn_ destroy old
}

# eventually_state NAME STATE: within ten seconds.
eventually_state() {
  for _ in $(seq 100); do
    [ "$(state_of "$1")" != "$2" ] || return 0
    sleep 0.1
  done
  fail "$1 is $(state_of "$1")"
}

@test "spawn shows why enter refuses a session, and leaves no record" {
  chmod 0600 "/var/lib/bawn/homes/a.noir"
  mv /usr/bin/bwrap /usr/bin/bwrap.away
  run bawn_ spawn refused a.noir app --no-sync -- true
  mv /usr/bin/bwrap.away /usr/bin/bwrap
  chmod 0700 "/var/lib/bawn/homes/a.noir"
  assert_failure
  assert_line --partial bubblewrap
  assert [ ! -e "$sessions/refused" ]
}

@test "an agent's session runs where /proc hides the processes of other users, and its refusal is in its log" {
  mount -o remount,hidepid=invisible /proc
  run bawn_ spawn hidden a.noir app -q -- sh -c 'read x; exit 5'
  run bawn_ send hidden text
  run bawn_ wait hidden --timeout 60
  local waited=$status
  run bawn_ spawn killed a.noir app -q -- sleep 1000
  run bawn_ kill killed
  mount -o remount,hidepid=off /proc
  assert_line 'killed ended with status 129'
  none_of a.noir
  [ "$waited" = 5 ]
}

# hook NAME SCRIPT: creates a hook of alice.
hook() {
  as alice sh -c 'mkdir -p "${1%/*}" && printf "#!/bin/sh\n%s\n" "$2" >"$1" && chmod 755 "$1"' make "/home/alice/.config/bawn/hooks/$1" "$2"
}

# told FILE: prints what a hook wrote there, within 20 seconds.
told() { timeout 20 sh -c 'until [ -s "$1" ]; do sleep 0.1; done; cat "$1"' wait "/home/alice/$1"; }

@test "the user's hooks and --notify apply to a session of an agent" {
  local name
  for name in pre-start post-start notify; do
    hook "$name" '{ printf "%s\n" "$@"; id -un; env | grep ^BAWN_ | sort; } >~/told.new; mv ~/told.new ~/told-'"$name"
  done
  run -0 bawn_ spawn hooked a.noir app --notify hook -q -- sh -c 'sleep 1; exit 5'
  run -0 told told-pre-start
  assert_output "hooked
/home/alice/app
alice
BAWN_AGENT=a.noir
BAWN_PROJECT=/home/alice/app
BAWN_SESSION=hooked
BAWN_TOOL=command
BAWN_WORKSPACE=/home/alice/app
BAWN_WORKSPACE_KIND=agent"
  run -0 told told-post-start
  assert_line --index 0 hooked
  run -0 told told-notify
  assert_line --index 0 hooked
  assert_line --index 1 ended
  assert_line --index 2 5
  as alice rm told-notify
  # restart keeps the option
  run -0 bawn_ restart hooked
  run -0 told told-notify
  assert_line --index 0 hooked
  run -2 bawn_ spawn other a.noir app --notify shout -- true
  assert_output --partial 'use none, bell, desktop, hook'
  hook pre-start 'exit 1'
  run -1 bawn_ spawn never a.noir app -q -- true
  assert_output --partial 'the hook pre-start failed with status 1, so nothing was started'
  assert_equal "$(state_of never)" ''
  rm -r /home/alice/.config/bawn/hooks
  run -0 bawn_ destroy hooked
}

@test "spawn refuses an option of unprivileged sessions with an agent, and --no-sync without one" {
  refused 2 '--workspace is only for unprivileged sessions, not for agents' 'leave out --workspace, or leave out a.noir' \
    bawn_ spawn bound a.noir app --workspace bind -- true
  refused 2 '--no-sync needs an agent: an unprivileged session has no mirror' 'leave it out, or name the agent: bawn agents' \
    bawn_ spawn bound --no-sync -- true
}

@test "spawn refuses the name of an agent for a session, and a name that is taken" {
  refused 3 "'a.bleu' is an agent, and a session needs a name of its own" 'for example: bawn spawn a-noir-1 a.noir app' \
    bawn_ spawn a.bleu a.noir app -- true
  run -0 bawn_ spawn taken a.noir app -- sleep 60
  run -3 bawn_ spawn taken a.noir app -- true
  assert_line "bawn: error: session 'taken' already exists"
  assert_equal "$(state_of taken)" 'running -'
}

@test "spawn names the line to type when the agent comes before the name of the session" {
  refused 2 "'a.noir' is an agent; the name of the session comes first" 'use: bawn spawn work a.noir app' bawn_ spawn a.noir work app -- true
}

@test "spawn refuses another user's agent" {
  make_user carol 2>/dev/null || :
  run -3 as carol bawn spawn mine a.noir app -- true
  assert_line --partial 'not your agent'
  run -3 as carol bawn why a.noir
  assert_line 'bawn: error: a.noir is not your agent'
  run -3 as carol bawn status a.noir
  assert_line 'bawn: error: a.noir is not your agent'
}

@test "swarm starts several sessions on a mirror, and refuses an overlay, which one session at a time can use" {
  run -0 bawn_ swarm pair 2 a.noir app -- sleep 60
  assert_equal "$(state_of pair-1) $(state_of pair-2)" 'running - running -'
  refused 3 'only one session at a time can use the overlay of a.bleu on app' 'start one: bawn spawn NAME a.bleu app' \
    bawn_ swarm over 2 a.bleu app --no-sync -q -- true
}

# changed_in NAME: the number of changes in the list as JSON, "-" for none.
changed_in() {
  bawn_ list --json | python3 -c '
import json, sys
print([each.get("changed", "-") for each in json.load(sys.stdin) if each["name"] == sys.argv[1]][0])' "$1"
}

@test "list counts the changes of an agent in its overlay, and none for an agent on a mirror" {
  run -0 bawn_ spawn counted a.bleu app -q -- sh -c 'echo one >first; umask 077; echo two >second'
  run -0 bawn_ wait counted --timeout 60
  run -0 bawn_ spawn mirrored a.noir app -q -- true
  run -0 bawn_ wait mirrored --timeout 60
  run -0 bawn_ list
  assert_line --regexp '^counted +ended 0 +2 +command +agent '
  assert_line --regexp '^mirrored +ended 0 +- +command +agent '
  assert_equal "$(changed_in counted)" 2
  assert_equal "$(changed_in mirrored)" -
  run -0 bawn_ discard a.bleu app --all
  assert_equal "$(changed_in counted)" 0
}

@test "list shows an unknown count for an agent whose policy has no valid signature" {
  local policy
  policy=$(grep -lx 'agent = "a.bleu"' /var/lib/bawn/agents/*/manifest.toml)
  run -0 bawn_ spawn unsigned a.bleu app -q -- true
  run -0 bawn_ wait unsigned --timeout 60
  assert_equal "$(changed_in unsigned)" 0
  cp -p "$policy" "$BATS_TEST_TMPDIR/policy"
  echo >>"$policy"
  run bawn_ list
  cp -p "$BATS_TEST_TMPDIR/policy" "$policy"
  assert_success
  assert_line --regexp '^unsigned +ended 0 +[?] +command +agent '
}

@test "the board counts the changes of an ended session of an agent again after a discard" {
  run -0 bawn_ spawn recounted a.bleu app -q -t board=yes -- sh -c 'for each in 1 2 3 4 5 6 7; do echo one >"file$each"; done'
  run -0 bawn_ wait recounted --timeout 60
  at_terminal 120 40
  types 'bawn watch -n 1 -t board=yes'
  sees '-         -       7 '
  run -0 bawn_ discard a.bleu app --all
  sees '-         -       0 '
  presses q
  leave_terminal
}

@test "an overlay in use is refused in one sentence, and free again after kill" {
  run -0 bawn_ spawn over a.bleu app -- sh -c 'echo changed >README.md; echo ready; sleep 60'
  run -0 shows over ready
  run bawn_ spawn second a.bleu app -q -- true
  assert_failure
  assert_line 'bawn: error: the changes of a.bleu on app are in use: by a session, or by a command of an operator'
  assert [ ! -e "$sessions/second" ]
  run -0 bawn_ kill over
  run -0 bawn_ spawn second a.bleu app -q -- cat README.md
  run -0 bawn_ wait second
  run -0 bawn_ logs second
  assert_output changed
}

@test "commands about changes take the session of an agent for the agent and its project" {
  run -0 bawn_ spawn work a.bleu app -q -- sh -c 'echo worked >README.md'
  run -0 bawn_ wait work
  run -0 bawn_ status work
  assert_line --partial README.md
  run -0 bawn_ diff work
  assert_line +worked
  run -0 bawn_ export work --patch
  assert_line +worked
  run -0 bawn_ report work
  assert_line --partial README.md
  run -0 bawn_ merge work README.md
  [ "$(cat "$project/README.md")" = worked ]
  run -0 bawn_ undo work
  [ "$(cat "$project/README.md")" = '# A small project' ]
  run -0 bawn_ discard work README.md
  run -0 bawn_ status work
  assert_line --partial 'nothing changed'
}

@test "the status of a session on a mirror says where the agent wrote" {
  run -0 bawn_ spawn reads a.noir app -q -- true
  run -0 bawn_ wait reads
  run -3 bawn_ status reads
  assert_line 'bawn: error: a.noir cannot change app: its workspace is a mirror'
  assert_line --partial 'what the agent wrote: ls -l /var/lib/bawn/scratch/a.noir/app'
}

@test "commands that an agent's session lacks name another command" {
  run -0 bawn_ spawn lacks a.noir app -- sleep 60
  refused 2 "'a.noir' is an agent; the name of the session comes first" 'use: bawn spawn NAME a.noir app' bawn_ spawn a.noir app
  refused 3 "session 'lacks' is a session of the agent a.noir, and bawn cannot join it" \
    'start another session of the agent: bawn launch a.noir app -- COMMAND' bawn_ exec lacks -- true
  run -0 bawn_ kill lacks
  refused 3 "session 'lacks' is a session of the agent a.noir, and bawn cannot start it again in the foreground" \
    'in the background: bawn restart lacks; a new session in this terminal: bawn launch a.noir app' bawn_ resume lacks
  refused 3 "session 'lacks' is a session of the agent a.noir, and bawn cannot copy it" \
    'start another session of the agent: bawn spawn more a.noir app' bawn_ clone lacks more
  refused 3 "session 'lacks' is a session of the agent a.noir, and bawn cannot write a receipt of it" \
    'for the signed policy of the agent: bawn verify a.noir' bawn_ receipt lacks
  run -0 bawn_ why lacks
}

@test "ps and stats count an agent's session, and rename names it while it runs" {
  run -0 bawn_ spawn old a.noir app -- sh -c 'read x; echo "got $x"'
  run -0 bawn_ ps --json
  python3 -c '
import json, sys
[row] = [each for each in json.loads(sys.argv[1]) if each["name"] == "old"]
assert row["processes"] >= 8 and row["memory_bytes"] > 1 << 20, row' "$output"
  run -0 bawn_ stats
  run -0 bawn_ rename old new
  assert_equal "$(state_of new)" 'running -'
  run -0 bawn_ send new text
  run -0 bawn_ wait new
  assert_equal "$(state_of new)" 'ended 0'
  run -0 bawn_ logs new -n 1
  assert_output 'got text'
}

@test "the board shows an agent's session with its terminal" {
  run -0 bawn_ spawn shown a.noir app -q -- sh -c 'echo from the agent; sleep 60'
  at_terminal 120 40
  types 'bawn watch'
  sees running
  sees 'from the agent'
  presses q
  leave_terminal
}

@test "destroy and clean remove the record of an agent's session, and none of its files" {
  local name
  for name in destroyed cleaned; do
    run -0 bawn_ spawn "$name" a.noir app -q -- sh -c 'echo kept >.scratch/kept'
    run -0 bawn_ wait "$name"
  done
  run -0 bawn_ open destroyed
  assert_line 'workspace  /var/lib/bawn/scratch/a.noir/app'
  run -0 bawn_ destroy destroyed
  assert_line 'removed destroyed'
  assert_line 'bawn: the files of a.noir on app stay; bawn removes only the record and the log of a session of an agent'
  run -0 bawn_ clean cleaned
  assert_line 'bawn: the files of a.noir on app stay; bawn removes only the record and the log of a session of an agent'
  assert [ ! -e "$sessions/destroyed" ]
  assert [ ! -e "$sessions/cleaned" ]
  [ "$(cat /var/lib/bawn/scratch/a.noir/app/kept)" = kept ]
}

@test "killall ends the sessions of agents and those of the user" {
  run -0 bawn_ spawn mine -- sleep 60
  run -0 bawn_ spawn theirs a.noir app -- sleep 60
  run -0 bawn_ killall
  assert_equal "$(state_of mine | cut -d ' ' -f 1) $(state_of theirs | cut -d ' ' -f 1)" 'ended ended'
  none_of a.noir
}

# Prints "went" for each attack on the session "victim" that succeeds.
attack='
import glob, os, socket
base = "/home/alice/.local/state/bawn"
def attempt(what):
    try:
        what()
        print("went", flush=True)
    except OSError:
        pass
for name in ("plan.json", "started", "exit", "log", "inside", "lock"):
    attempt(lambda: open(f"{base}/sessions/victim/{name}", "a").close())
attempt(lambda: os.listdir(f"{base}/sessions"))
attempt(lambda: socket.socket(socket.AF_UNIX).connect(f"{base}/tmux/socket"))
print("tried", flush=True)'

@test "an agent reaches neither the record of its session nor the tmux server" {
  run -0 bawn_ spawn victim a.noir app -- python3 -c "$attack"
  run -0 bawn_ wait victim
  run -0 bawn_ logs victim
  assert_output tried
  # outside of the sandbox, too
  run -0 setpriv --reuid a.noir --regid a.noir --clear-groups python3 -c "$attack"
  assert_output tried
  # the user reaches them all
  run -0 bawn_ spawn other a.noir app -- sleep 60
  run -0 as alice python3 -c "$attack"
  assert_equal "$output" "$(printf 'went\n%.0s' {1..8})"$'\ntried'
}

@test "an agent's output forges no state, end and no other session's name" {
  run -0 bawn_ spawn forger a.noir app -- python3 -c '
import time
print("\x1b]2;ended 0\a\x1bkended\x1b\\\x1b]52;c;cGxhbnRlZA==\a", end="")
print("{ \"child-pid\": 1, \"exit-code\": 0 }\nshown", flush=True)
time.sleep(60)'
  run -0 shows forger shown
  assert_equal "$(state_of forger)" 'running -'
  run -0 as alice tmux -S "$socket" list-sessions -F '#{session_name} #{window_name}'
  refute_output --partial ended
  run -0 bawn_ logs forger
  refute_output --partial $'\e'
}
