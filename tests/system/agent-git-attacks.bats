#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# Attacks by files that an agent writes into the .git of its overlay: on its operator, the project, and root's sync.

load ../lib/world.bash
load ../lib/mirrors.bash

upper=/var/lib/bawn/scratch/a.noir/.overlay/app/upper

setup_file() {
  make_state_file_system
  make_user alice
  make_project alice app >/dev/null
  as alice sh -euc 'umask 077; git init -q ~/other; cd ~/other; git config user.name a; git config user.email a@localhost
    echo "a secret of alice" >secret; git add secret; git commit -qm "a secret commit"; chmod -R go+rX ~/other; chmod 755 ~'
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin assign a.noir "$project" --workspace overlay --with-git
  bawn-admin allow a.noir git rm mv ln mkdir
}

in_agent() {
  as alice bawn launch a.noir app -- sh -euc "$1"
}

# forge SCRIPT: runs the script in the .git of the upper layer, as the agent's user.
forge() {
  runuser -u a.noir -- sh -euc "umask 022; cd $upper/.git; $1"
}

setup() {
  find "$upper" -mindepth 1 -delete
  as alice sh -euc 'cd ~/app; git checkout -q -- .; git clean -qfd; git branch --format="%(refname:short)" | grep ^bawn | xargs -r git branch -qD'
  sync_app
  in_agent 'echo by-agent >>README.md; git commit -qam "agent: real"'
  before=$(as alice sh -euc 'cd ~/app; find . -path ./.git/logs -prune -o -path ./.git/objects -prune -o -path ./.git/refs/heads/bawn -prune -o -type f -exec sha256sum {} + | sort')
}

# Asserts that commands of operator and root end within a minute, run no file of the agent, and change no file.
look_at_it() {
  local command
  for command in 'status a.noir app' 'log a.noir app' 'merge a.noir app --branch bawn/a.noir' 'report a.noir app'; do
    # shellcheck disable=SC2086 # words
    run as alice timeout 60 bawn $command
    [ "$status" -ne 124 ] || fail "$command hangs"
    refute_output --partial 'a secret'
    refute_output --partial went
    echo "$command: $status"
  done
  run timeout 60 bawn-admin sync a.noir app
  [ "$status" -ne 124 ] || fail 'sync hangs'
  refute_output --partial went
  [ -z "$(find / -xdev -name went -print -quit 2>/dev/null)" ]
  [ -z "$(find /tmp /var/lib/bawn /home -name went -print -quit 2>/dev/null)" ]
  [ "$(as alice sh -euc 'cd ~/app; find . -path ./.git/logs -prune -o -path ./.git/objects -prune -o -path ./.git/refs/heads/bawn -prune -o -type f -exec sha256sum {} + | sort')" = "$before" ]
}

assert_real_commit_came() {
  run -0 as alice git -C "$project" log -1 --format=%s bawn/a.noir
  assert_output 'agent: real'
}

@test "settings and hooks of an agent have no effect outside, and its commits are fetched" {
  forge 'printf "[core]\n\tfsmonitor = touch /tmp/went\n\thooksPath = /tmp\n\tsshCommand = touch /tmp/went\n\tpager = touch /tmp/went\n[include]\n\tpath = /home/alice/other/.git/config\n[extensions]\n\tpartialClone = origin\n[remote \"origin\"]\n\tpromisor = true\n\turl = ext::touch /tmp/went\n[protocol]\n\tallow = always\n[gc]\n\tauto = 1\n" >config
    mkdir -p hooks; printf "#!/bin/sh\necho went >&2\ntouch /tmp/went\n" >hooks/pre-auto-gc; chmod 755 hooks/*
    cp hooks/pre-auto-gc hooks/reference-transaction; cp hooks/pre-auto-gc hooks/post-checkout'
  look_at_it
  assert_real_commit_came
}

@test "a forged commondir, gitdir or .git gives access to no other repository" {
  forge 'echo /home/alice/other/.git >commondir; echo /home/alice/other/.git >gitdir; mkdir -p worktrees/x; echo /home/alice/other/.git >worktrees/x/gitdir'
  look_at_it
  assert_real_commit_came
  runuser -u a.noir -- sh -c "rm -rf $upper/.git; ln -s /home/alice/other/.git $upper/.git"
  look_at_it
  runuser -u a.noir -- sh -c "rm -rf $upper/.git; echo 'gitdir: /home/alice/other/.git' >$upper/.git"
  look_at_it
}

@test "alternates of an agent give access to no objects of other repositories" {
  secret=$(as alice git -C /home/alice/other rev-parse HEAD)
  forge "mkdir -p objects/info; printf '/home/alice/other/.git/objects\n../../../../../../../../home/alice/other/.git/objects\n' >objects/info/alternates
    mkdir -p refs/heads; echo $secret >refs/heads/borrowed; echo $secret >HEAD"
  look_at_it
  run as alice git -C "$project" cat-file -e "$secret"
  assert_failure
}

@test "references through links, with hostile names, or without objects have no effect" {
  zero=$(printf 'd%.0s' $(seq 40))
  forge "rm -rf refs/heads; ln -s /home/alice/other/.git/refs/heads refs/heads; ln -sf /home/alice/other/.git/HEAD ORIG_HEAD"
  look_at_it
  forge "rm -f refs/heads; mkdir -p refs/heads/-x 'refs/heads/a..b'; echo $zero >refs/heads/-x/y; echo $zero >'refs/heads/a..b/c'
    printf '$zero refs/heads/../../../hooks/x\n$zero refs/heads/x y\n^$zero\n$zero refs/heads/\$(touch went)\n' >packed-refs; seq 30000 | sed 's/^/$zero refs\/heads\//' >>packed-refs"
  look_at_it
}

@test "bawn refuses broken packs, indexes and objects of an agent" {
  forge 'mkdir -p objects/pack; head -c 100000 /dev/urandom >objects/pack/pack-1111111111111111111111111111111111111111.pack
    head -c 100000 /dev/urandom >objects/pack/pack-1111111111111111111111111111111111111111.idx; head -c 4096 /dev/urandom >objects/pack/multi-pack-index
    mkdir -p objects/info; head -c 4096 /dev/urandom >objects/info/commit-graph; head -c 9000 /dev/urandom >index; head -c 999 /dev/urandom >shallow'
  look_at_it
}

@test "a pipe in place of any file of .git blocks no command" {
  local each
  for each in HEAD config packed-refs index refs/heads/pipe objects/info/alternates \
    objects/pack/pack-1111111111111111111111111111111111111111.idx; do
    forge "mkdir -p \$(dirname $each); rm -rf $each; mkfifo $each"
    look_at_it
    forge "rm -f $each"
  done
}

@test "a name in the .git of an agent adds no line to a message of bawn" {
  forge 'mkfifo "$(printf "refs/x\nbawn: error: made up")"'
  run -1 as alice bawn log a.noir app
  refute_line --regexp '^(bawn: error: )?made up'
  assert_output --partial "a file in the repository is a pipe: $'refs/x\\nbawn: error: made up'"
  forge 'rm -r ./*; echo >"$(printf "x\nmade up")"'
  in_project 'git commit -q --allow-empty -m more --no-verify'
  run -0 bawn-admin sync a.noir app
  refute_output --partial 'remove made up'
  assert_output --partial "would remove .git/$'x\\nmade up' of"
  forge 'rm x*'
}

@test "merge refuses all commits of an agent with a hostile tree" {
  in_agent 'echo x >x; b=$(git hash-object -w x); t=$(printf "100644 blob $b\t.git\n" | sed "s/\.git/hooks/" | git mktree)
    t=$(printf "040000 tree $t\t.GIT\n" | git mktree); c=$(echo evil | git commit-tree $t -p HEAD); mkdir -p .git/refs/heads; git update-ref refs/heads/evil $c'
  look_at_it
  run as alice git -C "$project" log --all --format=%s
  refute_line evil
}

@test "merge fetches no commit of another repository while an agent replaces its own by a link" {
  runuser -u a.noir -- python3 -c '
import ctypes, os, sys, time
os.chdir(sys.argv[1])
os.symlink("/home/alice/other/.git", "link")
libc = ctypes.CDLL(None)
end = time.time() + 25
while time.time() < end and not os.path.exists("/tmp/enough"):
    libc.renameat2(-100, b".git", -100, b"link", 2)
    time.sleep(0.003)
' "$upper" &
  local round
  for round in 1 2 3 4 5 6 7 8; do
    run as alice timeout 60 bawn log a.noir app
    refute_output --partial 'a secret'
    run as alice timeout 60 bawn merge a.noir app --branch "bawn/x$round"
    refute_output --partial 'a secret'
  done
  touch /tmp/enough
  wait
  run as alice git -C "$project" log --all --format=%s
  refute_output --partial 'a secret'
}
