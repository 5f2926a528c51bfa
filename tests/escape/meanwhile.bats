#!/usr/bin/env bats
# Attacks while root changes a policy: by a start that began before root took a permission away, and by an agent that tries to
# prevent the change.

load attack.bash

setup_file() {
  begin_world
  bring hide.py
}

setup() {
  said=$BATS_TEST_TMPDIR/said
}

teardown() {
  local program
  for program in stat setfacl; do
    [ ! -e "/usr/bin/$program.real" ] || mv "/usr/bin/$program.real" "/usr/bin/$program"
  done
  [ ! -e /etc/pam.d/sudo.real ] || mv /etc/pam.d/sudo.real /etc/pam.d/sudo
  rm -f "$state/homes/$agent/later" /run/meanwhile
  ! pgrep -u "$agent" >/dev/null || pkill -KILL -u "$agent" || true
}

serial() { basename "$(readlink "$state/agents/$agent")"; }

# begins USER PROJECT SERIAL COMMAND…: starts an operator's session in the background; `ends` waits for its PID, $starting.
begins() {
  local who=$1
  shift
  as "$who" sudo -n -u "$agent" "$(enter_program)" "$@" </dev/null >"$said" 2>&1 3>&- &
  starting=$!
}

# stand_in PROGRAM: replaces PROGRAM by the sh script from standard input, and starts the real one at the end of the script.
stand_in() {
  mv "/usr/bin/$1" "/usr/bin/$1.real"
  { echo '#!/bin/sh' && cat && echo "exec /usr/bin/$1.real \"\$@\""; } >"/usr/bin/$1"
  chmod 755 "/usr/bin/$1"
}

# enter_waits: from now on, `enter` stops itself after it read the serial, and waits for SIGCONT.
# shellcheck disable=SC2016
enter_waits() {
  stand_in stat <<<'[ "$(id -u)" -lt 70000 ] || kill -STOP $$'
}

# sudo_waits: from now on, sudo waits after its check of the operator while /run/meanwhile exists. (The caller can stop sudo at
# this point, too: sudo keeps the caller's uid as its real one.)
sudo_waits() {
  cp -a /etc/pam.d/sudo /etc/pam.d/sudo.real
  echo "session optional pam_exec.so seteuid /usr/local/bin/meanwhile" >>/etc/pam.d/sudo
  install -m 0755 /dev/stdin /usr/local/bin/meanwhile <<END
#!/bin/sh
[ "\$PAM_TYPE \$PAM_USER" = "open_session $agent" ] || exit 0
touch /run/meanwhile
while [ -e /run/meanwhile ]; do sleep 0.05; done
END
}

is_stopped() { pgrep -u "$1" --runstates T >/dev/null; }

# ends: lets the waiting start continue to its end. Sets output.
ends() {
  ! pgrep -u "$agent" >/dev/null || pkill -CONT -u "$agent" || true
  wait "$starting" || true
  run cat "$said"
  [[ $output == *went* ]] || concludes "refused: the start failed: $output"
}

# give_taken: assigns a project to the agent and to another one.
give_taken() {
  make_project op taken >/dev/null
  bawn-admin assign "$agent" /home/op/taken >/dev/null
  bawn-admin assign "$other" /home/op/taken >/dev/null
}

# take_taken: unassigns the project from the agent while a start waits, and judges the start.
take_taken() {
  timeout 60 bawn-admin unassign "$agent" taken --purge-scratch --yes
  install -o "$agent" /dev/null "$state/homes/$agent/later"
  ends
  judge
  bawn-admin unassign "$other" taken --purge-scratch --yes
  rm -rf /home/op/taken
}

@test "a session does not start when root unassigns its project during the start" {
  give_taken
  enter_waits
  begins op taken "$(serial)" bash -c 'cd src; echo begun; until [ -e ~/later ]; do sleep 0.05; done; cat hello.py && echo went'
  eventually is_stopped "$agent"
  # continues the start when the new state applies and the agent can still read the mirror
  stand_in setfacl <<END
if [ "\$(readlink $state/agents/$agent)" != "$(readlink "$state/agents/$agent")" ]; then
  pkill -CONT -u $agent
  until grep -q begun $said || ! pgrep -u $agent >/dev/null; do sleep 0.05; done
fi
END
  take_taken
}

@test "a session that starts during a restrict cannot run the restricted program" {
  bawn-admin allow "$agent" nl
  enter_waits
  begins op app "$(serial)" sh -c 'echo went | nl'
  eventually is_stopped "$agent"
  timeout 60 bawn-admin restrict "$agent" nl
  ends
  judge
}

@test "enter refuses an operator whom root removed after sudo's check" {
  local sudo next
  for sudo in sudo sudo-rs; do
    bawn-admin operator add "$agent" neighbour
    # the serial of the state after the removal
    next=$(($(serial) + 1))
    sudo_waits
    as neighbour "$sudo" -n -u "$agent" "$(enter_program)" app "$next" sh -c 'echo went' </dev/null >"$said" 2>&1 3>&- &
    starting=$!
    eventually test -e /run/meanwhile
    bawn-admin operator remove "$agent" neighbour --yes
    rm /run/meanwhile
    ends
    judge
    mv /etc/pam.d/sudo.real /etc/pam.d/sudo
  done
}

@test "background and hidden processes of an agent do not block a command of root" {
  begins op app "$(serial)" python3 /home/agent/hide.py
  eventually grep -q ready "$said"
  bawn-admin allow "$agent" nl
  if timeout 60 bawn-admin restrict "$agent" nl; then concludes 'refused: the command of root ended'; else concludes went; fi
  judge
  run grep -c '' "$said"
  assert_output 1
}

@test "a hidden process cannot read a project that root unassigned from its agent" {
  give_taken
  begins op taken "$(serial)" python3 /home/agent/hide.py
  eventually grep -q ready "$said"
  take_taken
}

@test "an operator who stops their own sudo does not block a command of root" {
  bawn-admin create c.vert --profile standard --operator op
  bawn-admin assign c.vert /home/op/app
  agent=c.vert
  begins op app "$(serial)" sh -c 'echo ready; sleep 60'
  eventually grep -q ready "$said"
  # shellcheck disable=SC2016
  as op sh -c 'kill -STOP $(pgrep -f "^sudo -n -u c.vert")'
  if timeout 60 bawn-admin delete c.vert --yes; then concludes 'refused: the command of root ended'; else concludes went; fi
  judge
  run id c.vert
  assert_output --partial "no such user"
  pkill -CONT -x sudo
  wait "$starting" || true
}

@test "directories that an agent made unreadable do not block a command of root" {
  inside 'cd .scratch && mkdir closed open && echo "what it wrote" >open/file && chmod 0 closed; mkdir -p deep/er; chmod 0 deep'
  if timeout 60 bawn-admin operator add "$agent" neighbour; then concludes 'refused: the command of root ended'; else concludes went; fi
  judge
  run as neighbour cat "$state/scratch/$agent/app/open/file"
  assert_output 'what it wrote'
  bawn-admin operator remove "$agent" neighbour --yes
}
