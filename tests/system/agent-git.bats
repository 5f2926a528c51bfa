#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# assign --with-git: an agent sees the commits of its project, and bawn fetches the commits that it makes in an overlay.

load ../lib/world.bash
load ../lib/mirrors.bash
load ../lib/own.bash

upper=/var/lib/bawn/scratch/a.noir/.overlay/app/upper

setup_file() {
  make_state_file_system
  make_owned_project
  in_project 'echo secret >.env.production; git add -A; git commit -qm "project begins" --allow-empty; git tag -am first v1
    git branch other; git checkout -q other; echo o >o; git add o; git commit -qm "on another branch"; git tag on-other
    git checkout -q -; echo s >>README.md; git stash -q; echo "#!/bin/sh" >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
    git remote add origin https://alice:token@example.org/app; mkdir .claude; echo x >CLAUDE.md; echo c >.claude/c
    git add -f CLAUDE.md .claude/c; git commit -qm "for the tool" --no-verify'
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin create a.bleu
  bawn-admin assign a.bleu "$project" --with-git 2>"$BATS_FILE_TMPDIR/said"
  bawn-admin assign a.noir "$project" --workspace overlay --with-git
  bawn-admin allow a.noir git rm mv chmod python3
  bawn-admin allow a.bleu git
}

# in_mirror SCRIPT, in_agent SCRIPT: run the script in a session of the agent with the mirror, or with the overlay.
in_mirror() {
  as alice bawn launch a.bleu app -- sh -euc "$1"
}

in_agent() {
  as alice bawn launch a.noir app -- sh -euc "$1"
}

@test "git reads the commits of the project in a mirror and cannot change them" {
  run -0 in_mirror 'git status --porcelain; git log --format=%s; git show -s --format=%an; git blame -s README.md | head -n 1
    git diff --exit-code; git describe --tags'
  assert_line 'for the tool'
  assert_line 'project begins'
  assert_line --regexp '^v1-1-g'
  refute_line --regexp '^( M|\?\?| D) '
  run in_mirror 'git commit --allow-empty -m no'
  assert_failure
  run -0 in_project 'git rev-parse HEAD'
  head=$output
  run -0 in_mirror 'git rev-parse HEAD'
  assert_line "$head"
}

@test "a mirror has only the references HEAD, its branch and its tags, and no setting, hook or log" {
  run -0 in_mirror 'git for-each-ref --format="%(refname)"; echo; find .git -type f'
  assert_line refs/heads/"$(in_project 'git branch --show-current')"
  assert_line refs/tags/v1
  refute_line --partial other
  refute_line --partial stash
  refute_line --partial .git/hooks
  refute_line --partial .git/logs
  run -1 grep -r 'token' /var/lib/bawn/mirrors
  other=$(in_project 'git rev-parse other') stash=$(in_project 'git rev-parse stash')
  run in_mirror "git cat-file -e $other"
  assert_failure
  run in_mirror "git cat-file -e $stash"
  assert_failure
}

@test "assign warns that commits show masked files, and show names the option" {
  grep -q -- '--with-git shows committed files, also those that masks leave out: .env .env.production' "$BATS_FILE_TMPDIR/said"
  run -0 bawn-admin show a.noir
  assert_line --partial 'with its commits (--with-git)'
  run -0 in_mirror 'cat .env.production 2>/dev/null || echo none'
  assert_line none
}

@test "a sync brings new commits, and a removed file of the project is a removed file for git" {
  in_project 'echo n >new; git rm -q src/hello.py; git add new; git commit -qm "second" --no-verify; rm new'
  run -0 in_mirror 'git log -1 --format=%s; git status --porcelain; find . -name "*.py"'
  assert_line second
  assert_line ' D new'
  refute_line --partial hello.py
  in_project 'git checkout -q -- new; git checkout -q -b topic; echo t >topic; git add topic; git commit -qm "on topic" --no-verify'
  run -0 in_mirror 'git log -1 --format=%s; git branch --show-current; git status --porcelain'
  assert_line topic
  assert_line 'on topic'
  refute_line --regexp '^( M|\?\?| D) '
}

@test "a sync removes commits from a mirror that HEAD no longer has" {
  gone=$(in_project 'git rev-parse HEAD')
  in_project 'git commit -q --amend -m "other words" --no-verify'
  run -0 in_mirror 'git log -1 --format=%s'
  assert_line 'other words'
  run in_mirror "git cat-file -e $gone"
  assert_failure
}

@test "in an overlay, git adds, commits, branches, stashes and rebases" {
  run -0 in_agent 'git status --porcelain; echo by-agent >>README.md; git commit -qam "agent: first"; git checkout -qb side
    echo s >side; git add side; git commit -qm "agent: side"; git checkout -q topic; echo u >>README.md; git stash -q; git stash pop -q
    git checkout -q -- README.md; git rebase -q side; git log --format=%s%n%an%n%ae -2; git status --porcelain'
  assert_line 'agent: side'
  assert_line 'a.noir'
  assert_line 'a.noir@localhost'
  refute_line --regexp '^( M|\?\?| D) '
  run -0 in_agent 'git ls-tree -r --name-only HEAD'
  assert_line .env.production
  assert_line CLAUDE.md
  assert_line .claude/c
  run -0 in_project 'git log --all --format=%s; git status --porcelain'
  refute_output --partial 'agent:'
}

@test "a sync keeps the copy of an agent that has commits, and adds the project's commits to it" {
  in_project 'echo later >later; git add later; git commit -qm "project goes on" --no-verify'
  run -0 sync_app
  assert_line --regexp '^bawn-admin: the copy of .* stays as it is: its agent has commits, or a stash, that the checked-out branch lacks; '
  run -0 in_agent 'ls; git log -1 --format=%s; git log -1 --format=%s project/topic; git status --porcelain; git rebase -q project/topic; ls'
  assert_line 'agent: side'
  assert_line 'project goes on'
  assert_line later
  refute_line --regexp '^( M|\?\?| D) '
  run -3 bawn-admin unassign a.noir app
  assert_line 'bawn-admin: error: a.noir may have unmerged changes of app, and after this command nobody could merge them'
}

@test "status names the commits of an agent, log lists them, and report has them" {
  in_agent 'git tag -f by-agent HEAD~; echo more >>README.md; git stash -q'
  run -0 as alice bawn status a.noir app
  assert_line '  commits   list: bawn log a.noir app; fetch: bawn merge a.noir app --branch bawn/a.noir'
  assert_line --partial 'refs/stash is not a branch; to make it one: bawn launch a.noir app -- git branch NAME'
  refute_line --regexp '(added|modified) +\.git/'
  run -0 as alice bawn log a.noir app
  assert_line --regexp '^[0-9a-f]+  [-0-9: ]+  a.noir  agent: side$'
  assert_line --regexp '  a.noir  agent: first$'
  refute_line --partial 'project'
  run -0 as alice bawn log a.noir app --json
  assert_output --partial '"subject" : "agent: side"'
  run -0 as alice bawn report a.noir app
  assert_line --partial 'agent: side'
}

@test "info of an agent and a project shows workspace, source and disk use" {
  run -0 as alice bawn info a.noir app
  assert_line --regexp '^agent +a.noir, (running|never started|last active .*)$'
  assert_line --regexp '^workspace +overlay$'
  assert_line --regexp "^source +$project$"
  assert_line --regexp '^shown +\.git$'
  assert_line --regexp '^disk +[0-9.]+ [KM]iB in [0-9]+ files, written by the agent$'
  run -0 as alice bawn info a.bleu app --json
  assert_line --partial '"workspace" : "mirror"'
  assert_line --partial '"shown" : [ ".git" ]'
  assert_line --partial '"disk_complete" : true'
  run -4 as alice bawn info a.noir none
  run -4 as alice bawn info none app
}

@test "merge fetches the commits of an agent to a branch of the project, and no file of its .git" {
  run -0 as alice bawn merge a.noir app --branch bawn/a.noir --dry-run
  assert_line --regexp '^a.noir app: 4 commits would be fetched to bawn/a.noir, bawn/a.noir-side$'
  run -0 as alice bawn merge a.noir app --branch bawn/a.noir
  assert_line --regexp '^a.noir app: 4 commits fetched to bawn/a.noir, bawn/a.noir-side$'
  run -0 in_project 'git log --format="%s %an %ae" -2 bawn/a.noir; git status --porcelain; git stash list'
  assert_line 'agent: side a.noir a.noir@localhost'
  refute_line --regexp '^( M|\?\?| D|M ) '
  refute_line --partial 'WIP on topic'
  run -1 as alice bawn merge a.noir app --all
  assert_line --regexp "^bawn: left out: [0-9]+ of git's own files; about the commits: bawn status a.noir app$"
  refute_output --partial .git
  run -0 in_project 'git config --get-regexp "user|remote" | sort; git reset -q --hard; git clean -qfd'
  assert_line 'remote.origin.url https://alice:token@example.org/app'
}

@test "only the owner of the project can fetch commits, and an agent without --with-git has none" {
  bawn-admin operator add a.noir bob
  run -0 as bob bawn log a.noir app
  assert_line --partial 'agent: side'
  run -3 as bob bawn merge a.noir app --branch bawn/a.noir
  assert_line --partial 'belongs to another user'
  bawn-admin create a.vert
  bawn-admin assign a.vert "$project" --workspace overlay
  refused 3 'a.vert has no commits of app: the copy has no .git' \
    'merge its files: bawn merge a.vert app --all; or ask root to unassign app and assign it again with --workspace overlay --with-git' as alice bawn log a.vert app
}

# bats test_tags=long
@test "a sync drops the references of an agent whose commits HEAD has, and an index is no change" {
  in_agent 'git stash drop -q; git tag -d by-agent'
  in_project 'git merge -q --no-verify bawn/a.noir bawn/a.noir-side -m merged'
  run -0 sync_app
  refute_output --partial 'stays as it is'
  [ "$(find "$upper/.git" ! -type d -printf '%P ')" = 'COMMIT_EDITMSG ' ]
  run -0 in_agent 'git log -1 --format=%s; git branch --format="%(refname:short)"; git read-tree HEAD; git status --porcelain | { grep -v "^ D" || :; }'
  assert_line merged
  refute_line side
  [ -e "$upper/.git/index" ]
  run -0 bawn-admin unassign a.noir app
  bawn-admin assign a.noir "$project" --workspace overlay
  run -0 in_agent 'ls -A'
  refute_line .git
}

# bats test_tags=long
@test "the agent's next commit reverts no change of the project to a file that both changed" {
  in_project 'git merge -q --no-edit bawn/a.noir 2>/dev/null; seq 20 >list; git add list; git commit -qm list'
  bawn-admin unassign a.noir app
  bawn-admin assign a.noir "$project" --workspace overlay --with-git
  in_agent 'git status --short; sed -i "s/^7\$/seven/" list; git commit -qam seven'
  in_project 'sed -i "s/^14\$/mine/" list; git commit -qam mine'
  as alice bawn merge a.noir app --branch bawn/a.noir
  in_project 'git merge -q --no-edit bawn/a.noir'
  # the file is committed and merged: the copy has the project's file
  run -0 in_agent 'git status --short; grep -cxE "seven|mine" list; echo x >next; git add next; git commit -qm next; git show --stat --format= HEAD'
  refute_line --regexp '^ ?M'
  assert_line 2
  refute_line --partial 'list |'
  as alice bawn merge a.noir app --branch bawn/a.noir
  in_project 'git merge -q --no-edit bawn/a.noir'
  # the file is not committed: the copy stays, and the agent's commit has the earlier commit as its parent
  in_agent 'sed -i "s/^3\$/three/" list'
  in_project 'sed -i "s/^18\$/eighteen/" list; git commit -qam eighteen'
  run -0 --separate-stderr in_agent 'git diff --stat; git commit -qam three'
  assert_line --partial '1 insertion(+), 1 deletion(-)'
  assert_regex "$stderr" 'its agent changed list, and later commits of the project changed that, too'
  as alice bawn merge a.noir app --branch bawn/a.noir
  in_project 'git merge -q --no-edit bawn/a.noir'
  run -0 in_project 'grep -xE "seven|mine|three|eighteen" list'
  assert_output $'three\nseven\nmine\neighteen'
  run -0 --separate-stderr in_agent 'git status --short; grep -cxE "seven|mine|three|eighteen" list'
  assert_output 4
}

# bats test_tags=long
@test "status and log name the reference that keeps a copy from an update" {
  in_project 'git checkout -qB squashed'
  bawn-admin sync a.noir "$project"
  in_agent 'echo squash >squash; git add squash; git commit -qm squash'
  run -0 as alice bawn merge a.noir app --branch bawn/squash
  in_project 'git merge -q --squash bawn/squash; git commit -qm squashed --no-verify; git branch -qD bawn/squash'
  run -0 bawn-admin sync a.noir "$project"
  assert_output --partial 'stays as it is: its agent has commits, or a stash'
  waits="copy      is not updated: the checked-out branch of the project does not have refs/heads/squashed of the agent; to merge a branch: bawn merge a.noir app --branch bawn/NAME && git merge bawn/NAME; to drop all: bawn discard a.noir app .git"
  run -0 as alice bawn status a.noir app
  assert_line --partial "$waits"
  run -0 as alice bawn log a.noir app
  assert_line --partial "${waits/copy      /the copy }"
  run -0 as alice bawn discard a.noir app .git
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  run -0 as alice bawn status a.noir app
  refute_output --partial waits
  in_agent 'echo stashed >>squash; git stash -q'
  in_project 'git commit -q --allow-empty -m later --no-verify'
  run -0 bawn-admin sync a.noir "$project"
  assert_output --partial 'stays as it is: its agent has commits, or a stash'
  assert_output --partial '; to see these commits and stashes: bawn status a.noir app; bawn log a.noir app; '
  run -0 as alice bawn status a.noir app
  assert_line --partial 'refs/stash is not a branch; to make it one: '
  run -0 as alice bawn log a.noir app
  assert_output --partial 'is not updated: the checked-out branch of the project does not have refs/stash of the agent'
  run -0 as alice bawn discard a.noir app .git
}

# bats test_tags=long
@test "a sync keeps the index of an agent that has the only copy of a content, and drops one without" {
  as alice bawn discard a.noir app .git || : # unless nothing is left
  bawn-admin sync a.noir "$project"
  in_agent 'echo staged >>list; ln -s list link; git add list link; git reset -q --hard'
  in_agent 'echo staged >>list; ln -s list link; git add list link'
  in_project 'git commit -q --allow-empty -m staged --no-verify'
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  in_agent 'git add list link; git checkout -q HEAD -- list; echo only >alone; git add alone; rm alone'
  in_project 'git commit -q --allow-empty -m alone --no-verify'
  run -0 bawn-admin sync a.noir "$project"
  assert_output --partial "stays as it is: the agent's version of alone exists only in the agent's index; in a session of the agent: git commit, or git restore --staged FILE"
  run -0 in_agent 'git show :alone'
  assert_line only
  in_agent 'git restore --staged alone; echo junk >.git/index'
  run -0 bawn-admin sync a.noir "$project"
  assert_output --partial "the agent's version of .git/index exists only in the agent's index"
  as alice bawn discard a.noir app .git
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
}

# bats test_tags=long
@test "a sync keeps work trees, references in reftables and repositories that are only in the agent's .git" {
  local made
  for made in 'git worktree add -q --detach .scratch/wt; cd .scratch/wt; echo only >only; git add only; git commit -qm only' \
    'git init -q --bare .git/modules/zz' 'mkdir -p .git/lfs/objects/aa; echo x >.git/lfs/objects/aa/x' 'mkdir .git/reftable; echo x >.git/reftable/x.ref'; do
    as alice bawn discard a.noir app .git || :
    bawn-admin sync a.noir "$project"
    in_agent "$made"
    in_project 'git commit -q --allow-empty -m more --no-verify'
    run -0 bawn-admin sync a.noir "$project"
    assert_output --partial 'stays as it is: an update would remove .git/'
    rm -rf /var/lib/bawn/scratch/a.noir/app/wt
  done
  as alice bawn discard a.noir app .git
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
}

@test "status names content that only the index of an agent has, and discard names what it drops with .git" {
  as alice bawn discard a.noir app .git || :
  bawn-admin sync a.noir "$project"
  in_agent 'echo idx >q; git add q; echo v2 >q; git tag -m x mine; git commit -q --allow-empty -m own'
  run -0 as alice bawn status a.noir app
  assert_line --partial 'only the session has the staged content of q; show it: bawn launch a.noir app -- git show :q'
  run -0 --separate-stderr as alice bawn discard a.noir app .git
  assert_regex "$stderr" "bawn: discarded with git's own files: the staged content of q; the commits of refs/.*"
  as alice bawn discard a.noir app --all
}

# own_git: prints the files in the .git of the agent.
own_git() {
  find "$upper/.git" ! -type d -printf '%P\n' | sort
}

# later: makes a later commit in the project, and synchronizes the copy of the agent.
later() {
  in_project 'git commit -q --allow-empty -m later --no-verify'
  run -0 bawn-admin sync a.noir "$project"
}

# fresh: removes all changes of the agent.
fresh() {
  find "$upper" -mindepth 1 -delete
  bawn-admin sync a.noir "$project"
}

@test "a sync removes the earlier references and objects from the agent's .git, and keeps its settings and drafts" {
  fresh
  in_agent 'git switch -qc mine; echo m >m; git add m; git commit -qm mine; git config alias.x status; rm .git/info/exclude .git/packed-refs'
  as alice bawn merge a.noir app --branch bawn/mine
  in_project 'git merge -q --no-edit bawn/mine'
  runuser -u a.noir -- sh -euc 'umask 022; cd "$1"; mkdir -p hooks info branches rr-cache/1 lfs/tmp logs objects/aa refs/tags bisect
    echo d | tee description hooks/commit-msg info/attributes branches/b rr-cache/1/preimage MERGE_MSG TAG_EDITMSG >/dev/null
    echo g | tee ORIG_HEAD BISECT_LOG gc.log config.lock lfs/tmp/t objects/aa/bb refs/heads/x.lock >/dev/null
    : >refs/heads/empty; mkfifo pipe; chmod 0 objects/aa refs/heads' sh "$upper/.git"
  later
  refute_output --partial 'stays as it is'
  run -0 own_git
  assert_output "$(printf '%s\n' COMMIT_EDITMSG MERGE_MSG TAG_EDITMSG branches/b config description hooks/commit-msg info/attributes info/exclude rr-cache/1/preimage)"
  run -0 --separate-stderr in_agent 'git log -1 --format=%s; git branch --show-current; git config alias.x; git status --porcelain -uno'
  assert_output "later"$'\n'"$(in_project 'git branch --show-current')"$'\n'"status"
  fresh
}

@test "a sync keeps the log of the agent's HEAD while it names commits that only the agent has" {
  local own
  fresh
  in_agent 'echo o >only; git add only; git commit -qm only; git reset -q --hard HEAD^; git repack -dq; git commit-graph write'
  later
  refute_output --partial 'stays as it is'
  run -0 --separate-stderr in_agent 'git fsck --no-progress --no-dangling; git log -1 --format=%s; git cat-file -p HEAD@{1}:only'
  assert_output $'later\no'
  in_project 'git commit -q --amend --allow-empty -m rewritten --no-verify'
  bawn-admin sync a.noir "$project"
  run -0 --separate-stderr in_agent 'git log -1 --format=%s; git branch saved HEAD@{1}; git cat-file -p saved:only'
  assert_output $'rewritten\no'
  as alice bawn merge a.noir app --branch bawn/saved
  in_project 'git merge -q --no-edit bawn/saved'
  later
  run -0 own_git
  refute_line --regexp '^(logs|objects)/'
  fresh
}

# bats test_tags=long
@test "a sync refuses each file in the agent's .git that belongs neither to a commit nor to the agent's settings" {
  local name
  for name in notes.md MYHEAD HEAD.txt refs/heads/plan refs/plan/a.md logs/plan objects/plan.txt objects/abc/d index.d/x config.worktree \
    lfs/plan objects; do
    fresh
    in_agent "cd .git; rm -rf '$name'; mkdir -p \"\$(dirname '$name')\"; echo plan >'$name'"
    later
    assert_output --partial "stays as it is: an update would remove .git/$name of its agent"
    [ "$(<"$upper/.git/$name")" = plan ]
  done
  fresh
  in_agent 'mv .git old; ln -s old .git'
  later
  assert_output --partial 'stays as it is: an update would remove .git of its agent'
  [ -L "$upper/.git" ]
  fresh
  later
  refute_output --partial 'stays as it is'
}

# bats test_tags=long
@test "a sync keeps a .git by which the agent replaced that of the project if it has the agent's own files" {
  local name
  fresh
  in_agent 'rm -rf .git; git init -q; git config alias.x status'
  later
  refute_output --partial 'stays as it is'
  [ ! -e "$upper/.git" ]
  for name in hooks/pre-commit info/attributes MERGE_MSG rr-cache/1/preimage; do
    fresh
    in_agent "rm -rf .git; git init -q; mkdir -p .git/rr-cache/1; echo own >'.git/$name'"
    later
    assert_output --partial "stays as it is: an update would remove .git/$name of its agent"
    [ "$(<"$upper/.git/$name")" = own ]
  done
  fresh
}

# bats test_tags=long
@test "a sync that was killed while it removed the earlier references is completed by the next sync" {
  local call
  for call in 1 2 4 6 8; do
    fresh
    in_agent 'git switch -qc side; git tag by-agent; git config alias.x status; echo '"$call"' >s; git add s; git commit -qm side'
    as alice bawn merge a.noir app --branch "bawn/side$call"
    in_project "git merge -q --no-edit bawn/side$call; git commit -q --allow-empty -m later --no-verify"
    # counted in each process: only the last one removes more than a few
    run -1 strace -f -qq -o /dev/null -e trace=unlinkat -e "inject=unlinkat:signal=SIGKILL:when=$call" bawn-admin sync a.noir "$project"
    run -0 bawn-admin sync a.noir "$project"
    refute_output --partial 'stays as it is'
    run -0 own_git
    assert_output $'COMMIT_EDITMSG\nconfig'
  done
  fresh
}

# bats test_tags=long
@test "a sync follows commits that the project rewrites, and removes the earlier ones when nothing needs them" {
  fresh
  in_project 'echo a >>README.md; git commit -qam one --no-verify'
  run -0 bawn-admin sync a.noir "$project"
  in_project 'git commit -q --amend -m other --no-verify'
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  run -0 in_agent 'git fsck --no-progress; git log -1 --format=%s; git status --porcelain -uno'
  assert_output --partial other
  refute_output --partial dangling
  # the agent's commit keeps the earlier objects, until HEAD of the project has it
  in_agent 'echo own >own; git add own; git commit -qm own'
  in_project 'git commit -q --amend -m again --no-verify'
  run -0 bawn-admin sync a.noir "$project"
  later
  as alice bawn merge a.noir app --branch bawn/own
  in_project 'git merge -q --no-edit bawn/own'
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  run -0 in_agent 'git fsck --no-progress; git log -3 --format=%s; git status --porcelain -uno'
  assert_line own
  assert_line later
}

@test "a sync keeps a reference of the agent whose file has no line break at its end" {
  fresh
  in_agent 'git switch -qc side; echo own >unended; git add unended; git commit -qm unended; git switch -q -; cd .git
    printf %s "$(cat HEAD)" >HEAD; printf %s "$(cat refs/heads/side)" >refs/heads/side'
  later
  assert_output --partial 'its agent has commits, or a stash'
  run -0 in_agent 'git log --all --format=%s'
  assert_line unended
}

# bats test_tags=long
@test "a sync compares a later commit with all that the agent did with a file and the directories above it" {
  local made
  in_project 'mkdir -p dir; echo d >dir/d; git add dir; git commit -qm dir --no-verify'
  for made in 'mv dir moved' 'rm -r dir; mkdir dir; echo x >dir/x' 'rm -r dir; ln -s src dir' 'cat README.md >dir/d' 'rm -r dir; mkdir dir; echo other >dir/d'; do
    fresh
    in_agent "$made"
    in_project 'date +%N >>dir/d; cp README.md copy; git add copy; git commit -qam edit --no-verify'
    run -0 bawn-admin sync a.noir "$project"
    assert_output --partial 'stays as it is: its agent changed dir/d, and later commits of the project changed that, too'
    in_project 'git rm -q --cached copy; git commit -qm copy --no-verify; rm copy'
  done
  fresh
  in_agent 'rm -r dir'
  in_project 'git rm -qr dir; git commit -qm removed --no-verify'
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  fresh
}

@test "a sync updates a file that the agent only touched" {
  fresh
  in_agent 'touch README.md'
  in_project 'echo touched >>README.md; git commit -qam touched --no-verify'
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  [ "$(find "$upper" -type f ! -path "$upper/.git/*")" = '' ]
  run -0 --separate-stderr in_agent 'git status --porcelain -uno; tail -n 1 README.md'
  assert_output touched
}

# bats test_tags=long
@test "a sync on a full disk says that copying the commits failed, and the next one copies them" {
  fresh
  in_project 'head -c 3000000 /dev/urandom >large; git add large; git commit -qm large --no-verify'
  mount -o "remount,size=$(($(df --output=used -k /var/lib/bawn | tail -n 1) + 1500))k" /var/lib/bawn
  run -1 --separate-stderr bawn-admin sync a.noir "$project"
  mount -o remount,size=50% /var/lib/bawn
  assert_regex "$stderr" "error: copying the commits of $project failed .*space"
  run -0 bawn-admin sync a.noir "$project"
  run -0 in_agent 'git log -1 --format=%s; git status --porcelain -uno'
  assert_line large
  in_project 'git rm -q large; git commit -qm large --no-verify'
}

# bats test_tags=long
@test "a sync compares mode, link and path of an agent's version with the commits of the project" {
  fresh
  in_project 'mkdir -p places; echo a >places/a; echo b >places/b; ln -s a places/link; git add places; git commit -qm places --no-verify'
  bawn-admin sync a.noir "$project"
  in_agent 'echo c >places/a; ln -sfn b places/link'
  in_project 'echo c >places/a; ln -sfn b places/link; git commit -qam both; echo d >places/a; ln -sfn d places/link; git commit -qam later'
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  run -0 --separate-stderr in_agent 'cat places/a; readlink places/link; git status --porcelain places'
  assert_output $'d\nd'
  # the agent's next commit would remove the permission
  in_agent 'echo e >places/a'
  in_project 'echo e >places/a; chmod +x places/a; git commit -qam executable'
  run -0 bawn-admin sync a.noir "$project"
  assert_output --partial 'its agent changed places/a, and later commits of the project changed that, too'
  fresh
  # a directory in place of a file and a link in place of a directory, which the project has
  in_agent 'rm places/a; mkdir places/a; echo x >places/a/x; mkdir other; echo y >other/y; git add places other; git commit -qm one
    mv other moved; ln -s moved other; git add -A other moved; git commit -qm kinds'
  as alice bawn merge a.noir app --branch bawn/kinds
  in_project 'git merge -q --no-edit bawn/kinds'
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  run -0 --separate-stderr in_agent 'cat places/a/x other/y; git status --porcelain places other moved'
  assert_output $'x\ny'
  # a file in place of a directory in which the agent changed nothing
  in_agent 'echo x >moved/new; rm moved/new'
  [ -d "$upper/moved" ]
  in_project 'git rm -qr other moved; echo f >moved; git add moved; git commit -qm moved'
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  run -0 --separate-stderr in_agent 'cat moved; git status --porcelain moved'
  assert_output f
  in_agent 'mkdir added'
  in_project 'echo a >added; git add added; git commit -qm added'
  run -0 bawn-admin sync a.noir "$project"
  assert_output --partial 'its agent changed added, and later commits of the project changed that, too'
  fresh
  in_agent 'echo own >>places/b; chmod 0 places'
  in_project 'echo more >>places/b; git commit -qam more'
  run -0 bawn-admin sync a.noir "$project"
  assert_output --partial 'its agent changed places/b, and later commits of the project changed that, too'
  fresh
}

# bats test_tags=long
@test "a sync keeps references behind a link, and those of a file of any size" {
  fresh
  in_agent 'git switch -qc linked; git commit -q --allow-empty -m linked; git checkout -q --detach HEAD~; mkdir .git/info/r
    cp -r .git/refs/. .git/info/r; rm -r .git/refs; ln -s info/r .git/refs'
  later
  assert_output --partial 'stays as it is: an update would remove .git/refs of its agent'
  run -0 in_agent 'git log -1 --format=%s linked'
  assert_line linked
  fresh
  in_agent 'git switch -qc large; git commit -q --allow-empty -m large; git checkout -q --detach HEAD~; git pack-refs --all
    python3 -c "open(\".git/packed-refs\", \"a\").write(\"# \" + \"x\" * (1 << 25))"'
  later
  assert_output --partial 'stays as it is: its agent has commits, or a stash'
  fresh
}

@test "a sync repairs a copy whose commit an earlier version of bawn removed" {
  local lower references
  fresh
  lower=$(find /var/lib/bawn/mirrors -maxdepth 1 -user a.noir)
  references=$(sed "s/^commit .*/commit $(printf '%040d' 1)/" "$lower/.git/bawn/references")
  cat >"$lower/.git/bawn/references" <<<"$references"
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  run -0 in_agent 'git log -1 --format=%H'
  assert_line "$(in_project 'git rev-parse HEAD')"
  in_agent 'echo own >README.md'
  cat >"$lower/.git/bawn/references" <<<"$references"
  run -0 bawn-admin sync a.noir "$project"
  assert_output --partial 'its agent changed README.md, and later commits of the project changed that, too'
  fresh
}

# bats test_tags=long
@test "while an agent has commits, a sync fetches only missing objects, and packs do not accumulate" {
  local lower number before after
  fresh
  lower=$(find /var/lib/bawn/mirrors -maxdepth 1 -user a.noir)
  in_project 'head -c 3000000 /dev/urandom >large; git add large; git commit -qm large --no-verify'
  bawn-admin sync a.noir "$project"
  before=$(du -sk "$lower/.git/objects/pack" | cut -f1)
  in_agent 'git commit -q --allow-empty -m own'
  for number in 1 2 3; do
    in_project "git commit -q --amend --allow-empty -m 'rewritten $number' --no-verify; git commit -q --allow-empty -m more --no-verify"
    run -0 bawn-admin sync a.noir "$project"
    assert_output --partial 'its agent has commits, or a stash'
  done
  after=$(du -sk "$lower/.git/objects/pack" | cut -f1)
  ((after < before + 1000)) || fail "$before KiB, then $after KiB"
  run -0 in_agent 'git fsck --no-progress --no-dangling; git log --format=%s --all'
  assert_line own
  assert_line 'rewritten 3'
  # as if many syncs had brought one pack each
  runuser -u a.noir -- env -C "$lower" GIT_DIR=.git sh -euc 'umask 022; for number in $(seq 50); do
    echo "$number" | git hash-object -w --stdin | git pack-objects -q .git/objects/pack/pack >/dev/null; done'
  later
  [ "$(find "$lower/.git/objects/pack" -name '*.pack' | wc -l)" -lt 20 ]
  run -0 in_agent 'git fsck --no-progress --no-dangling; git log --format=%s --all'
  assert_line own
  assert_line later
  as alice bawn merge a.noir app --branch bawn/packs
  in_project 'git merge -q --no-edit bawn/packs; git rm -q large; git commit -qm large --no-verify'
  run -0 bawn-admin sync a.noir "$project"
  refute_output --partial 'stays as it is'
  # the rest of a killed sync
  runuser -u a.noir -- touch "$lower/.git/objects/pack/tmp_pack_killed"
  bawn-admin sync a.noir "$project"
  [ "$(find "$lower/.git/objects/pack" -name '*pack*' ! -name '*.idx' ! -name '*.rev' -type f | wc -l)" = 1 ]
}

@test "unassign refuses to lose a file that the agent put into .git, and a session that only reads makes none" {
  local name
  fresh
  for name in notes.md hooks/pre-commit MERGE_MSG; do
    in_agent "mkdir -p .git/hooks; echo own >'.git/$name'"
    run -3 bawn-admin unassign a.noir app
    assert_line 'bawn-admin: error: a.noir may have unmerged changes of app, and after this command nobody could merge them'
    run -3 bawn-admin delete a.noir --yes
    fresh
  done
  in_agent 'git status; git log; git diff; git blame README.md; git checkout -q --detach; git checkout -q -; git fsck' >/dev/null
  bawn-admin unassign a.noir app
  bawn-admin assign a.noir "$project" --workspace overlay --with-git
}

@test "assign names the directory with the rest of an earlier assignment, and the command that removes it" {
  fresh
  in_agent 'mkdir -p .git/logs; echo plan >.git/logs/plan'
  bawn-admin unassign a.noir app
  run -3 --separate-stderr env COLUMNS=500 bawn-admin assign a.noir "$project" --workspace overlay --with-git
  assert_regex "$stderr" "error: a.noir has changes over an earlier copy of app in $upper"$'\n'
  assert_regex "$stderr" "hint: copy what you need, then: sudo rm -rf --one-file-system -- ${upper%/upper}\$"
  [ -e "$upper/.git/logs/plan" ]
  rm -rf --one-file-system -- "${upper%/upper}"
  bawn-admin assign a.noir "$project" --workspace overlay --with-git
}

# bats test_tags=long
@test "an agent without commits keeps a file in .git, and loses what git wrote in an earlier assignment with commits" {
  fresh
  in_agent 'git status; git checkout -q --detach; git checkout -q -' >/dev/null
  [ -e "$upper/.git/HEAD" ]
  bawn-admin unassign a.noir app
  bawn-admin assign a.noir "$project" --workspace overlay
  [ ! -e "$upper/.git" ]
  in_agent 'mkdir .git; echo own >.git/notes.md'
  in_project 'echo later >>later'
  bawn-admin sync a.noir "$project"
  run -0 in_agent 'cat .git/notes.md later'
  assert_line own
  assert_line later
}
