#!/usr/bin/env bats
# After a session, no process of it remains, whatever the session did; and it cannot type into the operator's terminal.

load attack

setup_file() {
  begin_world
  bring kernel.py
  install -o "$agent" -m 0755 "$here/programs/stay.py" "$state/homes/$agent/stay.py"
}

teardown() {
  local left
  for left in $(pgrep -u "$agent"); do
    kill -KILL "$left" || true
  done
}

# begin: starts a session whose processes try to survive it. Sets session to the PID of the operator's sudo.
begin() {
  local serial
  serial=$(basename "$(readlink "$state/agents/$agent")")
  sudo -H -u op -- sudo -n -u "$agent" "$(enter_program)" app "$serial" python3 /home/agent/stay.py "$@" \
    </dev/null >"$BATS_TEST_TMPDIR/said" 2>&1 3>&- &
  eventually grep -q ready "$BATS_TEST_TMPDIR/said"
  session=$(pgrep -u root -f -o "^sudo -n -u $agent .*stay.py")
  [ "$(pgrep -c -u "$agent")" -ge 5 ]
}

nobody_is_left() { ! pgrep -u "$agent" >/dev/null; }

# gone: concludes that the attack was refused if no process remains, and judges that.
gone() {
  eventually nobody_is_left || true
  if nobody_is_left; then
    concludes 'ESRCH: no process of the agent'
  else
    concludes went
  fi
  judge
}

@test "no process of a session remains when its command ends" {
  begin --leave
  gone
}

@test "no process of a session remains when a signal ends it" {
  begin
  kill -TERM "$session"
  gone
}

@test "no process of a session remains when sudo is killed" {
  begin
  kill -KILL "$session"
  gone
}

# both_are_there: succeeds if bubblewrap runs outside, and its first process runs inside.
both_are_there() { [ "$(pgrep -c -u "$agent" bwrap)" = 2 ]; }

has_ended() { ! kill -0 "$1" 2>/dev/null; }

# Bubblewrap asks the kernel to end with its parent. Here it has already asked, and waits for the seccomp filter.
@test "no process of a session remains when sudo is killed during the start" {
  local filter held session
  filter=$(dirname "$(enter_program)")/session.bpf
  mv "$filter" "$filter.real"
  mkfifo -m 0644 "$filter"
  exec {held}<>"$filter"
  in_session "$agent" sleep 1000 </dev/null >/dev/null 2>&1 3>&- &
  eventually both_are_there
  session=$(pgrep -u root -f -o "^sudo -n -u $agent .*sleep 1000")
  kill -KILL "$session"
  eventually has_ended "$session"
  cat "$filter.real" >"$filter"
  mv "$filter.real" "$filter"
  exec {held}>&-
  gone
}

@test "no process of a session remains when bubblewrap is killed" {
  begin
  kill -KILL "$(pgrep -u "$agent" -o bwrap)"
  gone
}

@test "no process of a session remains when its terminal is closed" {
  local serial
  serial=$(basename "$(readlink "$state/agents/$agent")")
  run as op timeout 60 expect -c "
    spawn -noecho sudo -n -u $agent $(enter_program) app $serial python3 /home/agent/stay.py
    set timeout 40
    expect ready {} timeout { exit 3 }
    close
    wait"
  gone
}

# begin_in_background: begins the same in a background session of op, with the name "back".
begin_in_background() {
  as op bawn destroy back --force 2>/dev/null || :
  as op bawn spawn back "$agent" app -- python3 /home/agent/stay.py 3>&-
  as op bawn wait back --text ready --timeout 60
  [ "$(pgrep -c -u "$agent")" -ge 5 ]
}

@test "no process of an agent session in the background remains when its user ends it" {
  begin_in_background
  run as op bawn kill back
  gone
}

@test "no process of an agent session in the background remains when all processes of its user are killed" {
  begin_in_background
  pkill -KILL -u op
  gone
}

# bats test_tags=guest
@test "no process of a session remains when root deletes its agent" {
  bawn-admin create c.vert --profile standard --operator op
  bawn-admin assign c.vert /home/op/app
  install -o c.vert -m 0755 "$here/programs/stay.py" "$state/homes/c.vert/stay.py"
  agent=c.vert
  begin
  bawn-admin delete c.vert --yes
  run pgrep -u 70002 -l
  assert_output ''
  concludes 'ESRCH: no process of the agent'
  judge
}

@test "a running session cannot read a project that root unassigned from its agent" {
  local serial said=$BATS_TEST_TMPDIR/said
  make_project op taken >/dev/null
  bawn-admin assign "$agent" /home/op/taken >/dev/null
  bawn-admin assign "$other" /home/op/taken >/dev/null
  serial=$(basename "$(readlink "$state/agents/$agent")")
  as op sudo -n -u "$agent" "$(enter_program)" taken "$serial" bash -c 'cd src; echo begun; until [ -e later ]; do sleep 0.1; done; echo went' \
    >"$said" 2>&1 3>&- &
  timeout 60 sh -c "until grep -q begun $said; do sleep 0.1; done"
  bawn-admin unassign "$agent" taken --purge-scratch --yes
  as op sh -c 'echo "what came later" >taken/src/later'
  bawn-admin sync "$other" taken
  sleep 1
  bawn-admin unassign "$other" taken --purge-scratch --yes
  rm -rf /home/op/taken
  ! pgrep -u "$agent" >/dev/null || pkill -KILL -u "$agent"
  run cat "$said"
  [[ $output == *went ]] || concludes 'ENOENT: it had ended'
  judge
}

# bats test_tags=guest
@test "a session cannot signal processes outside" {
  sleep 300 3>&- &
  local bystander=$!
  inside "for pid in $bystander $$ 1 -1; do kill -KILL \$pid && [ \$pid != 1 ] && [ \$pid != -1 ] && echo went; done; echo still here" || true
  kill -0 "$bystander"
  kill "$bystander"
  [ -n "$output" ]
  judge
}

@test "a session cannot type into the operator's shell" {
  local serial
  serial=$(basename "$(readlink "$state/agents/$agent")")
  run as op env PS1='$ ' TERM=dumb timeout 60 expect -c "
    source /src/tests/lib/terminal.tcl
    sits_down bash --norc --noprofile
    types {sudo -n -u $agent $(enter_program) app $serial python3 /home/agent/kernel.py terminal; echo status \$?}
    sees {status 0}
    sees {ready> }
    types {echo the shell still listens}
    sees {the shell still listens}"
  assert_success
  assert [ ! -e /home/op/typed ]
  output=${output//$'\r'/}
  mapfile -t lines <<<"$output"
  assert_line --partial 'TIOCSTI: E'
  assert_line --partial 'TIOCLINUX: E'
  judge
}

# bats test_tags=guest
@test "a session cannot open the terminal of its operator" {
  local serial
  serial=$(basename "$(readlink "$state/agents/$agent")")
  run as op env PS1='$ ' TERM=dumb timeout 60 expect -c "
    source /src/tests/lib/terminal.tcl
    sits_down bash --norc --noprofile
    types {mine=\$(tty); sudo -n -u $agent $(enter_program) app $serial sh -c \"ls /dev/pts; echo went >\$mine; cat \$mine\"; echo status \$?}
    sees {status }"
  output=${output//$'\r'/}
  mapfile -t lines <<<"$output"
  judge
}
