#!/usr/bin/env bats
# An operator starts an agent session, inspects it, and is refused. A session behaves as an ordinary shell does, and no process of
# the launcher runs in it.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/terminal

setup_file() {
  make_user alice
  make_user bob
  make_project alice app
  bawn-admin init
  bawn-admin create a.noir --operator alice
  bawn-admin allow a.noir stty tty
  bawn-admin assign a.noir /home/alice/app
}

# Removes all files of the test, so that none is left for the next.
teardown() {
  bawn-admin allow a.noir sleep >/dev/null 2>&1 || :
}

generation() { readlink -f /var/lib/bawn/agents/a.noir; }

# launches ARGUMENT…: alice starts the agent without a sync.
launches() { as alice bawn launch a.noir app --no-sync "$@"; }

# at_a_terminal: reads from standard input, as Tcl, the text that alice types and must see; $bawn starts a session.
at_a_terminal() {
  as alice env PS1='$ ' TERM=xterm-256color expect -c "
    set bawn {bawn launch a.noir app --no-sync --}
    source /src/tests/lib/terminal.tcl
    $(cat)"
}

# listed: prints the inode and time of the list, which change with each sync.
listed() { stat -c '%i %z' /run/bawn/live/.listed-app; }

# skips_sync, syncs: assert that a start does no sync, or one.
skips_sync() {
  local before
  before=$(listed)
  run -0 as alice bawn launch a.noir app -- "$@"
  assert_equal "$(listed)" "$before"
}

syncs() {
  local before
  before=$(listed)
  run -0 as alice bawn launch a.noir app -- "$@"
  [ "$(listed)" != "$before" ] || fail 'there was no sync'
}

# bats test_tags=long
@test "a start syncs also when bubblewrap leaves a child that keeps the list's output open" {
  syncs true
  skips_sync true
  mv /usr/bin/bwrap /usr/bin/bwrap-whole
  # shellcheck disable=SC2016 # the file expands it
  printf '#!/bin/bash\n# --disable-userns --overlay-src\n[[ "$(cat /proc/$PPID/comm) $*" != "timeout "*owner-list* ]] || { sleep 100 & wait; }\nexec -a bwrap /usr/bin/bwrap-whole "$@"\n' >/usr/bin/bwrap
  chmod 755 /usr/bin/bwrap
  run timeout 60 bash -c 'sudo -u alice -H bawn launch a.noir app -- true'
  mv -f /usr/bin/bwrap-whole /usr/bin/bwrap
  assert_success
  run pgrep -u alice -x sleep
  assert_failure
}

# bats test_tags=long
@test "a start syncs only if the project, the ignore rules or the stored list changed" {
  bawn-admin sync a.noir app
  skips_sync true
  local change
  for change in 'echo a >app/news' 'echo b >app/news' 'chmod +x app/news' 'mv app/news app/other' 'touch app/other' 'rm app/other' \
    'echo x >app/a.tmp' 'git config --global core.excludesFile ~/ignored; echo "*.tmp" >~/ignored'; do
    as alice sh -c "$change"
    # the list contains a file again that changed at the time of the list
    sleep 0.1
    syncs true
    skips_sync true
  done
  as alice sh -c 'echo seen >app/news'
  syncs cat news
  assert_line seen
  # a list that only root may write
  chown alice /run/bawn/live/.listed-app
  syncs true
  sed -i 's/^./z/' /run/bawn/live/.listed-app
  syncs true
  sed -i 's/bawn-admin-[0-9a-f]*[.]jar/bawn-admin-0.jar/' /run/bawn/live/.listed-app
  syncs true
  sed -i 's/-s\x00KILL\x0010/-s\x00KILL\x000.001/' /run/bawn/live/.listed-app
  syncs true
  # another operator is not the owner
  bawn-admin operator add a.noir bob
  local before
  before=$(listed)
  run -0 as bob bawn launch a.noir app -- true
  [ "$(listed)" != "$before" ] || fail 'there was no sync'
  bawn-admin operator remove --yes a.noir bob
  # no session remains
  bawn-admin unassign a.noir app
  run -0 find /run/bawn/live -name '.listed*'
  assert_output ''
  bawn-admin assign a.noir /home/alice/app
  as alice sh -c 'rm app/news app/a.tmp ~/ignored; git config --global --unset core.excludesFile'
}

@test "a session runs as the agent in its project, and launch returns its exit status" {
  run -0 --separate-stderr launches -- sh -c 'id -un; pwd; cat README.md; exit 0'
  assert_output $'a.noir\n/work/app\n# A small project'
  run -7 launches -- sh -c 'exit 7'
  run -143 launches -- sh -c 'kill -TERM $$'
  run -137 launches -- sh -c 'kill -KILL $$'
}

# bats test_tags=long
@test "a session that fails at the limit of processes names that limit" {
  bawn-admin create a.few --operator alice --limit nproc=16
  bawn-admin assign a.few /home/alice/app
  local number
  for number in 1 2 3 4 5; do
    as alice bawn launch a.few app --no-sync -- sh -c 'sleep 60; true' >"/tmp/few$number" 2>&1 3>&- &
    sleep 1
  done
  timeout 60 sh -c 'until grep -Eqs "a.few runs [0-9]+ processes in all its sessions together; the limit is 16" /tmp/few?; do sleep 0.2; done'
  bawn-admin delete a.few --yes
  wait
}

# bats test_tags=long
@test "an agent at its disk limit starts again after root runs the command of the hint" {
  bawn-admin create a.full --operator alice --limit disk=1M
  bawn-admin assign a.full /home/alice/app
  run -0 bawn-admin show a.full
  assert_line --regexp '^limits +nproc 256, nofile 4096, disk 1 MiB \(checked at each start\)$'
  as alice bawn launch a.full app --no-sync -- sh -c 'head -c 2000000 /dev/zero >.scratch/large'
  run -3 as alice bawn launch a.full app --no-sync -- true
  assert_line 'bawn: error: the files of a.full take 2 MiB of at most 1 MiB'
  assert_line --regexp '^bawn: hint: .*: sudo bawn-admin reseal a\.full --limit disk=[0-9]+M$'
  bash -c "${lines[-1]#*: sudo }"
  run -0 as alice bawn launch a.full app --no-sync -- sh -c ': >.scratch/large; ulimit -n'
  assert_line 4096
  bawn-admin reseal a.full --limit disk=1M
  run -0 as alice bawn launch a.full app --no-sync -- true
  bawn-admin delete a.full --yes
}

@test "the session gets the arguments after -- unchanged, whatever their bytes" {
  local words=('' 'a b' --json @README.md $'\xff\xfe' $'a\nb' '*' "\$HOME" --)
  assert_equal "$(launches -- printf '[%s]' "${words[@]}" | od -An -c)" "$(printf '[%s]' "${words[@]}" | od -An -c)"
}

@test "a session reads from a pipe and writes to one, and no other process writes to it" {
  run -0 --separate-stderr bash -c 'seq 100000 | sudo -u alice bawn launch a.noir app --no-sync -- sort -n | tail -n 1'
  assert_output 100000
}

@test "a session gets no file descriptor of the launcher or the caller" {
  run -0 --separate-stderr as alice bash -c 'exec 7</; bawn launch a.noir app --no-sync -- sh -c "ls /proc/self/fd"'
  # ls opens the fourth descriptor for its directory
  assert_output $'0\n1\n2\n3'
}

# bats test_tags=long
@test "launch updates the mirror, except with --no-sync" {
  as alice sh -c 'echo news >app/news'
  run -1 launches -- cat news
  run -0 --separate-stderr as alice bawn launch a.noir app -- cat news
  assert_output news
  as alice rm app/news
  run -1 as alice bawn launch a.noir app -- cat news
}

@test "shell finds agent and project by the current directory" {
  run -0 --separate-stderr as alice env -C /home/alice/app/src sh -c 'echo "pwd; exit 3" | bawn shell; echo $?'
  assert_output $'/work/app\n3'
}

@test "a session gets the size of its terminal, and each new size" {
  keeps_its_size
}

@test "Ctrl-C ends the command of a session and not the session" {
  ctrl_c_ends_a_command_inside
}

@test "Ctrl-C ends a session that is one command" {
  ctrl_c_ends_a_session_of_one_command
}

@test "Ctrl-Z stops a session and fg continues it" {
  ctrl_z_stops_it_and_fg_continues_it
}

@test "a shell names its session, and the pager of an agent is one of its programs" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn bash --norc"
    sees "a.noir/app:/work/app"
    types "type \$PAGER"
    sees "less is "
TCL
}

@test "a session uses colours if the terminal has them" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo TERM=\$TERM; ls --color=auto -d .scratch'"
    sees "TERM=xterm-256color"
    sees "\033\[01;34m.scratch"
    sees "ready> "
    types "bawn verify a.noir"
    sees "\033\[32m✓"
TCL
}

@test "on a terminal, a start names the agent, the project and the command" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn pwd"
    sees "bawn: a.noir: pwd in a copy of /home/alice/app, network open"
    sees "/work/app"
    sees "ready> "
    types "bawn launch -q a.noir app --no-sync -- sh -c 'echo quiet'"
    expect {
      "in a copy of" { exit 1 }
      "quiet\r" {}
      timeout { exit 1 }
    }
TCL
}

@test "the error about a script as command names its interpreter" {
  refused 2 "'./check' is a path; an agent runs programs that root allowed, by name" \
    'an allowed interpreter runs a script: bawn launch a.noir app -- sh ./check' launches -- ./check
}

@test "an option of your own sessions warns where an agent works on the project" {
  run -0 --separate-stderr as alice env -C /home/alice/app bawn launch --rm --dry-run
  [[ $stderr == *'bawn: --rm starts a session under your own user, although a.noir works on this project'* ]] || fail "$stderr"
  local command
  for command in 'spawn x' 'swarm x 2'; do
    # shellcheck disable=SC2086 # several words are meant
    run -0 --separate-stderr as alice env -C /home/alice/app bawn $command --dry-run -- true
    [[ $stderr == *"bawn: bawn ${command%% *} starts a session under your own user, although a.noir works on this project"* ]] || fail "$stderr"
  done
  run -0 --separate-stderr as alice env -C /home/alice/app bawn run --workspace readonly --show-secrets -- true
  [[ $stderr == *'bawn: bawn run starts a session under your own user, although a.noir works on this project'* ]] || fail "$stderr"
  bawn-admin create a.gris --operator alice
  bawn-admin assign a.gris /home/alice/app
  run -0 --separate-stderr as alice env -C /home/alice/app bawn launch --rm --dry-run
  [[ $stderr == *'a session under your own user, although a.gris and a.noir work on this project'* ]] || fail "$stderr"
  bawn-admin delete a.gris --yes
  run -0 --separate-stderr as alice env -C /home/alice/app bawn spawn x -q --dry-run -- true
  [[ $stderr != *'under your own user'* ]] || fail "$stderr"
  run -0 --separate-stderr as alice env -C /home/alice/app bawn launch -q --rm --dry-run
  [[ $stderr != *'under your own user'* ]] || fail "$stderr"
}

@test "Ctrl-C during the verification starts no session" {
  run as alice timeout --signal=INT 0.05 bawn launch a.noir app -- touch .scratch/started
  run -2 ls /var/lib/bawn/scratch/a.noir/app/started
}

@test "launch refuses a command that is not allowed before it starts a process" {
  refused 3 'strace is not allowed for a.noir' 'ask root: sudo bawn-admin allow a.noir strace' launches -- strace ls
  refused 3 'perll is not allowed for a.noir' 'did you mean perl? ask root: sudo bawn-admin allow a.noir perl' launches -- perll
  refused 3 'gitt is not allowed for a.noir' 'did you mean git?' \
    launches -- gitt
  refused 3 'claude is not allowed for a.noir' 'ask root: sudo bawn-admin tool add claude --npm @anthropic-ai/claude-code; then: sudo bawn-admin allow a.noir claude' \
    launches --tool claude
}

@test "launch refuses root, and users who are not operators" {
  refused 5 'bawn launch does not run as root' 'run it as yourself, without sudo' env SUDO_USER=alice bawn launch a.noir app
  refused 5 'bawn launch does not run as root' 'use an ordinary user: su - USER; to create one: useradd -m USER' \
    env -u SUDO_USER bawn launch a.noir app
  refused 3 'a.noir is not your agent' "list yours: bawn agents; or ask root: sudo bawn-admin operator add a.noir USER" \
    as bob bawn launch a.noir app
  run -0 --separate-stderr as bob bawn agents
  assert_output ''
}

@test "the next launch applies each change of root" {
  bawn-admin restrict a.noir sleep
  refused 3 'sleep is not allowed for a.noir' 'ask root: sudo bawn-admin allow a.noir sleep' launches -- sleep 0
  bawn-admin allow a.noir sleep
  run -0 launches -- sleep 0
}

@test "launch refuses and names a changed signed file, and root can sign it again" {
  local profile
  profile=$(generation)/limits
  echo '--nproc=9999:9999' >"$profile"
  run -3 --separate-stderr launches -- true
  [[ $stderr == 'bawn: error: V6 (signed files): a signed file was changed: limits'* ]] || fail "$stderr"
  [[ $stderr == *'bawn: hint: run: sudo bawn-admin reseal a.noir' ]] || fail "$stderr"
  run -3 --separate-stderr as alice bawn verify a.noir
  assert_output --partial '✗ V6  signed files'
  bawn-admin reseal a.noir
  run -0 launches -- true
}

# bats test_tags=long
@test "launch refuses an older state that was restored" {
  local older newer
  older=$(generation)
  launches -- true
  bawn-admin reseal a.noir
  newer=$(generation)
  launches -- true
  ln -sfn ".gen/a.noir/${older##*/}" /var/lib/bawn/agents/a.noir
  run -3 --separate-stderr launches -- true
  [[ $stderr == 'bawn: error: V5 (serial): '* ]] || fail "$stderr"
  ln -sfn ".gen/a.noir/${newer##*/}" /var/lib/bawn/agents/a.noir
  run -0 launches -- true
}

@test "launch warns of a program that a package update changed, until reseal" {
  local sleep
  sleep=$(mktemp)
  cp -a /usr/bin/sleep "$sleep"
  printf '\n' >>/usr/bin/sleep
  run -0 --separate-stderr launches -- sleep 0
  [[ $stderr == *'programs changed since they were signed (a package update?): sleep'* ]] || fail "$stderr"
  bawn-admin reseal a.noir
  run -0 --separate-stderr launches -- sleep 0
  [[ $stderr != *'programs changed'* ]] || fail "$stderr"
  cp -a "$sleep" /usr/bin/sleep
  bawn-admin reseal a.noir
}

# bats test_tags=long
@test "reseal names an agent with a removed program and the solution, and signs the other agents" {
  install -m 0755 /usr/bin/true /usr/local/bin/passing
  install -m 0755 /usr/bin/true /usr/local/bin/passing-too
  bawn-admin create a.gone --operator alice
  bawn-admin allow a.gone passing passing-too
  rm /usr/local/bin/passing /usr/local/bin/passing-too
  run -3 --separate-stderr bawn-admin reseal
  assert_output --regexp '^signed a.noir again'
  assert_equal "$stderr" "bawn-admin: error: a.gone: bawn-admin cannot sign its policy: there is no command 'passing' in /usr/bin, /usr/sbin or /usr/local
bawn-admin: hint: solve that, or: sudo bawn-admin restrict a.gone passing passing-too"
  run -0 bawn-admin restrict a.gone passing passing-too
  run -0 bawn-admin reseal
  bawn-admin delete a.gone --yes
}

@test "verify shows the restrictions of a running session from the kernel" {
  local pid
  launches -- sleep 300 &
  pid=$!
  timeout 30 sh -c 'until pgrep -x -u a.noir sleep >/dev/null; do sleep 0.1; done'
  run -0 --separate-stderr as alice bawn verify a.noir
  assert_line --regexp '✓ now sessions +1 process: .*, seccomp filter, no new privileges$'
  run -0 --separate-stderr as alice bawn verify a.noir --json
  assert_output --partial '"seccomp" : 2'
  pkill -u a.noir -x sleep
  wait "$pid" || :
}

@test "verify finds a process of the agent outside its sandbox" {
  local pid
  setpriv --reuid=a.noir --regid=a.noir --clear-groups sh -c 'sh -c "sleep 300 & wait" & wait' &
  pid=$!
  timeout 30 sh -c 'until pgrep -x -u a.noir sleep >/dev/null; do sleep 0.1; done'
  run -3 --separate-stderr as alice bawn verify a.noir
  assert_output --partial 'it has no seccomp filter (Seccomp: 0)'
  pkill -u a.noir
  wait "$pid" || :
}

@test "a dry run shows the command and starts nothing" {
  run -0 --separate-stderr as alice bawn launch a.noir app --dry-run -- touch .scratch/started
  assert_line --regexp '^executes +/usr/bin/sudo -n -u a.noir .*/enter app [0-9]+ touch .scratch/started$'
  assert_line --regexp '^  read-only +/work/app <- /var/lib/bawn/mirrors/app$'
  assert_line --regexp '^  writable +/home/agent <- /var/lib/bawn/homes/a.noir$'
  run -2 ls /var/lib/bawn/scratch/a.noir/app/started
}

@test "without sudo rules, launch shows one error with a hint" {
  mv /etc/sudoers.d/bawn /root/sudoers.bawn
  run -3 --separate-stderr as alice bawn launch a.noir app -- true
  mv /root/sudoers.bawn /etc/sudoers.d/bawn
  [[ $stderr == *'bawn: error: /etc/sudoers.d/bawn is missing, so nobody can start an agent'* ]] || fail "$stderr"
  [[ $stderr == *'bawn: hint: ask root to write it again: sudo bawn-admin init' ]] || fail "$stderr"
}

@test "a start takes all of its classes from the cache, and opens no jar" {
  local jar
  jar=$(echo /usr/local/lib/bawn/bawn-????????????.jar)
  mv "$jar" /root/away.jar
  # Java 25.0.5 uses no cache whose jar has another size or time (JDK-8377932); it does not read the jar for that
  truncate -r /root/away.jar "$jar"
  touch -r /root/away.jar "$jar"
  run launches -- true
  local launch=$status
  run as alice bawn shell a.noir app --no-sync </dev/null
  mv -f /root/away.jar "$jar"
  assert_equal "$launch $status" '0 0'
}

@test "without bubblewrap, launch shows one error with a hint" {
  mv /usr/bin/bwrap /root/bwrap
  run -3 --separate-stderr launches -- true
  mv /root/bwrap /usr/bin/bwrap
  [[ $stderr == 'bawn: error: V9 (installation): bubblewrap is not installed'* ]] || fail "$stderr"
  [[ $stderr == *'bawn: hint: install the package bubblewrap' ]] || fail "$stderr"
}

@test "every user can run verify, agents and version" {
  run -0 bawn verify a.noir
  run -0 bawn agents
  assert_line --regexp '^a\.noir +app +'
  run -0 as bob bawn version
}

@test "programs that keep modes and times work in the scratch directory, and the operator can read their files" {
  run --separate-stderr launches -- sh -c '
    cd .scratch && mkdir keeps && cd keeps && echo one >file &&
    sed -i s/one/two/ file && cp -p file copy && cp -p /etc/passwd users && mkdir tree && cp -a tree trees &&
    tar cf all.tar file tree && mkdir out && tar xpf all.tar -C out && cat out/file && ls -l /etc/passwd >/dev/null'
  assert_success
  assert_output two
  [[ $stderr != *preserving* ]] || fail "$stderr"
  run -0 as alice cat /var/lib/bawn/scratch/a.noir/app/keeps/{file,copy,out/file}
  assert_output $'two\ntwo\ntwo'
}

# bats test_tags=long
@test "an allowed compiler works after root allows the programs that it starts" {
  run --separate-stderr bawn-admin allow a.noir gcc
  assert_success
  # shellcheck disable=SC2154 # bats sets it
  [[ $stderr == *'gcc starts the commands as, ld, which a.noir may not run; to allow them: sudo bawn-admin allow a.noir as ld'* ]]
  run --separate-stderr bawn-admin allow a.noir as ld
  assert_success
  [ ! "$stderr" ]
  run as alice bawn launch a.noir app -- sh -c '
    cd .scratch
    printf "#include <stdio.h>\nint main(void) { return puts(\"compiled\") < 0; }\n" >hello.c
    gcc hello.c -o hello && echo linked; ls /usr/libexec'
  assert_line linked
  assert_line gcc
  refute_line --partial polkit
  bawn-admin restrict a.noir gcc as ld
}

@test "commands about changes name the missing project of an agent" {
  local command
  bawn-admin create b.leer --operator alice
  for command in 'merge b.leer --all' 'status b.leer' 'undo b.leer'; do
    # shellcheck disable=SC2086
    refused 2 'expected a project of b.leer' "bawn ${command%% *} b.leer PROJECT; list its projects: bawn agents b.leer" \
      as alice bawn $command
  done
  bawn-admin delete b.leer --yes
}

# bats test_tags=long
@test "unassign ends the sessions on that project, and no others" {
  local kept ended
  make_project alice gone >/dev/null
  bawn-admin assign a.noir /home/alice/gone
  launches -- sleep 600 3>&- & kept=$!
  as alice bawn launch a.noir gone --no-sync -- bash -c 'cd src && sleep 600' 3>&- & ended=$!
  timeout 60 sh -c 'until [ "$(pgrep -cx -u a.noir sleep)" = 2 ]; do sleep 0.1; done'
  bawn-admin allow a.noir true
  assert_equal "$(pgrep -cx -u a.noir sleep)" 2
  bawn-admin unassign a.noir gone
  run wait "$ended"
  assert_equal "$(pgrep -cx -u a.noir sleep)" 1
  kill -0 "$kept"
  pkill -KILL -u a.noir
  wait "$kept" || true
}

# bats test_tags=long
@test "each start of a session sets the time of last activity, and no other command does" {
  local record=/var/lib/bawn/scratch/b.brief/.active
  bawn-admin create b.brief --operator alice
  bawn-admin assign b.brief /home/alice/app
  was_active() { bawn-admin show b.brief | sed -n 's/^last active *//p'; }
  assert_equal "$(was_active)" -
  as alice bawn launch b.brief app --no-sync -- true
  assert_regex "$(was_active)" '^20.* \(just now\)$'
  touch -d '1 hour ago' "$record"
  assert_regex "$(was_active)" '\(1 h ago\)$'
  as alice bawn launch b.brief app -- true
  assert_regex "$(was_active)" '\(just now\)$'
  touch -d '1 hour ago' "$record"
  as alice sudo -n bawn-admin sync b.brief app
  as alice bawn launch b.brief app --dry-run -- true >/dev/null
  run -3 as alice bawn launch b.brief app --no-sync -- no-such-command
  bawn-admin allow b.brief sleep >/dev/null
  assert_regex "$(was_active)" '\(1 h ago\)$'
  run as alice bawn launch b.brief app --no-sync -- ls -d /var/lib/bawn/scratch
  assert_output --partial 'No such file'
  assert_equal "$(stat -c '%U %G %a %s' "$record")" 'root b.brief 620 0'
  bawn-admin delete --yes b.brief
}

@test "without sudo rules of root, the error is bawn's own and its hint says what to do" {
  mv /etc/sudoers.d/bawn /root/rules
  local sync
  for sync in --no-sync --tool=sh; do
    refused 3 '/etc/sudoers.d/bawn is missing, so nobody can start an agent' \
      'ask root to write it again: sudo bawn-admin init' as alice bawn launch a.noir app "$sync"
  done
  mv /root/rules /etc/sudoers.d/bawn
}

# bats test_tags=long
@test "a strict agent does not start after a package update of one of its programs, until reseal" {
  bawn-admin reseal a.noir --pin strict
  cp -a /usr/bin/sleep /usr/bin/sleep.aside
  printf '\n' >>/usr/bin/sleep
  refused 3 'V7 (commands): a.noir: programs changed since they were signed: sleep
bawn: expected: unchanged
bawn: found: changed' 'run: sudo bawn-admin reseal a.noir' as alice bawn launch a.noir app --no-sync -- true
  bawn-admin reseal a.noir
  run launches -- sleep 0
  assert_success
  mv /usr/bin/sleep.aside /usr/bin/sleep
  bawn-admin reseal a.noir --pin warn
}
