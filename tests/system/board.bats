#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2119,SC2120 # shells inside expand what is quoted; `run` gives arguments
# `bawn watch` on a terminal of tmux: the tests press keys and read the screen.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() {
  make_alice
  as alice sh -c 'cd app && git branch -M main && git tag start'
}

teardown() {
  leave_terminal
  in_app bawn killall --force 2>/dev/null || :
  forget_sessions /home/alice/.config
  as alice sh -c 'cd app && git checkout -qf main && git reset -q --hard start && git clean -qdxff'
}

in_session() { bawn_ spawn "$1" "${@:3}" -- bash -c "$2"; }

# watches COLUMNS ROWS [OPTION…]
watches() {
  at_terminal "$1" "$2"
  types "bawn watch -n 1 ${*:3}; echo status=\$?"
  sees '? all keys'
}

# counts SESSION NUMBER: requires this number in the line of a running session within a few seconds.
counts() {
  local tries
  for ((tries = 0; tries < 40; tries++)); do
    ! screen | grep -qE "^ $1 .*iB +$2 " || return 0
    sleep 0.1
  done
  fail "$1 has not $2 changes"$'\n'"$(screen)"
}

# has_changes SESSION NUMBER: requires this number in its line of the board within a few seconds.
has_changes() {
  local tries
  for ((tries = 0; tries < 40; tries++)); do
    ! screen | grep -qE "^ $1 .* - +- +$2 " || return 0
    sleep 0.1
  done
  fail "$1 has not $2 changes"$'\n'"$(screen)"
}

@test "watch shows a swarm: it answers one session, one is killed, and two are merged" {
  bawn_ swarm idea 3 -- bash -c 'case $BAWN_SESSION in
    idea-1) read -rp "Which name? " name; echo "$name" >name; echo done ;;
    idea-2) echo two >two; echo done ;;
    *) echo three >three; echo waits; sleep 1000 ;; esac'
  run -0 bawn_ wait idea-2 --timeout 60
  run -0 bawn_ wait idea-1 --text 'Which name?' --timeout 60
  run -0 bawn_ wait idea-3 --text waits --timeout 60
  watches 80 24
  sees '3 sessions: 2 running, 1 ended or prepared'
  sees 'Which name?'
  presses s
  sees 'send to idea-1: _'
  presses -l bawnbawn
  presses BSpace BSpace BSpace BSpace Enter
  sees 'sent to idea-1'
  sees '3 sessions: 1 running, 2 ended or prepared'
  as alice pkill -9 -f '^/usr/bin/tmux .*bawn/tmux/socket'
  sees '3 sessions: 1 failed, interrupted or damaged, 2 ended or prepared'
  sees 'interrupted'
  presses G
  sees 'idea-2  ended 0; R starts it again'
  has_changes idea-2 1
  presses r
  sees '+two'
  presses y m
  sees 'merge 1 change into the project'
  presses y
  sees 'idea-2: 1 change merged into /home/alice/app'
  sees 'bawn: Enter shows the board again'
  presses Enter
  sees '? all keys'
  has_changes idea-2 0
  presses q
  sees 'status=0'
  run -0 bawn_ merge idea-1 --all
  assert_equal "$(cat /home/alice/app/name) $(cat /home/alice/app/two)" 'bawn two'
  [ ! -e /home/alice/app/three ]
  run -0 bawn_ status idea-3
  assert_line --partial 'three'
}

@test "keys of watch attach, pause, continue, kill and restart a session" {
  in_session one 'echo "hello from one"; read -r x; echo "got $x"; exec sleep 1000'
  watches 80 24
  sees 'hello from one'
  presses Enter
  sees 'detach: C-b d'
  presses -l 'by hand'
  presses Enter
  sees 'got by hand'
  presses C-b
  presses d
  sees '? all keys'
  presses p
  sees '1 session: 1 paused'
  sees 'paused one'
  presses p
  sees '1 session: 1 running'
  presses x
  sees 'end one? y/n'
  presses n
  sees 'one still runs'
  presses x y
  sees 'one ended with status 143'
  sees 'ended 143; R starts it again'
  sees 'got by hand' # the end of its log
  sees_no "can't find"
  presses s
  sees 'one does not run; R starts it again'
  presses R
  sees 'started one'
  sees '1 session: 1 running'
  presses q
  sees 'status=0'
}

@test "watch shows the board at once after a review that printed nothing, and counts the changes again" {
  in_session one 'echo 1 >one; echo ready; read -r x; echo 2 >two; echo done; exec sleep 1000'
  run -0 bawn_ wait one --text ready --timeout 60
  watches 80 24
  counts one 1
  run -0 bawn_ send one go
  run -0 bawn_ wait one --text done --timeout 60
  presses r
  sees '+1'
  presses -l 'qo'
  sees 'sorted by name'
  counts one 2
  presses r
  sees '+1'
  presses '\;'
  presses -l 'say why'
  presses Enter q
  sees 'bawn: Enter shows the board again'
  presses Enter
  sees '? all keys'
}

@test "watch keeps its filter and order while sessions change, and redraws after a resize" {
  in_session alpha 'sleep 1000' -t issue=7
  in_session beta 'sleep 1000'
  watches 120 30
  sees 'issue=7'
  sees '2 sessions: 2 running'
  presses /
  sees 'filter: _'
  presses -l 'issue=7'
  presses Enter
  sees '2 sessions: 2 running; 1 shown'
  sees_no ' beta '
  in_session gamma 'sleep 1000'
  sees '3 sessions: 3 running; 1 shown'
  resizes 80 24
  sees ' alpha '
  sees '? all keys'
  presses / C-u Enter
  sees ' gamma '
  presses o o
  sees 'sorted by time'
  sees '3 sessions: 3 running; by time'
  presses '?'
  sees 'review the changes of the session'
  presses x
  sees ' gamma '
  presses C-c
  sees 'status=0'
  run -0 bawn_ list --status running -q
  assert_output $'alpha\nbeta\ngamma'
}

@test "output of a session cannot draw on the screen of watch" {
  in_session bad 'printf "\033[2J\033[H\033]0;title\007\033[31mred\033[0m \342\200\256bidi\n"; printf "\033[?1049hforged: 99 sessions\n"; sleep 1000'
  watches 80 24
  sees 'forged: 99 sessions'
  run -0 screen -e
  refute_output --partial $'\033[31m'
  refute_output --partial $'\342\200\256'
  assert_line --index 0 --partial '1 session: 1 running'
  presses q
  sees 'status=0'
}

@test "watch draws the lines of boxes of a session, also if the terminal has a character set of its own for them" {
  in_session one 'printf "┌──┐ box\\n"; exec sleep 1000'
  in_app env LC_ALL=C.UTF-8 PS1='ready> ' tmux -u -L review -f /dev/null new-session -d -x 80 -y 24 'TERM=screen-256color bash --norc --noprofile' 3>&-
  types 'bawn watch -n 1'
  sees '┌──┐ box'
}

@test "watch lists a tool that waits for an answer first" {
  make_fake_tool
  in_session aa 'sleep 1000'
  run -0 bawn_ spawn zz --tool fake
  run -0 bawn_ wait zz --for idle --timeout 60
  run -0 bawn_ send zz 'Allow this?'
  run -0 bawn_ wait zz --for waiting --timeout 60
  watches 80 24
  sees '2 sessions: 1 waiting, 1 running'
  sees ' zz waits for you'
  run -0 screen
  assert_line --index 2 --regexp '^ zz +waiting +fake '
  assert_line --index 3 --regexp '^ aa +running '
  presses s
  presses -l no
  presses Enter
  sees '2 sessions: 2 running'
  presses q
  sees 'status=0'
  watches 80 24 -t none=1
  sees 'no sessions here; start one: bawn spawn NAME'
  presses q
  sees 'status=0'
}

@test "watch tells once that a tool begins to wait, by a hook or by the bell" {
  make_fake_tool
  as alice mkdir -p .config/bawn/hooks
  as alice sh -c 'printf "#!/bin/sh\necho \$# \$* \$BAWN_SESSION \$BAWN_EVENT >>~/told\n" >.config/bawn/hooks/notify && chmod 755 .config/bawn/hooks/notify'
  run -0 bawn_ spawn zz --tool fake
  run -0 bawn_ wait zz --for idle --timeout 60
  watches 80 24 --notify hook
  run -0 bawn_ send zz 'Allow this?'
  sees ' zz waits for you'
  timeout 20 sh -c 'until [ -s /home/alice/told ]; do sleep 0.1; done'
  sleep 2.5 # two more readings
  assert_equal "$(cat /home/alice/told)" '2 zz waiting zz waiting'
  run -0 as alice tmux -L review display-message -p '#{window_bell_flag}'
  assert_output 0
  presses q
  sees 'status=0'
  run -0 bawn_ send zz ready
  run -0 bawn_ wait zz --for idle --timeout 60
  watches 80 24 --notify bell
  as alice tmux -L review new-window -d
  as alice tmux -L review select-window -t :+ # tmux marks a bell of another window
  run -0 bawn_ send zz 'Allow this?'
  timeout 20 sh -c 'until [ "$(su alice -c "tmux -L review display-message -t :0 -p \"#{window_bell_flag}\"")" = 1 ]; do sleep 0.1; done'
  as alice tmux -L review select-window -t :0
  rm /home/alice/told
}

@test "watch keeps a typed line when the session ends" {
  in_session brief 'while [ ! -e ~/end ]; do sleep 0.1; done'
  in_session other 'sleep 1000'
  watches 80 24
  sees ' brief '
  presses s
  presses -l 'a long answer'
  run -0 bawn_ kill brief
  presses Enter
  sees 'brief does not run any more; s keeps what you typed'
  sees ' brief ended 143'
  presses g s
  sees 'send to other: a long answer_'
  presses Enter
  sees 'sent to other'
  presses q
  sees 'status=0'
}

@test "watch shows which lines of a long list are visible" {
  bawn_ swarm many 12 -- sleep 1000
  at_terminal 80 23
  types 'bawn watch; echo status=$?'
  sees '1 to 9 of 12 sessions: 12 running'
  presses G
  sees '4 to 12 of 12 sessions'
  presses q
  sees 'status=0'
}

@test "watch refuses without a terminal, on a small one, and with a wrong number" {
  run -3 bawn_ watch
  assert_line 'bawn: hint: use: bawn list; bawn ps'
  at_terminal 70 20
  types 'bawn watch; echo status=$?'
  sees 'status=3'
  sees 'watch needs a terminal of at least 80 columns and 22'
  run -2 bawn_ watch -n 0
}

@test "watch counts the changes of a session when it ends" {
  in_session one 'echo begins; read -r x; echo "$x" >made'
  watches 80 24
  sees 'begins'
  presses s
  sees 'send to one: _'
  presses -l text
  presses Enter
  sees 'ended 0'
  has_changes one 1
}

@test "watch names the commits of a session that has no other work" {
  in_session one 'git -c user.name=a -c user.email=a@b commit -q --allow-empty -m empty'
  run -0 bawn_ wait one --timeout 60
  watches 80 24
  has_changes one commits
}
