#!/usr/bin/env bats
# shellcheck disable=SC2016 # the shells of sessions expand what is quoted
# Projects that are linked worktrees of a repository in another directory.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -c 'cd app && seq 20 >list && git add . && git commit -qm list && git branch -M main && git tag start &&
    printf "#!/bin/sh\n" >.git/hooks/post-commit && chmod +x .git/hooks/post-commit && git worktree add -q -b side ../tree && echo stashed >>list && git stash -q'
}

teardown() {
  forget_sessions
  as alice sh -c 'cd tree && git checkout -qf side && git reset -q --hard start && git clean -qdxff
    git for-each-ref --format="delete %(refname)" refs/heads/bawn | git update-ref --stdin'
}

in_tree() { as alice env -C /home/alice/tree "$@"; }
session() { in_tree bawn launch --show-secrets --name "$1" "${@:3}" -- bash -ec "$2"; }

@test "git works in a session on a linked worktree, and merge fetches its commits" {
  before=$(as alice sh -c 'cd app && git for-each-ref && git stash list && find .git -type f | sort')
  run -0 --separate-stderr session one 'test -d .git; git status --short --branch; git log --format=%s; git stash list; git worktree list | wc -l
    echo x >>list; git diff --stat; git commit -qam one; git checkout -qb other; echo y >new; git add new; git commit -qm two
    echo z >new; git stash -q; git stash pop -q; git commit -qam three; git checkout -q side; git commit -q --allow-empty -m four
    git rebase -q other; git branch third start; git checkout -q third; git merge -q other; git checkout -q side; git log --format=%s'
  assert_line '## side'
  assert_line list
  assert_output --partial 'stash@{0}: WIP on main'
  assert_line two
  assert_equal "$stderr" ''
  assert_equal "$(as alice sh -c 'cd app && git for-each-ref && git stash list && find .git -type f | sort')" "$before"
  run -0 as alice bawn log one
  assert_output --partial two
  run -0 as alice bawn merge one --branch bawn/one
  assert_equal "$(in_tree git log -4 --format=%s bawn/one)" $'four\nthree\ntwo\none'
}

@test "status compares with the state at the start, and destroy keeps commits" {
  session one 'true'
  run -0 as alice bawn status one
  assert_output --partial 'nothing changed'
  session two 'echo x >>list; git commit -qam two'
  run -0 as alice bawn status two
  assert_output --partial list
  run -1 as alice bawn merge two --all
  run -3 --separate-stderr as alice bawn destroy two
  assert_regex "$stderr" commit
  run -0 as alice bawn merge two --branch bawn/two
  run -0 as alice bawn destroy two
}

@test "a readonly session reads the repository of a linked worktree, and a bound one does not" {
  run -0 session one 'git log --format=%s; ! touch .git/x' --workspace readonly
  assert_line list
  run -0 --separate-stderr session two '! git log' --workspace bind
  assert_output ''
  assert_regex "$stderr" 'git does not work in the session: the project is a linked worktree'
}

@test "a resumed session on a linked worktree has its repository" {
  session one 'git commit -q --allow-empty -m one'
  run -0 in_tree bawn resume one -- git log -1 --format=%s
  assert_line one
}

@test "a .git file that the repository does not list gives access to no objects" {
  as alice sh -c 'git init -q other && cd other && echo secret >s && git add s && git -c user.name=a -c user.email=a@b commit -qm private'
  as alice sh -c 'mkdir -p forged && cd forged && mkdir -p gd/refs && echo "ref: refs/heads/master" >gd/HEAD'
  fake() { # POINTER COMMONDIR
    as alice sh -c 'cd forged && printf "gitdir: %s\n" "$1" >.git && printf "%s\n" "$2" >gd/commondir && echo /home/alice/forged/.git >gd/gitdir' fake "$@"
    run -0 --separate-stderr as alice env -C forged bawn launch -- sh -c '! git log; ! ls /run/borrowed-objects; ls -A /home/alice'
    refute_output --partial private
    refute_line other
    refute_line app
  }
  fake /home/alice/other/.git /home/alice/other/.git
  assert_regex "$stderr" 'git does not work in the session: the .git of /[^ ]* leads to a repository that does not name this directory as its worktree'
  fake /home/alice/forged/gd /home/alice/other/.git
  fake gd /home/alice/other/.git
  fake /home/alice/app/.git/worktrees/tree /home/alice/app/.git
  assert_regex "$stderr" 'does not name this directory as its worktree'
  rm -rf /home/alice/forged /home/alice/other
}

@test "bawn copies no links from the repository of a linked worktree, and ignores its alternates" {
  as alice sh -c 'echo private >secret && ln -s /home/alice/secret app/.git/info/extra && ln -s /home/alice/secret app/.git/worktrees/tree/MORE
    git init -q far && cd far && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m far && echo /home/alice/far/.git/objects >../app/.git/objects/info/alternates'
  far=$(as alice git -C far rev-parse HEAD)
  run -0 --separate-stderr session one 'ls .git .git/info; cat .git/info/extra .git/MORE || echo none; git cat-file -e '"$far"' || echo neither'
  refute_output --partial private
  refute_line extra
  refute_line MORE
  assert_line none
  assert_line neither
  as alice rm -rf app/.git/info/extra app/.git/objects/info/alternates app/.git/worktrees/tree/MORE far secret
}

@test "info, report and --dry-run name the branch of a checkout and its first commit" {
  local first
  as alice git -C app commit -q --allow-empty -m before
  first=$(as alice git -C app rev-parse HEAD)
  as alice git -C app commit -q --allow-empty -m after
  run -0 in_app bawn launch --dry-run --name based --workspace worktree --base HEAD~1 -- true
  assert_line --regexp "^branch +bawn/based, from $first\$"
  run -0 in_app bawn launch --dry-run --json --name based --workspace worktree --base HEAD~1 -- true
  assert_output --partial "\"base\" : \"$first\""
  # references that the session forges do not change the output
  run -0 in_app bawn launch --name based --workspace worktree --base HEAD~1 -- sh -c 'git checkout -qb other; echo forged >.git/refs/heads/bawn/based; echo forged >.git/HEAD'
  run -0 in_app bawn info based
  assert_line --regexp '^branch +bawn/based$'
  assert_line --regexp "^base +$first\$"
  run -0 in_app bawn info based --json
  assert_output --partial '"branch" : "bawn/based"'
  assert_output --partial "\"base\" : \"$first\""
  run -0 in_app bawn report based
  assert_output --partial "$first"
  run -0 in_app bawn resume --dry-run based
  assert_line --regexp "^branch +bawn/based, from $first\$"
  run -0 in_app bawn launch --name plain -- true
  run -0 in_app bawn info plain
  refute_line --regexp '^(branch|base) '
}
