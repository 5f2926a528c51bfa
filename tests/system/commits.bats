#!/usr/bin/env bats
# shellcheck disable=SC2016 # the shells of sessions expand what is quoted
# bawn fetches commits of a session to a branch, and nothing else of the session's repository.

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

session() { in_app bawn launch --show-secrets --name "$1" -- bash -ec "git config user.name agent; git config user.email a@b; $2"; }
refs() { as alice git -C app for-each-ref; }

# refuses_commits NAME REASON: asserts that log and merge refuse the commits, and that the project's repository is unchanged.
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

@test "commits are read, and a command runs, while another session uses the home of the session" {
  session one 'echo x >new; git add new; git commit -qm one; echo mine >~/kept'
  run -0 in_app bawn spawn other -- sh -c 'echo theirs >~/kept; sleep 300'
  run -0 --separate-stderr in_app bawn log one
  assert_output --regexp '  agent  one$'
  run -0 --separate-stderr in_app bawn exec one -- sh -c 'ls new; ! test -e ~/kept'
  assert_output new
  assert_regex "$stderr" 'another session uses the home of one, so the command has an empty home'
  run -0 in_app bawn kill other
  run -0 --separate-stderr in_app bawn exec one -- sh -c 'cat ~/kept'
  assert_output theirs
}

@test "list names commits that the project lacks, and a refusal to destroy says how to see them" {
  session one 'seq 21 >list; git commit -qam more; git checkout -q HEAD~1 -- .'
  session two 'echo loose >loose'
  session three 'git branch same; echo ignored'
  session four 'echo x >>list; git stash -q'
  run -0 as alice bawn launch --name empty --workspace empty -- sh -c 'git init -q; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m inside'
  run -0 in_app bawn list
  assert_line --regexp '^one +ended 0 +0 \+ commits +command'
  assert_line --regexp '^two +ended 0 +1 +command'
  assert_line --regexp '^three +ended 0 +0 +command'
  assert_line --regexp '^four +ended 0 +0 \+ commits +command'
  run -0 in_app bawn list --json
  assert_equal "$(grep -c '"has_commits" : true' <<<"$output")" 3
  run -0 in_app bawn status four --brief
  assert_output 'commits in four: bawn status four'
  run -0 in_app bawn status empty
  assert_line '  commits   list: bawn exec empty -- git log'
  run -0 in_app bawn exec empty -- git log --format=%s
  assert_output inside
  run -4 --separate-stderr in_app bawn log empty
  assert_regex "$stderr" "session 'empty' began on a project without a git repository, so its commits cannot be fetched"
  run -0 in_app bawn status one --brief
  assert_output 'commits in one: bawn log one'
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'the commits of refs/heads/main.*bawn: hint: see them: bawn log one; remove them with the session: bawn destroy one --force'
  session five 'echo x >new; git add new; git commit -qm new'
  run -3 in_app bawn destroy five
  assert_output --partial 'merge the files: bawn merge five --all; fetch the commits: bawn merge five --branch bawn/five; remove'
  run -0 in_app bawn merge one --branch bawn/one
  run -0 in_app bawn list
  assert_line --regexp '^one +ended 0 +0 +command'
  run -0 in_app bawn destroy one
}

@test "log lists commits of a session, and merge --branch fetches them without changing the work tree" {
  session one 'sed -i s/^3$/three/ list; git commit -qam "first of the agent"
    git checkout -qb side; echo x >new; git add new; git commit -qm "on the side"; git checkout -q main; echo loose >loose'
  as alice sh -c 'cd app && sed -i s/^17$/mine/ list && git commit -qam mine'
  run in_app bawn status one
  assert_line '  commits   list: bawn log one; fetch: bawn merge one --branch bawn/one'
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

# The session's index is older than the parent of its commit.
@test "a commit that overwrites a later commit of the project is a hazard" {
  session one 'echo s >other; git add other'
  as alice sh -c 'cd app && sed -i s/^17$/mine/ list && echo new >later && git add . && git commit -qm mine'
  in_app bawn exec one -- git commit -qm old
  run -0 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_equal "$stderr" 'bawn: hazard: later: overwrites what the project committed after the session began
bawn: hazard: list: overwrites what the project committed after the session began'
  session two 'echo s >other; git add other; sed -i s/^3$/three/ list; git commit -qam new'
  run -0 --separate-stderr in_app bawn merge two --branch bawn/two
  assert_equal "$stderr" ''
  # an edit of the session in the same file, at another line, overwrites the line
  session three 'sed -i s/^3$/3.0/ list; git add list'
  as alice sh -c 'cd app && sed -i s/^18$/more/ list && git commit -qam more'
  in_app bawn exec three -- git commit -qm old
  run -0 --separate-stderr in_app bawn merge three --branch bawn/three
  assert_equal "$stderr" 'bawn: hazard: list: overwrites what the project committed after the session began'
  # no hazard if the session's index has the later commit
  session four 'true'
  as alice sh -c 'cd app && sed -i s/^16$/again/ list && git commit -qam again'
  in_app bawn exec four -- sh -c 'sed -i s/^3$/3.5/ list; git commit -qam four'
  run -0 --separate-stderr in_app bawn merge four --branch bawn/four
  assert_equal "$stderr" ''
}

@test "destroy removes a session whose commits and files are merged, and keeps one with others" {
  session one 'sed -i s/^3$/three/ list; git commit -qam one; sed -i s/^5$/five/ list'
  run -3 in_app bawn destroy one
  run -0 in_app bawn merge one --branch bawn/one
  run in_app bawn status one
  refute_line --partial commits
  run -3 in_app bawn destroy one
  run -0 in_app bawn merge one --all
  run -0 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_equal "$stderr" 'the project has all commits of one'
  in_app bawn resume one -- git commit -q --allow-empty -m more
  run -3 in_app bawn destroy one
  run -0 in_app bawn merge one --branch bawn/one
  assert_equal "$(in_app git log -1 --format=%s bawn/one)" more
  run -0 in_app bawn destroy one
}

@test "destroy removes a session whose files are in its fetched commits" {
  local name
  for name in whole:true edited:'echo x >>list' removed:'rm list' mode:'chmod +x new' link:'ln -sfn other to' file:'echo >more' gone:true; do
    session "${name%%:*}" 'sed -i s/^3$/three/ list; mkdir -p dir/deep; git mv src/hello.py dir/deep; echo n >new; echo r >run; chmod +x run; ln -s list to
      git add -A; git commit -qm '"${name%%:*}; ${name#*:}"
    run -0 in_app bawn merge "${name%%:*}" --branch "bawn/${name%%:*}"
  done
  in_app git branch -qD bawn/gone
  run -0 --separate-stderr in_app bawn destroy whole
  for name in edited:list removed:list mode:new link:to file:more gone:; do
    run -3 --separate-stderr in_app bawn destroy "${name%%:*}"
    # shellcheck disable=SC2154
    assert_regex "$stderr" "has unmerged work: "
    [[ $name == *: ]] || assert_regex "$stderr" "work: 1 change that no fetched commit has [(]${name#*:}[)]"$'\n'
    run -0 in_app bawn status "${name%%:*}"
  done
  run -3 --separate-stderr in_app bawn destroy mode
  assert_regex "$stderr" $'unmerged work: 1 change that no fetched commit has [(]new[)]\n'
}

@test "destroy removes a session on a branch of the project, unless files differ from that branch" {
  as alice sh -c 'cd app && git checkout -qb topic && echo topic >topic && git rm -q list && git add . && git commit -qm topic && git checkout -q main'
  session same 'git checkout -q topic'
  run -0 in_app bawn status same
  assert_line '  added     topic'
  run -0 in_app bawn destroy same
  session other 'git checkout -q topic; echo more >>topic'
  run -3 in_app bawn destroy other
  assert_line --partial "session 'other' has unmerged work: 1 change"
  session made-up 'git symbolic-ref HEAD refs/heads/none; echo x >new'
  run -3 in_app bawn destroy made-up
  assert_line --partial 'has unmerged work'
  as alice git -C app branch -qD topic
}

@test "destroy keeps a session with a stash, a tag, packed references or a detached HEAD" {
  local line
  session stash 'echo x >>list; git stash -q'
  session tag 'git checkout -q --detach; git commit -q --allow-empty -m tagged; git tag keepme; git checkout -q main'
  session packed 'git commit -q --allow-empty -m packed; git pack-refs --all; git gc -q'
  session detached 'git checkout -q --detach; git commit -q --allow-empty -m detached'
  run -0 --separate-stderr in_app bawn status stash
  assert_line "  commits   refs/stash is not a branch; to make it one: bawn exec stash -- git branch NAME refs/stash"
  run -0 --separate-stderr in_app bawn status tag
  assert_line "  commits   no merge fetches the tag refs/tags/keepme; to show it: bawn exec tag -- git show refs/tags/keepme; to make a branch of it: bawn exec tag -- git branch NAME refs/tags/keepme"
  for line in stash:refs/stash tag:refs/tags/keepme packed:refs/heads/main detached:HEAD; do
    run -3 --separate-stderr in_app bawn destroy "${line%%:*}"
    assert_regex "$stderr" "^bawn: error: session .${line%%:*}. has unmerged work: the commits of ${line#*:}"
  done
  run -0 in_app bawn report stash
  assert_line '| `refs/stash` |'
  run -0 in_app bawn report packed
  refute_output --partial 'Stashes'
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

@test "destroy keeps a session because of each of several stashes" {
  session one 'echo a >>list; git stash -q; echo b >>list; git stash -q; echo c >>list; git stash -q'
  run -0 --separate-stderr in_app bawn status one
  assert_line "  commits   stash@{2} is not a branch; to make it one: bawn exec one -- git branch NAME 'stash@{2}'"
  run -0 in_app bawn report one
  assert_line '| `stash@{1}` |'
  in_app bawn exec one -- sh -c 'git branch last refs/stash; git branch first "stash@{2}"'
  run -0 in_app bawn merge one --branch bawn/one
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" '^bawn: error: session .one. has unmerged work: the commits of stash@\{1\}'$'\n'
  in_app bawn exec one -- git stash drop -q 'stash@{1}'
  run -0 in_app bawn destroy one
}

@test "destroy keeps a session with content that only its index has" {
  local name
  session changed 'echo only staged >>list; git add list; git show HEAD:list >list'
  session removed 'echo staged and removed >list.new; git add list.new; rm list.new'
  session compressed 'git update-index --index-version 4; echo staged in version 4 >>list; git add list; git show HEAD:list >list'
  for name in changed:list removed:list.new compressed:list; do
    run -3 --separate-stderr in_app bawn destroy "${name%:*}"
    assert_regex "$stderr" "^bawn: error: session .${name%:*}. has unmerged work: the staged content of ${name#*:}"
    assert_regex "$stderr" "see them: bawn exec ${name%:*} -- git show :${name#*:}; remove them with the session"
    run -0 in_app bawn exec "${name%:*}" -- git show ":${name#*:}"
    assert_output --partial staged
    in_app bawn exec "${name%:*}" -- git reset -q
    run -0 in_app bawn destroy "${name%:*}"
  done
}

@test "destroy keeps a session with staged content that no commit and no index of the project has" {
  in_app sh -c 'echo only staged | git hash-object -w --stdin'
  session one 'echo only staged >list; git add list; git show HEAD:list >list'
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'has unmerged work: the staged content of list'
  run -0 in_app env COLUMNS=200 bawn status one
  assert_line '  staged    only the session has the staged content of list; show it: bawn exec one -- git show :list'
  in_app sh -c 'git update-index --add --cacheinfo "100644,$(echo only staged | git hash-object --stdin),other"'
  run -0 in_app bawn destroy one
}

@test "destroy keeps a session with staged content in other repositories and linked worktrees" {
  in_app sh -c 'git init -q nested; cd nested; echo one >a; git add a; git -c user.name=x -c user.email=x commit -qm x; cd ..
    git worktree add -q -b beside tree'
  session new 'git init -q t; cd t; echo only >st; git add st; echo two >st'
  session nested 'cd nested; echo only >a; git add a; echo one >a'
  session worktree 'git worktree add -q -b wtb wt; cd wt; echo only >list; git add list; git show HEAD:list >list'
  session existing 'cd tree; echo only >list; git add list; git show HEAD:list >list'
  local name
  for name in new:t/st nested:nested/a worktree:wt/list existing:tree/list; do
    run -0 in_app bawn merge "${name%:*}" --all --accept-hazards
    run -3 --separate-stderr in_app bawn destroy "${name%:*}"
    assert_regex "$stderr" "the staged content of ${name#*:}(;|\$|
)"
  done
  # content that the file or git has is no only copy
  session same 'git init -q s; cd s; echo only >st; git add st; cd ../tree; echo more >list; git add list'
  run -0 in_app bawn merge same --all --accept-hazards
  run -0 in_app bawn destroy same
}

@test "status shows commands for a nested repository that work in a session of a subdirectory" {
  in_app sh -c 'mkdir -p src; git init -q -b main nested; cd nested; echo one >a; git add a; git -c user.name=x -c user.email=x commit -qm x'
  as alice env -C app/src bawn launch --name one -- sh -c 'cd ../nested; echo committed >a; git -c user.name=x -c user.email=x commit -qam y; echo three >a'
  run -0 in_app env COLUMNS=500 bawn status one
  local bundle show
  bundle=$(sed -n 's/^  commits .* to write it to a file: \(.*\) >FILE$/\1/p' <<<"$output")
  show=$(sed -n 's/^  staged .*the staged content of nested\/a; show it: //p' <<<"$output")
  run -0 --separate-stderr in_app sh -c "$show"
  assert_output committed
  in_app sh -c "$bundle >../file"
  in_app git -C nested fetch -q ../../file main
  # the content is in a commit of the project now
  in_app git -C nested update-ref refs/heads/fetched FETCH_HEAD
  run -0 in_app bawn status one
  refute_line --partial '  staged  '
}

@test "merge --branch names a free branch when it refuses one" {
  session one 'echo x >>list; git commit -qam one'
  run -0 in_app bawn merge one --branch bawn/one
  in_app bawn exec one -- git commit -q --amend -m two
  in_app sh -c 'git branch bawn/one-2; git branch bawn/one-3/x'
  run -3 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_regex "$stderr" 'has commits that the session.s branch lacks'
  assert_regex "$stderr" 'hint: fetch the commits to a branch of another name: --branch bawn/one-4$'
  run -0 in_app bawn merge one --branch bawn/one-4
  in_app sh -c 'git branch -qD bawn/one bawn/one-2 bawn/one-3/x bawn/one-4; git branch bawn'
  run -3 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_regex "$stderr" 'hint: fetch the commits to a branch of another name: --branch bawn-one-2$'
  run -0 in_app bawn merge one --branch bawn-one-2
  in_app git branch -qD bawn bawn-one-2
}

@test "merge --branch moves no symbolic branch, and no branch of a running rebase" {
  session one 'echo x >>list; git commit -qam one'
  in_app git symbolic-ref refs/heads/other refs/heads/main
  run -3 --separate-stderr in_app bawn merge one --branch other
  assert_regex "$stderr" 'the branch other of the project is a symbolic reference to another branch'
  in_app git symbolic-ref -d refs/heads/other
  in_app sh -c 'git checkout -qb work; git commit -q --allow-empty -m w; GIT_SEQUENCE_EDITOR="sed -i 1ibreak" git rebase -qi HEAD~'
  run -3 --separate-stderr in_app bawn merge one --branch work
  assert_regex "$stderr" 'the branch work is checked out in a work tree of the project, or in a rebase'
  in_app sh -c 'git rebase --abort; git branch lower; git commit -q --allow-empty -m u'
  in_app sh -c 'GIT_SEQUENCE_EDITOR="sed -i 1ibreak" git rebase -qi --update-refs lower~'
  run -3 --separate-stderr in_app bawn merge one --branch lower
  assert_regex "$stderr" 'the branch lower is checked out in a work tree of the project, or in a rebase'
  in_app sh -c 'git rebase --abort; git checkout -q main; git branch -qD work lower'
  run -0 in_app bawn merge one --branch bawn/one
  run -0 in_app bawn destroy one
}

@test "destroy removes a session whose fetched commit differs only in line ends" {
  session one 'printf "\211PNG\n\032\n" >logo.png; printf "a\nb\n" >text; git add .; git commit -qm lf
    printf "\211PNG\r\n\032\n" >logo.png; printf "a\r\nb\r\n" >text'
  run -0 in_app bawn merge one --branch bawn/one
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'unmerged work: 2 changes'
  run -0 in_app bawn merge one logo.png text
  run -0 in_app bawn destroy one
  as alice sh -c 'cd app && rm logo.png text && git branch -qD bawn/one'
}

@test "merge reports a git that was killed, and fetches no commit" {
  session one 'echo x >>list; git commit -qam one'
  mv /usr/bin/git /usr/bin/git-whole
  # shellcheck disable=SC2016 # the file expands it
  printf '#!/bin/bash\n[ ! -e /killed ] || [[ "$*" != *"$(cat /killed)"* ]] || kill -9 $$\nexec -a git /usr/bin/git-whole "$@"\n' >/usr/bin/git
  chmod 755 /usr/bin/git
  for name in index-pack rev-list 'cat-file --batch' 'update-ref '; do
    echo "$name" >/killed
    run -1 --separate-stderr in_app bawn merge one --branch bawn/one
    assert_regex "$stderr" 'error: git was ended by signal 9'
    assert_regex "$stderr" 'hint: run the command again'
  done
  mv /usr/bin/git-whole /usr/bin/git
  run -1 in_app git rev-parse --verify -q bawn/one
  run -0 in_app bawn merge one --branch bawn/one
}

@test "destroy keeps a session with a damaged index, or one behind a link" {
  session broken 'echo none >.git/index'
  session linked 'rm .git/index; ln -s /etc/passwd .git/index'
  session cut 'head -c 100 .git/index >cut; mv cut .git/index'
  for name in broken linked cut; do
    run -3 --separate-stderr in_app bawn destroy "$name"
    assert_regex "$stderr" 'unmerged work: the staged content of .git/index'
  done
  # together, they have the maximum size of one index
  session large 'git init -q a; truncate -s 64M a/.git/index; git init -q b; echo x >b/f; git -C b add f'
  run -3 --separate-stderr in_app bawn destroy large
  assert_regex "$stderr" 'the staged content of a/.git/index, b/.git/index'
}

@test "staged content of a file is no only copy, also with other line ends" {
  session one 'echo a >>list; printf "b\\r\\nc\\r\\n" >dos; git -c core.autocrlf=input add list dos; git diff --staged --quiet && exit 9; true'
  run -3 --separate-stderr in_app bawn destroy one
  refute_regex "$stderr" staged
  run -0 in_app bawn merge one --all
  run -0 in_app bawn destroy one
}

@test "destroy compares with the project's present commits, also in a repository without an index" {
  session one 'git commit -q --allow-empty -m one; git tag -a v1 -m v1; git checkout -q --detach; git commit -q --allow-empty -m two; git tag -a v2 -m v2; git checkout -q main; git pack-refs --all'
  session two 'git commit -q --allow-empty -m two; git tag -a v3 -m v3'
  run -3 --separate-stderr in_app bawn destroy two
  assert_regex "$stderr" 'the commits of refs/heads/main, refs/tags/v3'
  run -0 in_app bawn merge two --branch bawn/two
  run -0 in_app bawn status two
  assert_line --partial '  commits   no merge fetches the tag refs/tags/v3; to show it: '
  refute_line --partial 'bawn log'
  run -0 in_app bawn merge one --branch bawn/one
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'unmerged work: the commits of refs/tags/v1, refs/tags/v2'$'\n'
  in_app git branch -qD bawn/two
  in_app git -c gc.reflogExpire=now gc -q --prune=now
  run -3 --separate-stderr in_app bawn destroy two
  run -0 in_app bawn merge two --branch bawn/two
  run -3 --separate-stderr in_app bawn destroy two
  assert_regex "$stderr" 'unmerged work: the commits of refs/tags/v3'$'\n'
  in_app sh -c 'bawn exec two -- git cat-file tag v3 | git mktag'
  run -3 in_app bawn destroy two # git removes an object that no reference names
  in_app sh -c 'git tag mine "$(bawn exec two -- git cat-file tag v3 | git mktag)"'
  run -0 in_app bawn destroy two
  as alice sh -c 'git init -q fresh && cd fresh && echo x >x'
  as alice env -C fresh bawn launch --name three -- sh -ec 'git config user.name a; git config user.email a@b; git add .; git commit -qm three'
  run -3 as alice bawn destroy three
  as alice sh -c 'cp -r .local/share/bawn/workspaces/three/upper/.git/objects/?? fresh/.git/objects'
  run -3 as alice bawn destroy three
  as alice sh -c 'cd fresh && git update-ref refs/heads/three "$(cat "$HOME"/.local/share/bawn/workspaces/three/upper/.git/refs/heads/*)"'
  run -0 as alice bawn destroy three
  rm -rf /home/alice/fresh
}

# asks_for_commits NAME REFERENCE: asserts that log lists commits, that status and report name them, and that destroy refuses.
asks_for_commits() {
  run -0 --separate-stderr in_app bawn log "$1"
  assert_output --regexp '^[0-9a-f]{10} '
  run -0 --separate-stderr in_app bawn status "$1"
  assert_line --partial "list: bawn log $1;"
  run -0 --separate-stderr in_app bawn report "$1"
  assert_line '## Commits'
  run -3 --separate-stderr in_app bawn destroy "$1"
  assert_regex "$stderr" "unmerged work: .*the commits of $2"
}

# has_all_commits NAME: asserts that none of these commands names commits.
has_all_commits() {
  run -0 --separate-stderr in_app bawn log "$1"
  assert_output ''
  run -0 --separate-stderr in_app bawn status "$1"
  refute_line --partial '  commits'
  run -0 --separate-stderr in_app bawn report "$1"
  refute_line '## Commits'
  run -0 --separate-stderr in_app bawn merge "$1" --branch bawn/more
  assert_equal "$stderr" "the project has all commits of $1"
}

@test "log, status, report and destroy count the commits that no reference of the project reaches" {
  session one 'git checkout -qb topic; seq 9 >new; git add new; git commit -qm t1; git checkout -q main'
  run -0 in_app bawn merge one --branch ag
  has_all_commits one
  in_app git branch -qD ag
  asks_for_commits one refs/heads/topic
  run -0 in_app bawn merge one --branch ag
  in_app git checkout -q ag
  in_app git checkout -q main
  in_app git branch -qD ag
  asks_for_commits one refs/heads/topic # HEAD's reflog has it
  run -0 in_app bawn merge one --branch ag
  in_app git tag -a kept -m kept ag
  in_app git branch -qD ag
  has_all_commits one
  in_app git worktree add -q --detach ../linked kept
  in_app git tag -d kept
  has_all_commits one
  in_app git worktree remove ../linked
  asks_for_commits one refs/heads/topic
  run -0 in_app bawn merge one --branch ag
  as alice sh -c 'cd app && git merge -q --no-ff --no-edit ag && git branch -qD ag'
  has_all_commits one
  run -0 in_app bawn destroy one
}

@test "fetched commits that the project squashed count as merged" {
  session one 'git checkout -qb topic; seq 9 >new; git add new; git commit -qm t1; seq 8 >new; echo b >b; git rm -q list; git add b; git commit -qam t2; git checkout -q main'
  session two 'git checkout -qb topic; chmod +x list; git commit -qam mode; git checkout -qb empty start; git commit -q --allow-empty -m empty; git checkout -q main'
  run -0 in_app bawn merge one --branch ag
  run -0 in_app bawn merge two --branch two
  as alice sh -c 'cd app && echo c >c && git add c && git commit -qm mine && git merge -q --squash ag && git commit -qm squashed && git branch -qD ag two two-topic'
  has_all_commits one
  run -3 --separate-stderr in_app bawn destroy two
  assert_regex "$stderr" 'the commits of refs/heads/empty, refs/heads/topic'
  as alice sh -c 'cd app && seq 7 >new && git commit -qam other'
  has_all_commits one
  as alice sh -c 'cd app && git reset -q --hard HEAD~2 && seq 7 >new && git add new && git commit -qm other'
  asks_for_commits one refs/heads/topic
  as alice sh -c 'cd app && git reset -q --hard HEAD@{2}'
  run -0 in_app bawn destroy one
}

@test "a commit and its revert do not count as squashed" {
  session one 'seq 9 >new; git add new; git commit -qm add; git revert --no-edit HEAD >/dev/null'
  run -0 in_app bawn merge one --branch ag
  in_app git branch -qD ag
  asks_for_commits one refs/heads/main
}

@test "a file that only a commit in between has keeps its commits from counting as squashed" {
  session one 'echo precious >p; git add p; git commit -qm c1; git rm -q p list; echo q >q; git add q; git commit -qm c2'
  run -0 in_app bawn merge one --branch ag
  as alice sh -c 'cd app && git merge -q --squash ag && git commit -qm squashed && git branch -qD ag'
  asks_for_commits one refs/heads/main
}

@test "destroy keeps a session with files of other programs in .git" {
  session one 'git status; touch .git/config.lock .git/hooks/mine .git/ORIG_HEAD'
  run -0 in_app bawn destroy one
  session two 'echo plan >.git/notes'
  run -3 --separate-stderr in_app bawn destroy two
  assert_regex "$stderr" 'unmerged work: files of other programs than git: .git/notes'
  assert_regex "$stderr" "see them: (find [^;]*)"
  run -0 as alice sh -c "${BASH_REMATCH[1]}"
  assert_line --regexp '/\.git/notes$'
  run -0 in_app bawn destroy two --force
}

# hides_work NAME WORDS SCRIPT: asserts that destroy and clean keep a session with this script, and name its work.
hides_work() {
  session "$1" "$3"
  run -3 --separate-stderr in_app bawn destroy "$1"
  assert_regex "$stderr" "unmerged work: $2"
  run --separate-stderr in_app bawn clean "$1"
  assert_regex "$stderr" "kept: .*$2"
  run -0 in_app bawn destroy "$1" --force
}

@test "destroy keeps a session that hides its commits in references of an unusual form" {
  local made='git checkout -qb w; echo w >w; git add w; git commit -qm w; c=$(git rev-parse HEAD); git checkout -q main; git branch -qD w;'
  hides_work pseudo 'the commits of WORK_HEAD' "$made git update-ref WORK_HEAD \$c"
  hides_work symbolic 'the commits of HEAD' "$made git update-ref refs/remotes/o/w \$c; git symbolic-ref HEAD refs/remotes/o/w; rm -f .git/index; git read-tree main; git checkout -q -- ."
  hides_work branch 'the commits of refs/heads/w' "$made echo \$c >.git/ORIG_HEAD; echo 'ref: ORIG_HEAD' >.git/refs/heads/w"
  hides_work logs 'the commits of refs/heads/logs/w' "$made mkdir .git/refs/heads/logs; echo \$c \$c x >.git/refs/heads/logs/w"
  hides_work module 'the commits of .git/modules/a/logs/HEAD' "$made mkdir -p .git/modules/a; git init -q --bare .git/modules/a/logs; echo \$c \$c x >.git/modules/a/logs/HEAD"
  hides_work common 'the commits of commondir' "$made cp -r .git /tmp/c; mv /tmp/c .git/info/c; echo info/c >.git/commondir; git -C . --git-dir=.git update-ref refs/heads/w \$c; rm -f .git/refs/heads/w"
  hides_work link 'the commits of refs' "$made cp -r .git/refs .git/info/r; rm -r .git/refs; ln -s info/r .git/refs; echo \$c >.git/info/r/heads/w"
}

@test "destroy keeps a session that hides files in a deep directory of .git, or in .GIT" {
  hides_work deep 'paths in .git that bawn cannot read: .\.git/modules' \
    'cd .git; for i in $(seq 100); do mkdir -p modules/.git; cd modules/.git; done; mkdir -p refs/heads; echo w >refs/heads/w'
  hides_work letters 'files of other programs than git: .GIT/refs/heads/w' 'mkdir -p .GIT/refs/heads; echo w >.GIT/refs/heads/w'
}

@test "stashes of the project are no only copy of a session that rewrote its list" {
  as alice sh -c 'cd app && for each in a b c; do echo $each >>list; git stash -q; done'
  session one 'echo d >>list; git stash -q; git stash drop -q'
  run -0 --separate-stderr in_app bawn status one
  refute_line --partial '  commits'
  in_app git stash drop -q 'stash@{1}'
  run -0 --separate-stderr in_app bawn status one
  assert_line --partial '  commits   stash@{1} is not a branch'
  run -3 in_app bawn destroy one
  in_app git stash clear
}

@test "no hint of bawn runs shell code from the name of a reference" {
  local line
  session one 'c=$(git rev-parse HEAD | tr 0-9a-f a-f0-9); mkdir -p .git/refs/tags
    printf "%s refs/stash; touch /tmp/canary #\n" "$c" >.git/packed-refs
    printf "%s\n" "$c" | tee ".git/refs/tags/v1\$(id>b)" >".git/refs/tags/v2;id"'
  run -0 --separate-stderr in_app bawn status one
  assert_line '  commits   git accepts no reference of this name: refs/stash; touch /tmp/canary #'
  assert_line --partial "to make a branch of it: bawn exec one -- git branch NAME 'refs/tags/v2;id'"
  assert_line --partial "bawn exec one -- git show 'refs/tags/v1\$(id>b)'; to make a branch of it"
  run -3 in_app bawn destroy one
}

@test "countless references block no command, and destroy keeps a session with them" {
  local command
  # bawn alone reads the files of the submodules; git in the session reads the other one, for as long as its size needs
  session one 'python3 -c "
import os
def pack(count, name):
  text = b\"\".join(b\"%040x refs/heads/b%d\\n\" % (i * 7919**5 % (1 << 159), i) for i in range(count))
  open(name, \"wb\").write(text)
pack(30000, \".git/packed-refs\"); pack(270000, \".git/store\")
for i in range(20):
  os.makedirs(\".git/modules/m%d\" % i); os.link(\".git/store\", \".git/modules/m%d/packed-refs\" % i)"'
  for command in 'status one' 'report one' 'destroy one'; do
    # shellcheck disable=SC2086
    run --separate-stderr as alice timeout 60 env -C app bawn $command
    assert_not_equal "$status" 124
    [[ $command != status* ]] || assert_line '  commits   the session has too many references to read them all'
  done
  assert_equal "$status" 3
}

@test "destroy keeps a session with commits in a submodule or a nested repository" {
  as alice sh -c 'git init -q part && cd part && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m part && cd ../app &&
    git -c protocol.file.allow=always submodule --quiet add ~/part sub && git commit -qm sub'
  session one 'git -C sub config user.name a; git -C sub config user.email a@b; git -C sub commit -q --allow-empty -m inside'
  session two 'git init -q nested; git -C nested -c user.name=a -c user.email=a@b commit -q --allow-empty -m nested'
  run -0 --separate-stderr in_app bawn status one
  assert_line --regexp '^  commits   no merge fetches .git/modules/sub/(HEAD|refs/heads/.*) of another repository; to write it to a file: bawn exec one -- git --git-dir=/home/alice/app/.git/modules/sub bundle create - [^ ]+ >FILE$'
  local ref
  ref=$(sed -n 's/.* bundle create - \([^ ]*\) >FILE$/\1/p' <<<"$output" | head -n 1)
  in_app sh -c "bawn exec one -- git --git-dir=/home/alice/app/.git/modules/sub bundle create - $ref >../file"
  in_app git -C sub fetch -q ../../file "$ref"
  assert_equal "$(in_app git -C sub log -1 --format=%s FETCH_HEAD)" inside
  run -0 --separate-stderr in_app bawn status two
  assert_line --regexp '^  commits   no merge fetches nested/.git/refs/heads/.* of another repository; to write it to a file: '
  session three 'git -C sub config user.name a; git -C sub config user.email a@b
    git -C sub commit -q --allow-empty -m inside; git commit -qam outside'
  run -0 --separate-stderr in_app bawn merge three --branch bawn/three
  assert_regex "$stderr" 'bawn: warning: only the session has the commits of .git/modules/sub/.*; how to fetch them: bawn status three'
  run -3 in_app bawn destroy one
  run -3 in_app bawn destroy two
}

@test "destroy finds a commit whatever names its branch and its worktree have" {
  local name branch
  for branch in logs/fix fix/refs/remotes/x objects/ab/x; do
    name=s-${branch%%/*}
    session "$name" "git checkout -qb $branch; git commit -q --allow-empty -m one; git checkout -q main"
    run -3 --separate-stderr in_app bawn destroy "$name"
    assert_regex "$stderr" "unmerged work: the commits of refs/heads/$branch"$'\n'
    run -0 in_app bawn list
    assert_line --regexp "^$name .*commits"
  done
  session tree 'git worktree add -q --detach /tmp/logs; git -C /tmp/logs commit -q --allow-empty -m one'
  run -3 --separate-stderr in_app bawn destroy tree
  assert_regex "$stderr" 'unmerged work: the commits of .git/worktrees/logs/HEAD'
  in_app bawn launch --name logs --workspace worktree -- git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one
  run -3 --separate-stderr in_app bawn destroy logs
  assert_regex "$stderr" 'unmerged work: the commits of refs/heads/bawn/logs'
  # destroy also removes the reference that keeps the session's first commit in the project
  run -0 in_app bawn destroy logs --force
}

@test "merge --branch refuses a branch with other commits, the checked-out branch and a wrong name" {
  session one 'git commit -q --allow-empty -m one'
  in_app git branch bawn/one start
  as alice sh -c 'cd app && git checkout -q bawn/one && git commit -q --allow-empty -m mine && git checkout -q main'
  for branch in bawn/one main; do
    run -3 --separate-stderr in_app bawn merge one "--branch=$branch" --dry-run
    assert_regex "$stderr" "^bawn: error: the (project's )?branch $branch "
    run -3 --separate-stderr in_app bawn merge one "--branch=$branch"
    assert_regex "$stderr" '^bawn: error: '
  done
  assert_equal "$(in_app git log -1 --format=%s bawn/one)" mine
}

@test "a typed name that git accepts for no branch is an error of usage, also when no commits are left" {
  session one 'git commit -q --allow-empty -m one'
  session two true
  for each in one two; do
    for branch in 'a b' ../x -x HEAD "$(printf %0251d 1)"; do
      run -2 --separate-stderr in_app bawn merge "$each" "--branch=$branch"
      assert_equal "$stderr" "bawn: error: '$(cut -c1-200 <<<"$branch")$([ ${#branch} -le 200 ] || echo …)' is not a valid name of a branch
bawn: hint: try another name: bawn merge $each --branch bawn/$each"
    done
  done
}

@test "log and exec do not change the status of an ended session" {
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

@test "merge --branch moves no other branch, unless that session made it" {
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

@test "merge --branch fetches branches whose names differ only in a slash or in case" {
  session one 'for branch in a-b A-B a/b main; do git checkout -q -B $branch start; git commit -q --allow-empty -m "on $branch"; done'
  run -0 --separate-stderr in_app env LC_ALL=C bawn merge one --branch bawn/one
  assert_output 'one: 4 commits fetched to bawn/one, bawn/one-A-B, bawn/one-a-b-2, bawn/one-a-b-3'
  run in_app git for-each-ref --format='%(refname:short) %(subject)' refs/heads/bawn
  assert_output 'bawn/one on main
bawn/one-A-B on A-B
bawn/one-a-b-2 on a-b
bawn/one-a-b-3 on a/b'
  in_app bawn resume one -- git commit -q --allow-empty -m more
  run -0 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_output 'one: 1 commit fetched to bawn/one'
}

@test "merge --branch fetches commits and branches with non-ASCII names in any locale" {
  in_app git commit -q --allow-empty -m 'пох Å'
  session one 'for branch in пох Å ä main; do git checkout -q -B $branch; git commit -q --allow-empty -m "on $branch"; done'
  run -0 --separate-stderr in_app env LC_ALL=C bawn log one
  run -0 --separate-stderr in_app env LC_ALL=C bawn merge one --branch bawn/one
  run in_app git for-each-ref --format='%(refname:short) %(subject)' refs/heads/bawn
  assert_output 'bawn/one on main
bawn/one-Å on Å
bawn/one-ä on ä
bawn/one-пох on пох'
}

@test "merge --branch refuses a branch with a name that is not UTF-8 or is misleading" {
  local name
  for name in '\xff\xfe' '\xc2\x9b31m' '\xe2\x80\xaegpj' '\xe2\x80\x8b'; do
    session one 'git commit -q --allow-empty -m bad; git branch "$(printf "b'"$name"'")"'
    refuses_commits one 'the name of a branch is not UTF-8, or has control characters: b[?\]'
    in_app bawn destroy --force one
  done
}

@test "merge --branch refuses a branch that blocks another one, and a name that is too long" {
  session one 'git commit -q --allow-empty -m one'
  in_app git branch bawn/one/more start
  for line in 'bawn/one bawn/one/more' 'main/one main'; do
    run -3 --separate-stderr in_app bawn merge one --branch "${line% *}"
    assert_regex "$stderr" "^bawn: error: git cannot create the branch ${line% *}: the project has a branch ${line#* }"
  done
  in_app git branch -D bawn/one/more
  session two 'long=$(printf %0200d 1); git checkout -q -b $long/$long; git commit -q --allow-empty -m long; git checkout -q main; git commit -q --allow-empty -m two'
  run -3 --separate-stderr in_app bawn merge two --branch bawn/two
  assert_regex "$stderr" 'the name of a branch is too long: bawn/two-0*'
  assert_equal "$(refs | grep bawn)" ''
}

@test "merge --branch refuses more than 100 branches" {
  session one 'git commit -q --allow-empty -m many; for i in {1..100}; do git branch "b$i"; done'
  run -3 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_regex "$stderr" 'they are on more than 100 branches'
  assert_equal "$(in_app git for-each-ref refs/heads/bawn)" ''
}

@test "a session without commits, without git and with an unborn branch has none" {
  session one 'echo x >new'
  run -0 --separate-stderr in_app bawn log one
  assert_equal "$stderr" 'the project has all commits of one'
  as alice sh -c 'mkdir plain && cd plain && echo x >x'
  as alice env -C plain bawn launch --name none -- true
  refused 4 '/home/alice/plain is not the top of a git repository' 'see its changes: bawn status none' as alice bawn log none
  as alice env -C plain bawn launch --name two -- sh -c 'git init -q; git add .; git -c user.name=a -c user.email=a@b commit -qm x'
  run -4 --separate-stderr as alice bawn log two
  assert_regex "$stderr" 'is not the top of a git repository'
  local write='bawn exec two -- git bundle create - --all >FILE'
  run -0 as alice bawn status two
  assert_line "  commits   list: bawn exec two -- git log; write them to a file: $write"
  run -0 as alice bawn status two --brief
  assert_output 'commits in two: bawn exec two -- git log'
  run --separate-stderr as alice bawn merge two --all
  assert_regex "$stderr" "^bawn: left out: [0-9]+ of git's own files; to write the commits to a file: $write\$"
  run -3 --separate-stderr as alice bawn destroy two
  assert_regex "$stderr" 'see them: bawn exec two -- git log; '
  as alice sh -c "${write/FILE/bundle}; git bundle list-heads bundle | grep HEAD; rm bundle"
  as alice git init -q fresh
  as alice env -C fresh bawn launch --name three -- true
  run -0 --separate-stderr as alice bawn log three
  rm -rf /home/alice/plain /home/alice/fresh
}

@test "the hint about a repository that is gone or closed leads back to the commits" {
  session one 'echo x >new; git add new; git commit -qm one'
  run -0 in_app bawn launch --name tree --workspace worktree -- true
  mv /home/alice/app/.git /home/alice/kept
  local refusal
  for refusal in 'bawn log one' 'bawn merge one --branch x'; do
    # shellcheck disable=SC2086
    refused 4 '/home/alice/app is not the top of a git repository' 'put the project with its .git back there; then: bawn log one' in_app $refusal
  done
  run -3 --separate-stderr in_app bawn exec tree -- git log
  assert_regex "$stderr" 'hint: put the project with its .git back there'
  mv /home/alice/kept /home/alice/app/.git
  run -0 in_app bawn log one
  chmod 0 /home/alice/app/.git
  refused 1 'the repository of the project cannot be read: /home/alice/app/.git' 'see: namei -l /home/alice/app/.git' in_app bawn log one
  run -3 --separate-stderr in_app bawn launch --workspace worktree -- true
  assert_regex "$stderr" '/home/alice/app/.git cannot be read as one'
  chmod 755 /home/alice/app/.git
  run -0 in_app bawn destroy tree --force
}

@test "merge --branch fetches from a running session, a detached HEAD and a linked worktree" {
  # shellcheck disable=SC2154
  in_background --name one "git checkout -q --detach; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m loose; $pause"
  run -0 --separate-stderr in_app bawn merge one --branch bawn/one
  goes_on
  assert_equal "$(in_app git log -1 --format=%s bawn/one)" loose
}

@test "settings, hooks and attributes of the session's repository run no command outside" {
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

# commit_tree PRINTF: a line of sh that commits a tree with this entry on main, in the format of mktree.
commit_tree() { printf '%s' "tree=\$(printf '$1' \$(echo x | git hash-object -w --stdin) | git mktree --missing); git update-ref refs/heads/main \$(git commit-tree -p HEAD -m bad \$tree)"; }

@test "merge --branch refuses commits with .git in any spelling" {
  session one "$(commit_tree '100644 blob %s\t.GIT\n')"
  refuses_commits one .
  session two "$(commit_tree '100644 blob %s\tgit~1\n')"
  refuses_commits two .
  session four 'blob=$(echo x | git hash-object -w --stdin); tree=$(printf "100644 blob $blob\t.g\xe2\x80\x8cit\0" | git mktree -z)
    git update-ref refs/heads/main $(git commit-tree -p HEAD -m bad $tree)'
  refuses_commits four .
}

@test "log lists commits with control characters in file names, and merge --branch fetches none after them" {
  local name id before
  for name in 'nl\nx' 'a\rb' '\xc2\x9b31m' '\xe2\x80\xaegpj.exe' '\xff\x01'; do
    session five 'git commit -q --allow-empty -m good; blob=$(echo x | git hash-object -w --stdin); tree=$(printf "100644 blob $blob\t'"$name"'\0" | git mktree -z)
      tree=$(printf "040000 tree $tree\tsub\n" | git mktree); git update-ref refs/heads/main $(git commit-tree -p HEAD -m bad $tree); git branch good HEAD~
      git update-ref refs/heads/main $(git commit-tree -p HEAD -m after HEAD~^{tree})'
    id=$(as alice git -C .local/share/bawn/workspaces/five/upper rev-parse --short=10 main~ 2>/dev/null || in_app bawn exec five -- git rev-parse --short=10 main~)
    run -0 --separate-stderr in_app bawn log five
    assert_equal "$(cut -d' ' -f8 <<<"$output" | paste -sd' ')" 'after bad good'
    assert_regex "$stderr" "^bawn: not fetched: commit $id: the name of a file has control characters: sub/[^/]*\$"
    run -0 in_app bawn report five
    assert_line --partial "commit $id: the name of a file has control characters"
    run -1 --separate-stderr in_app bawn merge five --branch bawn/five
    assert_output 'five: 1 commit fetched to bawn/five-good' # the checked-out one alone is bawn/five
    assert_regex "$stderr" "^bawn: not fetched: commit $id: the name of a file has control characters: sub/"
    assert_equal "$(in_app git log -1 --format=%s bawn/five-good)" good
    refute in_app git cat-file -e "$id"
    in_app bawn destroy --force five
    in_app git branch -qD bawn/five-good
  done
}

@test "the command of the hint about refused commits fetches the commits before them" {
  session one 'git commit -q --allow-empty -m first; git commit -q --allow-empty -m second; touch "$(printf "a\tb")"; git add .; git commit -qm bad; git commit -q --allow-empty -m after'
  run -3 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_regex "$stderr" '^bawn: error: no commits were fetched: commit [0-9a-f]{10}: the name of a file has control characters: a\\tb'
  # shellcheck disable=SC2154
  run -1 --separate-stderr as alice sh -c "cd app && ${stderr##*fetch the commits before it: }"
  assert_output --regexp '^one: 2 commits fetched to bawn/one-at-[0-9a-f]{10}$'
  assert_equal "$(in_app git log -1 --format=%s "${output##* }")" second
  session two 'touch "$(printf "a\tb")"; git add .; git commit -qm bad'
  run -3 --separate-stderr in_app bawn merge two --branch bawn/two
  assert_regex "$stderr" "hint: the changed files can still be merged; see: bawn status [a-z0-9-]+\$"
  session three 'mkdir x; t=$(git mktree </dev/null); tree=$(printf "040000 tree $t\ta\rb\0" | git mktree -z); git update-ref refs/heads/main $(git commit-tree -p HEAD -m bad $tree)'
  refuses_commits three 'control characters'
}

@test "merge --branch refuses commits that make a directory a git repository by its content" {
  local bare='mkdir -p docs/objects docs/refs; touch docs/objects/x docs/refs/x docs/HEAD docs/config'
  session one "$bare; git add docs; git commit -qm bare"
  refuses_commits one 'they make docs a git repository'
  session two 'mkdir -p a/Docs; touch a/Docs/head a/Docs/CommonDir; git add a; git commit -qm common; git rm -qr a; git commit -qm gone'
  refuses_commits two 'they make a/Docs a git repository'
  session three "$bare; git checkout -q -b side; git add docs/HEAD; git commit -qm half
    git checkout -q main; git add docs/objects docs/refs; git commit -qm other"
  refuses_commits three 'they make docs a git repository'
  as alice sh -c 'cd app && mkdir -p docs/objects docs/refs && touch docs/objects/x docs/refs/x && echo docs >>.git/info/exclude'
  session four 'touch docs/HEAD; git add -f docs/HEAD; git commit -qm head'
  refuses_commits four 'they make docs a git repository'
  sed -i /docs/d /home/alice/app/.git/info/exclude
  session five 'mkdir -p docs/refs part; touch docs/page docs/refs/x part/HEAD; git add docs/page docs/refs/x part; git commit -qm pages'
  run -0 in_app bawn merge five --branch bawn/five
}

@test "log and merge --branch name severe hazards in commits" {
  session one 'echo x >.envrc; mkdir -p sub; ln -s ../../.ssh sub/keys; ln -s loop/../.ssh around; ln -s ../list sub/list; git add .; git commit -qm one
    git commit -q --allow-empty -m none; echo x >Makefile; git add .; git commit -qm two; git rm -q Makefile; echo y >.envrc; git commit -qam three'
  for command in 'log one' 'merge one --branch bawn/one --dry-run' 'merge one --branch bawn/one'; do
    # shellcheck disable=SC2086
    run -0 --separate-stderr in_app bawn $command
    assert_equal "$stderr" 'bawn: hazard: .envrc: takes effect automatically: direnv
bawn: hazard: around: leads out of the project
bawn: hazard: sub/keys: leads out of the project'
  done
}

@test "log and merge --branch name a removed hazard and another commit of a submodule" {
  as alice sh -c 'cd app && echo "*.sh eol=lf" >.gitattributes && git add . && git commit -qm rules'
  session one 'git rm -q .gitattributes; git commit -qm gone
    git update-index --add --cacheinfo "160000,$(git rev-parse HEAD),part"; git commit -qm part'
  for command in 'log one' 'merge one --branch bawn/one'; do
    # shellcheck disable=SC2086
    run -0 --separate-stderr in_app bawn $command
    assert_equal "$stderr" "bawn: hazard: part: 'git submodule update' checks out a commit that bawn did not read
bawn: hazard: .gitattributes: takes effect automatically: git"
  done
}

@test "merge --branch fetches a branch once that has a second, symbolic name" {
  session one 'git checkout -qb other; echo 1 >n; git add n; git commit -qm n; git symbolic-ref refs/heads/sym refs/heads/other'
  run -0 in_app bawn merge one --branch bawn/one
  run -0 as alice git -C app log -1 --format=%s bawn/one
  assert_output n
}

@test "log and merge --branch name what git would overwrite in the project" {
  as alice sh -c 'cd app && printf "%s\n" local.json build/ db >.gitignore && git add . && git commit -qm ignore &&
    echo only >local.json && mkdir build && echo only >build/db && echo only >db && echo only >free'
  session one 'rm -rf build db local.json; echo a >build; mkdir db; echo a >db/x; echo a >local.json; echo a >new; echo b >>list
    git add -f local.json build db/x new list; git commit -qm one'
  for command in 'log one' 'merge one --branch bawn/one'; do
    # shellcheck disable=SC2086
    run -0 --separate-stderr in_app bawn $command
    assert_equal "$(grep 'untracked file' <<<"$stderr")" "$(printf "bawn: hazard: %s: the project has an untracked file at this path; 'git merge' refuses to run, or overwrites the file if git ignores it\n" \
      build db local.json)"
  done
}

@test "log and merge check commits that the project no longer has, despite grafts of the session" {
  session one 'git checkout -qb w; echo evil >.envrc; git add .; git commit -qm evil'
  run -0 in_app bawn merge one --branch bawn/one
  in_app git branch -qD bawn/one
  in_app bawn exec one -- sh -c 'evil=$(git rev-parse w); git config user.name agent; git config user.email a@b; git rm -qf .envrc; echo ok >ok; git add ok
    git commit -qm harmless; printf "%s %s\n%s\n" "$(git rev-parse main)" "$evil" "$evil" >.git/info/grafts'
  run -0 --separate-stderr in_app bawn log one
  assert_output --partial evil
  assert_equal "$stderr" 'bawn: hazard: .envrc: takes effect automatically: direnv'
  run -0 --separate-stderr in_app bawn merge one --branch bawn/one
  assert_output 'one: 2 commits fetched to bawn/one'
  assert_equal "$stderr" 'bawn: hazard: .envrc: takes effect automatically: direnv'
}

@test "destroy keeps a session with a reference in any spelling that git reads" {
  local spelling
  for spelling in 'printf "%s\tx\n" $id >.git/refs/heads/w' 'echo ${id^^} >.git/refs/heads/w' 'printf "%s\0x" $id >.git/refs/heads/w' \
    'echo $id >.git/store; ln -s ../../store .git/refs/heads/w' 'echo ${id^^} refs/heads/w >.git/packed-refs' 'printf "%s\trefs/heads/w\n" $id >.git/packed-refs'; do
    session one "git checkout -q --detach; echo x >x; git add x; git commit -qm x; id=\$(git rev-parse HEAD); git checkout -q main; $spelling; git log -1 --format=%s w"
    assert_equal "$spelling: $(in_app bawn exec one -- git log -1 --format=%s w)" "$spelling: x"
    run -3 --separate-stderr in_app bawn destroy one
    run -0 in_app bawn destroy one --force
  done
}

@test "log and merge name links in commits that lead outside through other links" {
  as alice sh -c 'cd app && ln -s .. out && ln -s src inside && git add . && git commit -qm links'
  session one 'mkdir -p deep .ssh; ln -s out/etc x; ln -s inside/hello.py y; ln -s ../x/passwd deep/z; ln -s held/file w; ln -s old/file v; ln -s / old
    git add x y deep w v old; git commit -qm one; git rm -q old; git commit -qm two; ln -s /srv held'
  for command in 'log one' 'merge one --branch bawn/one'; do
    # shellcheck disable=SC2086
    run -0 --separate-stderr in_app bawn $command
    assert_equal "$stderr" 'bawn: hazard: deep/z: leads out of the project
bawn: hazard: old: leads out of the project
bawn: hazard: v: leads out of the project
bawn: hazard: w: leads out of the project
bawn: hazard: x: leads out of the project'
  done
  as alice sh -c 'cd app && git checkout -qb other && ln -s .. way && git add . && git commit -qm way && git checkout -q -'
  session two 'git checkout -q other; ln -s way/etc x; ln -s hello.py y; git add x y; git commit -qm three; git checkout -q -'
  run -0 --separate-stderr in_app bawn log two
  assert_equal "$stderr" 'bawn: hazard: x: leads out of the project'
}

@test "merge --branch quickly refuses commits with more paths than a machine can list" {
  session one 'b=$(echo x | git hash-object -w --stdin); t=$(for i in {0..9}; do printf "100644 blob %s\tf%s\n" $b $i; done | git mktree)
    for level in {1..11}; do t=$(for i in {0..9}; do printf "040000 tree %s\td%s\n" $t $i; done | git mktree); done
    git update-ref refs/heads/main $(echo bomb | git commit-tree $t -p HEAD)'
  run -3 --separate-stderr as alice bash -c 'ulimit -v 12000000; cd app && timeout 60 bawn log one'
  assert_regex "$stderr" '^bawn: error: the commits of the session are refused: they have more than 10000000 files'
  refuses_commits one 'they have more than'
  session two 't=$(git mktree </dev/null); b=$(echo x | git hash-object -w --stdin); t=$(printf "100644 blob %s\tf\n" $b | git mktree)
    for level in {1..1100}; do t=$(printf "040000 tree %s\td\n" $t | git mktree); done
    git update-ref refs/heads/main $(echo deep | git commit-tree $t -p HEAD)'
  refuses_commits two 'their directories are nested deeper than 500'
}

@test "merge --branch refuses commits that expand to more than the memory" {
  session one 'python3 - <<END
import hashlib, os, subprocess, zlib
def git(*words, **more): return subprocess.run(["git", *words], check=True, stdout=subprocess.PIPE, **more).stdout.strip()
def count(size):
    bytes_ = bytearray()
    while size > 127: bytes_.append(size & 127 | 128); size >>= 7
    return bytes(bytes_ + bytearray([size]))
def head(kind, size):
    first, size = kind << 4 | size & 15, size >> 4
    return bytes([first | 128]) + count(size) if size else bytes([first])
base, times = bytes(0xffffff), 200
delta = count(len(base)) + count(len(base) * times) + b"\xf0\xff\xff\xff" * times
whole, hashed = b"blob %d\0" % len(base), hashlib.sha1(b"blob %d\0" % (len(base) * times))
for _ in range(times): hashed.update(base)
pack = b"PACK" + (2).to_bytes(4, "big") + (2).to_bytes(4, "big") + head(3, len(base)) + zlib.compress(base)
pack += head(7, len(delta)) + hashlib.sha1(whole + base).digest() + zlib.compress(delta)
pack += hashlib.sha1(pack).digest()
git("index-pack", "--stdin", input=pack)
tree = git("mktree", input=b"100644 blob %s\ta\n100644 blob %s\tb\n" % (hashlib.sha1(whole + base).hexdigest().encode(), hashed.hexdigest().encode()))
git("update-ref", "refs/heads/main", git("commit-tree", "-p", "HEAD", "-m", "large", tree.decode()).decode())
END'
  refuses_commits one 'git refuses the pack: Out of memory'
}

@test "merge --branch refuses a submodule whose URL or path is an option" {
  session one 'printf "[submodule \"x\"]\n\tpath = x\n\turl = -u./payload\n" >.gitmodules; git add .gitmodules; git commit -qm bad'
  refuses_commits one .
  session two 'printf "[submodule \"x\"]\n\tpath = -x\n\turl = https://example.org/x\n" >.gitmodules; git add .gitmodules; git commit -qm bad'
  refuses_commits two .
  session three "$(commit_tree '120000 blob %s\t.gitmodules\n')"
  refuses_commits three .
}

@test "a pipe in the repository of a session blocks no command" {
  local place
  session one 'git commit -q --allow-empty -m one; cp -a .git kept'
  # more than the capacity of a pipe
  as alice sh -c 'cd app && id=$(git rev-parse HEAD) && seq -f "create refs/heads/bawn/%g $id" 3000 | git update-ref --stdin'
  for place in HEAD packed-refs config; do
    in_app bawn exec one -- sh -c "rm -rf .git && cp -a kept .git && rm -f .git/$place && mkfifo .git/$place"
    run -3 --separate-stderr as alice timeout 60 env -C app bawn log one
    assert_regex "$stderr" '^bawn: error: git in the session timed out'
  done
  run -1 pgrep -u alice -f 'git.* bundle'
}

@test "log shows no control characters of authors and subjects" {
  session one 'git commit -q --allow-empty -m "$(printf "a\033[31m\a\xc2\x9b31m\xe2\x80\xaeb")" --author "$(printf "A\033]0;x\a\xc2\x9b <a@b>")"'
  run -0 in_app bawn log one
  assert_output --regexp '  A\?\]0;x\?.*  a\?\[31m\?\?31m\?b$'
  for command in 'log one --json' 'report one'; do
    # shellcheck disable=SC2086
    run -0 in_app bawn $command
    assert_output --partial 31m
    refute_output --regexp $'[\001-\010\013-\037\177]|\xc2\x9b|\xe2\x80\xae'
  done
}

@test "log, merge and report accept a commit with an impossible date" {
  session one 'GIT_AUTHOR_DATE="@400000000000000000 +0000" git commit -q --allow-empty -m odd'
  run -0 --separate-stderr in_app bawn log one
  assert_output --regexp '^[0-9a-f]{10}  no valid date     agent  odd$'
  run -0 in_app bawn log one --json
  refute_output --partial '"date"'
  run -0 in_app bawn report one
  assert_output --partial '| no valid date | agent | odd |'
  run -0 in_app bawn merge one --branch bawn/odd
}

@test "log reports a missing git" {
  session one 'echo x >new; git add new; git commit -qm x'
  mv /usr/bin/git /root/git
  local each
  for each in 'log one' 'merge one --branch bawn/one' 'launch --from-git https://localhost:1/x -- true'; do
    # shellcheck disable=SC2086 # words
    run -3 --separate-stderr in_app bawn $each
    assert_equal "$stderr" 'bawn: error: git is not installed, and bawn reads commits with it
bawn: hint: install the package git'
  done
  run -0 in_app bawn status one
  assert_output --partial 'added     new'
  mv /root/git /usr/bin/git
}

@test "an autostash of rebase and merge counts as a commit of the session" {
  as alice sh -c 'cd app && git checkout -qb feat start && echo nine >list && git commit -qam nine && git checkout -q main && echo neun >list && git commit -qam neun'
  session one 'git checkout -q feat; echo WIP >>new; git add new; git rebase --autostash main' || true
  run -0 --separate-stderr in_app bawn status one
  assert_line --partial 'rebase-merge/autostash'
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'rebase-merge/autostash'
}

@test "the HEAD of a worktree whose directory is missing keeps no commit of a session" {
  session one 'echo x >new; git add new; git commit -qm one'
  run -0 in_app bawn merge one --branch bawn/one
  in_app git worktree add -q --detach ../gone bawn/one
  in_app git branch -qD bawn/one
  as alice mv gone away
  run -3 in_app bawn destroy one
  assert_output --partial 'and the commits of refs/heads/main'
  as alice mv away gone
  run -0 in_app bawn destroy one
  in_app git worktree remove --force ../gone
}

@test "destroy refuses permissions that the fetched commit of a session does not contain" {
  session one 'chmod 600 list; chmod 700 src; git commit -q --allow-empty -m one'
  run -0 in_app bawn merge one --branch bawn/one
  run -3 in_app bawn destroy one
  assert_output --partial "session 'one' has unmerged work: 2 changes"
  run -0 in_app bawn merge one --all
  run -0 in_app bawn destroy one
  as alice sh -c 'cd app && chmod 644 list && chmod 755 src'
}
