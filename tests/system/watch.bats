#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# sync --watch: mirrors are updated when their projects change, and only root can mark a mirror as up to date.

load ../lib/world.bash
load ../lib/mirrors.bash

sign=/run/bawn/live/app

setup_file() {
  make_mirrored_project
  start_watching
}

teardown_file() {
  stop_watching
}

# Starts the watcher with the capabilities of its unit, and these.
watch() { # [CAPABILITY…]
  local kept
  kept=$(sed -n 's/^CapabilityBoundingSet=//p' /src/packaging/bawn-mirrors.service | tr '[:upper:]' '[:lower:]')
  # shellcheck disable=SC2086 # words
  exec setpriv --no-new-privs --bounding-set="-all$(printf ',+%s' ${kept//cap_/} "$@")" bawn-admin sync --watch
}

start_watching() { # [CAPABILITY…]
  rm -f "$sign" # one that was killed leaves it behind
  watch "$@" >/tmp/watch.out 2>/tmp/watch.err 3>&- &
  echo $! >/tmp/watch.pid
  within 20 '[ -e $sign ]'
}

stop_watching() {
  kill "$(cat /tmp/watch.pid)" 2>/dev/null || :
  within 10 '! pgrep -x inotifywait'
}

# Prints the number of watched projects.
watchers() {
  pgrep -cf '^inotifywait --monitor'
}

# within SECONDS TEST: asserts the test within this time, or three times that on a busy machine; tests/bench/watch has the figures.
within() {
  local tries=$(($1 * 60))
  until eval "$2" >/dev/null 2>&1; do
    if ((tries-- <= 0)); then
      fail "not so after $1 seconds: $2; $(tail -n 3 /tmp/watch.err)"
      return 1
    fi
    sleep 0.05
  done
}

arrives() {
  local name
  for name; do
    within 20 "cmp -s '$project/$name' '$mirror/$name'"
  done
}

goes() {
  local name
  for name; do
    within 20 "[ ! -e '$mirror/$name' ] && [ ! -L '$mirror/$name' ]"
  done
}

@test "a watcher copies a file that is created, changed, replaced and removed" {
  in_project 'echo 1 >src/new'
  arrives src/new
  in_project 'echo 22 >src/new'
  arrives src/new
  in_project 'echo 333 >src/.new.swp; mv src/.new.swp src/new; chmod 755 src/new'
  arrives src/new
  within 20 '[ -x $mirror/src/new ]'
  goes src/.new.swp
  in_project 'ln -s new src/link'
  within 20 '[ -L $mirror/src/link ]'
  in_project 'rm src/new src/link'
  goes src/new src/link
}

@test "a watcher copies a change that keeps size and time, and one of a whole directory" {
  in_project 'mkdir twin; echo aaaa >src/same; echo aaaa >twin/same; touch -d "2026-01-01 10:00" src/same twin/same'
  arrives src/same twin/same
  in_project 'echo bbbb >src/same; touch -d "2026-01-01 10:00" src/same; cp -a twin twin2; echo bbbb >twin2/same
    touch -d "2026-01-01 10:00" twin2/same; mv twin twin3; mv twin2 twin'
  arrives src/same twin/same twin3/same
  within 20 '[ -s /run/bawn/live/.list-app ] || [ -e $sign ]'
  sleep 4 # everything was compared
  in_project 'echo cccc >src/same; touch -d "2026-01-01 10:00" src/same'
  arrives src/same
  stop_watching
  in_project 'echo dddd >src/same; touch -d "2026-01-01 10:00" src/same'
  start_watching
  arrives src/same
}

@test "a watcher watches new directories, including deep ones" {
  in_project 'mkdir -p deep/er/still; echo 1 >deep/er/still/file'
  arrives deep/er/still/file
  in_project 'echo 2 >deep/er/still/file; echo 1 >deep/er/second'
  arrives deep/er/still/file deep/er/second
}

@test "a watcher renames a tree, also to an ignored name and back" {
  in_project 'mkdir -p tree/a; echo 1 >tree/a/b; echo 2 >tree/c'
  arrives tree/a/b tree/c
  in_project 'mv tree wood'
  arrives wood/a/b wood/c
  goes tree
  in_project 'echo 3 >wood/a/b'
  arrives wood/a/b
  in_project 'mv wood secrets'
  goes wood secrets
  in_project 'mv secrets wood; echo 4 >wood/c'
  arrives wood/a/b wood/c
  in_project 'mv wood ~/elsewhere'
  goes wood
  as alice rm -r elsewhere
}

@test "a watcher replaces files, directories and links by each other" {
  in_project 'mkdir place; echo 1 >place/x'
  arrives place/x
  in_project 'rm -r place; echo 2 >place'
  arrives place
  in_project 'rm place; ln -s src place'
  within 20 '[ -L $mirror/place ]'
  in_project 'rm place; mkdir place; echo 3 >place/hello.py'
  arrives place/hello.py
  assert_copied src/hello.py
  in_project 'rm -r place'
  goes place
}

@test "a watcher copies no ignored and no masked file under any name" {
  in_project 'mkdir -p build; echo o >build/o; echo K >.env.local; ln .env.local plain; mkdir -p .claude .scratch
    echo x >.claude/x; echo x >.scratch/x; echo x >CLAUDE.md; echo "p
q" >"new
line"; echo 1 >marker1'
  arrives marker1 "new
line"
  assert_left_out build .env.local plain .claude/x .scratch/x CLAUDE.md .git
  in_project 'rm -r plain .env.local .claude .scratch CLAUDE.md'
}

@test "a watcher applies changes of ignore rules and of tracked files at once" {
  in_project 'echo 1 >noise.log'
  arrives noise.log
  in_project 'echo "*.log" >>.gitignore'
  goes noise.log
  in_project 'git add -f noise.log'
  arrives noise.log
  in_project 'git rm -q --cached noise.log'
  goes noise.log
}

@test "a watcher applies changes of info/exclude and of the owner's ignore file at once" {
  in_project 'echo 1 >a.one; echo 1 >a.two; echo 1 >a.three; echo 1 >a.four'
  arrives a.one a.two a.three a.four
  in_project 'echo "*.one" >>.git/info/exclude'
  goes a.one
  in_project 'mkdir -p ~/.config/git; echo "*.two" >~/.config/git/ignore'
  goes a.two
  in_project 'echo "*.three" >~/mine; git config --global core.excludesFile "~/mine"'
  goes a.three
  arrives a.two
  in_project 'echo "*.four" >~/mine.new; mv ~/mine.new ~/mine'
  goes a.four
  arrives a.three
  in_project 'git config --global --unset core.excludesFile; rm ~/mine; rm -r ~/.config/git; sed -i \$d .git/info/exclude'
  arrives a.one a.two a.three a.four
  in_project 'rm a.*'
}

@test "a watcher applies ignore rules behind includes, links, renamed directories and worktree settings" {
  in_project 'mkdir -p build/endless; truncate -s 1T build/endless/.git; git init -q nested; mkdir -p ~/rules/old ~/rules/new; ln -s old ~/rules/now; ln -s rules/now/file ~/link; touch ~/rules/old/file ~/rules/new/file
    for name in include link renamed worktree nested/own; do echo 1 >$name; done'
  arrives include link renamed worktree nested/own
  in_project 'git config include.path ~/later; git config core.excludesFile ~/link'
  sleep 1
  in_project 'echo include >~/include-rules; printf "[core]\n\texcludesFile = ~/include-rules\n" >~/later'
  goes include
  in_project 'rm ~/later; git config --unset include.path'
  arrives include
  in_project 'echo link >~/rules/new/file; ln -sfn new ~/rules/now'
  goes link
  in_project 'mkdir -p ~/rules.other/new; echo renamed >~/rules.other/new/file; ln -s new ~/rules.other/now; mv ~/rules ~/rules.old; mv ~/rules.other ~/rules'
  goes renamed
  arrives link
  in_project 'git config extensions.worktreeConfig true; echo worktree >~/worktree-rules; git config --worktree core.excludesFile ~/worktree-rules'
  goes worktree
  arrives renamed
  in_project 'touch ~/nested-rules; git -C nested config core.excludesFile ~/nested-rules'
  sleep 1
  in_project 'echo own >~/nested-rules'
  goes nested/own
  in_project 'git config --worktree --unset core.excludesFile; git config --unset core.excludesFile; git config --unset extensions.worktreeConfig
    rm -r ~/rules* ~/link ~/*-rules nested build/endless include link renamed worktree'
}

@test "a watcher reports a project with too many nested repositories, and does not follow it" {
  in_project 'git config --global alias.x y; mkdir -p build; for i in $(seq 101); do git init -q build/$i; done; git config --global --unset alias.x'
  within 20 'grep -q "more than 100 nested repositories" /tmp/watch.err'
  within 20 '[ ! -e $sign ]'
  in_project 'rm -r build/*'
  within 60 '[ -e $sign ]'
}

@test "a watcher of a subdirectory applies the index and all rules of a linked worktree at once" {
  as alice git -C app worktree add -q ../linked
  as alice sh -c 'printf %s "$(cat linked/.git)" >linked/.new && mv linked/.new linked/.git' # git takes it without a line break
  as alice mkdir linked/sub
  bawn-admin create l.noir
  bawn-admin assign l.noir /home/alice/linked/sub
  local project=/home/alice/linked/sub mirror=/var/lib/bawn/mirrors/sub
  within 20 '[ -e /run/bawn/live/sub ]'
  in_project 'echo 1 >a.one; echo 1 >a.log'
  arrives a.one a.log
  in_project 'echo "*.log" >../.gitignore'
  goes a.log
  in_project 'git add -f a.log'
  arrives a.log
  as alice sh -c 'echo "*.one" >>app/.git/info/exclude'
  goes a.one
  as alice sh -c 'sed -i \$d app/.git/info/exclude'
  arrives a.one
  bawn-admin delete l.noir --yes
  as alice git -C app worktree remove --force ../linked
}

@test "a watcher follows nested repositories with their own rules" {
  in_project 'git init -q inner; echo "*.o" >inner/.gitignore; echo 1 >inner/a; echo 1 >inner/a.o'
  arrives inner/a
  in_project 'echo 2 >inner/a; echo 2 >inner/b; echo 2 >inner/a.o'
  arrives inner/a inner/b
  assert_left_out inner/a.o inner/.git
  in_project 'echo b >>inner/.git/info/exclude'
  goes inner/b
}

@test "a watcher copies a checkout of 5,000 files completely" {
  in_project 'git checkout -qb many; mkdir many; cd many; seq 5000 | split -l 1 -a 4 - f; git add .; git commit -qm many
    git checkout -q -'
  within 60 '[ ! -e $mirror/many ]'
  in_project 'git checkout -q many'
  within 60 'diff -rq $project/many $mirror/many'
  in_project 'git checkout -q -; git branch -qD many'
  within 60 '[ ! -e $mirror/many ]'
}

@test "a watcher compares all files when the kernel loses events" {
  in_project 'mkdir flood'
  pkill -STOP -x inotifywait
  in_project 'cd flood; seq 9000 | split -l 1 -a 4 - f'
  pkill -CONT -x inotifywait
  within 60 'diff -rq $project/flood $mirror/flood'
  in_project 'rm -r flood'
  within 60 '[ ! -e $mirror/flood ]'
}

@test "a watcher keeps the mirror of a moved project, and follows one that returns or replaces it" {
  as alice mv app app.away
  within 20 '[ ! -e $sign ]'
  within 20 'grep -q "is missing" /tmp/watch.err'
  [ -f "$mirror/README.md" ]
  as alice mv app.away app
  within 30 '[ -e $sign ]'
  in_project 'echo back >back'
  arrives back
  as alice sh -c 'cp -r app other; echo other >other/README.md; mv app app.away; mv other app'
  arrives README.md
  in_project 'echo more >more'
  within 30 'cmp -s $project/more $mirror/more'
  as alice sh -c 'rm -r app; mv app.away app; echo again >app/again'
  within 30 'cmp -s $project/again $mirror/again'
}

@test "a watcher follows projects from assign until unassign" {
  as alice sh -c 'mkdir later; echo 1 >later/x'
  bawn-admin assign a.noir /home/alice/later
  within 20 '[ -e /run/bawn/live/later ]'
  as alice sh -c 'echo 2 >later/x'
  within 20 'cmp -s /home/alice/later/x /var/lib/bawn/mirrors/later/x'
  bawn-admin unassign a.noir later
  within 20 '[ ! -e /run/bawn/live/later ]'
  within 20 '[ "$(watchers)" = 1 ]'
}

@test "a watcher reports a project with an endless list, and keeps the mirrors of others" {
  make_project alice endless >/dev/null
  bawn-admin assign a.noir /home/alice/endless
  stop_watching
  cp "$library/owner-list" /root/owner-list
  sed '1a [[ " $* " != *" /home/alice/endless "* ]] || { echo "9000000000 1:2"; exec tr "\\0" x </dev/zero; }' /root/owner-list >"$library/owner-list"
  start_watching
  within 20 'grep -q "endless: /home/alice/endless has too many files; leave some out" /tmp/watch.err'
  in_project 'echo still >still'
  arrives still
  cp /root/owner-list "$library/owner-list"
  as alice sh -c 'echo again >endless/again'
  within 20 'cmp -s /home/alice/endless/again /var/lib/bawn/mirrors/endless/again'
  in_project 'rm still'
  bawn-admin unassign a.noir endless
}

@test "agents with the same masks share one mirror and one watcher; others have their own" {
  bawn-admin create b.noir --operator alice
  bawn-admin assign b.noir "$project"
  bawn-admin create c.noir --operator alice
  bawn-admin assign c.noir "$project" --mask '*.py'
  within 20 '[ "$(ls /run/bawn/live | wc -l)" = 2 ]'
  run watchers
  assert_output 2
  in_project 'echo shared >shared.py; echo x >shared.txt'
  within 20 '[ "$(find /var/lib/bawn/mirrors -name "shared.*" -printf "%f " | xargs -n1 | sort | xargs)" = "shared.py shared.txt shared.txt" ]'
  bawn-admin create d.noir --operator alice
  run sudo -u d.noir cat "$mirror/README.md"
  assert_failure
  run sudo -u b.noir cat "$mirror/README.md"
  assert_success
  for agent in b c d; do bawn-admin delete "$agent.noir" --yes; done
}

@test "the process that watches runs as the owner in a sandbox, without files of root" {
  # A process that bawn replaced may need a moment to end.
  within 10 '[ "$(watchers)" = 1 ]'
  child=$(pgrep -xf 'inotifywait --monitor .*')
  run grep -E '^(Uid|NoNewPrivs|CapPrm|CapBnd)' "/proc/$child/status"
  assert_line --regexp "^Uid:(.$(id -u alice)){4}"
  assert_line --regexp "^NoNewPrivs:.1"
  assert_line --regexp "^CapPrm:.0000000000000000"
  assert_line --regexp "^CapBnd:.0000000000000000"
  for space in mnt net pid ipc uts user cgroup; do
    [ "$(readlink "/proc/$child/ns/$space")" != "$(readlink "/proc/self/ns/$space")" ]
  done
  run pgrep -u alice -x java
  assert_failure
}

@test "a launch does not sync while the watcher is current, and does in every case of doubt" {
  launch_syncs() { # [WHAT-IS-DONE-BEFORE]
    in_project 'date +%N >tick' # brings a sign that was tampered with back
    within 20 'cmp -s $project/tick $mirror/tick && [ -e $sign ]' || return
    sleep 4
    rm -f "$mirror/README.md" # nobody's change: only a sync would restore it
    rm -f "${sign%/*}/.listed-app" # a start would skip the sync, too, where the project has not changed
    eval "${1:-}"
    as alice bawn launch a.noir app -- true || return
    if [ -e "$mirror/README.md" ]; then
      echo yes
    else
      echo no
    fi
  }
  assert_equal "$(launch_syncs)" no
  for doubt in 'rm $sign' 'chmod 666 $sign' 'chown alice $sign' 'echo "1 1" >$sign' 'echo nonsense >$sign' ': >$sign' \
    'ln -sf /proc/1/stat $sign' 'kill -STOP $(pgrep -x java)'; do
    assert_equal "$doubt: $(launch_syncs "$doubt")" "$doubt: yes"
    pkill -CONT -x java
  done
  assert_equal "$(launch_syncs 'pkill -KILL -x java; sleep 0.5')" yes
  [ -e "$sign" ] # it was left behind, and not believed
  start_watching
}

@test "the watcher records the last activity of an agent" {
  record=/var/lib/bawn/scratch/a.noir/.active
  within 20 '[ -e $sign ]'
  pkill -STOP -x java # it notes an agent as soon as it sees it, and then for a minute no more
  as alice bawn launch a.noir app --no-sync -- sleep 300 3>&- &
  within 10 'pgrep -u a.noir -x sleep'
  touch -d '1 hour ago' "$record" # as if it had begun then
  pkill -CONT -x java
  within 10 '(($(date +%s) - $(stat -c %Y $record) < 60))'
  pkill -u a.noir -x sleep
  wait $! || :
  run bawn-admin list --json
  refute_output --partial "$(date -u -d '1 hour ago' +%Y-%m-%dT%H:)"
  run stat -c '%U %h %s' "$record"
  assert_output 'root 1 0'
}

@test "a watcher reports a missing mirror, and a sync creates it again" {
  rm -rf "$mirror"
  in_project 'echo x >lost'
  within 20 'grep -q "the mirror is missing" /tmp/watch.err'
  sleep 6
  [ ! -e "$mirror" ] && [ ! -e "$sign" ]
  bawn-admin sync a.noir app
  within 20 '[ -e $sign ]'
  run sudo -u a.noir cat "$mirror/lost"
  assert_output x
  run sudo -u bob cat "$mirror/lost"
  assert_failure
}

@test "only root can create the state files of the watcher" {
  for user in alice bob a.noir bawn-mirror; do
    run sudo -u "$user" sh -c 'echo "1 1" >/run/bawn/live/app; rm -f /run/bawn/live/app; touch /run/bawn/live/x /run/bawn/x'
    assert_failure
  done
  run stat -c '%U %a' /run/bawn /run/bawn/live
  assert_output $'root 755\nroot 755'
}

@test "kill -9 of the watcher leaves no process where root may end processes of others" {
  stop_watching
  start_watching kill
  in_project 'date +%N >tick'
  arrives tick
  pkill -KILL -x java
  within 5 '! pgrep -x "inotifywait|bwrap"'
  start_watching
}

@test "a second watcher waits for the first and reports that" {
  bawn-admin sync --watch >/dev/null 2>/tmp/second.err 3>&- &
  within 10 'grep -q "waiting for another watcher" /tmp/second.err'
  kill $!
  wait $! || :
}

@test "a watcher without enough inotify watches names the setting, and still updates the mirror" {
  stop_watching
  cp /usr/bin/inotifywait /root/inotifywait
  printf '%s\n' '#!/bin/sh' 'echo "Failed to watch .; upper limit on inotify watches reached!" >&2; exit 1' >/usr/bin/inotifywait
  in_project 'echo late >late'
  watch >/tmp/watch.out 2>/tmp/watch.err 3>&- &
  echo $! >/tmp/watch.pid
  arrives late
  within 20 'grep -q "fs.inotify.max_user_watches" /tmp/watch.err'
  [ ! -e "$sign" ]
  in_project 'echo later >late'
  arrives late
  [ "$(grep -c max_user_watches /tmp/watch.err)" = 1 ] || fail "$(cat /tmp/watch.err)"
  rm /usr/bin/inotifywait
  within 20 'grep -q "inotify-tools" /tmp/watch.err'
  cp /root/inotifywait /usr/bin/inotifywait
  within 30 '[ -e $sign ]'
}

@test "the watcher reports a running agent above its disk limit once" {
  bawn-admin reseal a.noir --limit disk=1M
  as alice bawn launch a.noir app --no-sync -- sh -c 'head -c 2000000 /dev/zero >.scratch/large; sleep 30' >/dev/null 2>&1 3>&- &
  local session=$!
  within 20 '[ -s /var/lib/bawn/scratch/a.noir/app/large ]'
  stop_watching
  start_watching
  within 20 'grep -q "^bawn-admin: the files of a.noir take 2 MiB of at most 1 MiB; its next session will not start$" /tmp/watch.err'
  rm /var/lib/bawn/scratch/a.noir/app/large
  bawn-admin reseal a.noir --limit disk=0
  wait "$session" || :
}

@test "an operator's sudo rule for sync does not permit --watch" {
  run as alice sudo -n bawn-admin sync --watch
  assert_failure
  run as alice sudo -n bawn-admin sync a.noir app --watch
  assert_failure
}

@test "the unit is hardened and gives the watcher no capability over files" {
  run grep -h '^CapabilityBoundingSet=' /src/packaging/bawn-mirrors.service
  assert_output 'CapabilityBoundingSet=CAP_SETUID CAP_SETGID CAP_SETPCAP'
  run grep CapEff "/proc/$(pgrep -x java)/status"
  assert_output --regexp '00000000000001c0$'
}
