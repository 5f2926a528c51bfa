#!/usr/bin/env bats
# Sessions under one's own uid: nobody prepared anything, the project stays as it is, and what the walls show is little.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_home_file_system
  make_older_bubblewrap
  make_person alice
  make_project alice app
}

teardown() {
  rm -rf /home/alice/.local
}

# in_app WORD…: alice types it in her project.
in_app() { sudo -H -u alice -- env -C /home/alice/app -- "$@"; }
launches() { in_app bawn launch "$@"; }

# refused STATUS SENTENCE HINT COMMAND…: that is all that is printed.
refused() {
  local expected=$1 sentence=$2 hint=$3
  shift 3
  run "-$expected" --separate-stderr "$@"
  assert_equal "$output" ''
  # shellcheck disable=SC2154 # bats sets it
  assert_equal "$stderr" "bawn: error: $sentence"$'\n'"bawn: hint: $hint"
}

# at_a_terminal: what alice types and must see there, as Tcl on stdin; $bawn begins a session.
at_a_terminal() {
  in_app env PS1='$ ' TERM=xterm-256color expect -c "
    set bawn {bawn launch --}
    source /src/tests/lib/terminal.tcl
    $(cat)"
}

# sums DIRECTORY: every name in it, with type, mode, time and content.
sums() {
  find "$1" -printf '%P %y %m %T@ %l\n' | sort
  find "$1" -type f -exec sha256sum {} + | sort
}

# changes_apart: what a session writes is kept apart, and its exit status is its command's.
changes_apart() {
  local before
  before=$(sums /home/alice/app)
  run -7 --separate-stderr launches -- sh -c 'pwd; echo new >README.md; rm -r src; mkdir made; cat README.md; exit 7'
  assert_output $'/home/alice/app\nnew'
  # shellcheck disable=SC2154
  assert_equal "$stderr" ''
  assert_equal "$(sums /home/alice/app)" "$before"
  local upper=/home/alice/.local/share/bawn/workspaces/app-1/upper
  assert_equal "$(cat "$upper/README.md")" new
  [ -c "$upper/src" ]
  [ -d "$upper/made" ]
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/app-1/exit)" 7
}

@test "a session changes nothing of its project, and what it wrote is kept apart" {
  changes_apart
}

@test "so it is with a bubblewrap that mounts no overlays itself" {
  with_older_bubblewrap changes_apart
}

@test "the exit status of a command that a signal ends is the shell's" {
  run -143 launches -- sh -c 'kill -TERM $$'
  run -137 launches -- sh -c 'kill -KILL $$'
  run -127 launches -- no-such-command
}

@test "the words after -- arrive as they are, whatever bytes they are made of" {
  local words=('' 'a b' --json @README.md $'\xff\xfe' $'a\nb' '*' "\$HOME" --)
  assert_equal "$(launches -- printf '[%s]' "${words[@]}" | od -An -c)" "$(printf '[%s]' "${words[@]}" | od -An -c)"
}

@test "a pipe goes in and comes out" {
  run -0 --separate-stderr bash -c 'echo in | sudo -H -u alice env -C /home/alice/app bawn launch -- sh -c "cat; echo out >&2"'
  assert_output in
  # shellcheck disable=SC2154
  assert_equal "$stderr" out
}

@test "inside are the project, an empty home, programs, and no other person" {
  echo secret >/home/alice/other-secret
  # shellcheck disable=SC2016 # the shell inside expands it
  run -0 launches -- sh -c 'ls -A /home /home/alice "$HOME"; id -un; hostname; grep -c . /etc/passwd; ls /root /var/lib/bawn 2>/dev/null || :'
  assert_output --partial $'/home:\nagent\nalice'
  assert_output --partial $'/home/agent:\n\n/home/alice:\napp\nagent\nbawn\n3'
  refute_output --partial other-secret
  refute_output --partial '.bashrc'
}

@test "of the environment outside a session has what says how its terminal is, and no more" {
  run -0 in_app env SECRET=1 LD_LIBRARY_PATH=/x COLORTERM=truecolor BASH_ENV=/x PERL5OPT=-Mx \
    'odd name=1' bawn launch -- env
  refute_output --partial SECRET
  refute_output --partial /x
  refute_output --partial odd
  assert_line COLORTERM=truecolor
  assert_line HOME=/home/agent
  assert_line BAWN_SESSION=app-1
}

@test "no descriptor of the caller's reaches a session" {
  run -0 bash -c 'exec 5</ 6</etc/shadow 7>/tmp/out; setpriv --reuid=alice --regid=alice --clear-groups env -C /home/alice/app HOME=/home/alice bawn launch -- ls /proc/self/fd'
  assert_output $'0\n1\n2\n3'
}

@test "outside of the project and the home nothing can be written" {
  # shellcheck disable=SC2016 # the shell inside expands it
  run -0 launches -- sh -c 'for at in / /usr /etc /home /home/alice /opt /var; do touch $at/x 2>/dev/null && echo $at; done; true'
  assert_output ''
}

@test "several sessions on one project at once have a workspace and a home each" {
  in_app bawn launch -- sh -c 'echo one >README.md; echo home >~/mark; sleep 3; cat README.md' >/tmp/one &
  sleep 1.5
  run -0 launches -- sh -c 'cat README.md; ls ~; echo two >README.md'
  assert_output '# A small project'
  wait
  assert_equal "$(cat /tmp/one)" one
  assert_equal "$(ls /home/alice/.local/state/bawn/sessions)" $'app-1\napp-2'
}

@test "nothing of bawn's but the shell and bubblewrap is left while a session runs" {
  in_app bawn launch -- sleep 4 &
  sleep 2
  run pgrep -u alice -l .
  wait
  refute_output --partial java
  refute_output --partial bash
  assert_output --partial bwrap
}

@test "a terminal has its size and keeps it" {
  at_a_terminal <<'TCL'
    sits_down sh
    types "$bawn sh -c 'stty size; tty'"
    sees "33 101"
    sees "/dev/"
    sees "ready> "
    types "$bawn sh"
    sees "\$ "
    resizes 20 70
    types "stty size"
    sees "20 70"
TCL
}

@test "Ctrl-C ends the command of a session and not the session" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn bash --norc"
    sees "\$ "
    types "sleep 100; echo after=\$?"
    after 500
    presses Ctrl-C
    types "echo still=here"
    sees "still=here"
    types "exit 9"
    sees "ready> "
    types "echo status=\$?"
    sees "status=9"
TCL
}

@test "Ctrl-C ends a session that is one command, and that is written down" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sleep 100"
    after 2500
    presses Ctrl-C
    sees "ready> "
    types "echo status=\$?"
    sees "status=130"
TCL
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/app-1/exit)" 130
}

@test "Ctrl-Z stops a session and fg continues it" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo begun; sleep 2; echo done'"
    sees "begun"
    presses Ctrl-Z
    sees "Stopped"
    sees "ready> "
    types "fg"
    sees "done"
    sees "ready> "
TCL
}
