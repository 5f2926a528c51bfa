#!/usr/bin/env bats
# Which user can start which agent: both implementations of sudo read the file that bawn-admin writes, with other rules in sudoers.

bats_require_minimum_version 1.5.0

load ../lib/world

setup_file() {
  cp -a /usr/sbin/visudo "$BATS_FILE_TMPDIR/visudo"
  make_user alice
  make_user bob
  make_project alice app
  make_project alice other
  make_project bob pear
  # The kernel counts the processes of a uid on the whole machine, so no other file has an agent with this uid.
  bawn-admin init --operator alice --agent-uids 80000-80999
  bawn-admin create a.noir
  bawn-admin create b-blanc --operator bob
  bawn-admin assign a.noir /home/alice/app
  bawn-admin assign b-blanc /home/bob/pear
  bawn-admin assign a.noir /home/alice/other
  bawn-admin unassign a.noir /home/alice/other
}

setup() {
  admin=$(type -P bawn-admin)
  enter=$(dirname "$admin")/../lib/bawn/enter
  enter=$(realpath "$enter")
}

teardown() {
  rm -f /etc/sudoers.d/a-before
  cp -a "$BATS_FILE_TMPDIR/visudo" /usr/sbin/visudo
}

# starts USER AGENT PROJECT [VARIABLE…]: runs `id -un` in a session, with $sudo.
starts() {
  local user=$1 agent=$2 project=$3
  shift 3
  as "$user" "$sudo" -n -u "$agent" "$@" "$enter" "$project" "$(serial "$agent")" id -un
}

serial() { basename "$(readlink "/var/lib/bawn/agents/$1")"; }

@test "both sudos accept the file, which only root can read" {
  visudo -c
  visudo-rs -c
  run stat -c '%U %a' /etc/sudoers.d/bawn
  assert_output 'root 440'
}

@test "an operator can start only their own agents" {
  for sudo in sudo sudo-rs; do
    run -0 starts alice a.noir app
    assert_output a.noir
    run -0 starts bob b-blanc pear
    assert_output b-blanc
    run -1 starts bob a.noir app
    run -1 starts alice b-blanc pear
    run -1 as alice "$sudo" -n "$enter" app 1 id
  done
}

@test "an operator can run only enter as an agent" {
  for sudo in sudo sudo-rs; do
    for command in /usr/bin/id /bin/sh "${enter%/*}/start" "$enter.bak"; do
      run -1 as alice "$sudo" -n -u a.noir "$command"
    done
    run -1 as alice "$sudo" -n -s -u a.noir
    run -1 as alice "$sudo" -n -i -u a.noir
  done
}

@test "an operator can run only sync of assigned projects as root" {
  for sudo in sudo sudo-rs; do
    run -0 as alice "$sudo" -n "$admin" sync a.noir app
    for words in '' 'sync' 'sync a.noir' 'sync a.noir other' 'sync a.noir app app' 'sync a.noir app --debug' 'sync b-blanc pear' \
      'sync --help' 'show a.noir' 'allow a.noir perl' 'create c' '-- sync a.noir app'; do
      # shellcheck disable=SC2086
      run -1 as alice "$sudo" -n "$admin" $words
    done
  done
}

@test "environment variables that other sudo rules permit do not reach root or a session" {
  echo 'Defaults setenv, env_keep += "BASH_ENV LD_PRELOAD JAVA_TOOL_OPTIONS"' >/etc/sudoers.d/a-before
  sudo=sudo
  for variable in BASH_ENV LD_PRELOAD JAVA_TOOL_OPTIONS; do
    run -1 as alice sudo -n "$variable=/x" "$admin" sync a.noir app
    run -1 starts alice a.noir app "$variable=/x"
  done
  run -0 as alice env BASH_ENV=/x LD_PRELOAD=/x JAVA_TOOL_OPTIONS=-x sudo -n -u a.noir "$enter" app \
    "$(serial a.noir)" env
  refute_output --regexp 'LD_PRELOAD|JAVA_TOOL_OPTIONS'
  # Root's own variable, which starts the hint about missing programs.
  assert_line BASH_ENV=/etc/bash.bashrc
}

@test "a new user with the name of a former operator cannot start the operator's agents" {
  usermod --login alice-before alice
  useradd --no-create-home --no-user-group alice
  for sudo in sudo sudo-rs; do
    run -1 setpriv --reuid alice --clear-groups "$sudo" -n -u a.noir "$enter" app 1 id
  done
  userdel alice
  usermod --login alice alice-before
}

@test "bawn-admin does not install a file that visudo refuses" {
  local before
  before=$(cat /etc/sudoers.d/bawn)
  printf '#!/bin/sh\necho "parse error near line 7"\nexit 1\n' >/usr/sbin/visudo
  run bawn-admin create c.gris
  assert_failure 6
  assert_output --partial \
    "bawn-admin: error: 'create c.gris' is only partly in effect: visudo refuses the generated file: parse error near line 7"
  assert_equal "$(cat /etc/sudoers.d/bawn)" "$before"
  [ ! -e /var/lib/bawn/sudoers.candidate ]
  cp -a "$BATS_FILE_TMPDIR/visudo" /usr/sbin/visudo
  run -0 bawn-admin allow a.noir chmod
  visudo -c
  run -0 grep -c '(c.gris)' /etc/sudoers.d/bawn
}

@test "delete removes the sudo rules of an agent" {
  bawn-admin delete b-blanc --yes
  run grep b-blanc /etc/sudoers.d/bawn
  assert_failure
  visudo -c
  visudo-rs -c
}

@test "delete ends a fork bomb of an agent" {
  local uid count
  uid=$(id -u a.noir)
  # The program ends by itself after a minute, so that a failure here does not block the machine.
  as alice bawn launch --no-sync a.noir app -- python3 -c '
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
end = time.monotonic() + 60
while time.monotonic() < end:
    try:
        if os.fork() == 0:
            time.sleep(0.01)
            if os.fork() == 0:
                continue
            os._exit(0)
    except OSError:
        time.sleep(0.01)' &>/dev/null 3>&- &
  for _ in {1..600}; do
    # reads the number once, because a second read may return less
    count=$(pgrep -c -u a.noir) || true
    [ "$count" -le 50 ] || break
    sleep 0.1
  done
  [ "$count" -gt 50 ]
  run -0 bawn-admin delete a.noir --yes
  run getent passwd a.noir
  assert_failure
  run pgrep -u "$uid"
  assert_failure
}
