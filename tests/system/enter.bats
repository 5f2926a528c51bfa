#!/usr/bin/env bats
# `enter` starts an agent session: what it refuses, with which error, and how the started command behaves. The tests run it
# without the rest of bawn, with every shell that can be /bin/sh, and with each implementation of sudo.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/unsigned

shells=(dash bash busybox)

setup_file() {
  make_user op
  make_user stranger
  make_unsigned_agent
  install_enter /opt/dash /usr/bin/dash
  install_enter /opt/bash '/usr/bin/bash --posix'
  install_enter /opt/busybox '/usr/bin/busybox sh'
  let_in op /opt/dash /opt/bash /opt/busybox
}

# Each test finds all files restored.
setup() {
  saved=$(mktemp -d)
  cp -a "$state/agents" /opt /usr/bin/{bwrap,aa-exec,perl} "$saved"
}

teardown() {
  rm -rf "$state/agents" /opt /var/lib/bawn/bubblewrap-profile
  cp -a "$saved/agents" "$state/"
  cp -a "$saved/opt" /
  cp -a "$saved"/{bwrap,aa-exec,perl} /usr/bin/
  rm -f /etc/sudoers.d/[!b]*
  ! mountpoint -q /sys/module || umount /sys/module
}

# everywhere COMMAND…: runs the command with $sudo and $enter set to each pair in turn.
everywhere() {
  local shell sudo enter
  for shell in "${shells[@]}"; do
    for sudo in sudo sudo-rs; do
      enter=/opt/$shell/enter
      echo "with $shell and $sudo:"
      "$@"
    done
  done
}

# in_turn COMMAND…: runs the command with $enter under each shell, and with sudo and sudo-rs in turn. enter must refuse in all
# cases.
in_turn() {
  local shell enter
  for shell in "${shells[@]}"; do
    [ "${sudo:-}" = sudo ] && sudo=sudo-rs || sudo=sudo
    enter=/opt/$shell/enter
    echo "with $shell and $sudo:"
    "$@"
  done
}

# Without a sudo to become op, because that sudo takes as long as the session.
enters() {
  setpriv --reuid=op --regid=op --init-groups env -i -C /home/op HOME=/home/op USER=op LOGNAME=op SHELL=/bin/bash PATH="$PATH" \
    LANG=C.UTF-8 TERM=dumb "$sudo" -n -u "$agent" "$enter" "$@"
}

# refused STATUS SENTENCE ARGUMENT…: asserts, everywhere, this error with a hint, and no other output.
refused() { everywhere refused_here "$@"; }
refused_in_turn() { in_turn refused_here "$@"; }
refused_here() {
  local status_expected=$1 sentence=$2
  shift 2
  run -"$status_expected" --separate-stderr enters "$@"
  [ -z "$output" ] && [ "${#stderr_lines[@]}" -eq 2 ] && [ "${stderr_lines[0]}" = "bawn: error: $sentence" ] &&
    [[ ${stderr_lines[1]} == 'bawn: hint: '?* ]] || { echo "printed: $output$stderr" && return 1; }
}

# prints TEXT ARGUMENT…: asserts, everywhere, this output and the exit status 0.
prints() { everywhere prints_here "$@"; }
prints_here() {
  local text=$1
  shift
  run -0 --separate-stderr enters "$@"
  [ "$output" = "$text" ] || { echo "printed: $output$stderr" && return 1; }
}

# at_a_terminal SUDO…: reads from standard input, as Tcl, the text that a user types and must see; $enter starts a session.
at_a_terminal() {
  local sudo script
  script=$(cat)
  for sudo; do
    echo "with $sudo:"
    as op env PS1='$ ' TERM=dumb expect -c "
      set enter {$sudo -n -u $agent /opt/dash/enter $project $serial}
      source /src/tests/lib/terminal.tcl
      $script"
  done
}

@test "a session runs as the agent, in its project, and enter returns its exit status" {
  prints 'uid=70000(a.noir) gid=70000(a.noir) groups=70000(a.noir)' app 17 id
  prints 'this is the project' app 17 cat README
  everywhere exits_with 7 'exit 7'
  everywhere exits_with 143 'kill -TERM $$'
  everywhere exits_with 137 'kill -KILL $$'
}
exits_with() { run "-$1" enters app 17 sh -c "$2"; }

@test "enter refuses too few arguments" {
  local usage='enter takes PROJECT SERIAL COMMAND [ARG...]'
  refused 2 "$usage"
  refused 2 "$usage" app
  refused 2 "$usage" app 17
}

@test "enter refuses an invalid name of a project" {
  local long
  printf -v long '%065d' 0
  for name in '' . .. ../app app/ /app -app .app App äpp 'app x' $'app\n' 'app*' '[a]pp' "$long"; do
    refused_in_turn 2 'the name of the project is not valid' "$name" 17 id
  done
}

@test "enter refuses a project that is not assigned" {
  refused 4 'a.noir has no project other' other 17 id
  refused 4 'a.noir has no project app.args' app.args 17 id
}

@test "enter refuses an invalid serial" {
  for name in '' -17 +17 1x '17 ' 0x11 ../17 '*' 1234567890123456789; do
    refused_in_turn 2 'the serial must be a number' app "$name" id
  done
}

@test "enter refuses a serial that is not the current one" {
  refused 3 'the policy of a.noir has serial 17 now, not 16' app 16 id
  refused 3 'the policy of a.noir has serial 17 now, not 017' app 017 id
  cp -a "$generation" "${generation%/*}/18"
  ln -sfn ".gen/$agent/18" "$state/agents/$agent"
  refused 3 'the policy of a.noir has serial 18 now, not 17' app 17 id
}

@test "enter refuses an invalid name of a command" {
  for name in '' . .. /usr/bin/id ./id bin/id -x 'id x' $'id\n' ïd 'a=b' '[[' '*'; do
    refused_in_turn 2 'the command must be a name without a path' app 17 "$name"
  done
}

@test "enter refuses a command that is not allowed" {
  refused 4 'a.noir has no command perl' app 17 perl
}

@test "enter starts an allowed command of any valid name" {
  everywhere exits_with_command 1 '[' a = b ']'
  everywhere exits_with_command 0 '[' a = a ']'
}
exits_with_command() {
  local expected=$1
  shift
  run "-$expected" enters app 17 "$@"
}

@test "enter refuses a directory or a socket as standard input, output or error" {
  # with_socket COMMAND…: runs the command with a socket as standard input
  with_socket() {
    python3 -c 'import socket, subprocess, sys
a, b = socket.socketpair()
sys.exit(subprocess.run(sys.argv[1:], stdin=a).returncode)' "$@"
  }
  export sudo=sudo enter agent
  export -f enters
  for shell in "${shells[@]}"; do
    enter=/opt/$shell/enter
    run -3 enters app 17 ls </
    assert_line 'bawn: error: standard input, output or error is a directory'
    run -3 with_socket bash -c 'enters app 17 cat'
    assert_line 'bawn: error: standard input, output or error is a socket'
  done
}

@test "enter passes arguments unchanged" {
  prints '<><--version><a b><$(id)><'"'"'"><*><ü>' app 17 printf '<%s>' '' --version 'a b' '$(id)' "'\"" '*' 'ü'
  prints 'a
b' app 17 printf '%s' $'a\nb'
  # sudo-rs 0.2.5 panics when an argument is not UTF-8
  local sudo=sudo enter=/opt/dash/enter
  [ "$(enters app 17 printf '%s' $'\xff\x01\xfe' | od -An -tx1)" = ' ff 01 fe' ]
}

@test "enter refuses a user who is not an agent" {
  for shell in "${shells[@]}"; do
    run -4 as stranger "/opt/$shell/enter" app 17 id
    assert_line 'bawn: error: there is no agent stranger'
  done
}

@test "enter refuses a user whose name no agent can have" {
  local name
  for name in _other Capital with+plus a2345678901234567890123456789012; do
    useradd --badname --no-create-home "$name" 2>/dev/null
    for shell in "${shells[@]}"; do
      run -2 setpriv --reuid "$name" --clear-groups "/opt/$shell/enter" app 17 id
      assert_line 'bawn: error: this user is not an agent'
    done
  done
}

@test "enter refuses a uid without a name" {
  run -2 setpriv --reuid 4711 --clear-groups /opt/dash/enter app 17 id
  assert_line 'bawn: error: this user is not an agent'
}

@test "enter refuses a relative path of itself, because it finds the filter by its path" {
  run -2 setpriv --reuid "$agent" --clear-groups env -C /opt/dash dash enter app 17 id
  assert_line 'bawn: error: enter must be started by its full path'
}

@test "sudo refuses to start enter for another user" {
  for sudo in sudo sudo-rs; do
    run as stranger "$sudo" -n -u "$agent" /opt/dash/enter app 17 id
    assert_failure 1
    refute_output --partial 'bawn:'
  done
}

@test "enter refuses a removed operator, even after sudo's check" {
  printf '%s\n' 4711:one 4712:two >"$generation/operators"
  refused 3 'a.noir is not your agent' app 17 id
  # a part of a uid does not match either, and neither does a missing SUDO_UID
  printf '%s\n' "1$(id -u op):op" "$(id -u op)1:op" >"$generation/operators"
  refused 3 'a.noir is not your agent' app 17 id
  run -3 setpriv --reuid "$agent" --regid "$agent" --clear-groups /opt/dash/enter app 17 id
  assert_line 'bawn: error: a.noir is not your agent'
  printf '%s\n' 4711:one "$(id -u op):op" 4712:two >"$generation/operators"
  prints 'this is the project' app 17 cat README
  run -0 sudo -n -u "$agent" /opt/dash/enter app 17 true # root needs no list
}

@test "enter refuses an operator's uid that now belongs to another user" {
  local uid
  uid=$(id -u op)
  for name in o opp op2 root; do
    echo "$uid:$name" >"$generation/operators"
    refused 3 "uid $uid was $name when a.noir was signed, and is op now" app 17 id
  done
}

@test "enter refuses a list of operators without names, and says how to renew it" {
  for list in "$(id -u op)" "4711 $(id -u op) 4712" "$(id -u op):"; do
    echo "$list" >"$generation/operators"
    refused 3 'a.noir was signed by an earlier version' app 17 id
  done
}

@test "enter refuses files that others than root can write" {
  local file
  declare -A names=([$generation]="the policy directory of a.noir" [$generation/recipe/app.args]="the recipe of app"
    [$generation/recipe/app.writable]="the list of writable directories of app"
    [$generation/limits]="the limit file of a.noir" [$generation/operators]="the list of operators of a.noir"
    [$generation/libraries]="the list of libraries of a.noir" [/usr/bin/bwrap]=bubblewrap)
  echo '--nofile=64:64' >"$generation/limits"
  for file in "${!names[@]}"; do
    chown op "$file"
    in_turn refuses_owner "${names[$file]}"
    chown root "$file"
    for mode in g+w o+w; do
      chmod "$mode" "$file"
      in_turn refuses_owner "${names[$file]}"
      chmod go-w "$file"
    done
  done
  chown op /opt/*/session.bpf
  everywhere refuses_owner 'the seccomp filter'
}
refuses_owner() {
  run -3 enters app 17 id
  assert_line --partial "bawn: error: $1 cannot be trusted (owner and mode: "
}

@test "enter refuses a setuid bubblewrap" {
  chmod u+s /usr/bin/bwrap
  everywhere refuses_owner bubblewrap
}

@test "enter names a missing file" {
  rm /usr/bin/bwrap
  refused 4 'bubblewrap is missing' app 17 id
  cp -a "$saved/bwrap" /usr/bin/
  rm /usr/bin/perl
  refused 4 'perl, with which bawn starts agents, is missing' app 17 id
  cp -a "$saved/perl" /usr/bin/
  rm /opt/*/session.bpf
  refused 4 'the seccomp filter is missing' app 17 id
}

names_reseal() {
  run -4 --separate-stderr enters app 17 id
  [ "${stderr_lines[1]}" = 'bawn: hint: ask root to sign the agent again: sudo bawn-admin reseal a.noir' ]
}

@test "enter names reseal for files that an older bawn did not sign" {
  local list
  for list in operators libraries; do
    mv "$generation/$list" "$saved"
    refused 4 "the list of $list of a.noir is missing" app 17 id
    everywhere names_reseal
    mv "$saved/$list" "$generation"
  done
  mv "$generation/recipe/app.writable" "$saved"
  refused 4 'the list of writable directories of app is missing' app 17 id
  everywhere names_reseal
}

# The device files of /dev are mounts, too, on which no file can be created.
@test "each path that a session can write is on a mount with noexec, nodev and nosuid" {
  local sudo=sudo enter=/opt/dash/enter line at flags writable=0
  run -0 enters app 17 cat /proc/self/mountinfo
  for line in "${lines[@]}"; do
    read -r _ _ _ _ at flags _ <<<"$line"
    [[ ,$flags, == *,rw,* && ! -c $at && $at != /dev/pts && $at != /dev/console ]] || continue
    writable=$((writable + 1))
    [[ ,$flags, == *,nosuid,* && ,$flags, == *,nodev,* && ,$flags, == *,noexec,* ]] || fail "$line"
  done
  [ "$writable" = 6 ] || fail "$output"
}

@test "enter refuses a list of writable directories that is damaged or differs from the mounts" {
  local line
  for line in 'noexec 1777 relative' 'noexec 1777' 'both - /tmp' 'noexec -  /tmp'; do
    echo "$line" >"$generation/recipe/app.writable"
    refused_in_turn 3 'nothing was started: the list of writable directories is damaged' app 17 id
  done
  : >"$generation/recipe/app.writable"
  refused_in_turn 3 'nothing was started: the list of writable directories is empty' app 17 id
  echo "noexec - $generation/memory/other" >"$generation/recipe/app.writable"
  refused_in_turn 3 "nothing was started: cannot mount $generation/memory/other: No such file or directory" app 17 id
}

@test "enter refuses a policy that the agent cannot read" {
  chmod 600 "$generation/recipe/app.args"
  refused 3 'the recipe of app cannot be read' app 17 id
  chmod 700 "$generation"
  refused 4 'there is no agent a.noir' app 17 id
}

@test "enter refuses a link to another agent's signed directory" {
  install -d "$state/agents/.gen/b.blanc"
  cp -a "$generation" "$state/agents/.gen/b.blanc/17"
  ln -sfn .gen/b.blanc/17 "$state/agents/$agent"
  refused 3 'the policy of a.noir has serial 17 now, not 17' app 17 id
}

@test "a session does not have its operator's groups" {
  groupadd --force plotters
  usermod -aG plotters op
  run -3 as op sudo -n -P -u "$agent" /opt/dash/enter app 17 id
  assert_line --regexp '^bawn: error: group [0-9]+ is not a group of a.noir$'
}

@test "a session has only the recipe's variables, TERM and the keys of the agent's tools" {
  everywhere environment_is_clean
}
environment_is_clean() {
  run -0 as op env LD_PRELOAD=/x ENV=/x BASH_ENV=/x SHELLOPTS=xtrace PS4=x LC_ALL=de_DE LANG=x TMPDIR=/x DISPLAY=:0 \
    XAUTHORITY=/x 'BASH_FUNC_id%%=() { echo no; }' OTHER_KEY=x TERM=xterm COLORTERM=truecolor NO_COLOR=1 \
    ANTHROPIC_API_KEY=k/%y "$sudo" -n -u "$agent" "$enter" app 17 env
  local expected
  expected=$(printf '%s\n' ANTHROPIC_API_KEY=k/%y BAWN_SESSION=a.noir/app COLORTERM=truecolor HOME=/home/agent \
    LANG=C.UTF-8 LOGNAME=a.noir NO_COLOR=1 "PATH=$generation/bin" PWD=/work/app SHELL=/usr/bin/bash TERM=xterm USER=a.noir)
  [ "$(LC_ALL=C sort <<<"$output")" = "$expected" ] || { echo "$output" && return 1; }
}

@test "an operator cannot set a variable for a session, whatever else sudoers permits" {
  run as op sudo -n -u "$agent" BASH_ENV=/x /opt/bash/enter app 17 env
  assert_failure 1
  echo 'Defaults setenv, env_keep += "BASH_ENV OTHER"' >/etc/sudoers.d/a-global
  echo 'Defaults:op !env_reset' >/etc/sudoers.d/z-for-op
  run as op sudo -n -u "$agent" BASH_ENV=/x /opt/bash/enter app 17 env
  assert_failure 1
  rm /etc/sudoers.d/a-global # sudo-rs cannot read it
  run -0 as op env BASH_ENV=/x OTHER=x sudo -n -u "$agent" /opt/bash/enter app 17 env
  refute_line --regexp '^(BASH_ENV|OTHER)='
}

@test "a session gets only the first three file descriptors" {
  everywhere descriptors_are 0 1 2
}
descriptors_are() {
  # python opens a descriptor of its own for the list
  local look='import os; print(*sorted(d for d in map(int, os.listdir("/proc/self/fd")) if os.path.exists(f"/proc/self/fd/{d}")))'
  run -0 as op bash -c 'exec 5</ 7</etc 8</ 9</; exec "$@" </dev/null' - "$sudo" -n -u "$agent" "$enter" app 17 \
    python3 -c "$look"
  [ "$output" = "$*" ] || { echo "$output" && return 1; }
}

@test "piped input and output stay pipes" {
  everywhere pipes_pass
}
pipes_pass() { [ "$(printf 'a\0b' | enters app 17 cat | od -An -c)" = '   a  \0   b' ]; }

@test "only the agent can access files that a session creates" {
  prints 0077 app 17 sh -c 'umask'
}

@test "an agent whose files take more than its limit starts no session" {
  local ask='ask root for a higher limit: sudo bawn-admin reseal a.noir --limit disk=4M'
  echo '--nproc=200:200 --nofile=128:128 --disk=2097152' >"$generation/limits"
  prints 128 app 17 bash -c 'ulimit -n'
  head -c 3200000 /dev/zero >"$state/homes/$agent/large"
  refused 3 'the files of a.noir take 4 MiB of at most 2 MiB' app 17 true
  [ "${stderr_lines[1]}" = "bawn: hint: $ask" ]
  mv "$state/homes/$agent/large" "$state/scratch/$agent/$project/"
  refused 3 'the files of a.noir take 4 MiB of at most 2 MiB' app 17 true
  rm "$state/scratch/$agent/$project/large"
  install -d -o "$agent" -m 0000 "$state/homes/$agent/closed"
  refused 4 'cannot measure the files of a.noir: it may lack the permission to read a directory, or du takes more than 10 s' app 17 true
  rmdir "$state/homes/$agent/closed"
  prints 128 app 17 bash -c 'ulimit -n'
}

@test "a session cannot raise limits that root set" {
  echo '--nproc=200:200 --nofile=128:128' >"$generation/limits"
  prints '128 128 200' app 17 bash -c 'echo $(ulimit -Sn) $(ulimit -Hn) $(ulimit -u)'
  everywhere exits_with_command 1 bash -c 'ulimit -Hn 129'
}

@test "enter refuses an agent that needs AppArmor on a kernel without it" {
  touch "$generation/apparmor-required"
  refused 3 'a.noir requires AppArmor, and this kernel has none' app 17 id
}

# A kernel that reports AppArmor, although it has none.
pretend_apparmor() {
  mount -t tmpfs none /sys/module
  mkdir -p /sys/module/apparmor/parameters
  echo Y >/sys/module/apparmor/parameters/enabled
}

@test "enter refuses an agent whose AppArmor profile is not loaded" {
  pretend_apparmor
  everywhere starts_nothing
  touch "$state/bubblewrap-profile"
  everywhere starts_nothing
}
starts_nothing() {
  run enters app 17 touch /home/agent/started
  assert_failure
  [ ! -e "$state/homes/$agent/started" ]
}

@test "with AppArmor the command starts under the agent's profile, bubblewrap under its own where root says so" {
  pretend_apparmor
  # shellcheck disable=SC2016
  printf '#!/bin/sh\necho "aa-exec $1 $2 $3"\nshift 3\nexec "$@"\n' >/usr/bin/aa-exec
  prints 'aa-exec -p bawn.a.noir --
started' app 17 printf started
  touch "$generation/apparmor-required" "$state/bubblewrap-profile"
  prints 'aa-exec -p bawn-bubblewrap --
aa-exec -p bawn.a.noir --
started' app 17 printf started
}

@test "a session has the size of its terminal, and gets each new size" {
  at_a_terminal sudo sudo-rs <<'TCL'
    sits_down bash --norc --noprofile --noediting
    types "$enter stty size"
    sees "33 101"
    sees "ready> "
    types "$enter bash -c 'trap \"stty size; exit\" WINCH; echo waiting; while :; do sleep 0.1; done'"
    sees "waiting"
    resizes 44 120
    sees "44 120"
TCL
}

@test "Ctrl-C goes to the command and does not end the session" {
  at_a_terminal sudo sudo-rs <<'TCL'
    sits_down bash --norc --noprofile --noediting
    types "$enter sh -c 'trap \"echo caught; exit 9\" INT; echo waiting; while :; do sleep 0.1; done'"
    sees "waiting"
    presses Ctrl-C
    sees "caught"
    sees "ready> "
    types "echo status \$?"
    sees "status 9"
    types "$enter sh -c 'echo waiting; exec sleep 60'"
    sees "waiting"
    presses Ctrl-C
    sees "ready> "
    types "echo status \$?"
    sees "status 130"
TCL
}

@test "Ctrl-Z stops a session and fg continues it" {
  # sudo-rs 0.2.5 continues only the first process of its command, with bubblewrap or without: so not with sudo-rs.
  at_a_terminal sudo <<'TCL'
    sits_down bash --norc --noprofile --noediting
    types "$enter sh -c 'while :; do echo tick; sleep 0.3; done'"
    sees "tick\r\ntick"
    presses Ctrl-Z
    sees "Stopped"
    sees "ready> "
    types "fg >/dev/null"
    sees "tick\r\ntick"
    presses Ctrl-C
    sees "ready> "
    types "echo status \$?"
    sees "status 130"
TCL
}

@test "a shell inside a session stops and continues its own jobs" {
  at_a_terminal sudo sudo-rs <<'TCL'
    sits_down bash --norc --noprofile --noediting
    types "$enter bash --norc --noprofile --noediting"
    sees "bash-5.2\$ "
    types "sh -c 'echo waiting; exec sleep 60'"
    sees "waiting\r\n"
    presses Ctrl-Z
    sees "Stopped"
    sees "bash-5.2\$ "
    types "fg"
    after 500
    presses Ctrl-C
    sees "bash-5.2\$ "
    types "exit 5"
    sees "ready> "
    types "echo status \$?"
    sees "status 5"
TCL
}

# hurry: gives a command that ignores its end one second instead of ten. Fails if relay has another line for that.
hurry() {
  sed -i 's/^my (\$grace, \(.*\)) = (10, /my ($grace, \1) = (1, /' /opt/*/relay
  run ! grep -q '= (10, ' /opt/*/relay
  grep -q '= (1, ' /opt/*/relay
}

# ends_with SIGNAL: starts a session that ignores the signal and leaves its process group, and sends the signal.
ends_with() {
  local signal=$1
  as op bash -c 'echo $$ >pid; exec "$@"' - "$sudo" -n -u "$agent" "$enter" app 17 \
    sh -c 'trap "" TERM HUP INT; setsid sleep 60 & sleep 60' &
  until pgrep -u "$agent" -x sleep >/dev/null; do sleep 0.05; done
  as op kill -s "$signal" "$(cat /home/op/pid)"
  wait
  for _ in {1..400}; do
    pgrep -u "$agent" >/dev/null || return 0
    sleep 0.05
  done
  ps -fu "$agent"
  return 1
}

@test "no process of a session remains after sudo ends" {
  sudo=sudo enter=/opt/dash/enter
  ends_with TERM
  hurry
  for signal in TERM KILL HUP; do
    everywhere ends_with "$signal"
  done
}

# At this moment bubblewrap has built the sandbox and waits for the filter. Only after that would its first process end with it.
ends_early() {
  local filter=${enter%/*}/session.bpf held ended
  rm "$filter"
  mkfifo -m 0644 "$filter"
  exec {held}<>"$filter"
  enters "$project" "$serial" sleep 60 </dev/null >/dev/null 2>&1 3>&- &
  ended=$!
  timeout 60 sh -c "until [ \"\$(pgrep -c -u $agent bwrap)\" = 2 ]; do sleep 0.05; done"
  pkill -KILL -f "^$sudo -n -u $agent"
  wait "$ended" || true
  printf '\006\0\0\0\0\0\377\177' >"$filter"
  exec {held}>&-
  timeout 60 sh -c "while pgrep -u $agent >/dev/null; do sleep 0.05; done"
}

@test "no process of a session remains after sudo is killed during the start" {
  everywhere ends_early
}

@test "no process of a session remains after its terminal is closed" {
  hurry
  at_a_terminal sudo sudo-rs <<'TCL'
    sits_down bash --norc --noprofile --noediting
    types "$enter sh -c 'trap \"\" TERM HUP INT; setsid sleep 60 & echo waiting; sleep 60'"
    sees "waiting"
    close
    wait
    for {set tries 0} {$tries < 200 && ![catch {exec pgrep -u a.noir}]} {incr tries} { after 100 }
    if {![catch {exec pgrep -u a.noir}]} { puts stderr "left behind: [exec ps -fu a.noir]"; exit 1 }
TCL
}
