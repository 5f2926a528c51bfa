#!/usr/bin/env bats
# shellcheck disable=SC2016 # the shells of sessions expand what is quoted
# Sessions with a repository of their own: --workspace clone.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -c 'cd app && git config --global user.name Alice && git config --global user.email a@b && seq 20 >list && git add list && git commit -qm list && git branch -M main &&
    git tag -a -m start start && git checkout -qb side && echo side >side && git add side && git commit -qm side && git tag aside && git checkout -q main &&
    git config remote.origin.url https://alice:word@localhost/x && printf "#!/bin/sh\ntouch /tmp/canary\n" | tee .git/hooks/post-checkout >.git/hooks/reference-transaction &&
    chmod +x .git/hooks/*'
}

teardown() {
  forget_sessions
  as alice sh -c 'cd app && git -c core.hooksPath=/dev/null checkout -qf main && git -c core.hooksPath=/dev/null reset -q --hard start
    git for-each-ref --format="delete %(refname)" refs/heads/bawn refs/bawn | git -c core.hooksPath=/dev/null update-ref --stdin; git clean -qdxff -e .env'
  rm -f /tmp/canary
}

git_app() { in_app git -c core.hooksPath=/dev/null "$@"; }
session() { in_app bawn launch --workspace clone --name "$1" "${@:3}" -- bash -ec "$2"; }

@test "a clone has the checked-out branch and its tags, and no other commit of the project" {
  in_app sh -c 'echo edited >>list; echo new >untracked'
  side=$(git_app rev-parse side)
  run -0 --separate-stderr session one "pwd; git status --short --branch; git for-each-ref --format='%(refname)'; git config --get remote.origin.url || echo no remote
    test -e .git/hooks || echo no hooks; git cat-file -e $side 2>/dev/null || echo no side; test ! -e /run/borrowed-objects; tail -1 list; git fsck; test ! -e .git/logs; ls -A"
  assert_equal "$output" $'/home/alice/app\n## main\nrefs/heads/main\nrefs/tags/start\nno remote\nno hooks\nno side\n20\n.git\n.gitignore\nREADME.md\nlist\nsrc'
  assert_equal "$stderr" ''
  assert_equal "$(git_app for-each-ref refs/bawn)" ''
  assert [ ! -e /tmp/canary ]
  run -0 as alice bawn status one
  assert_output --partial 'nothing changed'
  run -0 as alice bawn info one
  assert_line --regexp '^branch +main$'
}

@test "commits and files of a clone come back" {
  run -0 session one 'echo x >>list; git add list; git commit -qm one; git gc -q; echo loose >loose'
  run -0 as alice bawn log one
  assert_output --partial one
  run -3 as alice bawn destroy one
  run -0 as alice bawn merge one --branch bawn/one
  assert_equal "$(git_app log -2 --format=%s bawn/one)" $'one\nlist'
  run -0 as alice bawn merge one loose
  assert_equal "$(as alice cat app/loose)" loose
  run -0 as alice bawn destroy one
}

@test "a clone is independent of the project" {
  session one 'echo x >>list; git commit -qam one'
  as alice sh -c 'cp -a app/.git kept && rm -rf app/.git'
  run -0 as alice bawn resume one -- sh -c 'git log --format=%s; git fsck'
  assert_line --index 0 one
  as alice sh -c 'mv kept app/.git'
  run -0 as alice bawn clone one two
  run -0 as alice bawn destroy --force one
  run -0 as alice bawn merge two --branch bawn/two
  assert_equal "$(git_app log -1 --format=%s bawn/two)" one
  run -0 as alice bawn rename two three
  run -0 as alice bawn resume three -- git log -1 --format=%s
  assert_output one
}

@test "a clone begins with the commit that --base names, on a branch of its own, also of a shallow or detached project" {
  run -0 session one 'git status --short --branch; git log --format=%s; git tag' --base side
  assert_output $'## bawn/one\nside\nlist\nA beginning\naside\nstart'
  git_app checkout -q --detach side
  run -0 session two 'git status --short --branch; git log -1 --format=%s'
  assert_output $'## bawn/two\nside'
  as alice git clone -q --depth 1 "file:///home/alice/app" shallow
  run -0 as alice env -C shallow bawn launch -q --workspace clone --name three -- bash -ec 'git log --format=%s; git fsck; echo x >x; git add x; git commit -qm x'
  assert_line side
  run -0 as alice env -C shallow bawn merge three --branch bawn/three
  as alice rm -rf shallow
}

@test "a clone runs no command that the settings of the project name" {
  as alice cp -a app/.git kept
  in_app sh -c 'git config uploadpack.packObjectsHook "touch /tmp/canary; git"; git config core.fsmonitor "touch /tmp/canary"; git config core.alternateRefsCommand "touch /tmp/canary"
    git config core.sshCommand "touch /tmp/canary"; git config extensions.partialClone origin; git config remote.origin.promisor true; git config remote.origin.url "ext::touch /tmp/canary"'
  run -0 session one 'cat list'
  assert [ ! -e /tmp/canary ]
  in_app sh -c 'rm .git/objects/*/* 2>/dev/null; :'
  run session two 'cat list'
  assert [ ! -e /tmp/canary ]
  as alice sh -c 'rm -rf app/.git && mv kept app/.git'
}
