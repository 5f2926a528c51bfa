#!/usr/bin/env bats
# The base of a session: bawn distinguishes the changes of the session from those of others since its start, and no edit is lost.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -c 'cd app && seq 20 >list && echo data >data && git add . && git commit -qm list && git branch -M main && git tag start'
}

teardown() {
  forget_sessions /home/alice/.config
  # git would wait for these pipes
  as alice sh -c 'rm -f pipe; [ ! -e kept ] || mv -f kept app/.git/config'
  as alice sh -c 'cd app && git checkout -qf main && git reset -q --hard start && git clean -qdxf'
}

session() { in_app bawn launch --name "$1" -- bash -c "$2"; }
bawn_status() { in_app bawn status "$@"; }
commit() { in_app git commit -qam "$1"; }
pipe() { in_app bash -c "set -o pipefail; bawn export $1 --patch | git apply --3way"; }

@test "patches of two sessions that edit different lines of one file both apply" {
  session one 'sed -i s/^3$/three/ list'
  session two 'sed -i s/^17$/seventeen/ list'
  pipe one
  commit one
  run bawn_status two
  assert_line '  modified  list  ! also changed in the project'
  pipe two
  assert_equal "$(sed -n '3p;17p' /home/alice/app/list)" $'three\nseventeen'
}

@test "a merge does not revert the user's commit to a file that a session changed" {
  session one 'sed -i s/^3$/three/ list'
  as alice sh -c 'cd app && sed -i s/^17$/mine/ list && git commit -qam mine'
  run in_app bawn export one --patch
  refute_output --partial mine
  pipe one
  assert_equal "$(sed -n '3p;17p' /home/alice/app/list)" $'three\nmine'
}

@test "a merge does not delete a file that the user edited and the session removed" {
  session one 'rm data'
  as alice sh -c 'cd app && echo more >>data && git commit -qam more'
  run bawn_status one
  assert_line '  removed   data  ! also changed in the project'
  run pipe one
  assert_failure
  assert_equal "$(grep -c . /home/alice/app/data)" 2
}

@test "a file that another directory brought to its path is not taken for the base" {
  as alice sh -c 'cd app && mkdir d && seq 20 >d/tracked && seq 20 >d/untracked && head -c 2000000 /dev/zero >d/large && git add d/tracked && git commit -qm d
    mkdir ~/mine && for file in tracked untracked; do seq 20 | sed s/^3$/mine/ >~/mine/$file; done && head -c 2000000 /dev/urandom >~/mine/large'
  session one 'for file in tracked untracked; do sed -i s/^17$/seventeen/ d/$file; done; echo more >>d/large'
  recorded one
  as alice sh -c 'cd app && mv d ~/theirs && mv ~/mine d && touch d/later'
  run -1 --separate-stderr in_app bawn merge one --all
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'conflict: d/large: '
  for file in tracked untracked; do
    assert_equal "$file: $(sed -n '3p;17p' "/home/alice/app/d/$file" | paste -sd ' ')" "$file: mine seventeen"
  done
  assert_equal "$(stat -c %s /home/alice/app/d/large)" 2000000
  as alice rm -r theirs
}

@test "status names removed ignored files after a merge and a new file of the user" {
  as alice sh -c 'cd app && mkdir -p web/modules/x && echo modules >.gitignore && touch web/modules/x/f web/page && git add . && git commit -qm web'
  session one 'rm -r web/modules; echo 2 >web/page'
  recorded one
  run -1 in_app bawn merge one --all
  as alice sh -c 'echo mine >app/web/mine'
  run -0 bawn_status one
  assert_output 'one (ended 0): only ignored files changed in /home/alice/app
  ignored   1 ignored file, 0 B: web/modules/'
}

@test "a directory that the user replaced by a file is no change of the session" {
  as alice sh -c 'cd app && mkdir sub && echo 1 >sub/a && git add . && git commit -qm sub'
  session one 'echo n >sub/new; echo 2 >sub/a'
  recorded one
  as alice sh -c 'cd app && rm -r sub && echo mine >sub'
  run -0 bawn_status one
  assert_output 'one (ended 0): 2 changes in /home/alice/app
  modified  sub/a  ! also changed in the project
  added     sub/new'
  run -1 --separate-stderr in_app bawn merge one --all
  # shellcheck disable=SC2154
  assert_regex "$stderr" "conflict: sub/new: the project has something else in place of its directory
bawn:   the project's: none"
  assert_equal "$(cat /home/alice/app/sub)" mine
}

@test "a merge keeps the user's empty directory at the path of a new file of the session" {
  session one 'echo n >new'
  recorded one
  as alice mkdir app/new
  run -0 bawn_status one
  assert_output 'one (ended 0): 1 change in /home/alice/app
  added     new  ! also added in the project'
  run -1 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" '^bawn: conflict: new: the project has something else there'
  [ -d /home/alice/app/new ]
}

@test "merge warns of another clone at the project's path, and keeps its edits" {
  as alice sh -c 'git clone -q app other && sed -i s/^3$/mine/ other/list'
  session one 'sed -i s/^17$/seventeen/ list'
  as alice sh -c 'mv app old && mv other app'
  run -0 --separate-stderr in_app bawn merge one --all
  assert_equal "$stderr" 'bawn: warning: /home/alice/app was replaced by another directory since one began'
  assert_equal "$(sed -n '3p;17p' /home/alice/app/list | paste -sd ' ')" 'mine seventeen'
  as alice sh -c 'rm -rf app && mv old app'
}

@test "a merge detects a moved file by its content, and keeps the user's edits under its new name" {
  session one 'mkdir dir; mv list dir/list; sed s/data/moved/ data >dir/data; seq 9 >>dir/data; rm data'
  as alice sh -c 'cd app && sed -i s/^17$/mine/ list && git commit -qam mine'
  run bawn_status one
  assert_output --partial ' 3 changes in '
  assert_line '  moved     dir/list  from list  ! list also changed in the project'
  run bawn_status one --json
  assert_line --regexp '"moved_from" : "list"'
  pipe one
  assert_equal "$(as alice git -C app diff --cached --name-status -M | sort)" $'A\tdir/data\nD\tdata\nR100\tlist\tdir/list'
  assert_equal "$(sed -n 17p /home/alice/app/dir/list)" mine
}

@test "the lines of another branch do not count as the session's" {
  as alice sh -c 'cd app && git checkout -qb other && sed -i s/^10$/other/ list && echo other >>data && git commit -qam other'
  session one 'sed -i s/^3$/three/ list'
  in_app git checkout -q main
  run in_app bawn diff one
  refute_output --partial other
  assert_line +three
  run bawn_status one
  refute_line --partial data
}

@test "a patch of a session on a subdirectory is applied by the documented pipe" {
  as alice sh -c 'mkdir -p app/sub/deep && echo x >app/sub/deep/file && cd app && git add . && git commit -qm sub'
  as alice env -C app/sub bawn launch --name one -- sh -c 'echo y >>deep/file; echo new >new'
  as alice env -C app/sub bash -c 'set -o pipefail; bawn export one --patch | git apply'
  assert_equal "$(cat /home/alice/app/sub/deep/file /home/alice/app/sub/new)" $'x\ny\nnew'
}

@test "status has one line for ignored files, and merge copies them only if they are named" {
  as alice sh -c 'cd app && echo node_modules/ >.gitignore && git add . && git commit -qm ignore'
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'mkdir -p node_modules/a; for i in {1..300}; do echo $i >node_modules/a/$i; done; echo x >>data; echo "*" >.gitignore; echo n >new'
  run --separate-stderr bawn_status one
  assert_output --regexp "^one \(ended 0\): 3 changes in .*
  modified  .gitignore  ! takes effect when used: git
  modified  data
  added     new
  ignored   300 ignored files, 1.1 KiB: node_modules/\$"
  run -1 --separate-stderr in_app bawn export one --patch
  refute_output --partial b/node_modules
  # shellcheck disable=SC2154
  assert_equal "$stderr" 'bawn: left out: 300 ignored files, 1.1 KiB: node_modules/; to include them: --ignored
bawn: hazard: .gitignore: takes effect when used: git'
  run -0 in_app bawn export one --patch node_modules/a/7
  assert_line 'diff --git a/node_modules/a/7 b/node_modules/a/7'
  run -0 in_app bawn export one --patch --ignored
  assert_line 'diff --git a/node_modules/a/7 b/node_modules/a/7'
}

@test "list, status, destroy and clean name ignored files of a session without other changes" {
  as alice sh -c 'cd app && echo "*.log" >.gitignore && git add . && git commit -qm ignore'
  session one 'echo 1 >a.log; echo 2 >b.log'
  run -0 --separate-stderr in_app bawn list
  assert_line --regexp '^one +ended 0 +0 \+ ignored '
  run -0 --separate-stderr bawn_status one
  assert_output --regexp '^one \(ended 0\): only ignored files changed in .*
  ignored   2 ignored files, 4 B: a.log, b.log$'
  run -3 --separate-stderr in_app bawn destroy one
  assert_equal "$stderr" "bawn: error: session 'one' has unmerged work: 2 ignored files
bawn: hint: see them: bawn status one --ignored; remove them with the session: bawn destroy one --ignored"
  run -0 --separate-stderr in_app bawn clean --yes
  assert_equal "$stderr" "bawn: kept: session 'one' has unmerged work: 2 ignored files
bawn: hint: see the ignored files: bawn status one --ignored; remove such sessions too: bawn clean --yes --ignored"
  run -1 --separate-stderr in_app bawn clean one
  assert_regex "$stderr" "^bawn: kept: session 'one' has unmerged work: 2 ignored files"
  as alice touch app/new
  session two 'echo 1 >b; echo 3 >c.log'
  run -3 --separate-stderr in_app bawn destroy two
  assert_regex "$stderr" "unmerged work: 1 change, and 1 ignored file"
  run -3 --separate-stderr in_app bawn destroy one two --ignored
  assert_equal "$stderr" "bawn: error: session 'two' has unmerged work: 1 change
bawn: hint: see them: bawn status two; merge them: bawn merge two --all; remove them with the session: bawn destroy two --force"
  run -0 --separate-stderr in_app bawn clean --ignored --yes
  assert_regex "$stderr" "removed one"
  assert_regex "$stderr" "kept: session 'two' has unmerged work: 1 change"
  session three 'echo "*" >.gitignore; echo mine >new'
  run -3 in_app bawn destroy three --ignored
  session four 'echo 1 >d.log; git add -f d.log'
  run -3 --separate-stderr in_app bawn destroy four --ignored
  assert_regex "$stderr" 'unmerged work: 1 change'
}

@test "a file that git would ignore counts as a change once git knows it in the session" {
  as alice sh -c 'cd app && echo "*.log" >.gitignore && seq 100 >notes && git add . && git commit -qm ignore'
  session one 'mkdir -p out; echo 1 >out/a.log; echo 2 >out/b.log; git add -f out/a.log; git mv notes notes.log; echo other >notes.log'
  run --separate-stderr in_app bawn list
  assert_line --regexp '^one +ended 0 +3 \+ ignored '
  run --separate-stderr bawn_status one
  assert_output --regexp '
  removed   notes
  added     notes.log
  added     out/a.log
  changed   .git/ .*
  ignored   1 ignored file, 2 B: out/b.log$'
  run -1 in_app bawn merge one --all
  assert_equal "$(cd /home/alice/app && cat notes.log out/*)" $'other\n1'
  # the session may have written anything there
  session two 'echo 1 >x.log; git add -f x.log; head -c 20000 /dev/urandom >.git/index'
  run -0 --separate-stderr bawn_status two
  assert_line '  ignored   1 ignored file, 2 B: x.log'
  run -3 in_app bawn destroy two --ignored
}

@test "a moved file and one whose merge was taken back have the mark of a file that others took back" {
  in_app bawn spawn one -- sh -c 'until [ -e /tmp/go ]; do sleep 0.1; done; mv list list2; echo end'
  sleep 1.1
  as alice sed -i 's/^17$/bad/' app/list
  in_app bawn exec one -- touch /tmp/go
  run -0 in_app bawn wait one --timeout 60
  as alice git -C app checkout -q list
  run -0 bawn_status one
  assert_line --regexp '^  moved     list2  from list, .*may have changed in the project since the start, and changed back$'
  run -0 in_app bawn discard one --all
  session two 'sed -i s/^3$/three/ list'
  run -0 in_app bawn merge two --all
  as alice git -C app checkout -q list
  run -0 in_app bawn resume two -- sed -i 's/^9$/nine/' list
  run -0 bawn_status two
  assert_line '  modified  list  ! may have changed in the project since the start, and changed back'
}

@test "a file in a directory that others moved away and back has the mark of one that they took back" {
  as alice sh -c 'cd app && mkdir -p deep/er && seq 5 >deep/er/file && git add . && git commit -qm deep && sed -i s/3/mine/ deep/er/file && echo mine >deep/notes'
  session one true
  recorded one
  as alice sh -c 'cd app && mv deep ../deep.mine && git checkout -q deep'
  in_app bawn exec one -- sh -c 'echo agent >>deep/er/file; echo agent >deep/notes; echo agent >>list'
  as alice sh -c 'cd app && rm -r deep && mv ../deep.mine deep'
  run -0 bawn_status one
  assert_line '  modified  deep/er/file  ! may have changed in the project since the start, and changed back'
  assert_line '  modified  deep/notes  ! may have changed in the project since the start, and changed back'
  assert_line '  modified  list'
  run -0 in_app bawn merge one --all --dry-run --json
  assert_equal "$(python3 -c 'import json,sys; print([each["path"] for each in json.load(sys.stdin)["changes"] if "returned" in each["hazards"]])' <<<"$output")" \
    "['deep/er/file', 'deep/notes']"
}

@test "a version that was checked out for a while and came back with a session has the mark, whatever the user edited since" {
  as alice sh -c 'cd app && seq 30 >both && seq 30 >plain && git add . && git commit -qm both && git checkout -q -b feature && sed -i 10s/.*/EXPERIMENT/ both &&
    git commit -qam experiment && git checkout -q main'
  session one true
  recorded one
  as alice git -C app checkout -q feature
  in_app bawn exec one -- sed -i 20s/.*/agent/ both
  as alice sh -c 'cd app && git checkout -q main && sed -i 28s/.*/later/ both plain && git commit -qam later'
  in_app bawn exec one -- sed -i 20s/.*/agent/ plain
  as alice sed -i 2s/.*/last/ app/plain
  run -0 bawn_status one
  assert_line '  modified  both  ! may have changed in the project since the start, and changed back  ! also changed in the project'
  assert_line '  modified  plain  ! also changed in the project'
}

@test "a file that git does not compare has the content of the start as its base" {
  local flag
  as alice sh -c 'cd app && seq 20 >assumed && cp assumed skipped && git add . && git commit -qm flags && sed -i s/^17$/local/ assumed skipped &&
    git update-index --assume-unchanged assumed && git update-index --skip-worktree skipped'
  session one 'sed -i s/^3$/three/ assumed skipped'
  recorded one
  as alice sh -c 'cd app && sed -i s/^local$/17/ assumed skipped'
  run -0 bawn_status one
  assert_line '  modified  assumed  ! also changed in the project'
  assert_line '  modified  skipped  ! also changed in the project'
  run -0 in_app bawn merge one --all
  for flag in assumed skipped; do
    assert_equal "$(sed -n '3p;17p' "/home/alice/app/$flag" | paste -sd ' ')" 'three 17'
  done
  as alice sh -c 'cd app && git update-index --no-assume-unchanged assumed && git update-index --no-skip-worktree skipped'
}

@test "status and merge mark a file that others changed while the session ran, and took back" {
  in_app bawn spawn one -- sh -c 'until [ -e /tmp/go ]; do sleep 0.1; done; sed -i s/nothing/x/ list; sed -i s/^d/D/ data; echo end'
  sleep 1.1
  as alice sh -c 'cd app && sed -i s/^17$/bad/ list && git commit -qam bad'
  in_app bawn exec one -- touch /tmp/go
  run -0 in_app bawn wait one --timeout 60
  as alice sh -c 'cd app && git revert --no-edit HEAD >/dev/null'
  run -0 bawn_status one
  assert_line '  modified  list  ! may have changed in the project since the start, and changed back'
  assert_line '  modified  data'
  run -0 in_app bawn merge one --all
  assert_line '  modified  list  ! may have changed in the project since the start, and changed back'
  run -0 in_app bawn undo one
  run -0 bawn_status one
  assert_line '  modified  data'
}

@test "a merge replaces no file that came with its directory after the start, also without a record of the start" {
  as alice sh -c 'cd app && mkdir sub && seq 3 >sub/tool && git add sub && git commit -qm sub && mkdir ../backup store && echo good >../backup/db && echo bad >store/db'
  sleep 1.1
  session one 'mkdir lib; echo session >lib/tool; echo more >lib/more; echo session >store/db'
  # as if the record of the start were too large
  recorded one; rm "/home/alice/.local/share/bawn/workspaces/one/base"/{record,directories}
  as alice sh -c 'cd app && git mv sub lib && git commit -qm move && mv store store.bad && mv ../backup store'
  run -0 in_app bawn status one
  assert_line '  modified  lib/tool  ! also created or changed in the project; its version at the start is unknown'
  assert_line '  modified  store/db  ! also created or changed in the project; its version at the start is unknown'
  run -1 in_app bawn merge one --all
  assert_line 'bawn: conflict: lib/tool: also created or changed in the project; its version at the start is unknown'
  assert_equal "$(cat /home/alice/app/lib/tool)" $'1\n2\n3'
  assert_equal "$(cat /home/alice/app/store/db /home/alice/app/lib/more)" $'good\nmore'
  as alice rm -r app/store app/store.bad
}

@test "without a record of the start, new files in its directory make no conflict of a file" {
  as alice sh -c 'cd app && mkdir -p deep/er && echo 1 >deep/er/one && echo 1 >deep/er/two'
  sleep 1.1
  session one 'echo 2 >deep/er/one; echo 2 >deep/er/two'
  recorded one; rm "/home/alice/.local/share/bawn/workspaces/one/base"/{record,directories}
  as alice sh -c 'echo new >app/deep/er/new'
  run -0 in_app bawn merge one deep/er/one
  run -0 in_app bawn merge one --all
  assert_equal "$(cat /home/alice/app/deep/er/one /home/alice/app/deep/er/two)" $'2\n2'
  as alice rm -r app/deep
}

@test "destroy --ignored keeps files that git may not have ignored at the start" {
  local reason='1 file that git may not have ignored when the session began' workspace
  as alice sh -c 'cd app && mkdir sub && printf "*.log\n" >.gitignore && echo "!keep.log" >sub/.gitignore && git add . && git commit -qm ignore'
  session one 'echo 1 >sub/a.tmp'
  session two 'echo 1 >sub/a.log'
  session three 'echo 1 >sub/keep.log'
  session four 'echo "!keep.log" >>.gitignore; git commit -qam keep; echo 1 >keep.log'
  session five 'echo 1 >a.mine'
  for workspace in worktree clone; do
    in_app bawn launch --name "$workspace" --workspace "$workspace" -- sh -c 'echo 1 >sub/a.tmp; echo 1 >a.log'
  done
  sleep 1.1
  as alice sh -c 'cd app && echo "*.tmp" >>.gitignore && rm sub/.gitignore && mkdir ../.config && echo "*.mine" >../mine && touch -d yesterday ../mine && git config --global core.excludesFile ~/mine'
  run -3 --separate-stderr in_app bawn destroy one --ignored
  # shellcheck disable=SC2154
  assert_equal "$stderr" "bawn: error: session 'one' has unmerged work: $reason
bawn: hint: see them: bawn status one --ignored; remove them with the session: bawn destroy one --force"
  run -0 in_app bawn destroy two --ignored
  run -0 in_app bawn merge four --branch bawn/four
  for workspace in three four five worktree clone; do
    run -3 --separate-stderr in_app bawn destroy "$workspace" --ignored
    assert_regex "$stderr" "unmerged work: $reason"
  done
  as alice sh -c 'git config --global --unset core.excludesFile; rm -r mine .config'
}

@test "destroy --ignored keeps all files if it cannot read all ignore rules or the index" {
  as alice sh -c 'cd app && printf "*.log\nsub/.gitignore\n" >.gitignore && mkdir sub && echo x >sub/x && git add . && git commit -qm ignore && echo "!keep.log" >sub/.gitignore'
  session one 'echo "!mine.log" >sub/.gitignore; echo 1 >sub/mine.log'
  session two 'echo 1 >sub/keep.log'
  session three 'echo 1 >x.log; git add -N -f x.log; git update-index --split-index'
  as alice git -C app clean -qfdX
  local name
  for name in one two three; do
    run -3 --separate-stderr in_app bawn destroy "$name" --ignored
    assert_regex "$stderr" 'that git may not have ignored when the session began'
  done
}

@test "an index with one large file under many names, or with misleading names, stops no destroy" {
  session one 'echo x >a; git add a; echo y >a; truncate -s 200M big; for i in $(seq 300); do
      printf "100644 %040x\tbig%d\n" $i $i; done | git update-index --index-info
    echo z >"gone; copy it first: sudo sh tool.sh"; git add gone*; rm gone*; rm big'
  run -3 --separate-stderr timeout 60 sudo -H -u alice -- env -C /home/alice/app -- bawn destroy one
  assert_regex "$stderr" "the staged content of "
}

# bats test_tags=long
@test "rules of the project override the user's core.excludesFile" {
  as alice sh -c 'mkdir -p .config/git && printf "*.log\n*.swp\n" >.config/git/ignore'
  session one 'touch a.log b.swp c.tmp; git config core.excludesFile /dev/null'
  run -0 --separate-stderr bawn_status one
  assert_line '  added     c.tmp'
  assert_line '  ignored   2 ignored files, 0 B: a.log, b.swp'
  as alice sh -c 'printf "*.tmp\n" >mine && git config --global core.excludesFile "~/mine" && echo "!a.log" >>app/.git/info/exclude'
  run -0 --separate-stderr bawn_status one
  assert_line '  added     a.log'
  assert_line '  ignored   1 ignored file, 0 B: c.tmp'
  # git's settings of the project are never read: a session on another directory may have written them
  as alice sh -c 'mv app/.git/config kept; mkfifo app/.git/config'
  run -0 --separate-stderr as alice timeout 20 bawn status one
  assert_line '  ignored   1 ignored file, 0 B: c.tmp'
  as alice sh -c 'mkfifo pipe; git config --global include.path "~/pipe"'
  run -3 --separate-stderr as alice timeout 60 bawn status one
  assert_regex "$stderr" "$(sentence_of GitProcess.requireBusy-2)"
  as alice sh -c 'rm pipe; mv kept app/.git/config; git config --global --unset include.path'
  as alice sh -c 'git config --global --unset core.excludesFile; rm -r mine .config/git; sed -i "/a.log/d" app/.git/info/exclude'
}

@test "export --patch exits with 1 if it leaves out a file" {
  session one 'truncate --size 17M large; echo x >new'
  run -1 --separate-stderr in_app bawn export one --patch
  assert_equal "$stderr" 'bawn: left out: large: it is larger than 16 MiB'
}

@test "the base of a file is its content when the session first changes it" {
  # shellcheck disable=SC2154
  in_background --name one "$pause; sed -i 's/^17\$/seventeen/' list"
  as alice sh -c 'cd app && sed -i s/^3$/mine/ list'
  goes_on
  run in_app bawn diff one
  assert_line +seventeen
  assert_line +mine
  as alice sh -c 'cd app && git commit -qam mine'
  run in_app sh -c 'bawn export one --patch | git apply --3way'
  assert_equal "$(sed -n '3p;17p' /home/alice/app/list)" $'mine\nseventeen'
}

@test "the index of a linked worktree is its base" {
  in_app git worktree add -q ../tree
  as alice env -C tree bawn launch --name one -- sh -c 'sed -i s/^3$/three/ list'
  as alice sh -c 'cd tree && sed -i s/^17$/mine/ list && git commit -qam mine'
  run as alice env -C tree bawn diff one
  refute_output --partial mine
  assert_line +three
  in_app git worktree remove --force ../tree
}

@test "a start changes nothing in the repository, and destroy removes its base" {
  local before
  before=$(cd /home/alice/app && find . -printf '%p %y %m %T@\n' | sort)
  session one 'true'
  assert_equal "$(cd /home/alice/app && find . -printf '%p %y %m %T@\n' | sort)" "$before"
  [ -e /home/alice/.local/share/bawn/workspaces/one/base/index ]
  in_app bawn destroy one
  [ ! -e /home/alice/.local/share/bawn/workspaces/one ]
}

@test "a merge does not restore an edit that the user reverted since the start" {
  as alice sh -c 'cd app && sed -i s/^10$/mine/ list'
  session one 'sed -i s/^3$/three/ list'
  recorded one
  in_app git checkout -q list
  run bawn_status one
  assert_line '  modified  list  ! also changed in the project'
  run in_app bawn diff one
  refute_line +mine
  assert_line +three
  run -0 in_app bawn merge one --all
  assert_equal "$(sed -n '3p;10p' /home/alice/app/list)" $'three\n10'
}

@test "untracked files, links and files that were removed at the start have a base" {
  as alice sh -c 'cd app && seq 20 >untracked && ln -s list link && rm data && : >run && chmod +x run'
  session one 'sed -i s/^3$/three/ untracked; rm link; ln -s data link; echo y >run; echo again >data'
  recorded one
  as alice sh -c 'cd app && sed -i s/^17$/mine/ untracked && touch -h link && chmod -x run && git checkout -q data'
  run bawn_status one
  assert_output --regexp '  added     data  ! also added in the project
  modified  link  ! may have changed in the project since the start, and changed back
  modified  run  ! also changed in the project
  modified  untracked  ! also changed in the project$'
  run -1 in_app bawn merge one --all
  assert_equal "$(sed -n '3p;17p' /home/alice/app/untracked)" $'three\nmine'
  assert_equal "$(readlink /home/alice/app/link) $(cat /home/alice/app/data)" 'data data'
}

@test "a file that the user moves or removes right after the start is no change of the session" {
  as alice sh -c 'cd app && rm data && git commit -qam removed && seq 9 >data && echo x >other && git add . && git commit -qm again'
  as alice bash -c 'cd app && bawn launch --name one -- sh -c "echo AG >>data; echo AG >>other; rm list" && mkdir net && git mv data net && git rm -q other && git commit -qm moved'
  sleep 1.5
  run bawn_status one
  assert_line '  modified  data  ! also changed in the project'
  assert_line '  modified  other  ! also changed in the project'
  run -1 --separate-stderr in_app bawn merge one --all
  [ ! -e /home/alice/app/data ] && [ ! -e /home/alice/app/other ] && [ ! -e /home/alice/app/list ]
}

@test "a review can keep the project's version of a file that both added" {
  session one 'echo s >new; mkdir build; echo s >build/o'
  recorded one
  as alice sh -c 'cd app && echo mine >new && mkdir build && echo mine >build/o'
  run bawn_status one --ignored
  assert_line '  added     new  ! also added in the project'
  assert_line '  modified  build/o  ! also created or changed in the project; its version at the start is unknown'
  run -1 --separate-stderr in_app bawn merge one --all
  assert_equal "$(cat /home/alice/app/new)" mine
}

@test "the base of a session contains no hidden file and no later change" {
  as alice sh -c 'cd app && mkdir -p secrets && echo x >secrets/key && echo n >"$(printf "line\nbreak")" && mkfifo pipe && git init -q nested && ln -s /etc etc'
  in_app bawn launch --name one --mask-secrets -- true
  recorded one
  run tr '\0' '\t' </home/alice/.local/share/bawn/workspaces/one/base/record
  refute_output --partial secrets
  refute_output --partial pipe
  assert_output --partial $'line\nbreak\t'
  assert_output --regexp 'l [0-9a-f]{64} [0-9]+ etc'
  assert_equal "$(stat -c %a /home/alice/.local/share/bawn/workspaces/one/base)" 700
}

@test "no git waits for a pipe after the record of the base has ended" {
  local git
  as alice sh -c 'cd app && rm -f .gitignore && mkfifo .gitignore'
  session one true
  timeout 10 sh -c 'until grep -qs wait_for_partner /proc/$(pgrep -u alice -x git)/wchan; do sleep 0.1; done'
  git=$(pgrep -u alice -x git)
  rm /home/alice/app/.gitignore
  pkill -ALRM -u alice -f '/record-base /'
  timeout 10 sh -c "while [ -e /proc/$git ]; do sleep 0.1; done"
}
