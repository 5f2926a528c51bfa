#!/usr/bin/env bats
# bawn merge brings changes of a session into the project without overwriting other edits, and bawn undo takes them back.

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

@test "merges of two sessions keep different lines of one file, and undo reverts the second" {
  session one 'sed -i s/^3$/three/ list; mkdir new; echo x >new/file; rm data'
  session two 'sed -i s/^17$/seventeen/ list'
  run -0 --separate-stderr in_app bawn merge one --all
  assert_output 'one: 3 changes merged into /home/alice/app
  removed   data
  modified  list
  added     new/file'
  run -0 in_app bawn merge two --all
  assert_equal "$(sed -n '3p;17p' /home/alice/app/list)" $'three\nseventeen'
  run in_app bawn status two
  assert_output --partial 'nothing changed'
  run -0 in_app bawn destroy one
  run -0 in_app bawn undo two
  assert_output 'two: 1 change taken back in /home/alice/app
  modified  list'
  assert_equal "$(sed -n '3p;17p' /home/alice/app/list)" $'three\n17'
  run -3 in_app bawn destroy two
  run -0 in_app bawn merge two list
  assert_equal "$(sed -n '17p' /home/alice/app/list)" seventeen
}

# bats test_tags=long
@test "merge, undo and discard list each path with its change, and a moved file once" {
  as alice sh -c 'cd app && seq 30 >old && seq 100 130 >other && git add . && git commit -qm old && echo mine >notes'
  session one 'mv old new; mv other edited; echo more >>edited; chmod 755 list; rm notes data; ln -s list data; mkdir -p a/b; echo x >a/b/c'
  local changes='  added     a/b/c
  type      data  file → link
  moved     edited  from other, 96 % the same
  mode      list  0664 → 0755  ! new executable
  moved     new  from old
  removed   notes  ! git has no copy of the file'
  run -0 --separate-stderr in_app bawn status one
  assert_output "one (ended 0): 6 changes in /home/alice/app
$changes"
  run -0 --separate-stderr in_app bawn merge one --all --dry-run
  assert_output "one: 6 changes would be merged into /home/alice/app
$changes"
  run -0 --separate-stderr in_app bawn merge one --all --dry-run --json
  assert_output --partial '"change" : "mode",
    "path" : "list"'
  run -0 --separate-stderr in_app bawn merge one --all
  assert_output "one: 6 changes merged into /home/alice/app
$changes"
  run -0 --separate-stderr in_app bawn undo one
  assert_output 'one: 6 changes taken back in /home/alice/app
  added     a/b/c
  type      data
  moved     edited  from other
  mode      list
  moved     new  from old
  removed   notes'
  run -0 --separate-stderr in_app bawn merge one --all --json
  assert_output --partial '"path" : "new",
    "moved_from" : "old"'
  run -0 in_app bawn undo one
  run -0 --separate-stderr in_app bawn discard one --all
  assert_output "one: 6 changes discarded; /home/alice/app is unchanged
$changes"
}

# bats test_tags=long
@test "merge, undo and discard list 30 changes on a terminal, and all without one" {
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'for i in {1..300}; do echo $i >n$i; done'
  local command
  for command in 'merge one --all --dry-run' 'merge one --all' 'undo one' 'discard one --all'; do
    run -0 in_app script -qec "bawn $command" /dev/null
    assert_equal "$(grep -c '  added ' <<<"$output")" 30
    assert_line --partial '  and 270 more'
  done
  # shellcheck disable=SC2016
  session two 'for i in {1..300}; do echo $i >n$i; done'
  run -0 in_app bawn merge two --all
  assert_equal "$(grep -c '  added ' <<<"$output")" 300
}

@test "a path argument selects both paths of a moved file" {
  session one 'mkdir d && seq 100 >x && mv list d/list && mv data d/data'
  run -0 --separate-stderr in_app bawn discard one d/list
  assert_output --partial 'moved     d/list  from list'
  run -0 in_app bawn merge one data
  [ -e /home/alice/app/list ] && [ ! -e /home/alice/app/data ] && [ -e /home/alice/app/d/data ]
  run -0 in_app bawn status one
  refute_output --partial list
}

@test "a path of an ignored file selects no other file with similar content" {
  as alice sh -c 'cd app && echo build/ >.gitignore && mkdir build && seq 50 >build/old && seq 100 150 >source && git add . && git commit -qm ignore'
  session one '(echo all:; seq 50) >Makefile; rm build/old; mv source build/ok'
  run in_app bawn merge one build/old build/ok
  assert_equal "$(cd /home/alice/app && ls -d Makefile build/* source 2>/dev/null | paste -sd ' ')" 'build/ok source'
}

@test "status marks a moved file that the user changed, and merge moves it with the change" {
  as alice sh -c 'cd app && seq 30 >old && seq 100 130 >gone && git add . && git commit -qm old'
  session one 'mv old new; rm gone'
  as alice sh -c 'cd app && echo mine >>old && echo mine >>gone'
  run -0 --separate-stderr in_app bawn status one
  assert_output 'one (ended 0): 2 changes in /home/alice/app
  removed   gone  ! also changed in the project
  moved     new  from old  ! old also changed in the project'
  run -0 in_app bawn report one
  assert_line '| moved | new from old |  |  | old also changed in the project |'
  for trial in --dry-run ''; do
    # shellcheck disable=SC2086
    run -1 --separate-stderr in_app bawn merge one --all $trial
    assert_line --index 1 '  moved     new  from old  ! old also changed in the project'
    # shellcheck disable=SC2154
    assert_equal "$stderr" "bawn: conflict: gone: the session removed it, and it changed in the project
bawn:   the project's: /home/alice/app/gone
bawn:   the session's: removed
bawn: hint: decide in a review: bawn review one"
  done
  assert_equal "$(tail -n 1 /home/alice/app/new)" mine
  [ ! -e /home/alice/app/old ]
  run -0 in_app bawn undo one
  assert_equal "$(tail -n 1 /home/alice/app/old)" mine
  [ ! -e /home/alice/app/new ]
}

@test "of two equal files that a session removed, only the one that it moved stays while the move is not merged" {
  as alice sh -c 'cd app && mkdir a b && seq 30 | tee a/x >b/y && git add . && git commit -qm equal'
  session one 'mkdir new; mv b/y new/y; rm a/x'
  as alice sh -c 'cd app && mkdir new && echo mine >new/y'
  run -1 --separate-stderr in_app bawn merge one --all
  assert_line '  removed   a/x'
  assert_regex "$stderr" 'conflict: b/y: the session moved it to new/y, which is not merged'
  assert_equal "$(cd /home/alice/app && cat new/y && ls a/x b/y 2>&1)" "mine
ls: cannot access 'a/x': No such file or directory
b/y"
}

# bats test_tags=long
@test "merge keeps a tracked file that a session moved to an ignored path until that path is named" {
  as alice sh -c 'cd app && seq 30 >old && seq 100 130 >edited && echo bye >gone && git add . && git commit -qm old'
  session one 'mkdir build; mv old build/new; mv edited build/; echo more >>build/edited; rm gone'
  local reason='conflict: old: the session moved it to build/new, which is not merged'
  run -1 --separate-stderr in_app bawn merge one --all --dry-run
  assert_output $'one: 1 change would be merged into /home/alice/app\n  removed   gone'
  assert_regex "$stderr" "$reason"
  for command in diff export; do
    run -1 --separate-stderr in_app bawn "$command" one
    refute_line -- -100
    assert_output --partial -bye
    assert_regex "$stderr" ': edited: the session moved it to build/edited, which is left out'
    assert_regex "$stderr" ': old: the session moved it to build/new, which is left out'
  done
  run -1 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" "$reason"
  assert_equal "$(cd /home/alice/app && ls old edited build gone 2>&1)" "ls: cannot access 'build': No such file or directory
ls: cannot access 'gone': No such file or directory
edited
old"
  run -3 in_app bawn destroy one
  run -0 in_app bawn merge one old build/new
  assert_line '  moved     build/new  from old'
  run -0 in_app bawn merge one --all --ignored
  assert_equal "$(cd /home/alice/app && tail -n 1 build/*)" $'==> build/edited <==\nmore\n\n==> build/new <==\n30'
  run -0 in_app bawn undo one
  run -0 in_app bawn undo one
  run -0 in_app bawn merge one --all --ignored
  run -0 in_app bawn destroy one
}

@test "destroy names the user's file that a session moved in one merge, and changed or removed in the next" {
  local second
  for second in 'sed -i 1d docs/notes' 'rm docs/notes'; do
    as alice sh -c 'cd app && { echo precious; seq 20; } >notes'
    session one 'mkdir -p docs; mv notes docs/'
    run -0 in_app bawn merge one --all
    run -0 in_app bawn resume one -- sh -c "$second"
    run -0 in_app bawn merge one --all
    run -3 in_app bawn destroy one
    assert_line --regexp '^bawn: only the session still has this version of notes: /.*/old/[0-9]+$'
    run -0 in_app bawn destroy one --force
  done
  # what a session wrote itself, and replaced in its next merge, is no copy of the user's
  as alice sh -c 'cd app && rm -rf docs notes && seq 20 >list && git commit -qam list || :'
  session two 'echo first >made'
  run -0 in_app bawn merge two --all
  run -0 in_app bawn resume two -- sh -c 'echo second >made'
  run -0 in_app bawn merge two --all
  run -0 in_app bawn destroy two
  as alice rm app/made
}

@test "the hint of destroy names --force when ignored files and an only copy keep the session" {
  as alice sh -c 'cd app && echo "*.log" >.gitignore && echo mine >a.log'
  session one 'echo theirs >a.log; echo theirs >b.log'
  run -0 in_app bawn merge one a.log
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" '^bawn: only the session still has this version of a.log: /.*/old/[0-9]+
bawn: error: session .one. has unmerged work: 1 ignored file
bawn: hint: see them: bawn status one --ignored; remove them with the session: bawn destroy one --force$'
  run -0 in_app bawn destroy one --force
}

@test "destroy names files whose only copy is one that a merge replaced or removed" {
  as alice sh -c 'cd app && echo mine >notes && echo edited >>list && echo mine >todo && echo same >moved'
  session one 'rm notes data; echo theirs >>list; echo theirs >todo; mv moved there'
  run -0 in_app bawn merge one --all
  in_app bawn resume one -- sh -c 'echo again >todo'
  run -0 in_app bawn merge one --all
  run -3 --separate-stderr in_app bawn destroy one
  # shellcheck disable=SC2154
  assert_regex "$stderr" '^bawn: only the session still has this version of list: /home/alice/.local/share/bawn/workspaces/one/merges/1/old/[0-9]+
bawn: only the session still has this version of notes: /.*/old/[0-9]+
bawn: only the session still has this version of todo: /.*/old/[0-9]+
bawn: error: session .one. has the only copy of 3 files that its merges replaced or removed
bawn: hint: copy them; remove them with the session: bawn destroy one --force$'
  assert_equal "$(cat "$(sed -n 's/^bawn: only the session still has this version of notes: //p' <<<"$stderr")")" mine
  as alice sh -c 'cd app && echo mine >notes'
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'the only copy of 2 files'
  as alice rm app/notes
  run -0 in_app bawn undo one
  run -0 in_app bawn undo one
  assert_equal "$(cat /home/alice/app/notes /home/alice/app/todo)" $'mine\nmine'
  run -0 in_app bawn discard one --all
  run -0 in_app bawn destroy one
}

# bats test_tags=long
@test "destroy and clean keep a session where the project has an older version of a merged file, and not where it has a later one" {
  # a commit of the second of the merge may be older or younger
  as alice sh -c 'cd app && seq 2 20 >list && git commit -qam older && seq 3 20 >list && git commit -qam newer'
  sleep 1.1
  local name
  for name in older later; do
    session "$name" 'echo theirs >>list'
    run -0 in_app bawn merge "$name" --all
    case $name in
      older) as alice sh -c 'cd app && git checkout -qf HEAD~1' ;;
      later) sleep 1.1; as alice sh -c 'cd app && sed -i s/theirs/mine/ list && git commit -qam later' ;;
    esac
    run in_app bawn clean --yes
    run -0 in_app bawn list -q
    if [ "$name" = older ]; then
      assert_output older
      run -3 --separate-stderr in_app bawn destroy older
      # shellcheck disable=SC2154
      assert_regex "$stderr" '^bawn: only the session still has this version of list: /home/alice/.local/share/bawn/workspaces/older/upper/list'
      as alice sh -c 'cd app && git checkout -qf main'
      run -0 in_app bawn destroy older --force
    else
      assert_output ''
    fi
  done
}

@test "a merge keeps the permissions that others gave a file since the session began" {
  as alice sh -c 'cd app && chmod 664 list data && seq 9 >tool && chmod 664 tool && git add . && git commit -qm tool'
  session one 'sleep 0.5; echo theirs >>list; echo theirs >>data; echo theirs >>tool; chmod +x tool'
  as alice sh -c 'cd app && chmod 600 list data tool && sed -i s/^3$/three/ list'
  run -0 in_app bawn merge one --all
  run -0 stat -c '%a %n' /home/alice/app/list /home/alice/app/data /home/alice/app/tool
  assert_output $'600 /home/alice/app/list\n600 /home/alice/app/data\n700 /home/alice/app/tool'
}

@test "undo of a merge that the user reverted makes its changes mergeable again" {
  session one 'sed -i s/^3$/three/ list; mkdir -p new/deep; echo n >new/deep/n; rm data'
  run -0 in_app bawn merge one --all
  as alice sh -c 'cd app && git checkout -q list data && rm -r new'
  run -0 --separate-stderr in_app bawn undo one
  # shellcheck disable=SC2154
  assert_equal "$stderr" ''
  assert_output 'one: 3 changes taken back in /home/alice/app
  removed   data
  modified  list
  added     new/deep/n'
  run -0 --separate-stderr in_app bawn status one
  assert_line --index 0 'one (ended 0): 3 changes in /home/alice/app'
  run -0 in_app bawn merge one --all
  assert_equal "$(sed -n 3p /home/alice/app/list) $(cat /home/alice/app/new/deep/n)" 'three n'
  [ ! -e /home/alice/app/data ]
}

@test "undo names no file that the user removed since the merge" {
  session one 'sed -i s/^3$/three/ list; rm data'
  run -0 in_app bawn merge one --all
  as alice sh -c 'cd app && rm list && echo mine >data'
  run -1 --separate-stderr in_app bawn undo one
  # shellcheck disable=SC2154
  assert_equal "$stderr" "bawn: conflict: data: it was changed since the merge
bawn:   the project's: /home/alice/app/data
bawn:   the session's: removed
bawn:   before the merge: /home/alice/.local/share/bawn/workspaces/one/merges/1/old/1
bawn: conflict: list: it was removed since the merge
bawn:   the project's: removed
bawn:   the session's: /home/alice/.local/share/bawn/workspaces/one/upper/list
bawn:   before the merge: /home/alice/.local/share/bawn/workspaces/one/merges/1/old/2
bawn: hint: files in conflict stay merged; reverse your own edits there, then undo again: bawn undo one"
  assert_equal "$(cat /home/alice/.local/share/bawn/workspaces/one/merges/1/old/1)" data
  run -1 --separate-stderr in_app bawn undo one --json
  refute_output --partial '"project" : "/home/alice/app/list"'
}

@test "destroy names merged files that the project lost, and the undo of its hint restores them" {
  local upper=/home/alice/.local/share/bawn/workspaces/one/upper
  session one 'sed -i s/^3$/three/ list; echo n >new; echo k >kept; echo data2 >data'
  run -0 in_app bawn merge one --all
  in_app bawn resume one -- sh -c 'echo x >other; sed -i s/^4$/four/ list'
  run -0 in_app bawn merge one --all
  as alice sh -c 'cd app && git checkout -q list && rm new && echo mine >>kept && git commit -qm data2 -- data && git rm -q data'
  run -0 --separate-stderr in_app bawn status one
  assert_output --partial 'nothing changed'
  run -3 --separate-stderr in_app bawn destroy one
  # shellcheck disable=SC2154
  assert_equal "$stderr" "bawn: only the session still has this version of list: $upper/list
bawn: only the session still has this version of new: $upper/new
bawn: error: session 'one' has the only copy of 2 files that its merges added and the project no longer has
bawn: hint: copy them; to merge them again, first: bawn undo one && bawn undo one; remove them with the session: bawn destroy one --force"
  run -1 in_app sh -c 'bawn undo one && bawn undo one'
  assert_line 'bawn: conflict: kept: it was changed since the merge'
  run -3 in_app bawn destroy one
  run in_app bawn merge one list new other
  assert_equal "$(sed -n '3p;4p' /home/alice/app/list; cat /home/alice/app/new)" $'three\nfour\nn'
}

@test "after git checkout, a resumed session changes whole files again, and status names the others" {
  session one 'sed -i s/^3$/three/ list; echo n >new'
  run -0 in_app bawn merge one --all
  as alice sh -c 'cd app && git checkout -q . && rm new'
  in_app bawn resume one -- sed -i s/^8$/eight/ list
  run -0 --separate-stderr in_app bawn status one
  assert_line --partial 'modified  list'
  # shellcheck disable=SC2154
  assert_equal "$stderr" 'bawn: warning: after a merge of one, its changes to new were taken back in the project; to merge them again: bawn undo one && bawn merge one --all'
  run -0 in_app bawn merge one --all
  assert_equal "$(sed -n '3p;8p' /home/alice/app/list)" $'three\neight'
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" '^bawn: only the session still has this version of new: .*/upper/new'
  run -0 in_app sh -c 'bawn undo one && bawn undo one && bawn merge one --all && bawn destroy one'
  assert_equal "$(sed -n '3p;8p' /home/alice/app/list; cat /home/alice/app/new)" $'three\neight\nn'
}

@test "merge leaves out a conflict and names both sides, and a dry run changes nothing" {
  session one 'sed -i s/^3$/three/ list; echo x >new'
  as alice sh -c 'cd app && sed -i s/^3$/drei/ list'
  run -1 --separate-stderr in_app bawn merge one --all --dry-run
  assert_output 'one: 1 change would be merged into /home/alice/app
  added     new'
  # shellcheck disable=SC2154
  assert_equal "$stderr" 'bawn: conflict: list: both sides changed the same lines
bawn:   the project'\''s: /home/alice/app/list
bawn:   the session'\''s: /home/alice/.local/share/bawn/workspaces/one/upper/list
bawn: hint: decide in a review: bawn review one; to write both sides with markers: bawn merge one list --markers'
  [ ! -e /home/alice/app/new ]
  run -1 --separate-stderr in_app bawn merge one --all --json
  assert_output --partial '"reason" : "both sides changed the same lines"'
  assert_equal "$(sed -n 3p /home/alice/app/list)" drei
  [ -e /home/alice/app/new ]
  run -0 --separate-stderr in_app bawn merge one list --markers
  assert_equal "$stderr" 'bawn: conflict markers are in list: edit the lines between them'
  assert_equal "$(sed -n '4p;6p' /home/alice/app/list)" $'drei\nthree'
}

@test "the error about hazards in a generated directory names the discard of it" {
  session one 'mkdir -p .venv/bin; echo x >.venv/bin/activate; echo x >new'
  run -3 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" 'or name other paths; to discard the directory: bawn discard one .venv$'
  run -0 in_app bawn discard one .venv
  run -0 in_app bawn merge one --all
  # the user has other files in this one
  session two 'echo x >src/.envrc; echo x >src/new'
  run -3 --separate-stderr in_app bawn merge two --all
  assert_regex "$stderr" 'or name other paths$'
}

@test "merge refuses hazards unless the user accepts them, and always refuses git's own files" {
  session one 'echo "touch /tmp/x" >.envrc; echo x >new; echo "#!/bin/sh" >.git/hooks/pre-commit'
  run -3 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" 'nothing was merged, because of hazards: .envrc \(takes effect automatically: direnv\)'
  assert_regex "$stderr" 'hint: read them: bawn diff one; then: bawn merge one --all --accept-hazards; or name other paths$'
  run -3 --separate-stderr in_app bawn merge one new /home/alice/app/.envrc
  assert_regex "$stderr" 'then: bawn merge one new /home/alice/app/.envrc --accept-hazards;'
  [ ! -e /home/alice/app/new ]
  run -0 in_app bawn merge one --all --accept-hazards
  assert_line 'bawn: left out: 1 of git'\''s own files'
  [ -e /home/alice/app/.envrc ]
  [ ! -e /home/alice/app/.git/hooks/pre-commit ]
}

@test "merge refuses files that the user's git settings, hooks and links refer to" {
  as alice sh -c 'cd app && mkdir -p tools/hk ide && echo "#!/bin/sh" >tools/hk/pre-commit && cp tools/hk/pre-commit tools/clean &&
    chmod +x tools/hk/pre-commit tools/clean && echo "[a]" >settings && echo x >env.sh && ln -s env.sh .exrc && git add . && git commit -qm tools &&
    git config core.hookspath tools/hk && git config include.path ../settings && git config filter.c.clean tools/clean'
  # shellcheck disable=SC2016
  session one 'printf "#!/bin/sh\ntouch /home/alice/ran-by-git\n" >tools/hk/pre-commit; echo "cat" >>tools/clean; echo "[b]" >>settings
    echo y >env.sh; git add tools settings env.sh; git -c core.hookspath=/dev/null commit -qm evil'
  local reasons=' env.sh \(takes effect automatically: .exrc leads to it\), settings \(takes effect automatically: git reads it: include.path\), '
  reasons+='tools/clean \(takes effect automatically: git runs it: filter.clean\) and 1 more'
  run -3 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" "because of hazards:$reasons"
  run -0 --separate-stderr in_app bawn log one
  assert_equal "$stderr" 'bawn: hazard: env.sh: takes effect automatically: .exrc leads to it
bawn: hazard: settings: takes effect automatically: git reads it: include.path
bawn: hazard: tools/clean: takes effect automatically: git runs it: filter.clean
bawn: hazard: tools/hk/pre-commit: takes effect automatically: git runs it: core.hookspath'
  [ ! -e /home/alice/ran-by-git ]
  run -1 in_app bawn merge one --all --accept-hazards
  as alice git -C app commit -qam mine
  [ -e /home/alice/ran-by-git ]
  as alice sh -c 'rm ran-by-git && cd app && git config --unset core.hookspath && git config --unset include.path && git config --remove-section filter.c'
}

@test "merge refuses a link that leads outside through another link" {
  session one 'ln -s . loop; ln -s loop/../.ssh keys; mkdir -p d/e; ln -s ../.. d/e/s; ln -s d/e/s/../.bashrc notes.txt; echo x >new'
  run -3 --separate-stderr in_app bawn merge one --all
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'because of hazards: keys \(leads out of the project\), notes.txt \(leads'
  run in_app ls keys new
  assert_failure
}

@test "no series of merges, discards and undos completes a repository" {
  # the shell of the session expands it
  # shellcheck disable=SC2016
  local settings='git config -f y/config core.fsmonitor "touch /tmp/ran-by-git; false"; git config -f y/config core.bare false; git config -f y/config core.worktree ..'
  session one 'mkdir y; echo "ref: refs/heads/main" >y/HEAD'
  run -3 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" 'because of hazards: y/HEAD \(takes effect automatically: git\)'
  run -1 in_app bawn export one --patch
  refute_line --partial 'y/HEAD b/'
  run -0 in_app bawn merge one --all --accept-hazards
  session two 'rm y/HEAD; echo x >new'
  run -0 in_app bawn merge two --all --accept-hazards
  session three "mkdir -p y/objects y/refs; touch y/objects/k y/refs/k; $settings"
  run -0 in_app bawn merge three --all
  run -1 --separate-stderr in_app bawn undo two
  assert_regex "$stderr" 'y/HEAD: with it, its directory would be a git repository'
  [ ! -e /home/alice/app/y/HEAD ] && [ ! -e /home/alice/app/new ]
  run as alice git -C app/y status
  [ ! -e /tmp/ran-by-git ]
}

@test "neither merge nor export adds a repository, under any name and in any order" {
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
  assert_output --regexp "^one \(ended 0\): 5 changes and [0-9]+ of git's own files in /home/alice/app
  added     docs/page
  added     links/Objects.*
  added     links/REFS.*
  added     links/head.*
  added     new
  changed   docs/  [0-9]+ of git's own files  ! never merged as files
  changed   half/  2 of git's own files  ! never merged as files
  changed   store.git/  2 of git's own files  ! never merged as files
  changed   tree/  3 of git's own files  ! never merged as files
  commits   no merge fetches half/HEAD of another repository; .*\$"
  run -1 --separate-stderr in_app bawn merge one docs/objects docs/config half/config --accept-hazards
  run -1 --separate-stderr in_app bawn merge one --all --accept-hazards
  assert_output 'one: 1 change merged into /home/alice/app
  added     new'
  assert_equal "$(grep -c 'a git repository is never merged as files' <<<"$stderr")" 5
  run -0 as alice git -C app status --porcelain
  assert_output '?? new'
  run -1 --separate-stderr in_app bawn export one --patch --accept-hazards
  assert_output ''
  assert_equal "$(grep -c 'no patch may touch a git repository' <<<"$stderr")" 5
  [ ! -e /tmp/ran-by-git ]
}

@test "merge leaves out a repository that replaces a file, and the reverse, and names the reason" {
  as alice sh -c 'cd app && git init -q nest && echo n >nest/n && git init -q gone && echo g >gone/g'
  session one 'rm -rf nest gone; echo file >nest; ln -s /etc gone; rm data; git init -q --bare data'
  run -1 --separate-stderr in_app bawn merge one --all --accept-hazards
  assert_regex "$stderr" 'nest: a git repository is in the directory that the session replaced'
  assert_regex "$stderr" 'gone: a git repository is in the directory that the session replaced'
  assert_regex "$stderr" 'data: a git repository is never merged as files'
  [ -f /home/alice/app/data ]
  [ -d /home/alice/app/nest/.git ]
}

@test "export names hazards last and leaves out severe ones unless the user accepts them" {
  session one 'echo x >.ENVRC; mkdir .vscode .husky; echo {} >.vscode/tasks.json; echo x >.husky/pre-commit
    ln -s /home/alice/.ssh out; echo all: >Makefile; echo x >new'
  run -1 --separate-stderr in_app bawn export one --patch
  assert_equal "$(grep ^diff <<<"$output")" 'diff --git a/Makefile b/Makefile
diff --git a/new b/new'
  assert_equal "$stderr" 'bawn: hazard: Makefile: takes effect when used: make
bawn: left out: .ENVRC: takes effect automatically: direnv
bawn: left out: .husky/pre-commit: takes effect automatically: git hooks
bawn: left out: .vscode/tasks.json: takes effect automatically: editors
bawn: left out: out: leads out of the project
bawn: hint: read them: bawn diff one; then add --accept-hazards'
  run -0 --separate-stderr in_app bawn export one --patch --accept-hazards
  assert_equal "$(grep -c ^diff <<<"$output")" 6
  assert_equal "$(grep -c '^bawn: hazard: ' <<<"$stderr")" 5
  run -0 --separate-stderr in_app bawn export one --patch new
  assert_equal "$stderr" ''
}

@test "merge accepts ordinary work, and refuses files that take effect automatically" {
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'for file in Makefile package.json .github/workflows/x.yml Dockerfile conftest.py AGENTS.md; do
    mkdir -p "$(dirname $file)"; echo x >$file; done'
  run -0 in_app bawn status one
  assert_line '  added     Makefile  ! takes effect when used: make'
  run -0 in_app bawn merge one --all
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session two 'for file in .opencode/a opencode.json .aider.conf.yml .devcontainer.json .exrc .nvim.lua .nvimrc .dir-locals.el \
    .zed/tasks.json a.code-workspace .gdbinit .lldbinit .yarnrc .yarnrc.yml .pnpmfile.cjs .npmrc .cargo/config.toml \
    .mvn/jvm.config .venv/bin/activate lefthook.yml mise.toml .mise.toml .tool-versions .hg/hgrc .jj/repo/config.toml \
    sub/.VSCode/tasks.json sub/.cargo/config; do mkdir -p "$(dirname $file)"; echo x >$file; done'
  run -0 in_app bawn status two --ignored
  assert_equal "$(grep -c '  added .*  ! takes effect automatically' <<<"$output")" 27
  run -3 in_app bawn merge two --all --ignored
}

@test "a replaced directory has the session's mode after merge, and its old mode after undo" {
  as alice sh -c 'cd app && mkdir -m 755 dir && echo x >dir/x && git add . && git commit -qm dir'
  session one 'rm -r dir; mkdir -m 700 dir; echo secret >dir/secret'
  run -0 in_app bawn merge one --all
  assert_equal "$(stat -c %a /home/alice/app/dir)" 700
  run -0 in_app bawn undo one
  assert_equal "$(stat -c %a /home/alice/app/dir)" 755
}

@test "a directory that a session removed and created again is no change after a merge" {
  as alice sh -c 'cd app && mkdir -p dir/sub && echo 1 >dir/a && echo 2 >dir/sub/b && git add . && git commit -qm dir'
  session one 'rm -r dir; mkdir -p dir/sub; echo n >dir/sub/n; rm data; mkdir data; echo i >data/in'
  local changes='  type      data/  file → directory
  added     data/in
  removed   dir/a
  removed   dir/sub/b
  added     dir/sub/n'
  run -0 --separate-stderr in_app bawn status one
  assert_output "one (ended 0): 5 changes in /home/alice/app
$changes"
  run -0 --separate-stderr in_app bawn merge one --all
  assert_output "one: 5 changes merged into /home/alice/app
$changes"
  assert_equal "$(ls -A /home/alice/app/dir /home/alice/app/dir/sub)" $'/home/alice/app/dir:\nsub\n\n/home/alice/app/dir/sub:\nn'
  as alice sh -c 'cd app && echo later >dir/later && mkdir ../stuff && echo old >../stuff/old'
  as alice mv stuff app/dir/stuff
  run -0 --separate-stderr in_app bawn status one
  assert_output 'one (ended 0): nothing changed in /home/alice/app'
  run -0 in_app bawn list
  assert_equal "$(awk '$1 == "one" { print $4 }' <<<"$output")" 0
  run -0 in_app bawn destroy one
  assert_equal "$(cat /home/alice/app/dir/later /home/alice/app/dir/stuff/old)" $'later\nold'
}

@test "merge keeps a directory that the user moved into one that the session removed" {
  as alice sh -c 'mkdir stuff && echo old >stuff/old && cp -r stuff stuff2 && cd app && mkdir gone dir && touch gone/g dir/d && git add . && git commit -qm dirs'
  session one 'rm -r gone dir; mkdir dir; echo n >dir/n'
  as alice sh -c 'mv stuff app/dir && mv stuff2 app/gone'
  run -0 --separate-stderr in_app bawn merge one --all
  assert_output 'one: 3 changes merged into /home/alice/app
  removed   dir/d
  added     dir/n
  removed   gone/g'
  assert_equal "$(cat /home/alice/app/dir/stuff/old /home/alice/app/gone/stuff2/old)" $'old\nold'
}

@test "merge keeps the user's permissions of a directory, and both changes are a conflict" {
  as alice sh -c 'cd app && mkdir -m 755 theirs its both && touch theirs/a its/a both/a && git add . && git commit -qm modes'
  session one 'echo 2 >theirs/a; chmod 750 its; chmod 711 both'
  recorded one
  as alice sh -c 'cd app && chmod 700 theirs both && echo new >its/new'
  run -0 in_app bawn status one
  assert_output 'one (ended 0): 3 changes in /home/alice/app
  mode      both/  0700 → 0711  ! also changed in the project
  mode      its/  0755 → 0750
  modified  theirs/a  ! may have changed in the project since the start, and changed back'
  run -1 --separate-stderr in_app bawn merge one --all
  assert_output 'one: 2 changes merged into /home/alice/app
  mode      its/  0755 → 0750
  modified  theirs/a  ! may have changed in the project since the start, and changed back'
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'conflict: both: both sides changed its permissions'
  run stat -c %a /home/alice/app/theirs /home/alice/app/its /home/alice/app/both
  assert_output $'700\n750\n700'
}

@test "a merged directory inherits the setgid bit, and is no change afterwards" {
  as alice sh -c 'cd app && mkdir -m 2775 shared && touch shared/a && git add . && git commit -qm shared'
  session one 'mkdir -p shared/new/in; echo x >shared/new/in/x; mkdir plain; chmod 1755 plain'
  run -0 in_app bawn merge one --all
  run stat -c %a /home/alice/app/shared/new /home/alice/app/shared/new/in /home/alice/app/plain
  assert_output $'2775\n2775\n755'
  run -0 in_app bawn status one
  assert_output 'one (ended 0): nothing changed in /home/alice/app'
  run -0 in_app bawn undo one
  assert_equal "$(ls /home/alice/app/shared)" a
}

@test "merge and undo keep the user's edits in a directory that the session removes or renames" {
  as alice sh -c 'cd app && for d in gone file link old theirs; do mkdir -p $d/sub && (echo $d; seq 9) >$d/a && (echo $d; seq 8) >$d/sub/b; done && git add . && git commit -qm dirs'
  session one 'rm -r gone file link; echo f >file; ln -s list link; mv old new; echo s >theirs/new; echo s >>theirs/a'
  recorded one
  as alice sh -c 'cd app && for d in gone file link old; do echo mine >$d/mine && echo mine >>$d/sub/b; done && mkdir kept && mv theirs/sub kept && rm -r theirs && echo mine >theirs'
  local mine
  mine=$(tree)
  run -1 --separate-stderr in_app bawn merge one --all
  local each
  for each in \
    'file: the project has new files in the directory that the session replaced' \
    'link: the project has new files in the directory that the session replaced' \
    'gone/sub/b: the session removed it, and it changed in the project' \
    'theirs/a: the session changed it, and it was removed from the project' \
    'theirs/new: the project has something else in place of its directory'; do
    assert_regex "$stderr" "bawn: conflict: $each"
  done
  for each in gone file link; do
    assert_equal "$(cat /home/alice/app/$each/mine; tail -1 /home/alice/app/$each/sub/b)" $'mine\nmine'
    [ ! -e /home/alice/app/$each/a ]
  done
  assert_equal "$(cat /home/alice/app/old/mine; tail -1 /home/alice/app/new/sub/b; ls /home/alice/app/old)" $'mine\nmine\nmine'
  assert_equal "$(cat /home/alice/app/theirs)" mine
  run in_app bawn status one
  assert_line '  type      file  directory → file'
  assert_line '  removed   gone/sub/b  ! also changed in the project'
  assert_line '  added     theirs/new'
  run -0 in_app bawn undo one
  assert_equal "$(tree)" "$mine"
}

@test "right after a short session, its base has the uncommitted edits of before" {
  local number
  for number in 1 2 3 4; do
    # without waiting for the record
    as alice sh -c "cd app && echo mine$number >>list && bawn launch -q --name short$number -- sh -c 'echo s$number >>list' && touch list"
    run -0 in_app bawn merge short$number list
    assert_equal "$(tail -n 2 /home/alice/app/list)" "mine$number"$'\n'"s$number"
  done
}

@test "status marks a file whose uncommitted edits the session took back" {
  as alice sh -c 'cd app && echo mine >>list && echo mine >>src/hello.py'
  session one 'git stash -q && echo s >>src/hello.py'
  recorded one
  run -0 in_app bawn status one
  assert_line "  modified  list  ! replaces your uncommitted edits by git's version"
  assert_line '  modified  src/hello.py'
  run in_app bawn merge one --all
  run -0 in_app bawn undo one
  assert_equal "$(tail -1 /home/alice/app/list)" mine
}

@test "a merge replaces a directory in which others created a file and removed it again" {
  as alice sh -c 'cd app && mkdir dir && echo 1 >dir/a && git add . && git commit -qm dir'
  session one 'rm -r dir; echo f >dir'
  recorded one
  as alice sh -c 'cd app && touch dir/passing && rm dir/passing'
  run -0 in_app bawn status one
  assert_line '  type      dir  directory → file'
  run -0 in_app bawn merge one --all
  assert_equal "$(cat /home/alice/app/dir)" f
  run -0 in_app bawn undo one
  assert_equal "$(cat /home/alice/app/dir/a)" 1
}

@test "undo restores all but a file whose path the user filled, and names the new file" {
  session one 'rm data; mkdir data; echo i >data/in; sed -i s/^3$/three/ list; rm -r src'
  run -0 in_app bawn merge one --all
  as alice sh -c 'cd app && echo mine >data/mine && echo mine >src'
  run -1 --separate-stderr in_app bawn undo one
  assert_output 'one: 2 changes taken back in /home/alice/app
  added     data/in
  modified  list'
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'conflict: data: it has files that no merge created: data/mine'
  assert_regex "$stderr" "conflict: src/hello.py: the project has something else in place of its directory"
  assert_equal "$(cat /home/alice/app/data/mine /home/alice/app/src; sed -n 3p /home/alice/app/list)" $'mine\nmine\n3'
}

# bats test_tags=long
@test "merge and undo accept directories of any mode" {
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

@test "bawn finishes or reverts a merge that was killed at any moment" {
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
    # kills the JVM; a merge of this size writes and renames for a few hundred milliseconds
    in_app timeout -s KILL "0.$((RANDOM % 9))$((RANDOM % 10))" bawn merge one --all >/dev/null 2>&1 || :
    in_app bawn merge one --all >/dev/null 2>&1
    assert_equal "$(tree)" "$merged"
    [ ! -e /home/alice/app/.bawn-merge-one ]
  done
}

@test "a read-only directory makes a merge change nothing" {
  as alice sh -c 'mkdir -p app/sub && echo x >app/sub/file && cd app && git add . && git commit -qm sub'
  session one 'echo y >sub/file; echo y >data; echo n >new'
  local before mode
  mode=$(stat -c %a /home/alice/app/sub)
  chmod 0555 /home/alice/app/sub
  before=$(tree)
  run -1 --separate-stderr in_app bawn merge one --all
  assert_equal "$stderr" 'bawn: error: nothing was merged: permission denied: /home/alice/app/sub/file
bawn: hint: see: namei -l /home/alice/app/sub/file'
  assert_equal "$(tree)" "$before"
  chmod "$mode" /home/alice/app/sub
  run -0 in_app bawn merge one --all
}

@test "a merge changes files in directories that the session made writable, and undo restores both" {
  local before merged
  as alice sh -c 'mkdir -p app/sub/deep && cd app/sub && echo x >file && echo x >gone && echo x >deep/file && git add . && git commit -qm sub'
  chmod 0555 /home/alice/app/sub/deep /home/alice/app/sub
  before=$(tree)
  session one 'chmod 755 sub sub/deep; echo y >sub/file; rm sub/gone; echo y >sub/deep/file; echo n >sub/deep/new'
  run -0 in_app bawn merge one --all
  assert_equal "$(cd /home/alice/app/sub && cat file deep/file deep/new; ls; stat -c %a . deep)" $'y\ny\nn\ndeep\nfile\n755\n755'
  merged=$(tree)
  run -0 in_app bawn undo one
  assert_equal "$(tree)" "$before"
  run -0 in_app bawn merge one --all
  assert_equal "$(tree)" "$merged"
}

@test "a merge into a read-only file system changes nothing, and its hint names the mount" {
  as alice mkdir fixed
  mount -t tmpfs -o "uid=$(id -u alice),gid=$(id -g alice),mode=0755" none /home/alice/fixed
  as alice env -C fixed bawn launch --name one -- touch new
  mount -o remount,ro /home/alice/fixed
  run -1 --separate-stderr as alice bawn merge one --all
  assert_equal "$stderr" 'bawn: error: nothing was merged: /home/alice/fixed/.bawn-merge-one: Read-only file system
bawn: hint: see: findmnt --target /home/alice/fixed'
  run -0 findmnt --target /home/alice/fixed
  timeout 60 sh -c 'until umount /home/alice/fixed; do sleep 0.2; done'
}

@test "a merge into a file system that is mounted in the project changes nothing, and names the reason" {
  in_app mkdir sub
  session one 'echo new >data; echo new >sub/file'
  mount -t tmpfs -o "uid=$(id -u alice),mode=0755" none /home/alice/app/sub
  run -1 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" '^bawn: error: nothing was merged: .*: Invalid cross-device link'
  assert_regex "$stderr" 'hint: unmount the file system that is mounted in the project, then try again'
  assert_equal "$(cat /home/alice/app/data; ls /home/alice/app/sub)" data
  umount /home/alice/app/sub
  run -0 in_app bawn merge one --all
}

@test "on a full disk, a merge changes nothing" {
  as alice sh -c 'mkdir small'
  mount -t tmpfs -o "size=200k,uid=$(id -u alice),gid=$(id -g alice),mode=0755" none /home/alice/small
  as alice sh -c 'cd small && echo data >data'
  as alice env -C small bawn launch --name one -- sh -c 'echo new >data; for i in 1 2 3; do head -c 90000 /dev/urandom >large$i; done'
  local before
  before=$(ls -lA /home/alice/small; cat /home/alice/small/data)
  run -1 --separate-stderr as alice bawn merge one --all
  assert_regex "$stderr" '^bawn: error: nothing was merged: large[123] in /home/alice/small: No space left on device'
  assert_equal "$(ls -lA /home/alice/small; cat /home/alice/small/data)" "$before"
  timeout 60 sh -c 'until umount /home/alice/small; do sleep 0.2; done' # a process of the session may end later
}

# bats test_tags=long
@test "a disk that fills during a merge or an undo makes it change all or nothing" {
  as alice mkdir tight
  mount -t tmpfs -o "size=16m,uid=$(id -u alice),mode=0755" none /home/alice/tight
  in_small() { sudo -H -u alice env -C /home/alice/tight XDG_DATA_HOME=/home/alice/tight/data "$@"; }
  content() { (cd /home/alice/tight/app && find . -printf '%p %y %m\n' -type f -exec cat {} + | sort); }
  # the shell of the session expands it
  # shellcheck disable=SC2016
  in_small bash -c 'mkdir app && cd app && for i in {1..6}; do mkdir $i && seq 1000 >$i/file; done &&
    bawn launch -q --name one -- bash -c "sed -i s/^3$/three/ {1..3}/file; rm -r 4; mkdir new; seq 900 >new/file; mv 5 6/moved"'
  local before merged step room
  before=$(content)
  in_small bawn merge one --all >/dev/null
  merged=$(content)
  in_small bawn undo one >/dev/null
  for step in "merge one --all" "undo one"; do
    for room in 0 4 12 20 28 36; do
      [ "$step" = "undo one" ] && in_small bawn merge one --all >/dev/null
      in_small head -c "$((($(df --output=avail -k /home/alice/tight | tail -n 1) - room) * 1024))" /dev/zero >/home/alice/tight/filler
      # shellcheck disable=SC2086
      run in_small bawn $step
      [ "$status" -eq 0 ] || [ "$status" -eq 1 ]
      case $step.$status in
        merge*0 | undo*1) assert_equal "$(content)" "$merged" ;;
        *) assert_equal "$(content)" "$before" ;;
      esac
      rm /home/alice/tight/filler
      [ "$step.$status" = "undo one.0" ] || in_small bawn merge one --all >/dev/null 2>&1 || :
      in_small bawn undo one >/dev/null 2>&1 || :
      assert_equal "$(content)" "$before"
    done
  done
  timeout 60 sh -c 'until umount /home/alice/tight; do sleep 0.2; done' # a process of the session may end later
}

# bats test_tags=long
@test "merge refuses an empty path, and does not take it for all changes" {
  session one 'echo x >>data'
  for command in merge discard status diff export; do
    run -2 --separate-stderr in_app bawn $command one '' $([ $command != export ] || echo --patch)
    assert_regex "$stderr" '^bawn: error: argument is empty; expected a path'
  done
  run -0 in_app bawn discard one data
}

@test "destroy changes no file that has another hard link" {
  as alice sh -c 'cd app && echo a >locked && chmod 400 locked && ln locked ../outside'
  in_app bawn launch --name linked -- sh -c 'rm locked; echo b >locked; mkdir closed; chmod 0 closed'
  in_app bawn merge linked locked
  in_app bawn destroy linked --force
  assert_equal "$(stat -c %a /home/alice/outside)" 400
  rm -f /home/alice/outside /home/alice/app/locked
}

@test "discard restores the project's files, and refuses a running session" {
  session one 'echo x >>data; rm -r src; mkdir new; echo n >new/file; echo y >>list'
  run -0 in_app bawn discard one data src new
  assert_line "bawn keeps the discarded files until the session is removed: /home/alice/.local/share/bawn/workspaces/one/discarded/1"
  local copy
  copy=$(sed -n 's/^to copy a file into the project, with a backup of the file there: //p' <<<"$output")
  [[ $copy == *' -- data '* && $copy != *'cd '* ]] # a shell there could run git in a repository of the session
  run in_app bawn status one
  assert_line --partial '1 change'
  assert_line '  modified  list'
  run in_app bawn resume one -- sh -c 'cat data; ls src; ls -d new'
  assert_line data
  assert_line hello.py
  refute_line new
  as alice sh -c "$copy"
  assert_equal "$(tail -n 1 /home/alice/app/data)" x
  as alice sh -c "${copy/ data / new/file }"
  assert_equal "$(cat /home/alice/app/new/file)" n
  # no copy of a file that the user cannot read
  as alice sh -c 'echo x >>~/.local/share/bawn/workspaces/one/upper/closed; chmod 0 ~/.local/share/bawn/workspaces/one/upper/closed'
  run -0 in_app bawn discard one closed
  refute_output --partial 'to copy a file'
  run -0 in_app bawn discard one list
  assert_line --partial 'discarded/3 cp --backup=numbered --parents -- list /home/alice/app'
  # shellcheck disable=SC2154
  in_background --name two "$pause; echo x >>data"
  run -3 in_app bawn discard two --all
  assert_output --partial "session 'two' is running"
  goes_on
}

# bats test_tags=long
@test "discard names the directory that the session moved away, and discard --all drops the move" {
  as alice sh -c 'cd app && echo ignored >.gitignore && mkdir -p src/a && for i in 1 2 3; do seq "$i" 60 >src/a/f$i; done &&
    git add . && git commit -qm src && seq 9 >src/a/ignored'
  session one 'mv src lib; sed -i "s/^60$/its/" lib/a/f3'
  as alice sh -c 'cd app && sed -i "s/^60$/mine/" src/a/f3 && echo n >src/a/new'
  run -1 --separate-stderr in_app bawn discard one src/a/f1
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'it is in src, which the session removed or replaced: discard src'
  run -1 in_app bawn merge one --all
  run -1 in_app bawn discard one --all
  run -0 in_app bawn status one
  refute_output --partial src/a
  run -0 in_app bawn discard one --all --ignored
  run -0 in_app bawn status one
  assert_output --partial 'nothing changed'
  run -0 as alice ls app/src/a
  assert_output $'f3\nignored\nnew'
  run -0 in_app bawn resume one -- cat src/a/new src/a/ignored
  run -0 in_app bawn destroy one
}

@test "without git and from a subdirectory, a merge keeps the user's changes" {
  as alice sh -c 'mkdir -p plain/sub && cd plain && seq 20 >sub/list && echo mine >sub/other'
  as alice env -C plain/sub bawn launch --name one -- sh -c 'echo theirs >other; sed -i s/^3$/three/ list; echo n >new'
  as alice sh -c 'echo edited >plain/sub/other'
  run -1 as alice env -C plain/sub bawn merge one --all
  assert_equal "$(cat /home/alice/plain/sub/other)" edited
  assert_equal "$(sed -n 3p /home/alice/plain/sub/list)" three
  [ -e /home/alice/plain/sub/new ]
}

@test "merges of two sessions keep both edits of a file in a project without git" {
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

@test "merge leaves out a path with bawn's temporary name, and one that is too long" {
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

@test "a path that is too long for an argument breaks no command" {
  # shellcheck disable=SC2016 # perl reads it
  session one 'perl -e "mkdir(q(y) x 200) && chdir(q(y) x 200) or die for 1 .. 700; open my \$f, q(>), q(leaf)"'
  run -1 --separate-stderr in_app bawn merge one --all
  local command
  for command in status report receipt; do
    run -0 --separate-stderr in_app bawn $command one
  done
  run -1 --separate-stderr in_app bawn discard one --all
  assert_regex "$stderr" 'left out: y+.*: it has files that were not discarded'
  run -0 in_app bawn destroy one --force
  rm -rf /home/alice/app/yyyy*
}

# bats test_tags=long
@test "a directory without the x permission does not prevent a merge of other changes" {
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

@test "merge quickly leaves out a text with too many differences, and a file larger than the disk" {
  as alice sh -c 'cd app && seq 1 60000 | sed "s/.*/a/;1~2s/a/b/" >many && git add many && git commit -qm many'
  session one 'seq 1 60000 | sed "s/.*/b/;1~3s/b/a/" >many; truncate -s 4T sparse; echo x >new'
  as alice sh -c 'cd app && echo mine >>many'
  run -1 --separate-stderr in_app timeout 60 bawn merge one --all
  assert_regex "$stderr" 'conflict: many: both sides changed it, and it cannot be merged line by line'
  assert_regex "$stderr" 'left out: sparse: it is larger than the free space of the project'
  [ -e /home/alice/app/new ]
}

@test "merge keeps the holes of a sparse file, and all its bytes" {
  session one 'truncate -s 20M sparse; printf middle | dd of=sparse bs=1 seek=9M conv=notrunc status=none; cp sparse ended; printf end >>ended'
  run -0 in_app bawn merge one --all
  run in_app sh -c 'stat -c %s sparse ended; du -k sparse ended | cut -f1 | sort -n | tail -1; dd if=sparse bs=1 skip=9M count=6 status=none; tail -c 3 ended'
  assert_line --index 0 20971520
  assert_line --index 1 20971523
  [ "${lines[2]}" -le 256 ]
  assert_line --index 3 middleend
}

@test "status marks programs, binary files, invisible characters and very large files" {
  session one 'printf "a\0b" >bin; printf "if (x\u202e) y\n" >trick; echo : >run; chmod +x run; truncate -s 60M large; echo ok >plain'
  run -0 --separate-stderr in_app bawn status one
  assert_output 'one (ended 0): 5 changes in /home/alice/app
  added     bin  ! binary
  added     large  ! very large
  added     plain
  added     run  ! new executable
  added     trick  ! invisible characters'
  run -1 --separate-stderr in_app bawn export one --patch
  assert_equal "$stderr" 'bawn: left out: large: it is larger than 16 MiB
bawn: hazard: bin: binary
bawn: hazard: run: new executable
bawn: hazard: trick: invisible characters'
  run -0 in_app bawn merge one --all
}

# bats test_tags=long
@test "list shows the same count of changes as status" {
  as alice sh -c 'cd app && echo "out/" >.gitignore && git add . && git commit -qm ignore'
  session none true
  session some 'mkdir -p out/deep dir; touch out/deep/{1..1200}; echo x >dir/new; mv data moved; git -c user.name=a -c user.email=a@b commit -qam x'
  session many 'mkdir many; touch many/{1..1200}'
  session empty 'echo x >x'
  in_app bawn launch --name kept --workspace readonly -- true
  run -0 in_app bawn list
  local name count
  for name in none:0 some:2 many:100+ empty:1 kept:-; do
    count=${name#*:} name=${name%:*}
    assert_equal "$(awk -v "name=$name" '$1 == name { print $4 }' <<<"$output")" "$count"
  done
  assert_equal "$(in_app bawn status some | head -n 1 | cut -d ' ' -f 4,5)" '2 changes'
  run -1 in_app bawn merge some --all
  run -0 in_app sh -c 'bawn list --json | python3 -c "import json, sys; print({s[\"name\"]: s.get(\"changed\") for s in json.load(sys.stdin)})"'
  assert_output "{'empty': 1, 'kept': None, 'many': 100, 'none': 0, 'some': 0}"
}

@test "a new directory with a repository alone is one change for status, list and merge" {
  session one 'git init -q below/new; echo x >data'
  run -0 --separate-stderr in_app bawn status one
  assert_line --index 0 --partial '2 changes and '
  assert_line '  added     below/new/'
  run -0 in_app bawn list
  assert_equal "$(awk '$1 == "one" { print $4 }' <<<"$output")" 2
  run -0 --separate-stderr in_app bawn merge one --all
  assert_line 'one: 2 changes merged into /home/alice/app'
  run -0 --separate-stderr in_app bawn status one
  assert_line --index 0 --partial '0 changes and '
}

@test "a removed directory of which only the repository is left is no change" {
  as alice sh -c 'cd app && git init -q sub && echo x >sub/file'
  session one 'rm -r sub'
  run -0 --separate-stderr in_app bawn status one
  assert_line --index 0 --partial '1 change and '
  run -0 in_app bawn merge one --all --accept-hazards
  for line in "status one" list; do
    # shellcheck disable=SC2086 # two words
    run -0 --separate-stderr in_app bawn $line
    refute_line --regexp ' [1-9][0-9]* changes? '
  done
  assert_equal "$(awk '$1 == "one" { print $4 }' <<<"$output")" 0
  run -0 in_app bawn undo one
  assert_equal "$(cat /home/alice/app/sub/file)" x
  run -0 in_app bawn destroy one --force
}

@test "merge warns of a running session, which may have changed its files since its user read them" {
  bawn_ spawn busy -- bash -c 'echo 1 >new; echo written; exec sleep 100'
  shows busy written
  run -0 --separate-stderr bawn_ merge busy --all
  assert_regex "$stderr" "warning: busy is running, and may have changed its files .*: bawn review busy"
  run -0 bawn_ undo busy
  run -0 bawn_ pause busy
  run -0 bawn_ merge busy --all
  refute_output --partial warning
  bawn_ kill busy
  run -0 bawn_ undo busy
  run -0 bawn_ merge busy --all
  refute_output --partial warning
}
