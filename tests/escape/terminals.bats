#!/usr/bin/env bats
# shellcheck disable=SC2154 # attack.bash and bats set the variables
# The operator's terminal while an agent session runs in the background, under each sudo, with and without use_pty.

load attack

setup_file() {
  begin_world
  bring terminal.py
}

teardown() {
  pkill -KILL -u "$agent" || true
  rm -f "$tried" "${tried%tried}stolen"
  sed -i 's/!use_pty/use_pty/' /etc/sudoers.d/bawn
}

tried=$state/scratch/$agent/app/tried

# at_a_shell SUDO ATTACK REDIRECTION KEYS: the operator starts the attack in a shell, and KEYS (Tcl) follow. Then the operator
# types a secret. /tmp/terminal has the output of the terminal after that.
at_a_shell() {
  local serial
  serial=$(basename "$(readlink "$state/agents/$agent")")
  rm -f "$tried" "${tried%tried}stolen" /tmp/terminal
  as op env LINE="$1 -n -u $agent $(enter_program) app $serial sh -c 'cd .scratch; exec python3 /home/agent/terminal.py $2' $3" \
    PS1='$ ' TERM=dumb expect -c "
    source /src/tests/lib/terminal.tcl
    sits_down bash --norc --noprofile
    types \$env(LINE)
    exec timeout 60 sh -c {until grep -qs begun $tried; do sleep 0.1; done}
    $4
    log_file -noappend /tmp/terminal
    after 1000
    types {echo secret words}
    after 4000
    types {echo the and | sed s/and/end/}
    expect -ex {the end} {} timeout {}
    log_file
    types {kill -KILL %1}
    types {exit}" >/tmp/session 2>&1 || :
  grep -q begun "$tried" || fail "the attack did not begin: $(cat /tmp/session)"
  grep -q 'the end' /tmp/terminal || fail "the shell did not answer: $(cat /tmp/session)"
  pkill -KILL -u "$agent" || true
}

# with_each_sudo ATTACK REDIRECTION KEYS: fails if the attack succeeded with any sudo.
with_each_sudo() {
  local sudo said='refused: nothing was written or read'
  for sudo in sudo sudo-rs 'no pty'; do
    if [ "$sudo" = 'no pty' ]; then sed -i 's/ use_pty/ !use_pty/' /etc/sudoers.d/bawn; fi
    at_a_shell "${sudo/no pty/sudo}" "$@"
    if [ -s "${tried%tried}stolen" ] || grep -q ']0;planted' /tmp/terminal; then said=went; fi
  done
  concludes "$said"
  judge
}

@test "an agent session in the background sets no title" {
  with_each_sudo title '</dev/null &' ''
}

@test "an agent session that Ctrl-Z stopped sets no title" {
  with_each_sudo title '' 'presses Ctrl-Z; sees {ready> }'
}

@test "an agent session in the background reads no input of the shell" {
  with_each_sudo steal '</dev/null >/dev/null 2>&1 &' ''
}

@test "an agent session that Ctrl-Z stopped reads no input of the shell" {
  with_each_sudo steal '' 'presses Ctrl-Z; sees {ready> }'
}

@test "doctor --try runs no file that an agent wrote in its home at the terminal" {
  local site
  site=$state/homes/$agent/.local/lib/$(python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')/site-packages
  install -d -o "$agent" -g "$agent" "$site"
  printf '%s\n' 'import os, sys' 'os.write(2, b"\033]0;planted\007")' \
    'os.write(os.open("/dev/tty", os.O_WRONLY), b"\033]0;planted\007")' >"$site/usercustomize.py"
  run as op env TERM=xterm expect -c 'set timeout 60; spawn -noecho bawn doctor --try a.noir app; expect "must fail has failed" {} eof { exit 1 }'
  assert_success
  rm -r "$state/homes/$agent/.local"
  if [[ $output == *']0;planted'* ]]; then concludes went; else concludes 'refused: nothing was shown'; fi
  judge
}
