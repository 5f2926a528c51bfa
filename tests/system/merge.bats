#!/usr/bin/env bats
# What a session changed comes into its project by merge, never over anybody's edits, and goes again by undo.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -c 'cd app && seq 20 >list && echo data >data && git add . && git commit -qm list && git branch -M main && git tag start'
}

teardown() {
  forget_sessions /home/alice/.config
  as alice sh -c 'cd app && git checkout -qf main && git reset -q --hard start && git clean -qdxff'
}

session() { in_app bawn launch --name "$1" -- bash -c "$2"; }
tree() { (cd /home/alice/app && find . -path ./.git -prune -o -printf '%p %y %m %l ' -exec sh -c 'test ! -f "$1" || sha256sum <"$1"' sh {} \; -print | sort); }

@test "two sessions that edit different lines of one file both arrive by merge, and the second is taken back" {
  session one 'sed -i s/^3$/three/ list; mkdir new; echo x >new/file; rm data'
  session two 'sed -i s/^17$/seventeen/ list'
  run -0 --separate-stderr in_app bawn merge one --all
  assert_output 'one: 4 changes merged in /home/alice/app
  data
  list
  new
  new/file'
  run -0 in_app bawn merge two --all
  assert_equal "$(sed -n '3p;17p' /home/alice/app/list)" $'three\nseventeen'
  run in_app bawn status two
  assert_output --partial 'nothing changed'
  run -0 in_app bawn destroy one
  run -0 in_app bawn undo two
  assert_equal "$(sed -n '3p;17p' /home/alice/app/list)" $'three\n17'
  run -3 in_app bawn destroy two
  run -0 in_app bawn merge two list
  assert_equal "$(sed -n '17p' /home/alice/app/list)" seventeen
}

@test "a conflict waits, is named with both sides, and a dry run changes nothing" {
  session one 'sed -i s/^3$/three/ list; echo x >new'
  as alice sh -c 'cd app && sed -i s/^3$/drei/ list'
  run -1 --separate-stderr in_app bawn merge one --all --dry-run
  assert_output 'one: 1 change would be merged in /home/alice/app
  new'
  # shellcheck disable=SC2154
  assert_equal "$stderr" 'bawn: conflict: list: both changed the same lines
bawn:   the project'\''s: /home/alice/app/list
bawn:   the session'\''s: /home/alice/.local/share/bawn/workspaces/one/upper/list'
  [ ! -e /home/alice/app/new ]
  run -1 --separate-stderr in_app bawn merge one --all --json
  assert_output --partial '"reason" : "both changed the same lines"'
  assert_equal "$(sed -n 3p /home/alice/app/list)" drei
  [ -e /home/alice/app/new ]
}

@test "hazards stop a merge unless they are accepted, and git's own files are never merged" {
  session one 'echo "touch /tmp/x" >.envrc; echo x >new; echo "#!/bin/sh" >.git/hooks/pre-commit'
  run -3 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" 'nothing was merged, because of hazards: .envrc \(acts by itself: direnv\)'
  [ ! -e /home/alice/app/new ]
  run -0 in_app bawn merge one --all --accept-hazards
  assert_line 'bawn: left out: 1 of git'\''s own files'
  [ -e /home/alice/app/.envrc ]
  [ ! -e /home/alice/app/.git/hooks/pre-commit ]
}

@test "a link that leads out through another link stops a merge" {
  session one 'ln -s . loop; ln -s loop/../.ssh keys; mkdir -p d/e; ln -s ../.. d/e/s; ln -s d/e/s/../.bashrc notes.txt; echo x >new'
  run -3 --separate-stderr in_app bawn merge one --all
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'because of hazards: keys \(leads out of the project\), notes.txt \(leads'
  run in_app ls keys new
  assert_failure
}

@test "neither merge nor export brings in a repository, whatever its name and however it is completed" {
  as alice sh -c 'cd app && git init -q --bare store.git && mkdir half && cp -r store.git/objects store.git/refs half &&
    touch half/objects/x half/refs/x && git add . && git commit -qm store'
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'act="touch /tmp/ran-by-git"
    git init -q --bare docs; git -C docs config core.fsmonitor "$act"; git -C docs config core.bare false
    git -C docs config core.worktree ..; echo text >docs/page
    git -C store.git config core.fsmonitor "$act"; printf "#!/bin/sh\n" >store.git/hooks/post-receive
    git config -f half/config core.fsmonitor "$act"; ln -s refs/heads/main half/HEAD
    mkdir links tree; ln -s ../docs/objects links/Objects; ln -s ../docs/refs links/REFS; echo "ref: refs/heads/main" >links/head
    echo ../docs >tree/commondir; cp docs/HEAD tree; echo x >new'
  run -0 in_app bawn status one
  assert_output --regexp "^one \(ended 0\): 1 change and [0-9]+ of git's own files in /home/alice/app
  added     new
  changed   docs/  [0-9]+ of git's own files  ! never merged as files
  changed   half/  2 of git's own files  ! never merged as files
  changed   links/  4 of git's own files  ! never merged as files
  changed   store.git/  2 of git's own files  ! never merged as files
  changed   tree/  3 of git's own files  ! never merged as files\$"
  run -1 --separate-stderr in_app bawn merge one docs/objects docs/config half/config --accept-hazards
  run -1 --separate-stderr in_app bawn merge one --all --accept-hazards
  assert_output 'one: 1 change merged in /home/alice/app
  new'
  assert_equal "$(grep -c 'a git repository is never merged as files' <<<"$stderr")" 5
  run -0 as alice git -C app status --porcelain
  assert_output '?? new'
  run -1 --separate-stderr in_app bawn export one --patch --accept-hazards
  assert_output ''
  assert_equal "$(grep -c 'no patch may touch a git repository' <<<"$stderr")" 5
  [ ! -e /tmp/ran-by-git ]
}

@test "a repository that replaces a file, and a file that replaces a repository, are left out with their reason" {
  as alice sh -c 'cd app && git init -q nest && echo n >nest/n && git init -q gone && echo g >gone/g'
  session one 'rm -rf nest gone; echo file >nest; ln -s /etc gone; rm data; git init -q --bare data'
  run -1 --separate-stderr in_app bawn merge one --all --accept-hazards
  assert_regex "$stderr" 'nest: a git repository is in the directory that the session replaced'
  assert_regex "$stderr" 'gone: a git repository is in the directory that the session replaced'
  assert_regex "$stderr" 'data: a git repository is never merged as files'
  [ -f /home/alice/app/data ]
  [ -d /home/alice/app/nest/.git ]
}

@test "export names hazards last and leaves severe ones out unless they are accepted" {
  session one 'echo x >.ENVRC; mkdir .vscode .husky; echo {} >.vscode/tasks.json; echo x >.husky/pre-commit
    ln -s /home/alice/.ssh out; echo all: >Makefile; echo x >new'
  run -1 --separate-stderr in_app bawn export one --patch
  assert_equal "$(grep ^diff <<<"$output")" 'diff --git a/Makefile b/Makefile
diff --git a/new b/new'
  assert_equal "$stderr" 'bawn: hazard: Makefile: acts when used: make
bawn: left out: .ENVRC: acts by itself: direnv
bawn: left out: .husky/pre-commit: acts by itself: git hooks
bawn: left out: .vscode/tasks.json: acts by itself: editors
bawn: left out: out: leads out of the project
bawn: hint: read them: bawn diff one; then add --accept-hazards'
  run -0 --separate-stderr in_app bawn export one --patch --accept-hazards
  assert_equal "$(grep -c ^diff <<<"$output")" 6
  assert_equal "$(grep -c '^bawn: hazard: ' <<<"$stderr")" 5
  run -0 --separate-stderr in_app bawn export one --patch new
  assert_equal "$stderr" ''
}

@test "a day's work is merged without a question, and what acts by itself is not" {
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'for file in Makefile package.json .github/workflows/x.yml Dockerfile conftest.py AGENTS.md; do
    mkdir -p "$(dirname $file)"; echo x >$file; done'
  run -0 in_app bawn status one
  assert_line '  added     Makefile  ! acts when used: make'
  run -0 in_app bawn merge one --all
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session two 'for file in .opencode/a opencode.json .aider.conf.yml .devcontainer.json .exrc .nvim.lua .nvimrc .dir-locals.el \
    .zed/tasks.json a.code-workspace .gdbinit .lldbinit .yarnrc .yarnrc.yml .pnpmfile.cjs .npmrc .cargo/config.toml \
    .mvn/jvm.config .venv/bin/activate lefthook.yml mise.toml .mise.toml .tool-versions .hg/hgrc .jj/repo/config.toml \
    sub/.VSCode/tasks.json sub/.cargo/config; do mkdir -p "$(dirname $file)"; echo x >$file; done'
  run -0 in_app bawn status two --ignored
  assert_equal "$(grep -c '  added .*  ! acts by itself' <<<"$output")" 27
  run -3 in_app bawn merge two --all --ignored
}

@test "a directory that was replaced has the mode of the session's after a merge, and its own again after undo" {
  as alice sh -c 'cd app && mkdir -m 755 dir && echo x >dir/x && git add . && git commit -qm dir'
  session one 'rm -r dir; mkdir -m 700 dir; echo secret >dir/secret'
  run -0 in_app bawn merge one --all
  assert_equal "$(stat -c %a /home/alice/app/dir)" 700
  run -0 in_app bawn undo one
  assert_equal "$(stat -c %a /home/alice/app/dir)" 755
}

@test "directories of any mode are merged, taken back and merged again" {
  local before merged mode
  before=$(tree)
  for mode in 555 500 300 100 000; do
    session one "mkdir -p made/in; echo y >made/in/file; chmod $mode made/in; chmod $mode made; echo evil >>data"
    run -0 --separate-stderr in_app bawn merge one --all
    assert_equal "$(stat -c %a /home/alice/app/made)" "$((10#$mode))"
    assert_equal "$(cat /home/alice/app/made/in/file)" y
    merged=$(tree)
    run -0 in_app bawn undo one
    assert_equal "$(tree)" "$before"
    run -0 in_app bawn merge one --all
    assert_equal "$(tree)" "$merged"
    run -0 in_app bawn undo one
    in_app bawn destroy one --force
  done
}

@test "a merge that is killed at any moment is finished or taken back" {
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'for i in {1..60}; do mkdir -p new/$i; echo $i >new/$i/file; done; sed -i s/^3$/three/ list; rm data'
  local before merged round
  before=$(tree)
  in_app bawn merge one --all >/dev/null
  merged=$(tree)
  for ((round = 0; round < ${KILLS:-5}; round++)); do
    in_app bawn undo one >/dev/null
    assert_equal "$(tree)" "$before"
    # what is killed is the JVM; a merge of this size writes and renames for a few hundred milliseconds
    in_app timeout -s KILL "0.$((RANDOM % 9))$((RANDOM % 10))" bawn merge one --all >/dev/null 2>&1 || :
    in_app bawn merge one --all >/dev/null 2>&1
    assert_equal "$(tree)" "$merged"
    [ ! -e /home/alice/app/.bawn-merge-one ]
  done
}

@test "a directory that may not be written leaves nothing half merged" {
  as alice sh -c 'mkdir -p app/sub && echo x >app/sub/file && cd app && git add . && git commit -qm sub'
  session one 'echo y >sub/file; echo y >data; echo n >new'
  chmod 0555 /home/alice/app/sub
  local before
  before=$(tree)
  run -1 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" '^bawn: error: nothing was merged: sub/file may not be written'
  assert_equal "$(tree)" "$before"
  chmod 0755 /home/alice/app/sub
  run -0 in_app bawn merge one --all
}

@test "on a full disk nothing is half merged" {
  as alice sh -c 'mkdir small'
  mount -t tmpfs -o "size=200k,uid=$(id -u alice),gid=$(id -g alice),mode=0755" none /home/alice/small
  as alice sh -c 'cd small && echo data >data'
  as alice env -C small bawn launch --name one -- sh -c 'echo new >data; for i in 1 2 3; do head -c 90000 /dev/urandom >large$i; done'
  local before
  before=$(ls -lA /home/alice/small; cat /home/alice/small/data)
  run -1 --separate-stderr as alice bawn merge one --all
  assert_regex "$stderr" '^bawn: error: nothing was merged: .*No space left on device'
  assert_equal "$(ls -lA /home/alice/small; cat /home/alice/small/data)" "$before"
  umount /home/alice/small
}

@test "an empty path is refused, and is not all of the changes" {
  session one 'echo x >>data'
  for command in merge discard status diff export; do
    run -2 --separate-stderr in_app bawn $command one '' $([ $command != export ] || echo --patch)
    assert_regex "$stderr" '^bawn: error: argument is empty; expected a path'
  done
  run -0 in_app bawn discard one data
}

@test "discarded changes are the project's again, and a session that runs is left alone" {
  session one 'echo x >>data; rm -r src; mkdir new; echo n >new/file; echo y >>list'
  run -0 in_app bawn discard one data src new
  assert_line "kept until 'bawn destroy': /home/alice/.local/share/bawn/workspaces/one/discarded"
  run in_app bawn status one
  assert_line --partial '1 change'
  assert_line '  modified  list'
  run in_app bawn resume one -- sh -c 'cat data; ls src; ls -d new'
  assert_line data
  assert_line hello.py
  refute_line new
  # shellcheck disable=SC2154
  in_background --name two "$pause; echo x >>data"
  run -3 in_app bawn discard two --all
  assert_output --partial 'two runs'
  goes_on
}

@test "without git and from a subdirectory a merge keeps what the user changed" {
  as alice sh -c 'mkdir -p plain/sub && cd plain && seq 20 >sub/list && echo mine >sub/other'
  as alice env -C plain/sub bawn launch --name one -- sh -c 'echo theirs >other; sed -i s/^3$/three/ list; echo n >new'
  as alice sh -c 'echo edited >plain/sub/other'
  run -1 as alice env -C plain/sub bawn merge one --all
  assert_equal "$(cat /home/alice/plain/sub/other)" edited
  assert_equal "$(sed -n 3p /home/alice/plain/sub/list)" three
  [ -e /home/alice/plain/sub/new ]
}

@test "two sessions of a project without git that edit one file both arrive by merge" {
  as alice sh -c 'mkdir -p plain/sub && seq 20 >plain/sub/list'
  as alice env -C plain bawn launch --name one -- sed -i 's/^3$/three/' sub/list
  as alice env -C plain bawn launch --name two -- sed -i 's/^17$/seventeen/' sub/list
  recorded two
  run -0 as alice bawn merge one --all
  run -0 as alice bawn merge two --all
  assert_equal "$(sed -n '3p;17p' /home/alice/plain/sub/list)" $'three\nseventeen'
  run -0 as alice bawn undo two
  assert_equal "$(sed -n '3p;17p' /home/alice/plain/sub/list)" $'three\n17'
}

@test "a directory by the name of a merge under way, and a path that is too long, are left out" {
  # shellcheck disable=SC2016
  session one 'mkdir -p .bawn-merge-$BAWN_SESSION/x; echo 1 >.bawn-merge-$BAWN_SESSION/1; echo y >>data; rm list
    python3 -c "
import os
d = os.open(\".\", os.O_RDONLY)
for i in range(22):
    os.mkdir(\"y\" * 200, dir_fd=d)
    d = os.open(\"y\" * 200, os.O_RDONLY, dir_fd=d)
os.close(os.open(\"leaf\", os.O_CREAT | os.O_WRONLY, dir_fd=d))"'
  local before
  before=$(tree)
  run -1 --separate-stderr in_app bawn merge one --all
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'left out: .bawn-merge-one/x: bawn uses this name while it merges'
  assert_regex "$stderr" 'its path is longer than 4095 bytes'
  assert_equal "$(tail -n 1 /home/alice/app/data)" y
  [ ! -e /home/alice/app/list ]
  run -0 in_app bawn undo one
  rm -rf /home/alice/app/yyyy*
  assert_equal "$(tree)" "$before"
  run -0 in_app bawn destroy one --force
}

@test "a directory that can be listed and not entered keeps nobody from what else was changed" {
  session one 'echo good >good; mkdir closed; touch closed/f; chmod 444 closed'
  run -0 in_app bawn status one
  assert_line '  added     good'
  assert_line '  added     closed/f'
  run -0 in_app bawn merge one good
  as alice sh -c 'mkdir app/src/m && touch app/src/m/f && chmod 444 app/src/m'
  session two 'echo x >src/m2; rm -rf src/m; true'
  run in_app bawn status two
  assert_line '  added     src/m2'
  chmod 755 /home/alice/app/src/m
}

@test "a text of which too many lines differ and a file larger than the disk wait, and cost no time" {
  as alice sh -c 'cd app && seq 1 60000 | sed "s/.*/a/;1~2s/a/b/" >many && git add many && git commit -qm many'
  session one 'seq 1 60000 | sed "s/.*/b/;1~3s/b/a/" >many; truncate -s 4T sparse; echo x >new'
  as alice sh -c 'cd app && echo mine >>many'
  run -1 --separate-stderr in_app timeout 60 bawn merge one --all
  assert_regex "$stderr" 'conflict: many: both changed it, and it cannot be merged by lines'
  assert_regex "$stderr" 'left out: sparse: it is larger than the free space of the project'
  [ -e /home/alice/app/new ]
}
