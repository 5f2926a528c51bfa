#!/usr/bin/env bats
# shellcheck disable=SC2016 # the shells of sessions expand what is quoted
# Commits of a session come back as commits, on a branch, and nothing else of its repository does.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -c 'cd app && seq 20 >list && git add . && git commit -qm list && git branch -M main && git tag start'
}

teardown() {
  forget_sessions
  rm -f /tmp/canary
  as alice sh -c 'cd app && git checkout -qf main && git for-each-ref --format="delete %(refname)" refs/heads/bawn | git update-ref --stdin &&
    git config --unset-all remote.x.url; git reset -q --hard start && git clean -qdxff'
}

session() { in_app bawn launch --name "$1" -- bash -ec "git config user.name agent; git config user.email a@b; $2"; }
refs() { as alice git -C app for-each-ref; }

# refuses_commits NAME REASON: neither log nor merge takes them, and the project's repository stays as it was.
refuses_commits() {
  local before
  before=$(refs; find /home/alice/app/.git/objects -type f | sort)
  run -3 --separate-stderr in_app bawn merge "$1" --branch bawn/bad
  # shellcheck disable=SC2154
  assert_regex "$stderr" "^bawn: error: the commits of the session are refused: .*$2"
  run -3 --separate-stderr in_app bawn log "$1"
  assert_output ''
  assert_equal "$(refs; find /home/alice/app/.git/objects -type f | sort)" "$before"
  run find /home/alice/.local/share/bawn/workspaces -name 'quarantine*'
  assert_output ''
}

@test "commits of a session are listed and arrive on branches, and the work tree stays as it is" {
  session one 'sed -i s/^3$/three/ list; git commit -qam "first of the agent"
    git checkout -qb side; echo x >new; git add new; git commit -qm "on the side"; git checkout -q main; echo loose >loose'
  as alice sh -c 'cd app && sed -i s/^17$/mine/ list && git commit -qam mine'
  run in_app bawn status one
  assert_line '  commits   to list them: bawn log one; to fetch them: bawn merge one --branch bawn/one'
  run -0 --separate-stderr in_app bawn log one
  assert_equal "${#lines[@]}" 2
  assert_output --regexp "^[0-9a-f]{10}  [-0-9]{10} [0-9:]{5}  agent  on the side
[0-9a-f]{10}  [-0-9]{10} [0-9:]{5}  agent  first of the agent\$"
  run -0 --separate-stderr in_app bawn log one --json
  assert_output --partial '"subject" : "on the side"'
  run -0 --separate-stderr in_app bawn merge one --branch bawn/one --dry-run
  assert_output 'one: 2 commits would be fetched to bawn/one, bawn/one-side'
  run -0 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_output 'one: 2 commits fetched to bawn/one, bawn/one-side'
  assert_equal "$(in_app git log -1 --format=%s bawn/one) $(in_app git log -1 --format=%s bawn/one-side)" 'first of the agent on the side'
  assert_equal "$(in_app git status --porcelain; in_app git log -1 --format=%s)" mine
  in_app git merge -q bawn/one
  assert_equal "$(sed -n '3p;17p' /home/alice/app/list)" $'three\nmine'
  in_app git fsck --strict
}

@test "a session whose commits and files have arrived can be destroyed, and one with others cannot" {
  session one 'sed -i s/^3$/three/ list; git commit -qam one'
  run -3 in_app bawn destroy one
  run -0 in_app bawn merge one --branch bawn/one
  run in_app bawn status one
  refute_line --partial commits
  run -3 in_app bawn destroy one
  run -0 in_app bawn merge one --all
  run -0 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_equal "$stderr" 'one has no commits on a branch that the project does not have'
  in_app bawn resume one -- git commit -q --allow-empty -m more
  run -3 in_app bawn destroy one
  run -0 in_app bawn merge one --branch bawn/one
  assert_equal "$(in_app git log -1 --format=%s bawn/one)" more
  run -0 in_app bawn destroy one
}

@test "a stash, a tag, packed references and a detached HEAD keep a session from being destroyed" {
  local line
  session stash 'echo x >>list; git stash -q'
  session tag 'git checkout -q --detach; git commit -q --allow-empty -m tagged; git tag keepme; git checkout -q main'
  session packed 'git commit -q --allow-empty -m packed; git pack-refs --all; git gc -q'
  session detached 'git checkout -q --detach; git commit -q --allow-empty -m detached'
  for line in stash:refs/stash tag:refs/tags/keepme; do
    run -0 --separate-stderr in_app bawn status "${line%%:*}"
    assert_line "  commits   ${line#*:} is no branch; to make it one: bawn exec ${line%%:*} -- git branch NAME ${line#*:}"
  done
  for line in stash tag packed detached; do
    run -3 --separate-stderr in_app bawn destroy "$line"
  done
  for line in packed detached; do
    run -0 in_app bawn merge "$line" --branch "bawn/$line"
    assert_equal "$(in_app git log -1 --format=%s "bawn/$line")" "$line"
  done
  in_app bawn exec stash -- git branch kept refs/stash
  in_app bawn exec tag -- git branch kept keepme
  for line in stash tag packed detached; do
    run -0 in_app bawn merge "$line" --branch "bawn/$line"
    run -0 in_app bawn destroy "$line"
  done
}

@test "commits in a submodule and in a nested repository keep a session from being destroyed" {
  as alice sh -c 'git init -q part && cd part && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m part && cd ../app &&
    git -c protocol.file.allow=always submodule --quiet add ~/part sub && git commit -qm sub'
  session one 'git -C sub config user.name a; git -C sub config user.email a@b; git -C sub commit -q --allow-empty -m inside'
  session two 'git init -q nested; git -C nested -c user.name=a -c user.email=a@b commit -q --allow-empty -m nested'
  run -0 --separate-stderr in_app bawn status one
  assert_line --regexp '  commits   .git/modules/sub/(HEAD|refs/heads/.*) is of another repository: no merge fetches it'
  run -0 --separate-stderr in_app bawn status two
  assert_line --regexp '  commits   nested/.git/refs/heads/.* is of another repository: no merge fetches it'
  run -3 in_app bawn destroy one
  run -3 in_app bawn destroy two
}

@test "a branch with other commits, the checked-out branch and a wrong name are refused" {
  session one 'git commit -q --allow-empty -m one'
  in_app git branch bawn/one start
  as alice sh -c 'cd app && git checkout -q bawn/one && git commit -q --allow-empty -m mine && git checkout -q main'
  for branch in bawn/one main 'a b' '' ../x -x; do
    run -3 --separate-stderr in_app bawn merge one "--branch=$branch"
    assert_regex "$stderr" '^bawn: error: '
  done
  assert_equal "$(in_app git log -1 --format=%s bawn/one)" mine
}

@test "to list commits and to run a command in an ended session changes nothing of how it ended" {
  session one 'git commit -q --allow-empty -m one; mkdir base; touch base/project; exit 7' || :
  session two 'echo junk >.git/config'
  run -0 in_app bawn log one
  run in_app bawn log two
  run -3 in_app bawn exec one -- sh -c 'exit 3'
  run in_app bawn list
  assert_line --regexp '^one +ended 7'
  assert_line --regexp '^two +ended 0'
  run -5 in_app bawn resume one -- sh -c 'exit 5'
  run in_app bawn list
  assert_line --regexp '^one +ended 5'
}

@test "a branch that the user did not name stays as it is, unless it came from that session" {
  session one 'git checkout -qb 1.0; git commit -q --allow-empty -m evil; git checkout -q main; git commit -q --allow-empty -m good'
  in_app git branch bawn/rel-1.0 start
  for trial in '' --dry-run; do
    run -3 --separate-stderr in_app bawn merge one --branch bawn/rel $trial
    assert_regex "$stderr" '^bawn: error: the project has another branch bawn/rel-1.0'
  done
  assert_equal "$(in_app git rev-parse bawn/rel-1.0)" "$(in_app git rev-parse start)"
  run -0 in_app bawn merge one --branch bawn/one
  in_app bawn resume one -- sh -c 'git checkout -q 1.0; git commit -q --allow-empty -m more; git checkout -q main; git commit -q --allow-empty -m better'
  run -0 in_app bawn merge one --branch bawn/one
  assert_equal "$(in_app git log -1 --format=%s bawn/one-1.0)" more
}

@test "more than 100 branches are refused" {
  session one 'git commit -q --allow-empty -m many; for i in {1..100}; do git branch "b$i"; done'
  run -3 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_regex "$stderr" 'they are on more than 100 branches'
  assert_equal "$(in_app git for-each-ref refs/heads/bawn)" ''
}

@test "a session without commits, without git and with an unborn branch has none" {
  session one 'echo x >new'
  run -0 --separate-stderr in_app bawn log one
  assert_equal "$stderr" 'one has no commits on a branch that the project does not have'
  as alice sh -c 'mkdir plain && cd plain && echo x >x'
  as alice env -C plain bawn launch --name two -- sh -c 'git init -q; git add .; git -c user.name=a -c user.email=a@b commit -qm x'
  run -4 --separate-stderr as alice bawn log two
  assert_regex "$stderr" 'is not the top of a git repository'
  as alice git init -q fresh
  as alice env -C fresh bawn launch --name three -- true
  run -0 --separate-stderr as alice bawn log three
  rm -rf /home/alice/plain /home/alice/fresh
}

@test "a session that runs, with a detached HEAD or a linked worktree gives its commits, too" {
  # shellcheck disable=SC2154
  in_background --name one "git checkout -q --detach; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m loose; $pause"
  run -0 --separate-stderr in_app bawn merge one --branch bawn/one
  goes_on
  assert_equal "$(in_app git log -1 --format=%s bawn/one)" loose
}

@test "settings, hooks and attributes of the session's repository run nothing outside" {
  session one 'printf "#!/bin/sh\ntouch /tmp/canary\n" >.git/hooks/reference-transaction; chmod +x .git/hooks/reference-transaction
    for key in core.fsmonitor core.sshCommand diff.external core.pager uploadpack.packObjectsHook core.alternateRefsCommand gc.recentObjectsHook; do
      git config $key "touch /tmp/canary"; done
    git config remote.x.url "ext::touch /tmp/canary"; git config include.path /tmp/canary; echo "* filter=x" >.gitattributes
    git config filter.x.clean "touch /tmp/canary; cat"; git config filter.x.smudge "touch /tmp/canary; cat"
    echo y >new; git add -A; git commit -qm one'
  run -0 in_app bawn log one
  run -0 in_app bawn merge one --branch bawn/one
  [ ! -e /tmp/canary ]
  assert_equal "$(in_app git log -1 --format=%s bawn/one)" one
  refute grep -q canary /home/alice/app/.git/config
}

# commit_tree PRINTF: a line of sh that commits a tree with this entry on main, as mktree takes it.
commit_tree() { printf '%s' "tree=\$(printf '$1' \$(echo x | git hash-object -w --stdin) | git mktree --missing); git update-ref refs/heads/main \$(git commit-tree -p HEAD -m bad \$tree)"; }

@test "commits with a .git in any spelling, and with control characters in names, are refused" {
  session one "$(commit_tree '100644 blob %s\t.GIT\n')"
  refuses_commits one .
  session two "$(commit_tree '100644 blob %s\tgit~1\n')"
  refuses_commits two .
  session three 'blob=$(echo x | git hash-object -w --stdin); tree=$(printf "100644 blob $blob\ta\rb\0" | git mktree -z)
    git update-ref refs/heads/main $(git commit-tree -p HEAD -m bad $tree)'
  refuses_commits three 'control characters'
  session four 'blob=$(echo x | git hash-object -w --stdin); tree=$(printf "100644 blob $blob\t.g\xe2\x80\x8cit\0" | git mktree -z)
    git update-ref refs/heads/main $(git commit-tree -p HEAD -m bad $tree)'
  refuses_commits four .
  for name in '\xc2\x9b31m' '\xe2\x80\xaegpj.exe'; do
    session five 'blob=$(echo x | git hash-object -w --stdin); tree=$(printf "100644 blob $blob\t'"$name"'\0" | git mktree -z)
      git update-ref refs/heads/main $(git commit-tree -p HEAD -m bad $tree)'
    refuses_commits five 'control characters'
    in_app bawn destroy --force five
  done
}

@test "severe hazards in commits are named when they are listed and when they are fetched" {
  session one 'echo x >.envrc; mkdir -p sub; ln -s ../../.ssh sub/keys; ln -s loop/../.ssh around; ln -s ../list sub/list; git add .; git commit -qm one
    git commit -q --allow-empty -m none; echo x >Makefile; git add .; git commit -qm two; git rm -q Makefile; echo y >.envrc; git commit -qam three'
  for command in 'log one' 'merge one --branch bawn/one --dry-run' 'merge one --branch bawn/one'; do
    # shellcheck disable=SC2086
    run -0 --separate-stderr in_app bawn $command
    assert_equal "$stderr" 'bawn: hazard: .envrc: acts by itself: direnv
bawn: hazard: around: leads out of the project
bawn: hazard: sub/keys: leads out of the project'
  done
}

@test "commits with more paths than a machine can list are refused at once" {
  session one 'b=$(echo x | git hash-object -w --stdin); t=$(for i in {0..9}; do printf "100644 blob %s\tf%s\n" $b $i; done | git mktree)
    for level in {1..11}; do t=$(for i in {0..9}; do printf "040000 tree %s\td%s\n" $t $i; done | git mktree); done
    git update-ref refs/heads/main $(echo bomb | git commit-tree $t -p HEAD)'
  run -3 --separate-stderr as alice bash -c 'ulimit -v 12000000; cd app && timeout 60 bawn log one'
  assert_regex "$stderr" '^bawn: error: the commits of the session are refused: they have more than 10000000 files'
  refuses_commits one 'they have more than'
  session two 't=$(git mktree </dev/null); b=$(echo x | git hash-object -w --stdin); t=$(printf "100644 blob %s\tf\n" $b | git mktree)
    for level in {1..1100}; do t=$(printf "040000 tree %s\td\n" $t | git mktree); done
    git update-ref refs/heads/main $(echo deep | git commit-tree $t -p HEAD)'
  refuses_commits two 'their directories are nested deeper than 1000'
}

@test "commits with a submodule whose URL or path is an option are refused" {
  session one 'printf "[submodule \"x\"]\n\tpath = x\n\turl = -u./payload\n" >.gitmodules; git add .gitmodules; git commit -qm bad'
  refuses_commits one .
  session two 'printf "[submodule \"x\"]\n\tpath = -x\n\turl = https://example.org/x\n" >.gitmodules; git add .gitmodules; git commit -qm bad'
  refuses_commits two .
  session three "$(commit_tree '120000 blob %s\t.gitmodules\n')"
  refuses_commits three .
}
