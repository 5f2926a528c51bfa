#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; bats sets the variables
# bawn exec in a running session: the command sees the processes of the session, has the same sandbox, and inherits nothing else.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/terminal
load ../lib/own

setup_file() {
  make_alice
}

teardown() {
  goes_on
  forget_sessions
}

begins='bawn exec mine --'

# executes ARGUMENT…: alice runs the command in the running session.
executes() { in_app bawn exec mine -- "$@" </dev/null; }

# sandbox: a script that prints the restrictions of its process: namespaces, privileges, mounts, variables.
sandbox='readlink /proc/self/ns/*; grep -E "^(Uid|Gid|Groups|Cap|NoNewPrivs|Seccomp)" /proc/self/status; id
  cut -d " " -f 3- /proc/self/mountinfo; env | sort | grep -v -e "^_=" -e ^TERM -e ^SHLVL; hostname; pwd'

# same_sandbox [OPTION…]: asserts that a command that joins a session has the same sandbox as the session.
same_sandbox() {
  in_background --name mine "$@" "{ $sandbox; } >~/sandbox; cat ~/sandbox; $pause" >/tmp/session 3>&-
  run -0 executes sh -c "$sandbox"
  goes_on
  assert_equal "$output" "$(cat /tmp/session)"
  assert_output --partial $'NoNewPrivs:\t1\nSeccomp:\t2'
  assert_output --partial $'CapBnd:\t0000000000000000'
  forget_sessions
}

@test "a command sees workspace, /tmp, home and processes of the running session" {
  in_background --name mine "echo there >/tmp/there; echo made >made; $pause; cat from-outside" >/tmp/seen 3>&-
  run -0 --separate-stderr executes sh -c 'pwd; cat made /tmp/there; ls ~; pgrep -f "echo there" >/dev/null && echo seen; echo back >from-outside'
  assert_output $'/home/alice/app\nmade\nthere\nbegun\nseen'
  assert_equal "$stderr" ''
  goes_on
  assert_equal "$(cat /tmp/seen)" back
  [ ! -e /home/alice/app/made ]
}

@test "a command begins in the directory of the session, or in the nearest one above that is left" {
  in_app sh -c 'cd src && exec bawn spawn part -- sleep 600'
  run -0 in_app bawn exec part -- sh -c 'pwd; echo $PWD'
  assert_output $'/home/alice/app/src\n/home/alice/app/src'
  run -0 in_app bawn exec part -- sh -c 'cd .. && rm -r src'
  run -0 in_app bawn exec part -- pwd
  assert_output /home/alice/app
  in_app bawn kill part
}

@test "a command has the namespaces, privileges, mounts and variables of the session that it joins" {
  same_sandbox
}

@test "a command has the same restrictions without network, nesting or /etc, and as root inside" {
  same_sandbox --network none
  same_sandbox --no-nested
  same_sandbox --root-inside
  same_sandbox --etc none --workspace readonly
}

@test "later settings and variables of the user do not apply to a command that joins a session" {
  in_background --name mine --network none --no-nested "$pause" 3>&-
  as alice sh -c 'mkdir -p .config/bawn; echo "env_passthrough = [\"SECRET\"]" >.config/bawn/config.toml'
  run -0 --separate-stderr in_app env SECRET=1 bawn exec mine -- sh -c 'grep -c : /proc/net/dev; env; unshare -Ur id || echo refused'
  rm -r /home/alice/.config
  assert_line 1
  assert_line refused
  refute_output --partial SECRET
}

@test "a command has the session's variables and the terminal type of its caller" {
  in_background --name mine --env MARK "$pause" 3>&-
  run -0 in_app env MARK=here SECRET=1 COLORTERM=truecolor LD_LIBRARY_PATH=/x PERL5OPT=-Mx BASH_ENV=/x bawn exec mine -- \
    sh -c 'cat /proc/$$/environ | tr "\0" "\n"'
  # the session started without this variable
  refute_output --partial MARK
  refute_output --partial SECRET
  refute_output --partial /x
  assert_line COLORTERM=truecolor
  assert_line BAWN_SESSION=mine
  goes_on
  forget_sessions
  in_background --name mine --env MARK=first "$pause" 3>&-
  run -0 executes sh -c 'echo $MARK'
  assert_output first
}

@test "a command in an ended session changes neither its start nor its end" {
  times() { in_app bawn list --json | grep -E '"(started|ended|exit_status)"'; }
  run -5 in_app bawn launch --name over -- sh -c 'exit 5'
  local before
  before=$(times)
  sleep 1.1
  in_app bawn exec over -- true
  assert_equal "$(times)" "$before"
}

@test "no file descriptor of the caller reaches a running session" {
  in_background --name mine "$pause" 3>&-
  run -0 bash -c 'exec 5</ 6</etc/shadow 7>/tmp/out; setpriv --reuid=alice --regid=alice --clear-groups env HOME=/home/alice bawn exec mine -- ls /proc/self/fd'
  assert_output $'0\n1\n2\n3'
}

@test "exec passes arguments, pipes and the exit status unchanged" {
  in_background --name mine "$pause" 3>&-
  local words=('' 'a b' --json @README.md $'\xff\xfe' $'a\nb' '*' "\$HOME" --)
  assert_equal "$(executes printf '[%s]' "${words[@]}" | od -An -c)" "$(printf '[%s]' "${words[@]}" | od -An -c)"
  run -0 --separate-stderr bash -c 'echo in | sudo -H -u alice bawn exec mine -- sh -c "cat; echo out >&2"'
  assert_output in
  assert_equal "$stderr" out
  run -7 executes sh -c 'exit 7'
  run -143 executes sh -c 'kill -TERM $$'
  run -137 executes sh -c 'kill -KILL $$'
  run -127 executes no-such-command
  run -126 executes /etc/passwd
}

@test "a command reads a file as standard input, and the caller's next command reads the rest" {
  in_background --name mine "$pause" 3>&-
  head -c 3M /dev/urandom >/tmp/file
  seq 1000 >/tmp/lines
  chmod 644 /tmp/file /tmp/lines
  assert_equal "$(as alice sh -c 'bawn exec mine -- cat </tmp/file' | sha256sum)" "$(sha256sum </tmp/file)"
  run -0 as alice sh -c 'for at in 1 2 3; do read -r line; echo "$line"; bawn exec mine -- sh -c "read -r line; echo inside \$line"; done </tmp/lines'
  assert_output $'1\ninside 2\n3\ninside 4\n5\ninside 6'
}

@test "a background process of a command loses access to the file of its output" {
  in_background --name mine "$pause" 3>&-
  run -0 in_app sh -c 'bawn exec mine -- sh -c "echo first; (trap \"\" PIPE; until [ -e ~/later ]; do sleep 0.1; done; echo late; touch ~/tried) &" >../log 2>&1'
  local home
  for home in /home/alice/.local/share/bawn/homes/command/*/; do as alice touch "$home/later"; done
  timeout 60 sh -c 'until ls /home/alice/.local/share/bawn/homes/command/*/tried; do sleep 0.1; done'
  assert_equal "$(cat /home/alice/log)" first
  goes_on
}

@test "a command under nohup stays joined after a hangup" {
  in_background --name mine "$pause" 3>&-
  as alice nohup bawn exec mine -- sh -c 'sleep 300; exit 5' </dev/null >/dev/null 2>&1 3>&- &
  local joined=$! ended=0
  timeout 30 sh -c 'until pgrep -u alice -f "^sleep 300" >/dev/null; do sleep 0.1; done'
  pkill -HUP -u alice -f '^/usr/bin/perl .*/join'
  pkill -u alice -x -f 'sleep 300'
  wait "$joined" || ended=$?
  assert_equal "$ended" 5
}

@test "a command can end processes of the session that it joins" {
  in_background --name mine "sleep 300 & $pause; wait; echo over" >/tmp/session 3>&-
  run -0 executes pkill -x -f 'sleep 300'
  goes_on
  assert_equal "$(cat /tmp/session)" over
}

@test "exec without a command starts a shell" {
  in_background --name mine "$pause" 3>&-
  run -5 --separate-stderr bash -c 'echo "pwd; exit 5" | sudo -H -u alice bawn exec mine'
  assert_output /home/alice/app
}

@test "several commands can join a session at once, and it continues after them" {
  in_background --name mine "$pause; exit 9" 3>&-
  local number
  for number in 1 2 3 4 5 6; do executes sh -c "echo $number >>joined; sleep 0.$number" 3>&- & done
  for number in 1 2 3 4 5 6; do wait -n; done
  run -0 executes sort joined
  assert_output $'1\n2\n3\n4\n5\n6'
  goes_on
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/mine/exit)" 9
}

@test "exec waits for a session that is starting until its sandbox is complete" {
  in_app bawn launch --name mine -- sleep 300 3>&- &
  timeout 30 sh -c 'until [ -e /home/alice/.local/state/bawn/sessions/mine/started ]; do :; done'
  run -0 executes sh -c 'ls -A /home/alice; readlink /proc/self/root'
  assert_output $'app\n/'
  pkill -u alice -x sleep
  wait
}

@test "a command ends with its session and reports that, also when it was stopped" {
  in_background --name mine "$pause" 3>&-
  # not through sudo, which stops with it and does not notice anything else
  setpriv --reuid=alice --regid=alice --clear-groups env HOME=/home/alice bawn exec mine -- sleep 100 2>/tmp/said </dev/null 3>&- &
  local joined=$!
  timeout 30 sh -c 'until pgrep -u alice -f "^sleep 100" >/dev/null; do sleep 0.1; done'
  pkill -STOP -u alice -f 'perl.*/join'
  let_go
  timeout 30 sh -c 'until grep -q . /home/alice/.local/state/bawn/sessions/mine/exit; do sleep 0.1; done'
  pkill -CONT -u alice -f 'perl.*/join'
  local ended=0
  wait "$joined" || ended=$?
  assert_equal "$ended" 137
  assert_equal "$(cat /tmp/said)" 'bawn: error: the session mine ended, and with it every command in it'
}

@test "a command ends when exec is killed" {
  in_background --name mine "$pause" 3>&-
  executes sleep 100 3>&- &
  timeout 30 sh -c 'until pgrep -u alice -f "^sleep 100" >/dev/null; do sleep 0.1; done'
  pkill -KILL -u alice -o -f 'perl.*/join'
  timeout 30 sh -c 'while pgrep -u alice -f "^sleep 100" >/dev/null; do sleep 0.1; done'
  run -0 executes true
}

@test "exec refuses a session that has just ended" {
  local directory=/home/alice/.local/state/bawn/sessions/mine
  launches --name mine -- true
  # the state between the end of its command and the record of that end
  sleep 60 3>&- &
  echo "$! $(awk '{ print $22 }' "/proc/$!/stat")" >"$directory/started"
  : >"$directory/exit"
  refused 3 'the session mine has just ended' 'start it again: bawn resume mine' executes true
  kill $!
}

@test "a dry run shows the command and starts nothing" {
  in_background --name mine "$pause" 3>&-
  run -0 --separate-stderr in_app bawn exec mine --dry-run -- touch made
  assert_line 'joins     mine'
  assert_line 'inside    /home/alice/app'
  run -0 --separate-stderr in_app bawn exec mine --dry-run --json -- touch made
  python3 -c 'import json, sys
plan = json.load(sys.stdin)
assert plan["joins"] == "mine" and plan["argv"][-2:] == ["touch", "made"] and "HOME" in plan["variables"]' <<<"$output"
  run -2 executes ls made
}

@test "only perl processes of bawn remain while a command runs in a session" {
  in_background --name mine "$pause" 3>&-
  executes sleep 300 3>&- &
  timeout 30 sh -c 'until pgrep -u alice -f "^sleep 300" >/dev/null; do sleep 0.1; done'
  run pgrep -u alice -l .
  pkill -u alice -x -f 'sleep 300'
  wait $! || true
  refute_output --partial java
  refute_output --partial bash
}

@test "a command in a session has a terminal of its own, of the same size" {
  in_background --name mine "$pause" 3>&-
  at_a_terminal <<'TCL'
    sits_down sh
    types "$bawn sh -c 'stty size; test -t 0 && test -t 1 && test -t 2 && echo all=three'"
    sees "33 101"
    sees "all=three"
    sees "ready> "
    types "$bawn sh"
    sees "\$ "
    resizes 20 70
    types "until stty size | grep -q '20 70'; do sleep 0.1; done; stty size; exit"
    sees "20 70"
    sees "ready> "
    types "$bawn sh -c 'echo to-a-pipe; read line; echo got=\$line; echo aside >&2' | cat -A"
    sees "to-a-pipe\$"
    types "typed"
    sees "got=typed\$"
    sees "ready> "
    types "echo from-a-pipe | $bawn sh -c 'cat; read key </dev/tty; echo key=\$key' | cat -A"
    sees "from-a-pipe\$"
    types "typed"
    sees "key=typed\$"
    sees "ready> "
    types ": | $bawn sh -c 'read line </dev/tty; echo asked=\$line'"
    after 1000
    types "typed"
    sees "asked=typed"
    sees "ready> "
TCL
}

@test "redirected output of a command at a terminal goes to the file" {
  in_background --name mine "$pause" 3>&-
  at_a_terminal <<'TCL'
    sits_down sh
    types "$bawn sh -c 'echo out; echo err >&2' >../out 2>../err; cat ../err ../out"
    sees "err\r\nout"
    types "seq 7 | $bawn wc -l"
    sees "7\r"
    types "$bawn seq 1234 | wc -l"
    sees "1234\r"
TCL
}

@test "Ctrl-C ends the program of a joined shell, and not the shell" {
  in_background --name mine "$pause" 3>&-
  ctrl_c_ends_a_command_inside
}

@test "Ctrl-C ends a command that joined, and not the session" {
  in_background --name mine "$pause" 3>&-
  ctrl_c_ends_a_session_of_one_command
  run -0 executes true
}

@test "Ctrl-Z stops a command that joined and fg continues it" {
  in_background --name mine "$pause" 3>&-
  ctrl_z_stops_it_and_fg_continues_it
}
