#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# bawn exec in a running session: processes in the session attack the command that joins it.

load own-attack

setup_file() {
  begin_own_world
  python3 "$here/programs/listen.py" 3>&- &
  timeout 60 sh -c 'until [ -S /run/docker.sock ]; do sleep 0.1; done'
}

teardown_file() { kill %1 2>/dev/null || :; }

teardown() {
  # the test does not wait for the end of the session
  pkill -KILL -u op -x bwrap || :
  wait_for_end
  forget
}

joined=$workspaces/joined/upper

# begin SCRIPT [OPTION…]: starts a session that runs the script, and waits until a command can join it. /tmp/session has its output.
begin() {
  local script=$1
  shift
  launches --name joined "$@" -- bash -c "touch /tmp/begun; { $script"$'\n''} 2>&1' >/tmp/session 2>&1 3>&- &
  session=$!
  timeout 60 sh -c "until grep -q child-pid $sessions/joined/inside 2>/dev/null; do sleep 0.1; done"
  eventually joins test -e /tmp/begun
}

wait_for_end() {
  [ -z "${session:-}" ] || wait "$session" || :
  session=
}

# joins ARGUMENT…: op runs bawn exec from a directory and with variables that the session must not see.
joins() {
  sudo -H -u op -- env -C /home/op/beside SECRET='the secret of op' timeout -k 5 60 bawn exec joined -- "$@" </dev/null
}

@test "an unprivileged session sees no process of bawn exec before its sandbox is complete" {
  begin 'python3 brought/watch.py 40'
  local number
  for number in 1 2 3 4 5 6 7 8; do joins sleep 0.2; done
  joins touch /home/agent/enough
  wait_for_end
  concludes "$(cat /tmp/session)"
  mapfile -t lines <<<"$output"
  judge
}

@test "a command that joins an unprivileged session has the same restrictions" {
  begin 'sleep 600'
  run joins sh -c 'python3 brought/kernel.py keyrings; python3 brought/kernel.py kernel; python3 brought/kernel.py mounts
    grep -qE "^Cap(Eff|Prm|Bnd):.*[1-9a-f]" /proc/self/status && echo went; touch /usr/planted /home/op/planted && echo went
    ls /home/op/beside && echo went; cat /home/op/.netrc && echo went; true'
  judge
}

@test "a command that joins an unprivileged session cannot connect to abstract sockets of the host" {
  begin 'sleep 600'
  run joins python3 brought/connect.py abstract
  judge
}

@test "bawn exec runs no file that the joined session wrote" {
  begin 'mkdir -p ~/.local/bin traps
    for name in perl env sh bash true setpriv nsenter; do
      printf "#!/bin/bash\ntouch %s/ran.%s\n" "$PWD" "$name" >~/.local/bin/$name; chmod 755 ~/.local/bin/$name; cp ~/.local/bin/$name .
    done
    for file in .profile .bashrc .bash_profile .bash_login .perlrc; do echo "touch $PWD/ran.$file" >~/$file; done
    echo "touch $PWD/ran.env" >traps/env; touch ready; sleep 600'
  timeout 30 sh -c "until [ -e $joined/ready ]; do sleep 0.1; done"
  joins /bin/true
  if compgen -G "$joined/ran.*"; then concludes went; else concludes 'refused: nothing ran'; fi
  judge
}

@test "a process that a joined command leaves behind cannot use the caller's terminal" {
  leaves_a_thief 'bawn exec joined -- setsid -f python3 brought/steal.py'
}

@test "a process that a joined command leaves behind cannot use the terminal with standard input from a pipe" {
  leaves_a_thief ': | bawn exec joined -- setsid -f python3 brought/steal.py'
}

# leaves_a_thief LINE: op types the line in a shell, and types more after it.
leaves_a_thief() {
  begin 'sleep 600'
  as op env LINE="$1" PS1='$ ' TERM=xterm-256color expect -c '
    source /src/tests/lib/terminal.tcl
    sits_down bash --norc
    types $env(LINE)
    sees "ready> "
    after 1500
    types "echo secret words"
    after 2000
    types "echo and the end; exit"
    expect eof' >/tmp/terminal 2>&1
  if [ -s "$joined/stolen" ] || grep -q 'written by the session' /tmp/terminal; then concludes went; else
    concludes "refused: $(sort -u "$joined/tried")"
  fi
  judge
}

# bats test_tags=long
@test "bawn exec joins no other process because of a forged or replaced PID" {
  begin 'sleep 600'
  as op sleep 300 3>&- &
  local other said='' file
  timeout 30 sh -c 'until pgrep -u op -x -f "sleep 300" >/dev/null; do sleep 0.1; done'
  other=$(pgrep -u op -x -f 'sleep 300' -n)
  cp "$sessions/joined/inside" "$sessions/joined/started" /tmp
  for file in "{ \"child-pid\": $other }" "$(sed "s/\"child-pid\": [0-9]*/\"child-pid\": $other/" /tmp/inside)" \
    "$(sed -E 's/("mnt-namespace": [0-9]*)[0-9]/\10/' /tmp/inside)" \
    "$(sed 's/"pid-namespace"/"xxx-namespace"/' /tmp/inside)" '{ "child-pid": 1 }' '' "{ \"child-pid\": $$ }"; do
    echo "$file" >"$sessions/joined/inside"
    run timeout 60 sudo -H -u op -- bawn exec joined -- sh -c 'ls /home/op/beside && echo went'
    said+="$output "
  done
  cp /tmp/inside "$sessions/joined/inside"
  echo "$other $(awk '{ print $22 }' "/proc/$other/stat")" >"$sessions/joined/started"
  run timeout 60 sudo -H -u op -- bawn exec joined -- sh -c 'ls /home/op/beside && echo went'
  said+="$output "
  cp /tmp/started "$sessions/joined/started"
  kill "$other"
  concludes "${said//$'\n'/ }"
  [[ $said != *went* ]] || concludes went
  judge
}

@test "an unprivileged session cannot escape through a directory as its standard input" {
  begin 'sleep 600'
  local said='' redirected script='for at in 0 1 2; do ls /proc/self/fd/$at/file /proc/self/fd/$at/../beside/file && echo went; done'
  for redirected in 'exec joined -- sh -c "$1" <beside' 'exec joined -- sh -c "$1; true" <mine/../beside 2>&1' \
    'launch mine -- sh -c "$1" <beside' 'shell mine -- sh -c "$1" <beside' 'run mine -- sh -c "$1" <beside' \
    'run mine -- sh -c "$1" 2<beside'; do
    run as op sh -c "cd; bawn $redirected" sh "$script"
    said+="$output "
  done
  concludes "${said//$'\n'/ }"
  [[ $said != *went* ]] || concludes went
  judge
}

@test "an unprivileged session cannot read or empty the file that its output is appended to" {
  begin 'sleep 600'
  local said word
  as op sh -c 'cd; echo "the secret of op" >beside/log'
  for word in 'exec joined' 'launch mine'; do
    as op sh -c 'cd; bawn $1 -- python3 -c "
import os
for number in range(10):
  try:
    for mode in (os.O_RDWR | os.O_NONBLOCK, os.O_WRONLY | os.O_TRUNC):
      file = os.open(f\"/proc/self/fd/{number}\", mode)
      print(os.pread(file, 99, 0).decode().replace(\"secret\", \"secret that went\"))
  except OSError as e:
    print(\"refused:\", e.strerror)
" >>beside/log 2>>beside/log' sh "$word"
    as op cat beside/log
  done >/tmp/said
  said=$(cat /tmp/said)
  concludes "${said//$'\n'/ }"
  [[ $said != *'that went'* && $(grep -c '^the secret of op$' <<<"$said") = 2 ]] || concludes went
  judge
}

@test "an unprivileged session cannot write to the file of its standard input" {
  begin 'sleep 600'
  local before
  before=$(print_of /home/op/beside)
  as op sh -c 'cd; script="for at in 0 3 4 5 6 7 8 9; do echo planted >/proc/self/fd/\$at; done; cat"
    bawn exec joined -- sh -c "$script" <beside/file; bawn launch mine -- sh -c "$script" <beside/file' || :
  unchanged_or_went "$before" /home/op/beside
  judge
}
