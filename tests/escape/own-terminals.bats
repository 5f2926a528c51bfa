#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# Attacks on the terminal and the process group of the user who starts a session: while it runs in the background, and after Ctrl-Z.

load own-attack

setup_file() { begin_own_world; }

teardown() {
  pkill -KILL -u op -x bwrap || :
  forget
}

upper=$workspaces/planted/upper

# at_a_shell LINE KEYS: op types the line, and KEYS (Tcl) follow. Then op types a secret that no session may read. /tmp/terminal
# has the output of the terminal after that.
at_a_shell() {
  as op env LINE="$1" PS1='$ ' TERM=xterm-256color expect -c "
    source /src/tests/lib/terminal.tcl
    sits_down bash --norc
    types {cd mine}
    sees {ready> }
    types \$env(LINE)
    $2
    log_file -noappend /tmp/terminal
    after 1000
    types {echo secret words}
    after 4000
    types {echo the and | sed s/and/end/}
    expect -ex {the end} {} timeout {}
    log_file
    types {kill -KILL %1}
    types {exit}" >/tmp/session 2>&1 || :
}

# stole: concludes that the attack succeeded if the session read the secret.
stole() {
  grep -q begun "$upper/tried" || fail "the attack did not begin: $(cat /tmp/session)"
  if [ -s "$upper/stolen" ]; then concludes went; else concludes "refused: $(sort -u "$upper/tried")"; fi
  judge
}

waits_until_it_began='exec timeout 60 sh -c "until grep -qs begun /home/op/.local/share/bawn/workspaces/planted/upper/tried; do sleep 0.1; done"'

@test "a session in the background reads no input of the shell" {
  at_a_shell 'bawn launch --name planted -- python3 brought/terminal.py steal </dev/null >/dev/null 2>&1 &' "$waits_until_it_began"
  stole
}

@test "a session that Ctrl-Z stopped reads no input of the shell" {
  at_a_shell 'bawn launch --name planted -- python3 brought/terminal.py steal' "$waits_until_it_began; presses Ctrl-Z; sees {ready> }"
  stole
}

@test "a command in an ended session reads no input of the shell" {
  launches --name planted -- true
  at_a_shell 'bawn exec planted -- python3 brought/terminal.py steal </dev/null >/dev/null 2>&1 &' "$waits_until_it_began"
  stole
}

# planted: concludes that the attack succeeded if the terminal shows text of the session after the prompt.
planted() {
  grep -q begun "$upper/tried" || fail "the attack did not begin: $(cat /tmp/session)"
  grep -q 'the end' /tmp/terminal || fail "the shell did not answer: $(cat /tmp/session)"
  if grep -q ']0;planted' /tmp/terminal; then concludes went; else concludes 'refused: nothing was written'; fi
  judge
}

@test "a session in the background sets no title" {
  at_a_shell 'bawn launch --name planted -- python3 brought/terminal.py title </dev/null &' "$waits_until_it_began"
  planted
}

@test "a session that Ctrl-Z stopped sets no title" {
  at_a_shell 'bawn launch --name planted -- python3 brought/terminal.py title' "$waits_until_it_began; presses Ctrl-Z; sees {ready> }"
  planted
}

@test "without Landlock, a session cannot end processes outside by a signal to its process group" {
  mount -t tmpfs lsm /sys/kernel/security
  echo capability >/sys/kernel/security/lsm
  run as op sh -c 'cd mine; setsid -w sh -c "bawn launch --name planted -- python3 brought/terminal.py kill; echo survived"'
  umount /sys/kernel/security
  [[ $output == *'without Landlock'* && $output != *'the sandbox could not'* ]] || fail "the attack did not begin: $output"
  if [[ $output == *survived* ]]; then concludes 'refused: the shell goes on'; else concludes went; fi
  judge
}
