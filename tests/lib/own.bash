# shellcheck shell=bash disable=SC2034
# Functions for the tests of unprivileged sessions. The user is alice, and her project is app.

# make_home_file_system: mounts a tmpfs on /home if / is an overlay, because an overlay cannot be the upper layer of another.
make_home_file_system() {
  [ "$(stat -f -c %T /)" = overlayfs ] || return 0
  mount -t tmpfs -o mode=0755 home /home
}

# make_alice: makes her account, her project, and a file system on which her sessions can have overlays.
make_alice() {
  make_home_file_system
  make_user alice
  make_project alice app
}

# in_app COMMAND…: alice runs the command in her project, app.
in_app() { sudo -H -u alice -- env -C /home/alice/app -- "$@"; }
launches() { in_app bawn launch "$@"; }
bawn_() { in_app bawn "$@"; }

# state_of NAME [FIELD]: prints the state in the list, and this field of it; the exit status unless given.
state_of() {
  bawn_ list --json | python3 -c '
import json, sys
for each in json.load(sys.stdin):
    if each["name"] == sys.argv[1]:
        print(each["status"], each.get(sys.argv[2], "-"))' "$1" "${2:-exit_status}"
}

# shows NAME TEXT: waits until the session's terminal shows the text, for at most a minute.
shows() { bawn_ wait "$1" --text "$2" --timeout 60; }

# The part of a session's script that waits until goes_on is called.
# shellcheck disable=SC2034 # tests read it
pause='touch ~/begun; until [ -e ~/go-on ]; do sleep 0.1; done'

# in_background [OPTION…] SCRIPT: starts a session, and returns when its script has reached $pause.
in_background() {
  in_app bawn launch "${@:1:$#-1}" -- sh -c "${!#}" &
  timeout 60 sh -c 'until ls /home/alice/.local/share/bawn/homes/command/*/begun >/dev/null 2>&1; do sleep 0.1; done'
}

let_go() {
  local home
  for home in /home/alice/.local/share/bawn/homes/command/*/; do as alice touch "$home/go-on"; done
}

goes_on() {
  let_go
  wait
}

# at_a_terminal: reads from standard input, as Tcl, the text that alice types and must see. $bawn in it starts a session: it is
# $begins, or 'bawn launch --'.
at_a_terminal() {
  in_app env PS1='$ ' TERM=xterm-256color expect -c "
    set bawn {${begins:-bawn launch --}}
    source /src/tests/lib/terminal.tcl
    $(cat)"
}

# attaches_and_types NAME: alice attaches to the session, types, presses Ctrl-Z and Ctrl-C, and detaches.
attaches_and_types() {
  at_a_terminal <<TCL
    spawn bawn attach $1
    sees "detach: C-b d"
    send "x\\032y\\003"
    after 3000
    detaches
TCL
}

# make_program PATH TEXT: makes a program of alice's that prints TEXT and its arguments.
make_program() {
  # shellcheck disable=SC2016 # the shell inside expands it
  as alice sh -c 'mkdir -p "${1%/*}"; printf "#!/usr/bin/env sh\necho %s \"\$@\"; cat \"\$(dirname \"\$0\")/beside\" 2>/dev/null; true\n" "$2" >"$1"; chmod 755 "$1"' make "$1" "$2"
}

# make_foreign_files: makes files in alice's project that have another owner or group, and that she can write outside of a
# session. Before them are more files of her own than a start examines.
make_foreign_files() {
  getent group shared >/dev/null || groupadd shared
  usermod -aG shared alice
  as alice sh -c 'cd app && mkdir -p many deep/er/est && cd many && seq 2500 | xargs touch && cd ../deep/er/est &&
    touch anybodys shared kept && mkdir theirs && touch theirs/hers'
  (cd /home/alice/app/deep/er/est && chmod 666 anybodys && chown root: anybodys && chown alice:shared shared kept &&
    chmod 664 shared && chown root:shared theirs && chmod 777 theirs)
}

# foreign_files_are_explained_and_mended: a session fails to write them, `why` names them, and its command repairs this.
# shellcheck disable=SC2016,SC2154 # the shell inside expands it; run sets output and stderr
foreign_files_are_explained_and_mended() {
  local try='cd deep/er/est; for file in anybodys shared theirs/hers theirs/new; do echo more >>$file; done; chmod 600 shared
    mv kept moved; mv moved kept; sed -i "\$a x" kept; echo the end'
  local refusal='Value too large for defined data type'
  run -0 --separate-stderr launches --name met -- sh -c "$try"
  # none of these files is among the first 2,000, so the start does not warn
  [[ $stderr != *"another user or group"* ]] || fail "it was told before the start: $stderr"
  assert_equal "$(grep -c "$refusal" <<<"$stderr")" 6
  assert_output 'the end'
  run -0 --separate-stderr in_app bawn why met
  assert_line --regexp '^met \(ended 0\): others own 3 of 2[0-9]{3} files and directories in /home/alice/app$'
  assert_line "    1 directory of root:shared (0:$(getent group shared | cut -d : -f 3)): deep/er/est/theirs/"
  assert_line '    1 file of root:root (0:0): deep/er/est/anybodys'
  assert_line --regexp "^    a program that needs it reports: $refusal"
  local repair
  repair=$(grep '^    sudo chown' <<<"$output")
  assert_equal "$repair" "    sudo chown -R $(id -u alice):$(id -g alice) /home/alice/app/deep/er/est/anybodys \
/home/alice/app/deep/er/est/shared /home/alice/app/deep/er/est/theirs"
  bash -euc "$repair"
  run -0 --separate-stderr in_app bawn exec met -- sh -c "$try"
  assert_equal "$stderr" ''
  run -0 --separate-stderr in_app bawn why met
  assert_line --regexp '^met \(ended 0\): you own all '
  refute_line --partial chown
}

# recorded NAME: waits until bawn has recorded the base of this session of alice's.
recorded() {
  local record=/home/alice/.local/share/bawn/workspaces/$1/base/record
  # shellcheck disable=SC2016 # the inner shell expands it
  timeout 60 sh -c 'until tr "\0" "\n" <"$1" 2>/dev/null | grep -qx end; do sleep 0.05; done' sh "$record"
}

# end_records: kills the processes that record the base of a session.
end_records() {
  pkill -KILL -u alice -f bawn/record-base || return 0
  timeout 60 sh -c 'while pgrep -u alice -f bawn/record-base >/dev/null; do sleep 0.02; done'
}

# forget_sessions [FILE…]: removes all sessions of alice's, and these files.
forget_sessions() {
  end_records
  rm -rf /home/alice/.local "$@"
}

# make_fake_tool: creates a tool of alice that shows each line that it reads, and clears the screen before.
make_fake_tool() {
  # shellcheck disable=SC2016 # a shell inside expands it
  as alice sh -c 'mkdir -p .config/bawn/tools.d bin; cat >.config/bawn/tools.d/fake.toml; printf "%s\n" "#!/bin/sh" \
    "echo ready" "while read line; do clear; [ \"\$line\" != end ] || exit 3; echo \"\$line\"; done" >bin/fake; chmod 755 bin/fake' <<'TOML'
format = 1
label = "a fake"
rank = 900
command = "fake"
find = ["~/bin/fake"]
[prompt]
interactive = ["{prompt}"]
once = ["{prompt}"]
[screen]
waiting = ["Allow this?"]
working = ["esc to stop"]
idle = ["ready"]
[report]
directory = ".fake/now"
field = "status"
working = ["busy"]
TOML
}
