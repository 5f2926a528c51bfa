#!/usr/bin/env bats
# shellcheck disable=SC2016 # the shells of sessions expand what is quoted
# Sessions on a checkout of their own: --workspace worktree.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -c 'cd app && git config --global user.name Alice && git config --global user.email a@b && seq 20 >list && git add list && git commit -qm list && git branch -M main && git tag start && git branch private &&
    git config remote.origin.url https://alice:word@localhost/x && printf "#!/bin/sh\ntouch /tmp/canary\n" >.git/hooks/reference-transaction &&
    chmod +x .git/hooks/reference-transaction'
}

teardown() {
  as alice sh -c 'cd app/.git && find . -type p -delete && if test -e kept; then mv kept HEAD; fi'
  forget_sessions
  rm -f /tmp/canary
  as alice sh -c 'cd app && git -c core.hooksPath=/dev/null checkout -qf main
    git for-each-ref --format="delete %(refname)" refs/heads/bawn refs/bawn | git -c core.hooksPath=/dev/null update-ref --stdin
    git -c core.hooksPath=/dev/null reset -q --hard start; git clean -qdxff -e .env'
  rm -f /tmp/canary
}

git_app() { in_app git -c core.hooksPath=/dev/null "$@"; }
session() { in_app bawn launch --workspace worktree --name "$1" "${@:3}" -- bash -ec "$2"; }

@test "a session on a checkout has a branch of its own, and sees no other reference, setting, hook or worktree" {
  in_app sh -c 'echo edited >>list; echo new >untracked'
  git_app worktree add -q --detach ../beside
  run -0 --separate-stderr session one 'pwd; git status --short --branch; git for-each-ref; git config --get remote.origin.url || echo no remote
    test -e .git/hooks || echo no hooks; git worktree list | wc -l; git log --format=%s; ls -A; tail -1 list'
  assert_line --index 0 /home/alice/app
  assert_line --index 1 '## bawn/one'
  assert_line --index 2 --regexp '^[0-9a-f]{40} commit.refs/heads/bawn/one$'
  assert_line --index 3 'no remote'
  assert_line --index 4 'no hooks'
  assert_line --index 5 1
  assert_line --index 6 list
  assert_line 20
  refute_line untracked
  refute_line .env
  refute_line --partial private
  assert_equal "$stderr" ''
  assert_equal "$(git_app for-each-ref --format='%(refname) %(objectname)' refs/bawn)" "refs/bawn/base/one $(git_app rev-parse start)"
  assert [ ! -e /tmp/canary ]
  git_app worktree remove --force ../beside
  run -0 as alice bawn status one
  assert_output --partial 'nothing changed'
  run -0 as alice bawn destroy one
  assert_equal "$(git_app for-each-ref refs/bawn)" ''
}

@test "git works in a session on a checkout, and merge copies commits and files" {
  run -0 session one 'echo x >>list; git diff --stat; git add list; git commit -qm one; git checkout -qb other; echo y >new; git add new
    git commit -qm two; echo z >new; git stash -q; git stash pop -q; git commit -qam three; git checkout -q bawn/one; git commit -q --allow-empty -m four
    git rebase -q other; git branch third HEAD~2; git checkout -q third; git merge -q bawn/one; git checkout -q bawn/one; git branch -D other third; echo loose >loose'
  run -0 as alice bawn status one
  assert_output --partial list
  assert_output --partial loose
  run -1 as alice bawn diff one
  assert_line +loose
  assert_line +x
  run -0 as alice bawn log one
  assert_output --partial three
  run -0 as alice bawn merge one --branch bawn/one
  assert_equal "$(git_app log -4 --format=%s bawn/one)" $'four\nthree\ntwo\none'
  run as alice bawn merge one loose
  assert_equal "$(as alice cat app/loose)" loose
  run -0 in_app git status --short
  assert_line '?? loose'
  run -1 as alice bawn export one
  run -0 as alice bawn report one
}

@test "git in a checkout commits with the name and address of the repository" {
  in_app git config user.name 'Alice "at" work'
  in_app git config user.email $'work@b\ttab'
  run -0 --separate-stderr session one 'echo x >x; git add x; git commit -qm x; git log -1 --format="%an <%ae>"'
  in_app git config --remove-section user
  assert_output 'Alice "at" work <a@b>'
}

@test "a merge from a checkout combines its lines with later changes of the project" {
  session one 'sed -i 1s/^/first/ list; rm README.md; echo mode >tool; chmod +x tool'
  in_app sh -c 'echo last >>list; echo mine >other; git add list other; git -c core.hooksPath=/dev/null commit -qm mine'
  run -0 as alice bawn merge one --all
  assert_equal "$(as alice sed -n '1p;$p' app/list)" $'first1\nlast'
  assert [ ! -e /home/alice/app/README.md ]
  assert [ -x /home/alice/app/tool ]
  run -0 as alice bawn undo one
  assert_equal "$(in_app git status --short)" '?? .env'
  in_app sh -c 'sed -i 1s/^/mine/ list'
  run as alice bawn merge one list
  assert_output --partial conflict
}

@test "a change after a discard reverts no lines that an earlier merge brought from the checkout" {
  session one 'sed -i 1s/.*/first/ list; mkdir -p src; echo merged >src/new'
  run -0 as alice bawn merge one --all
  as alice bawn resume one -- sh -c 'sed -i 18s/.*/dropped/ list; echo dropped >>src/new'
  run -0 as alice bawn discard one --all
  as alice bawn resume one -- sh -c 'sed -i 10s/.*/second/ list'
  run -0 as alice bawn merge one --all
  assert_equal "$(as alice sed -n '1p;10p;18p' app/list)" $'first\nsecond\n18'
  [ "$(as alice cat app/src/new)" = merged ]
  run -0 as alice bawn undo one
  assert_equal "$(as alice sed -n '1p;10p;18p' app/list)" $'first\n10\n18'
}

@test "list, status and destroy work after the project rewrote the first commit, with which a session began" {
  as alice sh -c 'git init -q ~/first && cd ~/first && echo x >x && git add x && git commit -qm x && bawn launch --workspace worktree --name one -- true && git commit -q --amend -m other'
  run -0 as alice bawn list
  assert_line --regexp '^one +ended 0 +0 '
  run -0 as alice bawn status one
  run -0 as alice bawn destroy one
  rm -r /home/alice/first
}

@test "git works in a checkout of a shallow clone" {
  in_app sh -c 'echo more >>list; git -c core.hooksPath=/dev/null commit -qam more; git clone -q --depth 1 "file://$PWD" ~/shallow'
  run -0 as alice env -C shallow bawn launch -q --workspace worktree --name one -- bash -ec 'git log --format=%s; git fsck; echo x >x; git add x; git commit -qm x'
  assert_line more
  run -0 as alice env -C shallow bawn merge one --branch bawn/one
  run -0 as alice git -C shallow log --format=%s bawn/one
  assert_output $'x\nmore'
}

@test "a start on a partial clone names the command that fetches the missing contents" {
  in_app sh -c 'echo second >list; git -c core.hooksPath=/dev/null commit -qam second; git config uploadpack.allowFilter true
    git clone -q --filter=blob:none "file://$PWD" ~/partial'
  run -1 as alice env -C partial bawn launch -q --workspace clone --name one -- true
  assert_line 'bawn: error: git cannot copy the commits of the project: /home/alice/partial/.git is a partial clone that lacks some contents'
  local fetch='git --git-dir=/home/alice/partial/.git fetch --refetch --no-filter'
  assert_line "bawn: hint: fetch them: $fetch; or use an overlay: --workspace overlay"
  run -1 as alice env -C partial bawn launch -q --workspace worktree --base HEAD^ --name one -- true
  assert_line --partial 'git cannot check out the commit: /home/alice/partial/.git is a partial clone'
  # shellcheck disable=SC2086 # the words of the command
  run -0 as alice $fetch
  run -0 as alice env -C partial bawn launch -q --workspace clone --base HEAD^ --name one -- head -n1 list
  assert_output 1
  in_app git config --unset uploadpack.allowFilter
}

@test "a session does not start in a directory that its commit lacks" {
  in_app mkdir -p build/deep
  run -3 --separate-stderr as alice env -C app/build/deep bawn launch --workspace worktree --name one -- pwd
  assert_equal "$stderr" $'bawn: error: the commit has no directory build/deep\nbawn: hint: go to one that it has: cd /home/alice/app'
  assert_equal "$(git_app for-each-ref refs/bawn)" ''
  run -0 in_app bawn list
  assert_output --partial 'no sessions'
}

@test "merge copies changed links from a checkout" {
  in_app sh -c 'for each in gone moved file directory; do ln -s list $each; done; git add .; git -c core.hooksPath=/dev/null commit -qm links'
  run -0 session links 'rm gone; ln -sfn src moved; rm file; echo x >file; rm directory; mkdir directory; echo y >directory/y'
  run -0 as alice bawn status links
  refute_output --partial others
  run -0 in_app bawn merge links --all
  run -0 in_app sh -c 'test ! -L gone; readlink moved; cat file directory/y'
  assert_output $'src\nx\ny'
}

@test "destroy keeps a session whose commits or files are only in its checkout" {
  session one 'echo x >>list; git commit -qam one'
  run -3 --separate-stderr as alice bawn destroy one
  run as alice bawn merge one --all
  run -3 --separate-stderr as alice bawn destroy one
  assert_regex "$stderr" commit
  run -0 as alice bawn merge one --branch bawn/one
  run -0 as alice bawn destroy one
}

@test "--base names the first commit, and gc keeps it for the session" {
  git_app checkout -q --detach
  in_app sh -c 'echo gone >gone; git add gone; git -c core.hooksPath=/dev/null commit -qm gone'
  gone=$(git_app rev-parse HEAD)
  git_app checkout -q main
  session one true --base "$gone"
  in_app sh -c 'git -c core.hooksPath=/dev/null reflog expire --expire=now --all && git -c core.hooksPath=/dev/null gc -q --prune=now'
  run -0 as alice bawn resume one -- sh -c 'git log -1 --format=%s; git fsck --connectivity-only; cat gone'
  assert_line gone
  run -4 --separate-stderr session two true --base nothing
  assert_regex "$stderr" "the repository has no commit 'nothing'"
  run -2 --separate-stderr in_app bawn launch --base start -- true
  assert_regex "$stderr" 'base needs --workspace worktree'
}

@test "a session keeps its fetched commits when the project drops them" {
  session one 'echo one >>list; git commit -qam one; echo two >>list; git commit -qam two'
  run -0 as alice bawn merge one --branch bawn/one
  run -0 as alice bawn resume one -- git gc -q --prune=now
  git_app branch -qD bawn/one
  in_app sh -c 'git -c core.hooksPath=/dev/null reflog expire --expire=now --all && git -c core.hooksPath=/dev/null gc -q --prune=now'
  run -0 as alice bawn resume one -- sh -c 'git log --format=%s; git fsck --connectivity-only'
  assert_line --index 0 two
  # the reference that keeps them goes with the session: the project does not have them
  run -3 --separate-stderr as alice bawn destroy one
  assert_regex "$stderr" 'the commits of refs/heads/bawn/one'
  run -0 as alice bawn merge one --branch again
  assert_output 'one: 2 commits fetched to again'
  run -0 as alice bawn destroy one
  assert_equal "$(git_app for-each-ref refs/bawn)" ''
  git_app branch -qD again
}

@test "destroy keeps a session whose first commit the project has dropped" {
  local kind
  for kind in worktree clone; do
    in_app sh -c 'git -c core.hooksPath=/dev/null checkout -qb dropped; echo x >x; git add x; git -c core.hooksPath=/dev/null commit -qm dropped'
    in_app bawn launch -q --workspace $kind --name one -- true
    run -0 --separate-stderr as alice bawn status one
    assert_output --partial 'nothing changed'
    git_app checkout -q main
    git_app branch -qD dropped
    in_app sh -c 'git -c core.hooksPath=/dev/null reflog expire --expire=now --all'
    run -3 --separate-stderr as alice bawn destroy one
    assert_regex "$stderr" 'unmerged work: the commits of refs/heads/'
    run -0 as alice bawn merge one --branch again
    run -0 as alice bawn destroy one
    git_app branch -qD again
  done
}

@test "a session keeps each fetched branch when the project drops it" {
  session one 'echo one >>list; git commit -qam one; git checkout -qb x start 2>/dev/null || git checkout -qb x HEAD~; echo two >two; git add two
    git commit -qm two; git checkout -q bawn/one'
  run -0 as alice bawn merge one --branch b
  run -0 as alice bawn resume one -- git gc -q --prune=now
  git_app branch -qD b b-x
  in_app sh -c 'git -c core.hooksPath=/dev/null reflog expire --expire=now --all && git -c core.hooksPath=/dev/null gc -q --prune=now'
  run -0 as alice bawn rename one other
  run -0 as alice bawn resume other -- sh -c 'git log --format=%s -1 x; git fsck --connectivity-only; git checkout -q x && cat two'
  assert_line --index 0 two
  run -3 as alice bawn destroy other
  run -0 as alice bawn merge other --branch again
  run -0 as alice bawn destroy other
  assert_equal "$(git_app for-each-ref refs/bawn)" ''
  # shellcheck disable=SC2046 # one word for each branch
  git_app branch -qD $(git_app for-each-ref --format='%(refname:short)' 'refs/heads/again*')
}

@test "a checkout needs a repository, or a linked worktree of one" {
  as alice mkdir -p plain
  run -3 --separate-stderr as alice env -C plain bawn launch --workspace worktree -- true
  assert_regex "$stderr" 'worktree needs a git repository of yours, and /home/alice/plain is not the top of one'
  git init -q plain-of-root && mkdir -p /home/shared && mv plain-of-root /home/shared/theirs
  run -3 --separate-stderr as alice env -C /home/shared/theirs bawn launch --workspace worktree -- true
  assert_regex "$stderr" 'worktree needs a git repository of yours, and the repository of /home/shared/theirs belongs to another user'
  git_app worktree add -q --detach ../linked start
  run -0 as alice env -C linked bawn launch --workspace worktree --name one -- git status --short --branch
  assert_output '## bawn/one'
  assert_equal "$(git_app for-each-ref --format='%(refname)' refs/bawn)" refs/bawn/base/one
  git_app worktree remove --force ../linked
  in_app sh -c 'echo /home/alice/plain >.git/objects/info/alternates'
  run -3 --separate-stderr session two true
  assert_regex "$stderr" 'borrows objects of another'
  in_app rm .git/objects/info/alternates
  rm -r /home/alice/plain
}

@test "a session cannot write the borrowed objects, and its own objects stay in its repository" {
  before=$(as alice sh -c 'cd app && find .git -type f ! -path "*/refs/bawn/base/*" | sort')
  run -0 session one '! touch /run/borrowed-objects/x; ! rm -rf /run/borrowed-objects/pack
    echo /etc >.git/objects/info/alternates; mkdir .git/worktrees; echo /home/alice/app/.git >.git/commondir; touch .git/objects/pack/pack-x.pack'
  assert_equal "$(as alice sh -c 'cd app && find .git -type f ! -path "*/refs/bawn/base/*" | sort')" "$before"
  run as alice bawn log one
  run as alice bawn status one
  assert_output --partial "git's own files"
  run -1 in_app git rev-parse -q --verify refs/heads/bawn/one
}

@test "a checkout has the files of submodules that the project has checked out, and large files of git LFS as pointers" {
  as alice sh -c 'git init -q sub && cd sub && mkdir -p deep && echo content >deep/file && ln -s deep/file link && git add . && git -c user.name=a -c user.email=a@b commit -q -m sub
    cd ../app && git -c core.hooksPath=/dev/null -c protocol.file.allow=always submodule --quiet add /home/alice/sub sub &&
    printf "*.big filter=lfs\n" >.gitattributes && printf "version https://git-lfs.github.com/spec/v1\n" >x.big && git add .gitattributes x.big && git -c core.hooksPath=/dev/null commit -qm more'
  as alice sh -c 'echo mine >>app/sub/deep/file; echo untracked >app/sub/untracked'
  run -0 --separate-stderr session one 'cat x.big; ls -A sub; cat sub/link; git status --short; echo x >>sub/deep/file; echo y >sub/new; git add -A; git commit -qm all --allow-empty; git show --stat --format=%s'
  assert_output $'version https://git-lfs.github.com/spec/v1\ndeep\nlink\ncontent\nmine\nall'
  run -0 as alice bawn status one
  assert_output --partial sub/deep/file
  assert_output --partial sub/new
  run -3 as alice bawn destroy one
  run -0 as alice bawn exec one -- sh -c 'git stash -q 2>&1; git checkout -qb side HEAD~1 && git commit -qm side --allow-empty && git rebase -q bawn/one; cat sub/new'
  assert_output --partial y
  run -1 as alice bawn diff one
  assert_line '+x'
  # the commits inside do not come back as files
  run -1 as alice bawn merge one --all
  assert_line --regexp '^  added +sub/new$'
  run -0 as alice sh -c 'cat app/sub/deep/file app/sub/new app/sub/untracked; git -C app/sub status --short'
  assert_output $'content\nmine\nx\ny\nuntracked\n M deep/file\n?? new\n?? untracked'
  run -3 --separate-stderr as alice env -C app/sub bawn launch --workspace worktree -- true
  assert_regex "$stderr" '^bawn: error: --workspace worktree needs a git repository of yours, and /home/alice/app/sub is a submodule, whose repository lies in another project'
  run -0 --separate-stderr as alice env -C app/sub bawn launch -- cat link
  assert_regex "$stderr" 'git does not work in the session: /home/alice/app/sub is a submodule, whose repository lies in another project'
  git_app reset -q --hard start
  rm -rf /home/alice/sub /home/alice/app/sub /home/alice/app/.git/modules
}

@test "a checkout has the ignored files that .worktreeinclude lists, and none through a link" {
  as alice sh -c 'mkdir -p private && echo private >private/key && cd app && mkdir -p build/deep && printf "build/\nlink*\nlocal\n" >.gitignore && git add .gitignore &&
    git -c core.hooksPath=/dev/null commit -qm ignore && echo built >build/deep/one && echo two >build/two && chmod +x build/two && echo loose >loose && echo local >local &&
    ln -s /home/alice/private link-in && ln -s deep/one build/link && printf "build/deep\nbuild/link\nloose\nlist\nlink*\nlink-in/key\n.env\n" >.worktreeinclude'
  run -0 --separate-stderr session one 'cat build/deep/one build/link; ls -l build; test ! -e loose; test ! -e local; test ! -e build/two; readlink link-in
    cat link-in/key || echo nothing; git status --short'
  assert_line --index 0 built
  assert_line --index 1 built
  assert_line /home/alice/private
  assert_equal "${lines[-1]}" nothing
  run -0 as alice bawn status one
  assert_output --partial 'nothing changed'
  rm -rf /home/alice/private
}

@test "a link or pointer in place of a submodule copies no other file into a checkout" {
  as alice sh -c 'git init -q private && cd private && mkdir deep && echo secret >key && echo secret >deep/file && git add . && git -c user.name=a -c user.email=a@b commit -q -m private
    cd ../app && for each in linked pointed; do git -c core.hooksPath=/dev/null -c protocol.file.allow=always submodule --quiet add /home/alice/private $each; done && git -c core.hooksPath=/dev/null commit -qm more
    rm -rf linked && ln -s ../private linked
    rm pointed/.git pointed/key && rm -r pointed/deep && echo "gitdir: /home/alice/private/.git" >pointed/.git && ln -s ../../private/key pointed/key && ln -s ../../private/deep pointed/deep'
  run -0 --separate-stderr session one 'find linked pointed | sort; cat pointed/key pointed/deep/file 2>/dev/null || echo nothing'
  refute_output --partial secret
  assert_output $'linked\npointed\npointed/key\nnothing'
  git_app reset -q --hard start
  rm -rf /home/alice/private /home/alice/app/{linked,pointed} /home/alice/app/.git/modules
}

@test "a pipe in the repository of the project blocks no command" {
  session one 'echo one >>list; git commit -qam one'
  # git reads the list of other stores when it looks for an object
  as alice mkfifo app/.git/objects/info/alternates
  run -3 --separate-stderr as alice timeout 60 env -C app bawn destroy one
  # shellcheck disable=SC2154
  assert_regex "$stderr" '^bawn: error: git timed out: a file of the project'
  run -0 as alice timeout 60 bawn destroy --force one
  as alice sh -c 'cd app/.git && rm objects/info/alternates && mv HEAD kept && mkfifo HEAD'
  run -3 --separate-stderr as alice timeout 60 env -C app bawn launch --workspace worktree -- true
  assert_regex "$stderr" '^bawn: error: git timed out: a file of the project'
  run -1 pgrep -u alice git
}

@test "a session in a project with line ends by core.autocrlf changes one line of a file, also in a checkout" {
  git_app config core.autocrlf true
  as alice sh -c 'cd app && printf "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n" >ends && git add ends 2>/dev/null && git -c core.hooksPath=/dev/null commit -qm ends'
  for workspace in overlay worktree; do
    run -0 --separate-stderr in_app bawn launch --workspace $workspace --name $workspace -- sh -ec 'sed -i "s/2/two/" ends; git diff --numstat; git status --short'
    assert_output $'1\t1\tends\n M ends'
    run -0 as alice bawn status $workspace
    assert_line '  modified  ends'
    as alice sed -i s/6/six/ app/ends
    run as alice bawn merge $workspace ends
    assert_line '  modified  ends  ! also changed in the project'
    assert_equal "$(as alice cat app/ends)" $'1\r\ntwo\r\n3\r\n4\r\n5\r\nsix\r\n7\r'
    run -0 in_app git diff --numstat ends
    assert_output $'2\t2\tends'
    git_app checkout -q ends
  done
  git_app config --unset core.autocrlf
}

@test "a session in a project with a sparse checkout has the files of the project, also in a checkout" {
  as alice sh -c 'cd app && mkdir in out && echo 1 >in/file && echo 2 | tee out/file >out/other && git add in out && git -c core.hooksPath=/dev/null commit -qm sparse && git sparse-checkout set in src'
  for workspace in overlay worktree; do
    run -0 --separate-stderr in_app bawn launch --workspace $workspace --name $workspace -- sh -ec 'ls; git status --short; echo more >>in/file; mkdir out; echo more >out/file; git add --sparse .; git commit -qm more; git show --name-status --format=%s'
    refute_line --partial other
    assert_line $'M\tin/file'
    assert_line $'M\tout/file'
    run -0 as alice bawn status $workspace
    assert_line '  modified  in/file'
    assert_line '  added     out/file'
    run as alice bawn merge $workspace --all
    assert_line '  added     out/file'
    run -0 as alice sh -c 'cd app && cat in/file out/file; ls out'
    assert_output $'1\nmore\nmore\nfile'
    git_app checkout -q in
    rm -r /home/alice/app/out
  done
  git_app sparse-checkout disable
}
