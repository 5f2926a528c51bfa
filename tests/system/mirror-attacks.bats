#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# Attacks on a mirror: by files in the project, by the owner who sends them, and by links that replace files while bawn reads.

load ../lib/world.bash
load ../lib/mirrors.bash

setup_file() {
  make_mirrored_project
  cp "$library/owner-send" /root/owner-send
}

# The control group of alice, which all machines of the kernel see.
group=/sys/fs/cgroup/alice-$BASHPID

teardown() {
  [ ! -e "$group" ] || { echo 1 >"$group/cgroup.kill" && timeout 20 sh -c 'until rmdir "$0/own" "$0"; do sleep 0.1; done' "$group" 2>/dev/null; }
  cp /root/owner-send "$library/owner-send"
  [ ! -e /root/owner-path ] || cp /root/owner-path "$library/owner-path"
  [ ! -e /root/owner-unlink ] || cp /root/owner-unlink "$library/owner-unlink"
  [ ! -e /root/owner-list ] || cp /root/owner-list "$library/owner-list"
  rm -f "$project/.gitignore"
}

# send_with LINE…: replaces the sender of the owner by this program.
send_with() {
  printf '%s\n' '#!/bin/bash' "$@" >"$library/owner-send"
}

@test "the process that reads a project runs as its owner, and has no group or file of root" {
  in_project 'rm -f .gitignore; mkfifo .gitignore'
  sync_app 2>/dev/null &
  for _ in $(seq 100); do
    child=$(pgrep -u alice -x git) || true
    sleep 0.3
    # skips processes that end at once: the pipe blocks the wanted one
    [ -z "$child" ] || [ ! -e "/proc/$child" ] || break
  done
  run grep -E '^(Uid|Gid|NoNewPrivs|CapPrm|CapBnd|Groups)' "/proc/$child/status"
  assert_line --regexp "^Uid:(.$(id -u alice)){4}"
  assert_line --regexp "^Gid:(.$(id -g alice)){4}"
  assert_line --regexp "^NoNewPrivs:.1"
  assert_line --regexp "^CapPrm:.0000000000000000"
  assert_line --regexp "^CapBnd:.0000000000000000"
  run bash -c "tr '\0' '\n' </proc/$child/environ"
  assert_line HOME=/home/alice
  refute_output --partial SUDO
  # standard input is /dev/null or a pipe, and only git's own files are open above the first three descriptors
  run find "/proc/$child/fd" -type l -printf '%f %l\n'
  refute_output --partial /var/lib/bawn
  refute_output --partial /dev/tty
  run ps -o tty= -p "$child"
  assert_output --partial '?'
  for space in mnt net pid ipc uts user cgroup; do
    [ "$(readlink "/proc/$child/ns/$space")" != "$(readlink "/proc/self/ns/$space")" ]
  done
  # this ends the pipe, and with it the sync
  : >"$project/.gitignore"
  wait || :
}

@test "a pipe in place of .gitignore ends the sync after ten seconds and keeps the mirror" {
  before=$(mirrored)
  in_project 'rm -f .gitignore; mkfifo .gitignore'
  SECONDS=0
  run --separate-stderr sync_app
  assert_failure 124
  [[ $stderr == *"timed out after 10 s without data"* ]]
  ((SECONDS >= 9 && SECONDS < 90))
  assert_no_children
  assert_equal "$(mirrored)" "$before"
}

# mute_sync: a program that starts a sync with a full pipe as output, which no process reads.
mute_sync='
import os, subprocess, sys
_, end = os.pipe()
os.set_blocking(end, False)
try:
    while True:
        os.write(end, b"x")
except BlockingIOError:
    os.set_blocking(end, True)
subprocess.run(["sudo", "-n", sys.argv[1], "sync", "a.noir", "app"], stdout=end, stderr=end)'

@test "an operator who stops a sync, or does not read its output, blocks no other sync" {
  local begun
  in_project 'rm -f .gitignore; mkfifo .gitignore'
  as alice python3 -c "$mute_sync" "$(type -P bawn-admin)" 3>&- &
  timeout 60 sh -c 'until pgrep -u alice -x git >/dev/null; do sleep 0.1; done'
  begun=$(pgrep -x java)
  # the signals of Ctrl-\ and Ctrl-Z, and those of a terminal to a background process
  kill -QUIT "$begun" && kill -TSTP "$begun" && kill -TTOU "$begun" && kill -TTIN "$begun"
  rm "$project/.gitignore"
  run -0 --separate-stderr timeout 60 bawn-admin sync a.noir app
  [[ $stderr == *"waiting for another sync of app to finish (process $begun)"* ]] || fail "$stderr"
  pkill -KILL -x java
  wait || true
}

@test "a sync that waits for a stopped one names its PID" {
  hold_lock /var/lib/bawn/mirrors/.lock-app
  kill -STOP "$lock_holder"
  sync_app 2>"$BATS_TEST_TMPDIR/said" 3>&- &
  timeout 60 sh -c "until grep -q waiting $BATS_TEST_TMPDIR/said; do sleep 0.1; done"
  kill -CONT "$lock_holder"
  let_lock_go
  assert_equal "$(<"$BATS_TEST_TMPDIR/said")" \
    "bawn-admin: waiting for another sync of app to finish (process $lock_holder, which is stopped)"
}

@test "a sync has the usual priority and processors, also if its operator chose others" {
  local begun
  in_project 'rm -f .gitignore; mkfifo .gitignore'
  as alice python3 -c 'import ctypes, os, sys
ctypes.CDLL(None).prctl(29, 10 ** 9)  # PR_SET_TIMERSLACK
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.execvp("ionice", ["ionice", "-c", "idle", "chrt", "--idle", "0", "nice", "-n", "19", "sudo", "-n", sys.argv[1], "sync", "a.noir", "app"])' \
    "$(type -P bawn-admin)" 3>&- &
  timeout 60 sh -c 'until pgrep -u alice -x git >/dev/null; do sleep 0.1; done'
  begun=$(pgrep -x java)
  run -0 ps -o cls=,ni= -p "$begun"
  assert_output --regexp '^ *TS +0$'
  run -0 ionice -p "$begun"
  assert_output --partial none
  assert_equal "$(<"/proc/$begun/timerslack_ns")" 50000
  assert_equal "$(grep Cpus_allowed_list "/proc/$begun/status")" "$(grep Cpus_allowed_list /proc/1/status)"
  rm "$project/.gitignore"
  wait
}

@test "an operator who freezes their control group blocks no other sync" {
  local begun
  mountpoint -q /sys/fs/cgroup || mount -t cgroup2 groups /sys/fs/cgroup
  [ -e /sys/fs/cgroup/cgroup.procs ] || skip 'this machine has no cgroup v2'
  mkdir "$group" "$group/own" && chown -R alice "$group"
  in_project 'rm -f .gitignore; mkfifo .gitignore'
  { echo "$BASHPID" >"$group/own/cgroup.procs" && exec runuser -u alice -- sudo -n "$(type -P bawn-admin)" sync a.noir app; } 3>&- &
  timeout 60 sh -c 'until pgrep -u alice -x git >/dev/null; do sleep 0.1; done'
  begun=$(pgrep -x java)
  as alice sh -c "echo 1 >$group/own/cgroup.freeze"
  rm "$project/.gitignore"
  run -0 --separate-stderr timeout 60 bawn-admin sync a.noir app
  [[ $stderr == *"waiting for another sync of app to finish (process $begun)"* ]] || fail "$stderr"
}

@test "sync refuses an endless list and an endless record, and the mirror stays" {
  local before endless
  before=$(mirrored)
  cp "$library/owner-list" /root/owner-list
  for endless in 'yes "f 1 1.0 1.0 1/$(printf %04000d 1)" | tr "\n" "\0"' 'tr "\0" x </dev/zero'; do
    printf '%s\n' '#!/bin/bash' 'echo "9000000000 1:2"' "$endless" >"$library/owner-list"
    run -3 --separate-stderr sync_app
    [[ $stderr == *"bawn-admin: error: $project has too many files"*"hint: leave some out"* ]] || fail "$stderr"
    [ ! -e /var/lib/bawn/mirrors/.newlist-app ]
    assert_equal "$(mirrored)" "$before"
  done
  cp /root/owner-list "$library/owner-list"
  run -0 sync_app
}

@test "an operator has a limit of running syncs, and others can start theirs" {
  install -d /run/bawn/live
  python3 -c 'import fcntl, os, sys, time
files = [open(f"/run/bawn/live/.sync-{sys.argv[1]}-{i}", "w") for i in range(1, 33)]
[fcntl.lockf(f, fcntl.LOCK_EX) for f in files]
print("ready", flush=True); time.sleep(300)' "$(id -u alice)" >"$BATS_TEST_TMPDIR/holder" 3>&- &
  holder=$!
  timeout 20 sh -c 'until grep -q ready "$1"; do sleep 0.1; done' - "$BATS_TEST_TMPDIR/holder"
  run -3 --separate-stderr as alice sudo -n "$(command -v bawn-admin)" sync a.noir app
  [[ $stderr == *"32 syncs of uid $(id -u alice) are running already"*hint:* ]] || fail "$stderr"
  run -0 env -u SUDO_UID bawn-admin sync a.noir app
  kill "$holder"
  wait "$holder" || :
  run -0 as alice sudo -n "$(command -v bawn-admin)" sync a.noir app
}

@test "a sync that fails for one mirror updates the others" {
  make_project alice other >/dev/null
  bawn-admin assign a.noir /home/alice/other
  as alice sh -c 'echo news >other/news; mkfifo app/.gitignore.new; mv app/.gitignore.new app/.gitignore'
  run -1 --separate-stderr bawn-admin sync
  [[ $stderr == *"bawn-admin: app: timed out after 10 s without data while reading the project; "* ]] || fail "$stderr"
  [[ $stderr == *"bawn-admin: error: 1 of 2 mirrors could not be brought up to date"* ]] || fail "$stderr"
  assert_output 'other: 1 changed, 0 removed, 4 files'
  bawn-admin unassign a.noir other
}

@test "a sync starts no program from the settings of a repository" {
  canary=/home/alice/canary
  as alice cp -r app/.git/config config.before
  cat >"$canary.sh" <<'EOF'
#!/bin/sh
echo "$0 $*" >>/home/alice/canary
EOF
  chmod 755 "$canary.sh"
  in_project 'x=~/canary.sh
    for key in core.fsmonitor core.sshCommand core.pager core.editor core.askPass core.gitProxy core.alternateRefsCommand \
      diff.external diff.x.textconv diff.x.command merge.x.driver filter.x.clean filter.x.smudge filter.x.process \
      credential.helper gpg.program uploadpack.packObjectsHook sequence.editor alias.ls-files alias.rev-parse \
      submodule.sub.update trailer.x.command interactive.diffFilter remote.origin.uploadpack
    do git config "$key" "$x"; done
    git config alias.check-ignore "!$x"; git config extensions.partialClone origin; git config remote.origin.promisor true
    git config remote.origin.url "ext::$x"; git config protocol.ext.allow always
    echo "* filter=x diff=x merge=x" >.gitattributes; mkdir -p .git/hooks
    for hook in post-index-change fsmonitor-watchman pre-commit post-checkout reference-transaction
    do cp "$x" .git/hooks/$hook; done
    echo racy >src/hello.py'
  sync_app
  sync_app
  assert_copied src/hello.py
  [ ! -e "$canary" ] || fail "started: $(cat "$canary")"
  in_project 'git -c core.fsmonitor=~/canary.sh status >/dev/null 2>&1 || :'
  [ -e "$canary" ] # it would have been told
  as alice sh -c 'cp config.before app/.git/config; rm -r app/.git/hooks app/.gitattributes'
}

@test "git settings that name other directories copy no file from there" {
  in_project 'git config core.worktree /etc'
  run --separate-stderr sync_app
  assert_left_out passwd etc
  in_project 'git config --unset core.worktree; git config core.bare true'
  run --separate-stderr sync_app
  assert_failure 1
  [[ $stderr == *"cannot list $project"* && $stderr == *hint:* ]]
  in_project 'git config core.bare false; git config include.path ~/none'
  sync_app
  in_project 'git config --unset include.path; echo "[broken" >>.git/config'
  run --separate-stderr sync_app
  assert_failure 1
  [[ $stderr == *"bad config line"* ]]
  in_project 'sed -i "/broken/d" .git/config'
  sync_app
}

# refuses_sync SENTENCE: asserts that the sync fails with this error and a hint, and that the mirror is unchanged.
refuses_sync() {
  local before
  before=$(mirrored)
  run --separate-stderr sync_app
  [ "$status" -ne 0 ] || fail "the sync went through: $(diff <(echo "$before") <(mirrored))"
  [[ $stderr == *"$1"*hint:* ]] || fail "$stderr"
  assert_equal "$(mirrored)" "$before"
}

# damaged HARM: runs the script in the repository in the current directory, calls refuses_sync, and restores the repository.
damaged() {
  local where=${3:-$project}
  as alice cp -a "$where/.git" /home/alice/git.before
  as alice env -C "$where" sh -euc "$1"
  (refuses_sync "$2") || fail "after: $1"
  as alice sh -c 'chmod -R u+rwX "$1/.git" 2>/dev/null; rm -rf "$1/.git"; mv ~/git.before "$1/.git"' - "$where"
}

@test "sync refuses a damaged or unreadable .git, and ignored files stay hidden" {
  in_project 'echo "*.hid" >>.git/info/exclude; echo secret >x.hid'
  sync_app
  assert_left_out x.hid
  for harm in ': >.git/HEAD' 'rm .git/HEAD' 'chmod 000 .git/HEAD' 'chmod 000 .git' 'chmod 000 .git/objects' 'rm -r .git/objects' \
    'rm -r .git/refs' 'rm -r .git; mkdir .git' 'rm -r .git; touch .git' 'rm -r .git; ln -s none .git' \
    'rm -r .git; echo "gitdir: /home/alice/none" >.git'; do
    damaged "$harm" "git cannot read the repository in $project"
  done
  for harm in 'chmod 000 .git/config' 'chmod 000 .git/index' ': >.git/index'; do
    damaged "$harm" "cannot list $project"
  done
  damaged 'rm -r .git' "the repository of $project changed since it was assigned: it is missing now"
  damaged 'chmod 000 .git/info/exclude' "unable to access '.git/info/exclude'"
  damaged 'chmod 000 .git/info' "unable to access '.git/info/exclude'"
  sync_app
}

@test "launch reports that it cannot update its mirror, and the reason" {
  in_project ': >.git/HEAD.new; mv .git/HEAD .git/HEAD.old; mv .git/HEAD.new .git/HEAD'
  run --separate-stderr as alice bawn launch a.noir app -- cat x.hid
  assert_failure
  [[ $stderr == *"git cannot read the repository in $project"* && $stderr == *"could not be updated"*hint:* ]] || fail "$stderr"
  [[ $stderr == *"hint: git -C $project status shows the error"* ]] || fail "$stderr"
  assert_equal "$output" ''
  run --separate-stderr as alice bawn launch a.noir app --no-sync -- cat x.hid
  assert_failure
  in_project 'mv .git/HEAD.old .git/HEAD'
  as alice bawn launch a.noir app -- true
}

@test "sync refuses a project whose outer repository was removed or damaged" {
  as alice sh -c 'git init -q around; cd around; echo "*.hid" >>.git/info/exclude; mkdir part; echo p >part/p; echo s >part/x.hid'
  bawn-admin assign a.noir /home/alice/around/part
  sync_app() { bawn-admin sync a.noir part; }
  mirror=/var/lib/bawn/mirrors/part
  damaged ': >.git/HEAD' 'git cannot read the repository in /home/alice/around' /home/alice/around
  damaged 'chmod 000 .git' 'git cannot read the repository in /home/alice/around' /home/alice/around
  damaged 'rm -r .git' 'in no git repository now' /home/alice/around
  as alice git init -q around/part
  refuses_sync 'git uses the repository of /home/alice/around/part now'
  as alice rm -rf around/part/.git
  sync_app
  refute [ -e "$mirror/x.hid" ]
  bawn-admin unassign a.noir part
}

@test "sync refuses a project that is later inside a repository, until assign" {
  as alice sh -c 'mkdir bare; echo 1 >bare/x'
  bawn-admin assign a.noir /home/alice/bare
  as alice git init -q bare
  sync_app() { bawn-admin sync a.noir bare; }
  mirror=/var/lib/bawn/mirrors/bare
  refuses_sync 'git uses the repository of /home/alice/bare now'
  bawn-admin unassign a.noir bare
  bawn-admin assign a.noir /home/alice/bare
  as alice sh -c ': >bare/.git/HEAD'
  refuses_sync 'git cannot read the repository in /home/alice/bare'
  bawn-admin unassign a.noir bare
  run --separate-stderr bawn-admin assign a.noir /home/alice/bare
  assert_failure 1
  [[ $stderr == *"git cannot read the repository in /home/alice/bare"*hint:* ]]
}

@test "sync refuses a nested repository or submodule that is damaged or another user's" {
  in_project 'export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
    git init -q ~/lib; cd ~/lib; echo l >l; git add .; git commit -qm l; cd -
    git -c protocol.file.allow=always submodule --quiet add ~/lib vendor/lib
    mkdir -p deep/er; git init -q deep/er/nest; cd deep/er/nest; echo n >n; mkdir d; echo d >d/d; git add .; git commit -qm n
    for at in ~/app/vendor/lib ~/app/deep/er/nest; do cd $at; echo "*.hid" >>$(git rev-parse --git-path info/exclude)
      echo s >x.hid; mkdir s; echo s >s/y.hid; done'
  sync_app
  assert_copied vendor/lib/l deep/er/nest/n
  assert_left_out vendor/lib/x.hid deep/er/nest/x.hid vendor/lib/s deep/er/nest/s
  for harm in ': >.git/HEAD' 'chmod 000 .git' 'rm -r .git/objects' 'rm -r .git; touch .git'; do
    damaged "$harm" "git cannot read the repository in $project/deep/er/nest" "$project/deep/er/nest"
  done
  for harm in 'rm .git' 'echo x >.git' 'chmod 000 .git' 'chmod 000 ../../.git/modules/vendor/lib' ': >../../.git/modules/vendor/lib/HEAD'; do
    damaged "$harm" "git cannot read the repository in $project/vendor/lib" "$project/vendor/lib"
    in_project 'chmod 755 .git/modules/vendor/lib; echo "ref: refs/heads/none" >.git/modules/vendor/lib/HEAD'
  done
  chown -R bob "$project/deep/er/nest/.git"
  refuses_sync "git cannot read the repository in $project/deep/er/nest"
  in_project 'rm -rf vendor/lib; mkdir vendor/lib; echo "deep/" >>.git/info/exclude'
  sync_app # one that is not checked out, and one that is ignored, are in nobody's way
  assert_left_out deep
  rm -rf "$project/deep"
  in_project 'sed -i "\\:^deep/\$:d" .git/info/exclude'
  in_project 'git rm -qf --cached vendor/lib .gitmodules; rm -r vendor .gitmodules'
}

@test "sync refuses a project with unreadable ignore rules of the user, repository or directory" {
  in_project 'mkdir -p rules; echo "*.one" >rules/.gitignore; echo 1 >rules/1.one; echo "*.two" >~/ignored; echo 2 >2.two
    git config --global core.excludesFile ~/ignored'
  sync_app
  assert_left_out rules/1.one 2.two
  for name in "$project/rules/.gitignore" /home/alice/{ignored,.gitconfig}; do
    chmod 000 "$name"
    refuses_sync "${name##*/}"
    chmod 644 "$name"
  done
  as alice mv ignored ignored.away
  refuses_sync "cannot read the configuration of git: /home/alice/ignored"
  as alice mv ignored.away ignored
  in_project 'git config --global --unset core.excludesFile; mkdir -p ~/.config/git; mv ~/ignored ~/.config/git/ignore'
  sync_app
  for name in /home/alice/.config/git/ignore /home/alice/.config/git /home/alice/.config; do
    chmod 000 "$name"
    refuses_sync "/home/alice/.config"
    chmod 755 "$name"
  done
  as alice sh -c 'mv .config/git/ignore dots; ln -s ../../dots .config/git/ignore; mv dots dots.away'
  refuses_sync "cannot read the configuration of git: /home/alice/.config/git/ignore"
  as alice sh -c 'mv dots.away .config/git/ignore'
  sync_app
  in_project 'mv rules/.gitignore rules/real; ln -s real rules/.gitignore' # git does not follow it
  refuses_sync "rules/.gitignore"
  in_project 'rm -r rules 2.two; rm -r ~/.config/git'
  sync_app
}

@test "sync refuses an owner whose home has moved, because the rules there are unknown" {
  install -d -m 1777 /srv/work
  as alice sh -c 'git init -q /srv/work/away; echo "*.hid" >.gitignore_global; git config --global core.excludesFile "~/.gitignore_global"
    echo s >/srv/work/away/x.hid; echo 1 >/srv/work/away/x'
  bawn-admin assign a.noir /srv/work/away
  mirror=/var/lib/bawn/mirrors/away
  sync_app() { bawn-admin sync a.noir away; }
  mv /home/alice /home/moved
  refuses_sync "cannot read the configuration of git: /home/alice"
  mv /home/moved /home/alice
  usermod -d /home/moved alice
  refuses_sync "cannot read the configuration of git: /home/moved"
  usermod -d /home/alice alice
  sync_app
  refute [ -e "$mirror/x.hid" ]
  as alice git config --global --unset core.excludesFile
  bawn-admin unassign a.noir away
}

@test "sync refuses a directory that git cannot list" {
  in_project 'mkdir closed; echo x >closed/x; chmod 000 closed'
  refuses_sync "could not open directory 'closed/'"
  in_project 'echo closed/ >>.git/info/exclude'
  sync_app
  in_project 'chmod 700 closed; rm -r closed'
}

@test "sync, launch, doctor and assign refuse another user's project at the same path" {
  install -d -m 1777 /srv/work
  as alice sh -c 'mkdir /srv/work/taken; echo alice >/srv/work/taken/x'
  bawn-admin assign a.noir /srv/work/taken
  mirror=/var/lib/bawn/mirrors/taken
  sync_app() { bawn-admin sync a.noir taken; }
  rm -r /srv/work/taken
  as bob sh -c 'mkdir /srv/work/taken; echo bob >/srv/work/taken/x'
  refuses_sync '/srv/work/taken belongs to another user now'
  for word in --no-sync --dry-run; do
    run --separate-stderr as alice bawn launch a.noir taken "$word" -- cat x
    assert_failure
    [[ $stderr == *V11* && $stderr == *"the project /srv/work/taken belongs to another user now"* ]] || fail "$stderr"
  done
  run --separate-stderr as alice bawn launch a.noir taken -- cat x
  assert_failure
  [[ $output != *bob* ]]
  run bawn-admin doctor
  assert_line --partial '/srv/work/taken belongs to another user now'
  assert_line --partial 'sudo bawn-admin unassign a.noir taken'
  SUDO_USER=bob SUDO_UID=$(id -u bob) SUDO_GID=$(id -g bob) run --separate-stderr bawn-admin assign a.noir /srv/work/taken
  assert_failure 3
  bawn-admin create b.brief
  SUDO_USER=bob SUDO_UID=$(id -u bob) SUDO_GID=$(id -g bob) run --separate-stderr bawn-admin assign b.brief /srv/work/taken
  assert_failure 3
  [[ $stderr == *"a.noir already has a project at /srv/work/taken"*"sudo bawn-admin unassign a.noir taken"* ]] || fail "$stderr"
  bawn-admin unassign a.noir taken
  SUDO_USER=bob SUDO_UID=$(id -u bob) SUDO_GID=$(id -g bob) bawn-admin assign b.brief /srv/work/taken
  assert_equal "$(<"$mirror/x")" bob
  bawn-admin delete --yes b.brief
}

@test "sync refuses another user's repository with one error" {
  before=$(mirrored)
  chown bob "$project/.git"
  run --separate-stderr sync_app
  assert_failure 3
  [[ $stderr == *"belong to different users"*hint:* ]]
  chown alice "$project/.git"
  assert_equal "$(mirrored)" "$before"
}

@test "sync refuses a project that became a link" {
  before=$(mirrored)
  as alice sh -c 'mkdir private; echo secret >private/key; mv app app.away; ln -s private app'
  run --separate-stderr sync_app
  assert_failure 3
  [[ $stderr == *"symbolic link"*hint:* ]]
  as alice sh -c 'rm app; mv app.away app'
  assert_equal "$(mirrored)" "$before"
}

@test "sync keeps the mirror of a project that does not exist" {
  before=$(mirrored)
  as alice mv app app.away
  run --separate-stderr sync_app
  assert_failure 4
  as alice mv app.away app
  assert_equal "$(mirrored)" "$before"
}

@test "sync copies nothing from outside when links replace directories meanwhile" {
  install -d -m 0755 /root/outside
  as alice sh -c 'mkdir -p outside; for i in $(seq 20); do echo "of the outside" >outside/f$i; done'
  in_project 'mkdir -p race; for i in $(seq 20); do echo inside >race/f$i; done; git add race'
  in_project 'exec 2>/dev/null; while [ ! -e ~/enough ]; do mv race race.away; ln -s ~/outside race; rm race; mv race.away race; done' &
  found=
  SECONDS=0
  while ((SECONDS < 20)); do
    in_project 'for i in $(seq 20); do touch race/f$i; done' 2>/dev/null || :
    sync_app >/dev/null 2>&1 || :
    ! grep -rqs 'of the outside' "$mirror" || found=yes
  done
  as alice touch enough
  wait
  [ -z "$found" ]
}

@test "sync copies nothing from outside when a link replaces the project meanwhile" {
  as alice sh -c 'rm -f enough; mkdir -p elsewhere; echo "of elsewhere" >elsewhere/README.md; echo "of elsewhere" >elsewhere/key'
  as alice sh -c 'exec 2>/dev/null; while [ ! -e enough ]; do mv app app.away; ln -s elsewhere app; rm app; mv app.away app; done' &
  found=
  SECONDS=0
  while ((SECONDS < 20)); do
    sync_app >/dev/null 2>&1 || :
    ! grep -qs 'of elsewhere' "$mirror"/key "$mirror"/README.md || found=yes
  done
  as alice touch enough
  wait
  [ -z "$found" ]
  sync_app
  assert_copied README.md
}

# refuses_exchange SENTENCE HINT COMMAND…: asserts that bawn-admin refuses with this sentence about $exchanged, and makes no mirror.
refuses_exchange() {
  local mirrors
  mirrors=$(ls /var/lib/bawn/mirrors)
  run -3 --separate-stderr bawn-admin "${@:3}"
  assert_equal "$stderr" "bawn-admin: error: $1, who could exchange $exchanged"$'\n'"bawn-admin: hint: $2"
  assert_equal "$(ls /var/lib/bawn/mirrors)" "$mirrors"
}

@test "assign and sync refuse a project that another user can exchange for another directory of its owner" {
  local above exchanged copy move sticky
  for above in /srv/exchange /tmp/exchange; do
    exchanged=$above/exchanged
    move="move it to a directory of its owner or of root; see: namei -l $exchanged"
    sticky="set the sticky bit, so that only its owner can rename an entry: sudo chmod +t $above"
    install -d -o bob "$above"
    install -d -o alice "$exchanged"
    as alice sh -c 'echo x >"$1/x"; mkdir -m 700 private; echo secret >private/key' - "$exchanged"
    refuses_exchange "$above belongs to another user" "$move" assign a.noir "$exchanged"
    chown root "$above"
    chmod 0777 "$above"
    refuses_exchange "$above can be written by other users" "$sticky" assign a.noir "$exchanged"
    chmod 1777 "$above"
    run -0 bawn-admin assign a.noir "$exchanged"
    copy=$(find /var/lib/bawn/mirrors -maxdepth 1 -name 'exchanged*')
    chmod 0777 "$above"
    as bob sh -c 'mv "$1" "$1.away"; ln -s /home/alice/private "$1"' - "$exchanged"
    refuses_exchange "$exchanged is a symbolic link of another user" "$move" sync a.noir exchanged
    rm "$exchanged"
    as alice mv private "$above/private"
    as bob mv "$above/private" "$exchanged"
    refuses_exchange "$above can be written by other users" "$sticky" sync a.noir exchanged
    assert_equal "$(ls "$copy")" x
    bawn-admin unassign a.noir exchanged
    rm -r "$above"
  done
}

@test "the private group of the owner may write above a project, and no other group or access list" {
  local exchanged=/home/alice/src/exchanged problem sticky
  problem='/home/alice/src can be written by other users'
  sticky='set the sticky bit, so that only its owner can rename an entry: sudo chmod +t /home/alice/src'
  as alice sh -c 'mkdir -p src/exchanged; chmod 775 src; echo x >src/exchanged/x'
  run -0 bawn-admin assign a.noir "$exchanged"
  setfacl -m u:bob:rwx /home/alice/src
  refuses_exchange "$problem" "$sticky" sync a.noir exchanged
  setfacl -b /home/alice/src
  chmod 775 /home/alice/src
  usermod -aG alice bob
  refuses_exchange "$problem" "$sticky" sync a.noir exchanged
  gpasswd -d bob alice
  run -0 bawn-admin sync a.noir exchanged
  bawn-admin unassign a.noir exchanged
}

@test "sync refuses a project that was exchanged between the check of its path and the list" {
  cp "$library/owner-path" /root/owner-path
  printf '%s\n' '#!/bin/sh' 'shift' 'export BAWN_PROJECT=1:1' 'exec "$@"' >"$library/owner-path"
  run -3 --separate-stderr sync_app
  [[ $stderr == "bawn-admin: error: $project was replaced by another directory while bawn-admin read it"* ]] || fail "$stderr"
  cp /root/owner-path "$library/owner-path"
  run -0 sync_app
}

# Hostile archives, as lines of Python: "add" adds a file.
archives=(
  'add("setuid", mode=0o6777)'
  'add("plain"); add("planted"); add("src/planted"); add(".git/config"); add("CLAUDE.md"); add(".claude/x"); add(".incoming/x")'
  'add("pipe", type=P); add("plain")'
  'add("directory", type=D, mode=0); add("plain")'
  'add("directory", type=D, mode=0o7777); add("directory/x"); add("plain")'
  'add("d", type=D, mode=0); add("d/deep", type=D, mode=0o1777); add("d/deep/f", mode=0)'
  'add("link", type=L, linkname="/etc"); add("link/planted"); add("plain")'
  'add("through", type=L, linkname="../src"); add("through/x"); add("through/planted"); add("plain")'
  'add(".scratch", type=L, linkname="/etc/passwd"); add("plain")'
  'add(".scratch", type=D); add(".scratch/x"); add("plain")'
  'add("shared"); add("plain", type=H, linkname="shared")'
  'add("plain", type=H, linkname="/usr/bin/bash"); add("shared", type=H, linkname="../README.md")'
  'add("device", type=C, devmajor=1, devminor=8); add("plain")'
  'add("../README.md"); add("/mirror/README.md"); add("d/../../README.md"); add("plain")'
  'add("plain", mtime=-5, uid=0, uname="root", pax_headers={"SCHILY.xattr.user.x": "y", "mtime": "nonsense"})'
  'add("plain", pax_headers={"path": "../../README.md"}); add("shared")'
)

# archive_with PYTHON…: a program that prints an archive `t`, to which these lines add files.
archive_with() {
  printf '%s\n' 'import io, sys, tarfile' \
    't = tarfile.open(fileobj=sys.stdout.buffer, mode="w|", format=tarfile.PAX_FORMAT)' \
    'def add(name, content=b"hostile\n", **more):' \
    '    m = tarfile.TarInfo(name)' \
    '    m.mode = 0o644' \
    '    for key in more: setattr(m, key, more[key])' \
    '    m.size = len(content) if m.isreg() else 0' \
    '    t.addfile(m, io.BytesIO(content))' \
    'F, D, L, H, P, C = b"0", b"5", b"2", b"1", b"6", b"3"' "$@" 'add(".scratch", b"")' 't.close()'
}

# send_archive PYTHON…: the sender of the owner reads the request and sends this archive.
send_archive() {
  archive_with "$@" >/home/alice/app/send.py
  send_with 'for _ in list names; do read -r length _ && head -c "$length" >/dev/null; done' 'exec python3 -I /project/send.py'
}

# change ARCHIVE RECORD…: the receiver of single changes gets this list and archive, in a sandbox like its own.
change() {
  local archive=$1
  shift
  mkdir -p /mirror
  printf '%s\0' "$@" >/tmp/records
  { echo "$(stat -c %s /tmp/records) 1:1" && cat /tmp/records "$archive"; } |
    setpriv --reuid=bawn-mirror --regid=bawn-mirror --clear-groups bwrap --unshare-all --ro-bind / / --proc /proc --dev /dev \
      --tmpfs /tmp --bind "$mirror" /mirror "$library/mirror-change" >/tmp/wanted
}

# Asserts that the mirror has only files, links and directories of the listed names and modes, and that root's directories are
# unchanged.
assert_mirror_is_well() {
  run find "$mirror" -mindepth 1 ! -type f ! -type d ! -type l
  assert_output ''
  run find "$mirror" -mindepth 1 ! -type l ! -perm 0644 ! -perm 0755
  assert_output ''
  run find "$mirror" -type f -links +1
  assert_output ''
  run stat -c '%i %F' "$mirror/.scratch" "$mirror/.claude"
  assert_output "$places"
  assert_left_out .git .incoming CLAUDE.md planted src/planted .scratch/x .claude/x
}

# assert_came NAME MODE: asserts that the mirror has the sent file, with this mode.
assert_came() {
  assert_equal "$(stat -c %a "$mirror/$1") $(cat "$mirror/$1")" "$2 hostile"
}

@test "a hostile sender can write only the requested files, directories and links into a mirror" {
  places=$(stat -c '%i %F' "$mirror/.scratch" "$mirror/.claude")
  in_project 'mkdir -p d/deep; for f in setuid pipe directory link through/x d/deep/f shared device plain; do
    mkdir -p "$(dirname $f)"; echo own >$f; done; echo own >send.py'
  for lines in "${archives[@]}"; do
    send_archive "$lines"
    in_project 'touch setuid pipe directory link through/x d/deep/f shared device plain'
    run --separate-stderr sync_app
    # none of these archives has all requested files
    [ "$status" -ne 0 ] && [[ $stderr == *error:*hint:* ]] || fail "no sentence after: $lines"
    assert_mirror_is_well
    diff "$project/README.md" "$mirror/README.md"
    case $lines in # these came through, and were made what they may be
      *setuid*) assert_came setuid 755 ;;
      *deep*) assert_came d/deep/f 644 ;;
    esac
  done
  cp /root/owner-send "$library/owner-send"
  [ ! -e /root/owner-path ] || cp /root/owner-path "$library/owner-path"
  in_project 'rm send.py; touch setuid pipe directory link through/x d/deep/f shared device plain'
  sync_app
  assert_mirror_is_well
  assert_copied setuid pipe directory link through/x d/deep/f shared device plain
}

@test "sync fails for a file that is listed and not sent, and launch names it" {
  in_project 'mkdir -p kept; for f in first second; do echo 1 >kept/$f; done; echo 1 >sent'
  sync_app
  in_project 'for f in first second; do echo 2 >kept/$f; done; echo 2 >sent'
  sed 's:>/tmp/names$:| grep -zv ^kept/ &:' /root/owner-send >"$library/owner-send"
  run --separate-stderr sync_app
  assert_failure 1
  [[ $stderr == *"cannot copy 2 files of $project, for example kept/first"*hint:* ]] || fail "$stderr"
  assert_copied sent
  # the existing file has another state than the requested one
  assert_left_out kept/first kept/second
  run --separate-stderr as alice bawn launch a.noir app -- cat sent
  assert_failure
  [[ $stderr == *"cannot copy 2 files of $project"*"could not be updated"* ]] || fail "$stderr"
  [[ $stderr != *bawn-admin:* ]] || fail "$stderr"
  assert_equal "$output" ''
  cp /root/owner-send "$library/owner-send"
  [ ! -e /root/owner-path ] || cp /root/owner-path "$library/owner-path"
  sync_app
  assert_copied kept/first kept/second
  in_project 'rm -r kept sent'
}

@test "assign makes no mirror if files are missing, and the next assign makes it" {
  as alice sh -c 'mkdir part1; echo 1 >part1/a; echo 2 >part1/b'
  sed 's:>/tmp/names$:| grep -zvx b &:' /root/owner-send >"$library/owner-send"
  run --separate-stderr bawn-admin assign a.noir /home/alice/part1
  assert_failure 1
  [[ $stderr == *"cannot copy 1 file of /home/alice/part1, for example b"*hint:* ]] || fail "$stderr"
  refute [ -e /var/lib/bawn/mirrors/part1 ]
  cp /root/owner-send "$library/owner-send"
  [ ! -e /root/owner-path ] || cp /root/owner-path "$library/owner-path"
  bawn-admin assign a.noir /home/alice/part1
  diff -r --exclude=.claude --exclude=.scratch /home/alice/part1 /var/lib/bawn/mirrors/part1
  bawn-admin unassign a.noir part1
}

@test "sync removes the old copy of a file that disappears between list and copy" {
  in_project 'echo 1 >brief; echo 1 >lasting'
  sync_app
  in_project 'echo 2 >brief; echo 2 >lasting'
  sed 's:^cd /project.*:&; until [ -e /project/go ]; do sleep 0.1; done:' /root/owner-send >"$library/owner-send"
  in_project 'sleep 2; rm brief; touch go' &
  sync_app
  wait
  assert_copied lasting
  assert_left_out brief
  in_project 'rm go lasting'
  cp /root/owner-send "$library/owner-send"
  [ ! -e /root/owner-path ] || cp /root/owner-path "$library/owner-path"
}

@test "the receiver of single changes accepts no more than the receiver of all files" {
  places=$(stat -c '%i %F' "$mirror/.scratch" "$mirror/.claude")
  names=(setuid pipe directory link through/x d/deep/f shared device plain)
  for lines in "${archives[@]}"; do
    archive_with "$lines" | python3 -I >/tmp/archive
    run change /tmp/archive "${names[@]/#/f 4 1.0 1.0 1/}" "${names[@]/#/s/}"
    assert_mirror_is_well
    diff "$project/README.md" "$mirror/README.md"
    case $lines in
      *setuid*) assert_came setuid 755 ;;
      *deep*) assert_came d/deep/f 644 ;;
    esac
  done
  sync_app
}

@test "a hostile list of single changes removes no file of root, and none behind a link" {
  places=$(stat -c '%i %F' "$mirror/.scratch" "$mirror/.claude")
  in_project 'mkdir -p real; echo 1 >real/file; ln -s real way'
  sync_app
  : >/tmp/archive
  for name in . ./ .. / '' .claude .scratch .scratch/ ./.scratch .claude/x /mirror/real /mirror ../mirror/real real/../README.md way/file \
    way/./file $'x\n./real' '-rf' 'x]' '$(touch planted)' '`touch planted`' 'a[$(touch planted)]'; do
    run change /tmp/archive "s/$name" "f 1 1.0 1.0 1/.claude/x" "f x[\$(touch\${IFS}planted)] 1.0 1.0 1/odd" junk 'd 1 1.0 1.0 1/README.md'
    assert_mirror_is_well
    assert_left_out odd
    assert_copied real/file README.md src/hello.py
    [ -L "$mirror/way" ]
  done
  run change /tmp/archive s/real 'f 1 1 1 1/real/file'
  assert_failure # an archive that is none
  rm -f /tmp/archive
  in_project 'rm -r real way'
  sync_app
}

@test "the sender sends no masked file, whatever the request" {
  printf '%s\0' s/.env s/stamp 'f 1 1.0 1.0 1/stamp' >/tmp/records
  printf '%s\0' .env stamp .git/config >/tmp/asked
  in_project 'echo x >stamp'
  mkdir -p /project
  { echo "$(stat -c %s /tmp/records) $(stat -c %d:%i "$project")" && cat /tmp/records && stat -c %s /tmp/asked && cat /tmp/asked; } |
    setpriv --reuid=alice --regid=alice --init-groups bwrap --unshare-all --ro-bind / / --proc /proc --dev /dev --tmpfs /tmp \
      --ro-bind "$project" /project "$library/owner-send" | tar -t >/tmp/sent
  run cat /tmp/sent
  assert_output $'stamp\n.scratch'
  in_project 'rm stamp'
}

@test "a hostile list reaches only files of the project, and no directory of root" {
  places=$(stat -c '%i %F' "$mirror/.scratch" "$mirror/.claude")
  cp "$library/owner-list" /root/owner-list
  in_project 'mkdir -p .scratch .claude; for f in planted CLAUDE.md .scratch/x .claude/x; do echo own >$f; done'
  for names in 'CLAUDE.md' '.scratch' '.scratch/x' '.claude/x' '.claude' './CLAUDE.md' 'src/../CLAUDE.md' '/etc/passwd' '../../etc/passwd' \
    '.git/config' './/.claude/x' '' '/' '.' 'src//hello.py' 'src/' '.incoming/x'; do
    printf '%s\n' '#!/bin/bash' "printf 'root %s\\0' \"\$(stat -c %d:%i \"\$1\")\" >&2" \
      "printf 'f 1 1.0 1.0 1/%s\\0d 1 1.0 1.0 1/%s\\0junk\\0f 9 9.9 9.9 9/README.md\\0' '$names' '$names' >/tmp/names" \
      'echo "$(stat -c %s /tmp/names) $(stat -c %d:%i "$1")"; cat /tmp/names' >"$library/owner-list"
    run --separate-stderr sync_app
    [ "$status" -eq 0 ] || [[ $stderr == *error:*hint:* ]] || fail "no sentence after: $names"
    assert_mirror_is_well
    assert_left_out etc passwd src/hello.py
    diff "$project/README.md" "$mirror/README.md"
  done
  cp /root/owner-list "$library/owner-list"
  in_project 'rm -rf planted CLAUDE.md .scratch .claude'
  sync_app
  assert_copied src/hello.py README.md
}

@test "the sender sends no file that the list does not have" {
  cp "$library/mirror-receive" /root/mirror-receive
  sed -i 's|{ stat -c %s /tmp/differ|printf ".git/config\\0.env\\0src/../.env\\0/etc/passwd\\0" >>/tmp/differ; cp /tmp/differ /tmp/names; &|' \
    "$library/mirror-receive"
  in_project 'date +%N >stamp'
  run --separate-stderr sync_app
  cp /root/mirror-receive "$library/mirror-receive"
  assert_copied stamp
  assert_left_out .env .git etc
}

@test "sync ends a sender that sends nonsense, nothing or endless data, and keeps the mirror" {
  for line in 'head -c 1000000 /dev/urandom' 'yes' 'exit 0' 'kill -9 $$' 'cat >/dev/null' 'echo x; sleep 60'; do
    send_with "$line"
    SECONDS=0
    in_project 'date +%N >stamp'
    run --separate-stderr sync_app
    assert_failure
    [[ $stderr == *error:* ]] || fail "no sentence after: $line"
    ((SECONDS < 90))
    assert_no_children
  done
  cp /root/owner-send "$library/owner-send"
  [ ! -e /root/owner-path ] || cp /root/owner-path "$library/owner-path"
  sync_app
  assert_copied README.md stamp
  run stat -c %F "$mirror/.scratch" "$mirror/.claude"
  assert_output $'directory\ndirectory'
}

@test "a sender in its sandbox sees the project and no other file of its owner" {
  send_with 'ls -A / /home /root /project/.. >&2 2>/dev/null; cat /home/alice/rules /etc/passwd >&2; touch /project/x && echo WROTE >&2' \
    'cat /proc/net/dev | wc -l >&2; exit 3'
  in_project 'date +%N >stamp'
  run --separate-stderr sync_app
  assert_failure 1
  refute [ -e "$project/x" ]
  [[ $stderr != *WROTE* && $stderr != *root:x:0* ]]
}

@test "kill -9 of a sync leaves no process, and the next sync completes the mirror" {
  in_project 'mkdir -p big; for i in $(seq 200); do head -c 200000 /dev/urandom >big/f$i; done'
  for moment in 0.2 0.5 0.8 1.1 1.4; do
    in_project 'for i in $(seq 200); do echo x >>big/f$i; done'
    bawn-admin sync a.noir app >/dev/null 2>&1 &
    sleep "$moment"
    pkill -KILL -x java || :
    wait || :
    sleep 0.3
    assert_no_children
  done
  sync_app
  run diff -r "$project/big" "$mirror/big"
  assert_success
  run find "$mirror" -name '.f*'
  assert_output ''
}

@test "a killed assign leaves no mirror, and the next assign makes it" {
  as alice sh -c 'mkdir -p second; cd second; for i in $(seq 100); do head -c 300000 /dev/urandom >f$i; done'
  bawn-admin assign a.noir /home/alice/second >/dev/null 2>&1 &
  for _ in $(seq 100); do
    [ ! -d /var/lib/bawn/mirrors/.new-second ] || break
    sleep 0.1
  done
  pkill -KILL -x java || :
  wait || :
  refute [ -e /var/lib/bawn/mirrors/second ]
  bawn-admin assign a.noir /home/alice/second
  run diff -r --exclude=.scratch --exclude=.claude /home/alice/second /var/lib/bawn/mirrors/second
  assert_success
}

@test "assign --link refuses links at its paths, and creates nothing behind them" {
  as alice sh -c 'mkdir -p third behind; echo x >third/x; git init -q third; ln -s ../behind third/.scratch'
  run --separate-stderr bawn-admin assign a.noir /home/alice/third --link
  assert_failure
  [[ $stderr == *"is a link"* ]]
  run ls -A /home/alice/behind
  assert_output ''
  as alice sh -c 'rm third/.scratch; mkdir third/.scratch; ln -s ../../behind third/.scratch/reviews'
  run --separate-stderr bawn-admin assign a.noir /home/alice/third --link
  assert_failure
  [[ $stderr == *"is a link"* ]]
  run ls -A /home/alice/behind
  assert_output ''
  as alice sh -c 'rm third/.scratch/reviews; rm third/.git/info/exclude; ln -s ../../../behind/exclude third/.git/info/exclude'
  run --separate-stderr bawn-admin assign a.noir /home/alice/third --link
  assert_failure
  [[ $stderr == *"is a link"* ]]
  run ls -A /home/alice/behind
  assert_output ''
}

@test "the owner of a project cannot prevent unassign, and delays it by a minute at most" {
  as alice sh -c 'mkdir -p held; cd held; git init -q; echo x >x'
  run -0 bawn-admin assign a.noir /home/alice/held --link
  in_held() { as alice env -C /home/alice/held sh -euc "$@"; }
  in_held 'mkfifo pipe; git config include.path "$PWD/pipe"'
  run -0 --separate-stderr timeout 40 bawn-admin unassign a.noir held
  assert_equal "$stderr" 'bawn-admin: if '\''assign --link'\'' created /home/alice/held/.scratch/reviews/a.noir, it may still exist: timed out after 10 s without data while reading the project'
  in_held 'rm .git/config'
  run -0 bawn-admin assign a.noir /home/alice/held
  cp "$library/owner-unlink" /root/owner-unlink
  printf '%s\n' '#!/bin/sh' 'while sleep 0.1; do head -c 1000000 /dev/zero; done' >"$library/owner-unlink"
  SECONDS=0
  run -0 --separate-stderr timeout 200 bawn-admin unassign a.noir held
  cp /root/owner-unlink "$library/owner-unlink"
  assert_regex "$stderr" "^bawn-admin: if 'assign --link' created /home/alice/held/.scratch/reviews/a.noir, it may still exist: reading the project is too slow: [0-9]+ KiB in 60 s\$"
  ((SECONDS < 180))
}

@test "root reads instructions as the caller, and refuses what the caller cannot read" {
  as alice mkdir -p fourth
  for file in /etc/shadow /home/bob/.profile /home/alice/none; do
    run --separate-stderr bawn-admin assign a.noir /home/alice/fourth --instructions "$file"
    assert_failure 4
    [[ $stderr == *"cannot read"* ]]
  done
  run -3 --separate-stderr bawn-admin assign a.noir /home/alice/fourth --instructions /home/alice
  assert_regex "$stderr" 'error: /home/alice is not a file'
  as alice sh -c 'head -c 1048577 /dev/zero >large'
  run --separate-stderr bawn-admin assign a.noir /home/alice/fourth --instructions /home/alice/large
  assert_failure 3
}

@test "a project whose name or path is chosen gets no mirror of another one" {
  local digits name root=(env -u SUDO_UID -u SUDO_GID -u SUDO_USER bawn-admin)
  as alice sh -c 'mkdir -p fifth; cd fifth; git init -q; echo private >private'
  run -0 bawn-admin assign a.noir /home/alice/fifth --with-git
  digits=$(printf 'with .git\nplain' | sha256sum | cut -c -6)
  [ -d "/var/lib/bawn/mirrors/fifth-$digits" ]
  bawn-admin create b.noir --operator bob
  for name in "fifth-$digits" fifth; do
    as bob sh -c 'mkdir "$1"; echo chosen >"$1/chosen"' - "/home/bob/$name"
    run -0 "${root[@]}" assign b.noir "/home/bob/$name"
  done
  assert_equal "$(ls "/var/lib/bawn/mirrors/fifth-$digits")" private
  run -2 as bob ls "/var/lib/bawn/mirrors/fifth-$digits"
  # the name comes second for a mirror, too
  as alice sh -c 'mkdir -p sixth; cd sixth; git init -q; echo private >private'
  as bob sh -c 'mkdir "$1"; echo chosen >"$1/chosen"' - "/home/bob/sixth-$digits"
  run -0 "${root[@]}" assign b.noir "/home/bob/sixth-$digits"
  run -0 bawn-admin assign a.noir /home/alice/sixth --with-git
  assert_equal "$(ls "/var/lib/bawn/mirrors/sixth-$digits")" chosen
  run -0 bawn-admin sync
  run -0 bawn-admin verify
  bawn-admin delete b.noir --yes
  bawn-admin unassign a.noir fifth
  bawn-admin unassign a.noir sixth
}

@test "root follows no link of a user to instructions or keys" {
  as alice sh -c 'mkdir fourth; ln -s /etc/shadow link.md; ln -s .. way'
  local file
  for file in /home/alice/link.md /home/alice/way/alice/large; do
    run -3 --separate-stderr bawn-admin assign a.noir /home/alice/fourth --instructions "$file"
    assert_regex "$stderr" 'error: /home/alice/(link.md|way) is a link, and it does not belong to root'
    run -3 --separate-stderr env -u SUDO_UID -u SUDO_GID -u SUDO_USER bawn-admin assign a.noir /home/alice/fourth --instructions "$file"
    assert_regex "$stderr" 'is a link, and it does not belong to root'
  done
  run -3 --separate-stderr bawn-admin trust add /home/alice/link.md
  assert_regex "$stderr" 'error: /home/alice/link.md is a link'
  as alice mkfifo pipe.md
  run -3 timeout 20 bawn-admin assign a.noir /home/alice/fourth --instructions /home/alice/pipe.md
  # a link of root, as /home is one on some machines
  ln -s /home /homes
  as alice sh -c 'echo rules >rules.md'
  run -0 bawn-admin assign a.noir /home/alice/fourth --instructions /homes/alice/rules.md
  rm /homes
  bawn-admin unassign a.noir fourth
}

@test "root reads no instructions that another user can exchange" {
  local exchanged=/srv/instructions/rules.md root=(env -u SUDO_UID -u SUDO_GID -u SUDO_USER bawn-admin)
  install -d -m 0777 /srv/instructions
  echo rules >"$exchanged"
  run -3 --separate-stderr "${root[@]}" assign a.noir "$project" --instructions "$exchanged" --dry-run
  assert_equal "$stderr" "bawn-admin: error: /srv/instructions can be written by other users, who could exchange $exchanged
bawn-admin: hint: set the sticky bit, so that only its owner can rename an entry: sudo chmod +t /srv/instructions"
  chmod +t /srv/instructions
  as alice mkdir -p fourth
  run -0 "${root[@]}" assign a.noir /home/alice/fourth --instructions "$exchanged" --dry-run
  rm -r /srv/instructions
}

# A user exchanges a link for an entry of root while owner-read reads the owner of the link.
@test "root takes no link of a user for a link of root, when the user exchanges it" {
  local found=
  install -d -o bob /srv/linked
  install -d -m 0700 -o alice /home/alice/private
  as alice sh -c 'echo secret >private/key'
  ln -s /etc/hostname /srv/linked/of-root
  as bob sh -c 'cd /srv/linked; ln -s /home/alice/private/key rules.md'
  as bob python3 -c 'import ctypes, os
c = ctypes.CDLL(None)
os.chdir("/srv/linked")
while not os.path.exists("enough"): c.renameat2(-100, b"rules.md", -100, b"of-root", 2)' 3>&- &
  for _ in $(seq 2000); do
    ! setpriv --reuid=alice --regid=alice --clear-groups "$library/owner-read" /srv/linked/rules.md 100 2>/dev/null | grep -q secret || found=yes
  done
  as bob touch /srv/linked/enough
  wait
  [ -z "$found" ]
  rm -r /srv/linked /home/alice/private
}

@test "a commit with any number of files does not fill the memory" {
  as alice sh -euc 'git init -q ~/many; cd ~/many
    tree=$(printf "100644 blob %s\tf\n" "$(git hash-object -w --stdin </dev/null)" | git mktree)
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      tree=$(for name in 0 1 2 3 4 5 6 7 8 9; do printf "040000 tree %s\t%s\n" "$tree" "$name"; done | git mktree)
    done
    git update-ref HEAD "$(git -c user.name=a -c user.email=a commit-tree -m all "$tree")"'
  bawn-admin assign a.noir /home/alice/many --with-git 2>/root/failure &
  until child=$(pgrep -u bawn-mirror -f 'git read-tree -i') || ! kill -0 "$!" 2>/dev/null; do :; done
  run -0 grep '^Max data size' "/proc/$child/limits"
  assert_output --regexp ' 1073741824 '
  wait "$!" && fail 'root assigned the project'
  run -0 cat /root/failure
  assert_output --regexp 'Out of memory|out of memory|timed out'
}
