#!/usr/bin/env bats
# Sessions in the background: start, watch, send text and end, also after the tmux server was killed.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
}

teardown() {
  in_app bawn killall --force 2>/dev/null || :
}

@test "spawn returns while the session runs, and its exit status and output remain" {
  run -0 --separate-stderr bawn_ spawn one -- sh -c 'echo hello; read answer; echo "got $answer"; exit 7'
  assert_output ''
  # shellcheck disable=SC2154 # run sets it
  assert_equal "$stderr" 'started one; see it: bawn attach one'
  assert_equal "$(state_of one)" 'running -'
  run -0 shows one hello
  run -0 bawn_ send one an answer
  run -7 bawn_ wait one --timeout 60
  assert_equal "$(state_of one)" 'ended 7'
  run -0 bawn_ logs one
  assert_output $'hello\nan answer\ngot an answer'
  run -0 bawn_ logs one -n 1
  assert_output 'got an answer'
}

@test "a session that asks the terminal and reads no answer does not fill the memory of the tmux server" {
  local server before
  bawn_ spawn rude -- sh -c 'stty raw -echo; echo begun; yes "$(printf "\033[c")" | tr -d "\n"'
  run -0 shows rude begun
  server=$(pgrep -u alice -f '^[^ ]*tmux .*new-session' | head -n 1)
  before=$(awk '/^VmRSS/ { print $2 }' "/proc/$server/status")
  sleep 4
  # each question has an answer: 10 MB in a second
  (($(awk '/^VmRSS/ { print $2 }' "/proc/$server/status") < before + 8000)) || fail "$(cat "/proc/$server/status")"
}

@test "spawn works without a terminal and without standard streams" {
  run -0 in_app sh -c 'bawn spawn mute -- sh -c "tty; exit 3" </dev/null >/dev/null 2>&1'
  run -3 bawn_ wait mute --timeout 60
  run -0 bawn_ logs mute
  assert_output /dev/console
}

@test "spawn gives the session the caller's environment variables and the terminal type of tmux" {
  run -0 in_app env TERM=dumb KEY=value bawn spawn vars --env KEY -- sh -c 'echo "$TERM $KEY $TMUX"'
  run -0 bawn_ wait vars --timeout 60
  run -0 bawn_ logs vars
  assert_output 'tmux-256color value'
}

@test "spawn shows the error of a session that cannot start, and leaves no files" {
  run -0 bawn_ spawn broken -- true
  run -0 bawn_ wait broken --timeout 60
  exec {lock}<>/home/alice/.local/state/bawn/sessions/broken/lock
  flock "$lock"
  run -3 bawn_ restart broken
  exec {lock}>&-
  assert_line "bawn: error: session 'broken' is running"
  assert_line "bawn: error: session 'broken' ended before its command began"
  run -0 bash -c 'ls /home/alice/.local/state/bawn/tmux'
  refute_output --partial broken
  # a start whose plan fails never gets a terminal
  run -3 bawn_ spawn planned --ro /etc/hostname:/proc/nowhere -- true
  assert [ ! -e /home/alice/.local/state/bawn/sessions/planned ]
}

@test "spawn and swarm report the end of a command that does not exist" {
  local number
  for number in 1 2 3 4 5; do
    run -0 in_app bawn spawn "missing$number" -- no-such-command --x
    assert_line "started missing$number; it ended with status 127; show its output: bawn logs missing$number"
  done
  run -0 in_app bawn swarm none 3 -- no-such-command
  assert_equal "$(grep -c '; it ended with status 127; ' <<<"$output")" 3
  run -0 in_app bawn spawn there -- sleep 300
  assert_line 'started there; see it: bawn attach there'
}

@test "spawn refuses a name in use, and the session of that name continues" {
  run -0 bawn_ spawn taken -- sleep 60
  run -3 bawn_ spawn taken -- true
  assert_line "bawn: error: session 'taken' already exists"
  assert_line 'bawn: hint: it is running; give another name, or see: bawn info taken'
  assert_equal "$(state_of taken)" 'running -'
}

@test "spawn refuses invalid names" {
  local name
  for name in '' .. -x a/b 'a b' ä "$(printf 'a%.0s' {1..300})" a:b a=b; do
    run -2 bawn_ spawn -- "$name"
    run -2 bawn_ spawn "$name" -- true
  done
}

@test "names with a dot and names with a common beginning are different sessions" {
  run -0 bawn_ spawn a.b -- sh -c 'echo dot; read x; echo "dot $x"'
  run -0 bawn_ spawn a.bc -- sh -c 'echo longer; sleep 60'
  run -0 shows a.b dot
  run -0 bawn_ send a.b there
  run -0 bawn_ wait a.b --timeout 60
  run -3 bawn_ send a.b again
  assert_line --partial "session 'a.b' is not running"
  run -0 bawn_ logs a.bc
  assert_output longer
}

@test "send types text literally" {
  local text='$(touch x) `id` "q" '\''s'\'' ; #{pid} %1 \n ~ Enter C-c ü 世界;'
  run -0 bawn_ spawn literal -- sh -c 'echo ready; IFS= read -r x; printf "%s\n" "$x" >said; sleep 0.2'
  run -0 shows literal ready
  run -0 bawn_ send literal "$text"
  run -0 bawn_ wait literal --timeout 60
  run -0 cat /home/alice/.local/share/bawn/workspaces/literal/upper/said
  assert_output "$text"
}

@test "send takes a file, can leave out Enter, and refuses control characters" {
  run -0 bawn_ spawn lines -- sh -c 'echo ready; cat >said'
  run -0 shows lines ready
  printf 'one\ntwo\n' | in_app tee text >/dev/null
  run -0 bawn_ send lines --file text
  run -0 bawn_ send lines --no-enter three
  run -2 bawn_ send lines $'a\e[201~b'
  assert_line --partial 'the text contains a control character (0x1b)'
  run -2 bawn_ send lines $'a\u009b201~b'
  assert_line --partial 'the text contains a control character (0x9b)'
  run -2 bawn_ send lines
  run -0 shows lines three
  run -0 bawn_ kill lines
  in_app rm text
  # the terminal still has the line without its end
  run -0 cat /home/alice/.local/share/bawn/workspaces/lines/upper/said
  assert_output $'one\ntwo'
}

@test "logs --follow prints new output until the session ends" {
  run -0 bawn_ spawn follow -- sh -c 'echo first; read x; echo last'
  run -0 shows follow first
  bawn_ logs follow -f >"$BATS_TEST_TMPDIR/followed" &
  timeout 60 sh -c 'until grep -q first "$1"; do sleep 0.1; done' sh "$BATS_TEST_TMPDIR/followed"
  run -0 bawn_ send follow go
  wait
  run -0 cat "$BATS_TEST_TMPDIR/followed"
  assert_output $'first\ngo\nlast'
}

@test "logs of a tool that draws on the whole screen names the command that shows the screen" {
  in_app bawn spawn full -- sh -c 'printf "\033[?1049h\033[5;5Hdrawn"; sleep 60'
  run -0 shows full drawn
  run -0 --separate-stderr bawn_ logs full
  assert_output drawn
  assert_equal "$stderr" 'bawn: hint: the tool draws on the whole screen; see the screen: bawn attach full --read-only'
  run -0 bawn_ kill full
  run -0 --separate-stderr bawn_ logs full
  assert_equal "$stderr" 'bawn: hint: the tool draws on the whole screen; keep the bytes that it wrote: bawn logs full --raw >full.log'
  run -0 --separate-stderr bawn_ logs full --raw
  assert_equal "$stderr" ''
}

@test "logs prints no control sequence without --raw" {
  run -0 bawn_ spawn codes -- printf '\033]0;title\007\033[31mred\033[0m\033]52;c;eA==\007 \033Pq\nnext\n'
  run -0 bawn_ wait codes --timeout 60
  run -0 bawn_ logs codes
  assert_output $'red\nnext'
  in_app bawn logs codes --raw | grep -qF $'\e]52;c;eA==\a'
}

@test "a log keeps at most the newest 64 MiB" {
  run -0 bawn_ spawn much -- sh -c 'yes 0123456789012345678901234567890123456789012345678901234567890123456789 | head -c 100000000; echo; echo the end'
  run -0 bawn_ wait much --timeout 300
  run -0 bawn_ logs much -n 1
  assert_output 'the end'
  local sizes
  sizes=$(stat -c %s /home/alice/.local/state/bawn/sessions/much/log*)
  [ "$(wc -w <<<"$sizes")" -eq 2 ]
  local size
  for size in $sizes; do [ "$size" -le 33700000 ]; done
}

@test "swarm prints a warning that all its sessions have once" {
  run -0 --separate-stderr bawn_ swarm many 3 -q --env A_KEY -- true
  assert_equal "$(grep -c 'warning: A_KEY is not set' <<<"$stderr")" 1
  refute_regex "$stderr" started
}

@test "swarm starts the given number of sessions or none" {
  run -0 bawn_ spawn bees-2 -- true
  run -0 bawn_ wait bees-2
  run -3 bawn_ swarm bees 3 -- sleep 60
  assert_line 'bawn: hint: start it: bawn restart bees-2'
  assert_equal "$(state_of bees-1)" ''
  run -0 bawn_ destroy bees-2
  run -0 bawn_ swarm bees 3 -- sleep 60
  local number
  for number in 1 2 3; do assert_equal "$(state_of "bees-$number")" 'running -'; done
  run -2 bawn_ swarm bees 0
  run -2 bawn_ swarm bees many
  run -2 bawn_ swarm bees
  assert_line 'bawn: error: missing argument: N'
  run -0 bawn_ killall
  for number in 1 2 3; do assert_equal "$(state_of "bees-$number")" 'ended 143'; done
  run ! pgrep -u alice -x sleep
  # the server has ended with its last session
  run ! pgrep -u alice -x 'tmux: server'
}

@test "restart starts several sessions, and names the nearest of a misspelled one before it starts any" {
  in_app bawn launch --name first --home ephemeral -q -- true
  in_app bawn launch --name second --home ephemeral -q -- true
  run -4 --separate-stderr bawn_ restart first secnod
  assert_equal "$stderr" "bawn: error: there is no session 'secnod'
bawn: hint: did you mean second? list yours: bawn list"
  run -4 --separate-stderr bawn_ restart first make test
  assert_equal "$stderr" "bawn: error: there is no session 'make'
bawn: hint: a command follows --: bawn restart first -- make test"
  run -2 bawn_ restart --dry-run first second
  run -0 --separate-stderr bawn_ restart first second -- sleep 60
  assert_equal "$stderr" "started first; see it: bawn attach first
started second; see it: bawn attach second"
  run -0 bawn_ kill first second
  run -0 in_app bawn destroy first second
}

@test "restart runs the same command again in the same workspace" {
  run -0 bawn_ spawn again -- sh -c 'echo run >>runs; wc -l <runs'
  run -0 bawn_ wait again --timeout 60
  run -0 bawn_ restart again
  run -0 bawn_ wait again --timeout 60
  run -0 bawn_ logs again
  assert_output $'1\n2'
  run -0 bawn_ restart again -- sleep 60
  run -3 bawn_ restart again
  assert_line "bawn: error: session 'again' is running"
}

# bats test_tags=long
@test "list, ps, info and wait report the activity of a tool from its screen" {
  make_fake_tool
  run -0 bawn_ spawn works --tool fake
  run -0 bawn_ spawn asks --tool fake
  run -0 bawn_ spawn other -- sh -c 'echo ready; sleep 1000'
  run -0 bawn_ wait works asks --for idle --timeout 60
  run -0 bawn_ list -q --status idle
  assert_output $'asks\nworks'
  run -0 bawn_ send works 'thinking (Esc to stop)'
  run -0 bawn_ wait works --for working --timeout 60
  # the text of a question takes precedence over all other text of the screen
  run -0 bawn_ send asks 'ALLOW this? ready, esc to stop'
  run -0 bawn_ wait asks --for idle --for waiting --timeout 60
  run -0 bawn_ list
  assert_line --regexp '^works +working '
  assert_line --regexp '^asks +waiting '
  assert_line --regexp '^other +running '
  run -0 bawn_ ps
  assert_line --regexp '^asks +waiting '
  run -0 bawn_ info asks --explain
  assert_line "activity   waiting: its screen shows 'Allow this?'"
  run -0 bawn_ info other --explain
  assert_line 'activity   unknown: no definition of its tool describes the screen'
  run -0 bawn_ list --json
  python3 -c '
import json, sys
told = {each["name"]: each.get("activity") for each in json.loads(sys.argv[1])}
assert (told["works"], told["asks"], told["other"]) == ("working", "waiting", "unknown"), told' "$output"
  # a screen without a known text
  run -0 bawn_ send works 'something else'
  run -0 bawn_ wait works --for unknown --timeout 60
  run -124 bawn_ wait works --for idle --timeout 1
  run -3 bawn_ wait other --for idle
  assert_line "bawn: error: the activity of session 'other' is unknown: it runs no agent tool whose screen bawn knows"
  run -2 bawn_ wait works --for sleeping
  run -2 bawn_ wait works --for idle --text x
  run -0 bawn_ pause asks
  run -0 bawn_ list --status waiting -q
  assert_output ''
  run -0 bawn_ unpause asks
  run -0 bawn_ send asks end
  run -3 bawn_ wait asks --for idle --for exit --timeout 60
  run -0 bawn_ info asks
  refute_line --partial activity
  run -0 bawn_ spawn short --tool fake
  (sleep 3; bawn_ send short end) 3>&- &
  run -1 bawn_ wait short --for working --timeout 60
  assert_line "bawn: error: session 'short' ended before its tool did this"
}

# bats test_tags=long
@test "an activity file of a tool overrides its screen, and no content of it stops bawn" {
  make_fake_tool
  as alice sh -c 'printf "%s\n" "#!/bin/sh" "mkdir -p ~/.fake/now" "echo ready" "while read -r line; do eval \"\$line\"; done" >bin/fake'
  as alice sh -c 'mkdir -p shown; echo "{\"status\": \"busy\"}" >shown/1.json'
  run -0 bawn_ spawn teller --tool fake --ro /home/alice/shown
  run -0 bawn_ wait teller --for idle --timeout 60
  run -0 bawn_ send teller 'echo "{\"a\": {\"status\": \"no\"}, \"status\": \"busy\"}" >~/.fake/now/2.json'
  run -0 bawn_ wait teller --for working --timeout 60
  run -0 bawn_ info teller --explain
  assert_line 'activity   working: the tool reports it in its home'
  local trap
  for trap in 'mkfifo ~/.fake/now/x' 'ln -s /home/alice/shown/1.json ~/.fake/now/x' 'mkdir ~/.fake/now/x' \
    'rm -rf ~/.fake/now; ln -s /home/alice/shown ~/.fake/now' 'rm ~/.fake/now; mkfifo ~/.fake/now' \
    'rm ~/.fake/now; mkdir ~/.fake/now; seq 100000 | tr -d "\n" | sed "s/^/{\"x\":\"/; s/\$/\"}/" >~/.fake/now/x' \
    'printf "[%.0s" $(seq 20000) >~/.fake/now/x' 'echo "{\"status\": [\"busy\"]}" >~/.fake/now/x'; do
    run -0 bawn_ send teller "$trap; echo busy-again"
    run -0 timeout 30 sudo -H -u alice env -C /home/alice/app bawn wait teller --for idle --timeout 20
    run -0 bawn_ send teller 'rm -rf ~/.fake/now/x'
  done
}

@test "list shows a column of tags if a session has one" {
  run -0 bawn_ spawn tagged -t shown=1 -t kind=test -- sleep 60
  run -0 bawn_ list
  assert_line --regexp '^NAME .* PROJECT +TAGS$'
  assert_line --regexp '^tagged .* shown=1 kind=test$'
}

@test "a session cannot change the activity that list shows for another one" {
  make_fake_tool
  run -0 bawn_ spawn honest --tool fake
  run -0 bawn_ spawn liar --tool fake
  # its output does not change the activity of the sessions before and after it in the list
  run -0 bawn_ spawn zealous --tool fake
  run -0 bawn_ send liar "$(for _ in $(seq 60); do echo; echo 'honest zealous esc to stop'; echo; done | tr '\n' ' ')"
  run -0 bawn_ wait liar --for working --timeout 60
  run -0 bawn_ list --json
  python3 -c '
import json, sys
told = {each["name"]: each.get("activity") for each in json.loads(sys.argv[1])}
assert (told["honest"], told["liar"], told["zealous"]) == ("idle", "working", "idle"), told' "$output"
}

@test "info of an ended session names the session that uses its home" {
  run -0 bawn_ spawn first -- true
  run -0 bawn_ wait first --timeout 60
  run -0 bawn_ spawn second -- sleep 60
  local command
  for command in restart resume; do
    run -3 bawn_ "$command" first -- true
    assert_line --partial "bawn: error: session 'second' uses the home /home/alice/.local/share/bawn/homes/"
    assert_line 'bawn: hint: end it first: bawn kill second; or start a new session, which gets another home'
  done
}

@test "attach shows the terminal, passes keys to it, and detaches" {
  run -0 bawn_ spawn seen -- sh -c 'echo ready; read x; echo "got $x"; sleep 60'
  run -0 shows seen ready
  run -3 bawn_ attach seen
  assert_line 'bawn: error: attach needs a terminal'
  at_a_terminal <<'TCL'
    spawn bawn attach seen
    sees "ready"
    sees "detach: C-b d"
    types "words"
    sees "got words"
    detaches
    spawn bawn attach seen --read-only
    sees "read-only · detach: C-b d"
    detaches
TCL
  assert_equal "$(state_of seen)" 'running -'
}

@test "attach says how the session ended, if it ended meanwhile" {
  run -0 bawn_ spawn asked -- sh -c 'echo ready; read x; exit 7'
  run -0 shows asked ready
  at_a_terminal <<'TCL'
    spawn bawn attach asked
    sees "ready"
    types ""
    sees "bawn: asked ended with status 7; show its output: bawn logs asked"
TCL
}

@test "sessions end with their tmux server, and list shows it" {
  run -0 bawn_ swarm lost 2 -- sh -c 'trap "" HUP; echo ready; sleep 300'
  run -0 shows lost-1 ready
  run -0 shows lost-2 ready
  pkill -KILL -u alice -f '^tmux.*state/bawn/tmux/socket' || pkill -KILL -u alice -x 'tmux: server'
  timeout 60 bash -c 'until [ "$(sudo -H -u alice bawn list --status running -q)" = "" ]; do sleep 0.2; done'
  run -0 bawn_ logs lost-1
  assert_output ready
  run ! pgrep -u alice -x sleep
  # and a new server starts
  run -0 bawn_ restart lost-1
  run -0 shows lost-1 ready
}

@test "send and logs refuse a session in the foreground" {
  in_background "$pause"
  local name
  name=$(bawn_ list --status running -q)
  run -3 bawn_ send "$name" x
  assert_line --partial 'has no terminal that bawn can show'
  run -4 bawn_ logs "$name"
  assert_line "bawn: error: session '$name' has no log: it did not run in the background"
  assert_line "bawn: hint: end it, and start it in the background: bawn kill $name && bawn restart $name"
  goes_on
}

@test "spawn reports a missing tmux, and a path that is too long for its socket" {
  bawn_ spawn heard -- sleep 60
  mv /usr/bin/tmux /usr/bin/tmux.away
  run -1 --separate-stderr bawn_ send heard text
  # shellcheck disable=SC2154 # run sets it
  assert_equal "$stderr" 'bawn: error: /usr/bin/tmux cannot be started: it is not installed
bawn: hint: install the package tmux'
  run -3 bawn_ spawn without -- true
  mv /usr/bin/tmux.away /usr/bin/tmux
  assert_line 'bawn: error: tmux is not installed; background sessions need it'
  bawn_ kill heard --grace 0
  bawn_ destroy heard
  assert [ ! -e /home/alice/.local/state/bawn/sessions/without ]
  local deep
  deep=/home/alice/$(printf 'a%.0s' {1..100})
  run -3 in_app env XDG_STATE_HOME="$deep" bawn spawn deep -- true
  assert_line --partial 'the path of the tmux socket is too long'
  assert [ ! -e "$deep/bawn/sessions/deep" ]
}

@test "destroy removes a log with its session" {
  run -0 bawn_ spawn gone -- echo secret
  run -0 bawn_ wait gone --timeout 60
  run -0 bawn_ destroy gone
  run ! grep -rq secret /home/alice/.local/state/bawn
}

# bats test_tags=long
@test "tags select sessions, and a session keeps them" {
  run -0 bawn_ spawn red-1 -t colour=red -t issue=7 -- sleep 60
  run -0 bawn_ spawn red-2 --tag colour=red -- sleep 60
  run -0 bawn_ spawn blue --tag colour=blue -- sleep 60
  run -0 bawn_ list -q -t colour=red
  assert_output $'red-1\nred-2'
  run -0 bawn_ list -q -t colour -t issue=7
  assert_output red-1
  run -0 bawn_ list -q -t col
  refute_output --partial red
  bawn_ list --json -t issue | python3 -c '
import json, sys
[each] = json.load(sys.stdin)
assert each["tags"] == {"colour": "red", "issue": "7"}, each'
  run -0 bawn_ killall -t colour=red
  assert_equal "$(state_of blue)" 'running -'
  assert_equal "$(state_of red-2)" 'ended 143'
  run -0 bawn_ killall -t colour=red
  assert_output 'no matching session is running'
  run -0 bawn_ restart red-1
  run -0 bawn_ list -q -t issue=7 --status running
  assert_output red-1
  run -0 bawn_ kill red-1
  run -0 bawn_ clean -t colour=red --yes
  run -0 bawn_ list -q
  refute_output --partial red
  assert_line blue
}

@test "spawn refuses an invalid tag, and a key with two values" {
  local tag
  for tag in = =x 'a b=c' $'a=b\nc' $'a=\e[31m' "a=$(printf 'x%.0s' {1..64})" novalue; do
    run -2 bawn_ spawn untagged -t "$tag" -- true
    assert_line --partial 'is not a tag'
  done
  refused 2 "'a b' is not a tag" "use KEY or KEY=VALUE, at most 63 characters each; KEY: letters, digits, '.', '_' and '-'; VALUE: \
without control characters" bawn_ list -t 'a b'
  run -2 bawn_ spawn untagged -t '' -- true
  assert_line --partial 'the value of --tag is empty'
  run -2 bawn_ spawn untagged -t a=1 -t a=2 -- true
  assert_line --partial "the tag 'a' has two values"
  run -2 bawn_ list -t 'a b'
  assert_equal "$(state_of untagged)" ''
}

# bats test_tags=long
@test "broadcast types into the sessions with a tag and the named sessions, and into no other" {
  local name
  for name in t1 t2 t3; do
    run -0 bawn_ spawn "$name" -t "group=${name/t3/other}" -t all=yes -- sh -c 'echo ready; while read -r x; do echo "got $x"; done'
    run -0 shows "$name" ready
  done
  run -0 bawn_ broadcast -t group=t1 -t all=yes one
  assert_output 'typed into t1'
  run -0 bawn_ broadcast --session t1 --session t2 two
  run -0 bawn_ broadcast -t all three '$x'
  run -0 shows t3 'got three $x'
  run -0 shows t2 'got three $x'
  run -0 bawn_ logs t1
  assert_line 'got one'
  assert_line 'got two'
  run -0 bawn_ logs t2
  refute_line 'got one'
  assert_line 'got two'
  run -0 bawn_ logs t3
  refute_line 'got two'
  run -4 bawn_ broadcast -t group=none x
  run -2 bawn_ broadcast t1 t2 hello
  assert_line --partial 'bawn broadcast --session t1 --session t2 hello;'
  run -2 bawn_ broadcast -t all $'a\e[201~b'
  run -2 bawn_ broadcast
  run -0 bawn_ kill t2
  run -3 bawn_ broadcast --session t1 --session t2 four
  run -0 bawn_ logs t1
  refute_line 'got four'
}

# used NAME FIELD: prints this field of ps for the session.
used() {
  bawn_ ps --json | python3 -c '
import json, sys
for each in json.load(sys.stdin):
    if each["name"] == sys.argv[1]:
        print(each[sys.argv[2]])' "$1" "$2"
}

# bats test_tags=long
@test "ps shows the use of all processes of a session, including ended ones" {
  run -0 bawn_ spawn idle -- sh -c 'echo ready; sleep 60 & sleep 60 & wait'
  run -0 bawn_ spawn busy -- python3 -c '
import subprocess, time
kept = bytearray(200 << 20)
for at in range(0, len(kept), 4096): kept[at] = 1
subprocess.run(["python3", "-c", "import time\nwhile time.process_time() < 1.5: pass"])
with open("file", "wb") as file: file.write(kept[:8 << 20])
print("ready", flush=True)
time.sleep(60)'
  run -0 shows idle ready
  run -0 shows busy ready
  run -0 bawn_ exec busy -- true
  python3 -c 'assert float("'"$(used busy cpu_seconds)"'") >= 1.5'
  python3 -c 'assert float("'"$(used idle cpu_seconds)"'") < 1.5'
  [ "$(used busy memory_bytes)" -gt $((200 << 20)) ]
  [ "$(used idle memory_bytes)" -lt $((100 << 20)) ]
  [ "$(used idle memory_bytes)" -gt 0 ]
  # three processes inside, two of bubblewrap, the session program and its monitor
  assert_equal "$(used idle processes)" 7
  run -0 bawn_ ps
  assert_line --regexp '^busy +running +[0-9]+ +[0-9]+ +0:00:0[1-9] .* [0-9.]+ MiB '
  run -0 bawn_ kill idle
  run -0 bawn_ ps
  refute_line --partial idle
  run -0 bawn_ ps --all
  assert_line --regexp '^idle +ended 143 +- '
  # a process that exec started counts for the session
  bawn_ exec busy -- sleep 30 3>&- &
  timeout 30 bash -c 'until pgrep -u alice -x sleep >/dev/null; do sleep 0.1; done'
  local before
  before=$(used busy processes)
  pkill -u alice -x sleep
  wait
  [ "$(used busy processes)" -lt "$before" ]
}

# bats test_tags=long
@test "pause stops every process of a session, and unpause continues it" {
  run -0 bawn_ spawn still -- bash -c 'trap "echo got TERM; exit 9" TERM; echo ready; n=0
    (while :; do echo >>child; sleep 0.05; done) &
    while :; do n=$((n+1)); echo $n >count; sleep 0.05; done'
  run -0 shows still ready
  run -0 bawn_ pause still
  assert_output 'paused still'
  run -0 bawn_ list -q --status paused
  assert_output still
  run -0 bawn_ list -q --status running
  assert_output still
  run -0 bawn_ list
  assert_line --regexp '^still +paused '
  local upper=/home/alice/.local/share/bawn/workspaces/still/upper before
  before=$(cat "$upper/count" "$upper/child")
  # longer than the interval at which a relay checks whether its command stopped itself
  sleep 3
  assert_equal "$(cat "$upper/count" "$upper/child")" "$before"
  # a second pause changes nothing
  run -0 bawn_ pause still
  assert_output 'still is paused already'
  run -124 bawn_ wait still --timeout 1
  assert_output $'still is paused; to continue it: bawn unpause still\nstill is still paused'
  run -0 bawn_ unpause still
  assert_output 'unpaused still'
  run -0 bawn_ unpause still
  assert_output 'still is not paused'
  run -0 bawn_ history still -e paused -e unpaused
  assert_equal "${#lines[@]}" 3
  run -0 bawn_ list -q --status paused
  assert_output ''
  timeout 30 bash -c 'until [ "$(cat "$1/count" "$1/child")" != "$2" ]; do sleep 0.1; done' bash "$upper" "$before"
  run -0 bawn_ pause still
  run -0 bawn_ kill still
  assert_output 'still ended with status 9'
  run -3 bawn_ pause still
  assert_line --partial "session 'still' is not running (ended 9)"
  # the next start is not paused
  run -0 bawn_ restart still
  run -0 bawn_ list -q --status paused
  assert_output ''
}

# bats test_tags=long
@test "a paused session stays paused while its user attaches, types and presses Ctrl-Z" {
  run -0 bawn_ spawn held -- bash -c 'echo ready; while :; do date +%N >tick; sleep 0.05; done'
  run -0 shows held ready
  run -0 bawn_ pause held
  attaches_and_types held
  local tick=/home/alice/.local/share/bawn/workspaces/held/upper/tick before
  before=$(cat "$tick")
  sleep 1
  assert_equal "$(cat "$tick")" "$before"
  run -0 bawn_ list -q --status paused
  assert_output held
  run -0 bawn_ killall --force
  assert_equal "$(state_of held)" 'ended 137'
}

# bats test_tags=long
@test "history lists the events of sessions, including removed ones" {
  rm -f /home/alice/.local/state/bawn/history*
  run -0 bawn_ history
  assert_output 'no matching events'
  run -0 bawn_ spawn past -- sh -c 'echo new >made; exit 5'
  run -5 bawn_ wait past --timeout 60
  run -0 bawn_ merge past --all
  run -0 bawn_ undo past
  run -0 bawn_ restart past -- sleep 60
  run -0 bawn_ pause past
  run -0 bawn_ unpause past
  run -0 bawn_ kill past
  run -0 bawn_ destroy past --force
  run -0 bawn_ history --json
  python3 -c '
import json, sys
events = json.loads(sys.argv[1])
assert all(each["name"] == "past" for each in events)
assert [(each["event"], each.get("exit_status", each.get("paths"))) for each in events] == [
    ("started", None), ("ended", 5), ("merged", 1), ("undone", 1), ("started", None), ("paused", None),
    ("unpaused", None), ("killed", None), ("ended", 143), ("removed", None)], events' "$output"
  run -0 bawn_ history past -n 1
  assert_line --regexp '^20.*Z .* removed +past'
  run -0 bawn_ history -e ended -n 1
  assert_line --partial 'ended 143'
  run -0 bawn_ history -e merged -e undone past
  assert_line --partial 'merged, paths: 1'
  assert_line --partial 'undone, paths: 1'
  assert_equal "${#lines[@]}" 3
  run -4 bawn_ history pat
  assert_line "bawn: error: the history has no session 'pat'"
  assert_line --partial 'did you mean past?'
  run -2 bawn_ broadcast
  assert_line 'bawn: hint: for example: bawn broadcast -t issue=7 yes'
  run -2 bawn_ history -e slept
  run -2 bawn_ history -n x
  run -2 bawn_ history -n 0
}

@test "stats counts sessions and their disk use, including unreadable directories" {
  run -0 bawn_ spawn big -- sh -c 'head -c 80M /dev/zero >zeros; mkdir shut; head -c 3M /dev/zero >shut/more'
  run -0 bawn_ wait big --timeout 60
  run -0 bawn_ spawn goes -- sleep 60
  run -0 bawn_ stats
  assert_line --regexp '^sessions    [0-9]+: ([0-9]+ [a-z]+, )*[0-9]+ running$'
  assert_line --regexp '^workspaces  [0-9]{2,3}\.[0-9] MiB in /home/alice/.local/share/bawn/workspaces$'
  assert_line --regexp '^largest     big 83\.[0-9] MiB, '
  run -0 bawn_ stats --json
  python3 -c '
import json, sys
told = json.loads(sys.argv[1])
assert told["counts"]["running"] == 1 and told["complete"], told
first = told["sessions"][0]
assert first["name"] == "big" and first["workspace_bytes"] >= 83 << 20 and first["record_bytes"] > 0, first
assert told["workspaces_bytes"] == sum(each["workspace_bytes"] for each in told["sessions"]), told' "$output"
  run -0 bawn_ kill goes
  run -0 bawn_ restart big -- chmod 0 shut
  run -0 bawn_ wait big --timeout 60
  run -0 bawn_ stats
  assert_line --partial 'warning: some directories cannot be read'
  assert_line --regexp '^largest     big 80\.[0-9] MiB, '
}

# bats test_tags=long
@test "history keeps all events of 200 commands at once, ignores damaged lines, and stays bounded" {
  local journal=/home/alice/.local/state/bawn/history
  run -0 bawn_ spawn many -- true
  run -0 bawn_ wait many --timeout 60
  # invalid lines: control characters, a wrong time, an invalid name, a line without an end
  printf '2026-01-01T00:00:00Z\tended\t\e[31mred\t1\nx\tended\ta\t1\n2026-01-01T00:00:00Z\tended\ta\t\e]0;t\a\n\n' >"$journal"
  head -c 1048576 /dev/zero | tr '\0' '\n' >>"$journal"
  local begun=0
  while [ "$begun" -lt 200 ]; do
    # shellcheck disable=SC2016
    sudo -H -u alice env -C /home/alice/app bash -c 'for n in $(seq 20); do bawn run -q --home ephemeral --name "r-$1-$n" -- true & done; wait' sh "$begun" 3>&-
    begun=$((begun + 20))
  done
  run -0 bawn_ history -n 100000 --json
  python3 -c '
import json, sys
events = json.loads(sys.argv[1])
for event in "started", "ended", "removed":
    names = {each["name"] for each in events if each["event"] == event}
    assert len(names) == 200, (event, len(names))
assert len(events) == 600, len(events)' "$output"
  [ "$(stat -c %s "$journal")" -lt 1048576 ]
  run -0 bash -c "ls $journal*"
  assert_output "$journal"$'\n'"$journal.1"$'\n'"$journal.lock"
  assert_equal "$(stat -c %a "$journal")" 600
}

# bats test_tags=long
@test "wait accepts several names, and returns the first exit status that is not 0" {
  bawn_ spawn good -- sh -c 'sleep 1'
  bawn_ spawn bad -- sh -c 'exit 4'
  bawn_ spawn worse -- sh -c 'sleep 2; exit 5'
  run -5 bawn_ wait good worse bad --timeout 60
  assert_equal "$(state_of worse)" 'ended 5'
  run -4 bawn_ wait bad worse
  run -0 bawn_ wait good good
  bawn_ spawn slow -- sleep 60
  run -124 bawn_ wait good slow bad --timeout 1
  assert_line 'slow is still running'
  run -4 bawn_ wait slow nobody
  assert_line --partial "there is no session 'nobody'"
}

@test "an attached user opens no window outside of the sandbox" {
  local socket=/home/alice/.local/state/bawn/tmux/socket key
  run -0 bawn_ spawn keys -- sh -c 'echo ready; read answer; echo "got $answer"; exec sleep 1000'
  run -0 shows keys ready
  for key in root prefix; do
    run -0 as alice tmux -S "$socket" list-keys -T "$key"
    refute_output --regexp '(new|split|break|join|swap|display|command|confirm|respawn|kill|run)-'
  done
  in_app tmux -L outer -f /dev/null new-session -d -x 80 -y 24 'bawn attach keys'
  timeout 60 sh -c 'until tmux -S "$1" list-clients 2>/dev/null | grep -q keys; do sleep 0.1; done' - "$socket"
  for key in c '"' % : \$ x '!'; do
    as alice tmux -L outer send-keys C-b "$key"
  done
  run -0 bawn_ send keys an answer
  run -0 shows keys 'got an answer'
  run -0 as alice tmux -S "$socket" list-panes -a -F '#{session_name} #{pane_current_command}'
  assert_equal "${#lines[@]}" 1
  # a window that opens nevertheless runs no shell
  as alice tmux -S "$socket" new-window -t =keys: || :
  run as alice tmux -S "$socket" list-panes -a -F '#{pane_start_command} #{pane_dead} #{pane_dead_status}'
  refute_output --partial bash
  as alice tmux -L outer kill-server
}
