#!/usr/bin/env bats
# shellcheck disable=SC2016 # the shells of sessions expand what is quoted
# A repository whose directory is not called .git: bawn removes no commit, stash, staged content or other file in it unseen.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -euc 'git config --global user.name alice; git config --global user.email a@b; cd app; seq 20 >list; git add .; git commit -qm list; git branch -M main; cd ..
    mkdir layout; git clone -q --bare app layout/.bare; cd layout; echo "gitdir: ./.bare" >.git; git worktree add -q feat -b feat; cd ..
    mkdir apart; git init -q -b main --separate-git-dir=apart/.repo apart; cd apart; echo .repo >.repo/info/exclude; echo "*.o" >.gitignore; seq 9 >list
    git add .; git commit -qm list; cd ..
    mkdir linked; cd linked; git init -q -b main; echo repo >.git/info/exclude; seq 9 >list; git add .; git commit -qm list; mv .git repo; ln -s repo .git; cd ..
    git clone -q --bare app store; cd store; git worktree add -q tree main; cd ..
    git clone -q --bare --no-hardlinks app app/srv.git
    mkdir -p app/t/fix.git/refs/heads app/t/fix.git/objects/ab; cd app/t/fix.git; echo "ref: refs/heads/main" >HEAD; echo read >README
    touch refs/heads/.keep objects/ab/keep; cd ../..; git add -f t; git commit -qm fixture; git tag start'
}

teardown() {
  forget_sessions
  as alice sh -c 'cd app && git branch -q --list "bawn/*" | xargs -r git branch -qD; git reset -q --hard start'
}

# session PROJECT NAME SCRIPT
session() {
  as alice env -C "/home/alice/$1" bawn launch --show-secrets --name "$2" -- bash -ec "git config --global user.name agent; git config --global user.email a@b; $3"
}

# keeps NAME WORK: asserts that nothing removes the session, and that the refusal names the work.
keeps() {
  run -3 --separate-stderr as alice bawn destroy "$1"
  # shellcheck disable=SC2154
  assert_regex "$stderr" "^bawn: error: session '$1' has unmerged work: $2
bawn: hint: "
  run -1 --separate-stderr as alice bawn clean "$1" --yes
  assert_regex "$stderr" "^bawn: kept: session '$1' has unmerged work: $2"
}

@test "commits and stashes in the repository that a .git file names are those of the project" {
  session layout one 'cd feat; echo x >new; git add new; git commit -qm one; git checkout -q --detach main; echo x >>list; git stash -q'
  run -0 as alice bawn status one
  assert_line '  commits   list: bawn log one; fetch: bawn merge one --branch bawn/one'
  assert_line --partial 'refs/stash is not a branch'
  run -0 as alice bawn list
  assert_line --regexp '^one +ended 0 +0 \+ commits '
  keeps one 'the commits of refs/heads/feat, refs/stash'
  run -0 --separate-stderr as alice env -C /home/alice/layout bawn merge one --branch bawn/one
  keeps one 'the commits of refs/stash'
  as alice git -C layout branch -qD bawn/one
}

@test "a separate git directory in the project has the commits and the index of the project" {
  session apart one 'git checkout -qb z; echo x >new; git add new; git commit -qm one; git checkout -q main; echo 2 >list; git add list; echo 3 >list'
  keeps one '1 change, and the commits of refs/heads/z, and the staged content of list'
  session apart two 'echo x >x.o; git add -f x.o'
  keeps two '1 change'
  session apart three 'git status --short; git log --oneline; git checkout -qb same'
  run -0 as alice bawn destroy three
}

@test "a .git that is a link leads to the commits of the project" {
  session linked one 'git checkout -qb z; echo x >new; git add new; git commit -qm one; git checkout -q main'
  run -0 as alice bawn status one
  assert_line '  commits   list: bawn log one; fetch: bawn merge one --branch bawn/one'
  keeps one 'the commits of refs/heads/z'
}

@test "commits in a bare repository of the session or of the project are only there" {
  session app one 'git init -q --bare remote.git; git checkout -qb t; echo x >new; git add new; git commit -qm one
    git push -q ./remote.git t; git push -q ./srv.git t; git checkout -q main; git branch -qD t'
  run -0 as alice bawn status one
  assert_line --partial 'no merge fetches remote.git/refs/heads/t of another repository; to write it to a file: bawn exec one -- git --git-dir=/home/alice/app/remote.git bundle create - refs/heads/t >FILE'
  run -0 as alice bawn list
  assert_line --regexp '^one +ended 0 +0 \+ commits '
  keeps one 'the commits of remote.git/refs/heads/t, srv.git/refs/heads/t'
  session app two 'git init -q --separate-git-dir=kept nested; cd nested; git commit -q --allow-empty -m one'
  keeps two '1 change, and the commits of kept/refs/heads/.*'
}

@test "commits that the same repository of the project has are no work" {
  session app one 'git push -q ./srv.git main~1:refs/heads/again; git --git-dir=srv.git update-ref refs/heads/old main~0'
  run -0 as alice bawn destroy one
  session store two 'git branch old main; cd tree; git checkout -q --detach; git status --short'
  run -0 as alice bawn destroy two
}

@test "bawn run keeps a session with work beside the files of git" {
  run -0 --separate-stderr as alice env -C /home/alice/app bawn run -- sh -c 'mkdir -p data/objects data/refs; echo "ref: refs/heads/main" >data/HEAD; echo work >data/work'
  assert_regex "$stderr" "bawn: kept: session 'app-[0-9]+' has unmerged work: 1 change"
}

@test "a directory that only resembles a repository has ordinary files" {
  session app one 'mkdir -p data/objects data/refs; echo one >data/HEAD; echo two >data/objects/list; echo three >data/refs/list'
  run -0 as alice bawn status one
  assert_line --partial 'added     data/HEAD'
  assert_line --partial 'added     data/objects/list'
  assert_line --partial 'added     data/refs/list'
  keeps one '3 changes'
  session app two 'mkdir objects refs hooks; echo "ref: refs/heads/main" >HEAD; echo work >hooks/work'
  keeps two '4 changes'
}

@test "the work tree of a bare repository is an ordinary one" {
  session store one 'cd tree; echo x >>list; echo x >new; git commit -qam one'
  run -0 as alice bawn status one
  assert_line '  modified  tree/list'
  assert_line '  added     tree/new'
  assert_line --partial 'no merge fetches refs/heads/main of another repository; to write it to a file: bawn exec one -- git --git-dir=/home/alice/store bundle create - refs/heads/main >FILE'
  run -4 --separate-stderr as alice env -C /home/alice/store bawn log one
  assert_regex "$stderr" 'hint: see its changes: bawn status one'
  keeps one '2 changes, and the commits of refs/heads/main'
  run -1 --separate-stderr as alice env -C /home/alice/store bawn merge one --all
  assert_output 'one: 2 changes merged into /home/alice/store
  modified  tree/list
  added     tree/new'
  assert_equal "$stderr" 'bawn: left out: .: a git repository is never merged as files'
  run -0 as alice tail -n 1 store/tree/list
  assert_output x
  run -0 as alice git -C store log --format=%s -1 main
  assert_output list
}

@test "a work tree that the session added to a bare repository is listed and not merged" {
  session app one 'git -C srv.git worktree add -q ../srv.git/made -b made; echo x >srv.git/made/new'
  run -0 as alice bawn status one
  assert_line '  added     srv.git/made/new'
  run -1 --separate-stderr as alice env -C /home/alice/app bawn merge one --all
  assert_regex "$stderr" 'bawn: left out: srv.git/made/new: nothing is merged into the directory of a git repository'
  [ ! -e /home/alice/app/srv.git/made ]
  run -1 --separate-stderr as alice env -C /home/alice/app bawn export one --patch
  assert_regex "$stderr" 'bawn: left out: srv.git/made/new: no patch may touch the directory of a git repository'
  keeps one '[0-9]+ changes'
}

@test "a tracked file in the repository of a test is fetched with its commit, and git's own files never are" {
  session app one 'echo more >>t/fix.git/README; echo x >t/fix.git/new; git add t; git commit -qm one'
  run -0 as alice bawn status one
  assert_line '  modified  t/fix.git/README'
  keeps one '2 changes, and the commits of refs/heads/main'
  run -0 --separate-stderr as alice env -C /home/alice/app bawn merge one --branch bawn/one
  run -0 as alice bawn destroy one
  local name
  for name in config HEAD hooks/post-update Hooks/post-update; do
    session app two "mkdir -p t/fix.git/hooks t/fix.git/Hooks; echo x >t/fix.git/$name; git add -f t; git commit -qm two"
    run -3 --separate-stderr as alice env -C /home/alice/app bawn merge two --branch bawn/two
    assert_equal "$stderr" 'bawn: error: the commits of the session are refused: they make t/fix.git a git repository
bawn: hint: the changed files can still be merged; see: bawn status two'
    run -0 as alice bawn destroy two --force
  done
}

@test "discard leaves git's own files of any repository in the session, unless the user names the repository" {
  session app one 'git checkout -qb t; git commit -q --allow-empty -m one; git push -q ./srv.git t; git checkout -q main; git branch -qD t; echo x >new'
  run -0 --separate-stderr as alice env -C /home/alice/app bawn discard one --all
  assert_regex "$stderr" "not discarded: [0-9]+ of git's own files; such files can contain commits; to discard them: bawn discard one .git srv.git"
  keeps one 'the commits of srv.git/refs/heads/t'
  run -0 --separate-stderr as alice env -C /home/alice/app bawn discard one srv.git
  assert_output --regexp "^one: 0 changes and [0-9]+ of git's own files discarded"
  run -0 as alice bawn destroy one
}

@test "destroy finds staged content in a work tree of any repository" {
  session layout one 'cd feat; echo staged >list; git add list; git cat-file -p :list >list; git show HEAD:list >list'
  keeps one 'the staged content of feat/list'
  session store two 'cd tree; echo staged >fresh; git add fresh; rm fresh'
  keeps two 'the staged content of tree/fresh'
}
