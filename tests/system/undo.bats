#!/usr/bin/env bats
# bawn undo reverts a merge, and bawn names each file whose only copy a destroy would remove.

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

@test "an undo that restores nothing can be repeated" {
  session one 'sed -i s/^3$/three/ list'
  run -0 in_app bawn merge one --all
  as alice sh -c 'cd app && echo mine >>list'
  run -1 in_app bawn undo one
  assert_output --partial 'list: it was changed since the merge'
  as alice sh -c 'cd app && sed -i \$d list'
  run -0 in_app bawn undo one
  assert_equal "$(sed -n 3p /home/alice/app/list)" 3
}

@test "undo refuses another directory at the path of the project, and can be repeated" {
  session one 'sed -i s/^3$/three/ list; echo new >new'
  run -0 in_app bawn merge one --all
  as alice sh -c 'git clone -q app other; mv app merged; mv other app'
  run -3 --separate-stderr in_app bawn undo one
  assert_regex "$stderr" '^bawn: error: /home/alice/app was replaced by another directory since the merge'
  run -0 in_app bawn status one
  assert_line --regexp "its changes to list, new were taken back in the project; the session's versions are below .*/one/upper$"
  run -3 in_app bawn destroy one
  assert_output --partial 'hint: copy them; remove them with the session: bawn destroy one --force'
  as alice sh -c 'rm -rf app; mv merged app'
  run -0 in_app bawn undo one
  assert_equal "$(sed -n 3p /home/alice/app/list)" 3
  [ ! -e /home/alice/app/new ]
}

@test "undo restores no file in another directory, even with equal files" {
  as alice sh -c 'echo only >app/untracked'
  session one 'sed -i s/^3$/three/ list; rm untracked'
  run -0 in_app bawn merge one --all
  as alice sh -c 'git clone -q app other; mv app merged; mv other app'
  run -3 in_app bawn undo one
  refute [ -e /home/alice/app/untracked ]
  as alice sh -c 'rm -rf app; cp -a merged app'
  run -0 in_app bawn undo one
  assert_equal "$(cat /home/alice/app/untracked)" only
}

# bats test_tags=long
@test "discard accepts a path in the same forms as other commands" {
  local path
  as alice mkdir -p app/src
  for path in ./data /home/alice/app/data ../app/data src/../data .; do
    session one 'echo more >>data'
    run -0 in_app bawn discard one "$path"
    run -0 in_app bawn status one
    assert_output --partial 'nothing changed'
    in_app bawn destroy one
  done
}

@test "undo names the session whose later merge changed a file" {
  session one 'sed -i s/^3$/three/ list; echo one >>data'
  run -0 in_app bawn merge one --all
  session two 'sed -i s/^17$/seventeen/ list'
  run -0 in_app bawn merge two --all
  run -1 --separate-stderr in_app bawn undo one
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'bawn: hint: list is as the merge of two left it; to take that back first: bawn undo two'
  run -0 in_app bawn undo two
  run -0 --separate-stderr in_app bawn undo one
  assert_equal "$(cat /home/alice/app/list)" "$(seq 20)"
}

@test "undo names the only copy of an edited file when the user took back a merge into it" {
  as alice sed -i 20s/.*/mine/ app/list
  session one 'sed -i 1s/.*/one/ list; echo more >>data'
  run -0 in_app bawn merge one --all
  in_app git checkout -q list data
  run -0 --separate-stderr in_app bawn undo one
  local copy
  # shellcheck disable=SC2154
  copy=$(sed -n 's/^bawn: only the session still has this version of list: //p' <<<"$stderr")
  assert_equal "$(tail -n 1 "$copy")" mine
  assert_regex "$stderr" 'so they stay as they are: list'
  refute_regex "$stderr" 'only the session still has this version of data'
  run -0 in_app git status --porcelain
  assert_output ''
}

@test "status reports that the user took back a merge into an edited file" {
  as alice sed -i 20s/.*/mine/ app/list
  session one 'sed -i 1s/.*/one/ list; echo more >>data'
  run -0 in_app bawn merge one --all
  in_app git checkout -q list data
  run -0 --separate-stderr in_app bawn status one
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'its changes to data, list were taken back in the project'
}

@test "undo restores a replaced file with later writes of a program that had it open" {
  session one 'sed -i s/^3$/three/ list; echo more >>data'
  # shellcheck disable=SC2016
  run -0 as alice sh -c 'cd app && exec 7>>list && bawn merge one --all && echo MINE >&7'
  assert_equal "$(tail -n 1 /home/alice/app/list)" 20
  run -0 in_app bawn undo one
  assert_equal "$(cat /home/alice/app/list)" "$(seq 20; echo MINE)"
  assert_equal "$(cat /home/alice/app/data)" data
  run -0 in_app bawn merge one --all
  assert_equal "$(sed -n '3p;$p' /home/alice/app/list)" $'three\nMINE'
}

@test "destroy keeps what a program wrote into the merged file after an undo" {
  session one 'sed -i s/^3$/three/ list'
  run -0 in_app bawn merge one --all
  # shellcheck disable=SC2016
  run -0 as alice sh -c 'cd app && exec 7>>list && bawn undo one && echo LATE >&7'
  run -0 in_app bawn merge one --all
  run -3 in_app bawn destroy one
  assert_output --regexp 'bawn: only the session still has this version of list: .*/workspaces/one/merges/2/old/1'
  run -0 in_app bawn destroy one --force
}

@test "a merge keeps the access control list of a moved file, and a new file has no rights from a mask" {
  as alice sh -c 'cd app && chmod 600 list && setfacl -m u:daemon:rw list'
  as alice python3 -c 'import os; os.setxattr("app/list", "user.note", b"mine")'
  session one 'mv list moved; seq 9 >private; chmod 600 private; setfacl -m "u:$(id -u):rw" private'
  run -0 in_app bawn merge one --all
  run as alice sh -c 'cd app && getfacl -c moved && python3 -c "import os; print(os.getxattr(\"moved\", \"user.note\").decode())"'
  assert_output 'user::rw-
user:daemon:rw-
group::---
mask::rw-
other::---

mine'
  assert_equal "$(stat -c %a /home/alice/app/private)" 600
  run -0 in_app bawn undo one
  as alice sh -c 'cd app && rm list && git checkout -q list'
}

@test "permissions that the user changes are no change of the session" {
  session one 'echo more >>list; echo new >new; echo more >>data'
  run -0 in_app bawn merge one list new
  as alice sh -c 'cd app && chmod 600 list new && chmod 640 data'
  run -0 in_app bawn status one
  assert_line --regexp '^  modified  data  ! may have changed in the project since the start, and changed back$'
  refute_output --partial list
  refute_output --partial new
  run -0 in_app bawn merge one --all
  run stat -c %a /home/alice/app/list /home/alice/app/new /home/alice/app/data
  assert_output '600
600
640'
  run -0 in_app bawn destroy one
}

@test "a merge keeps a file's access control list and group rights, and undo restores them" {
  as alice sh -c 'cd app && chmod 640 list data && setfacl -m u:daemon:rw -m g::--- list && setfacl -m u:daemon:r,g::--- data'
  local before
  before=$(as alice sh -c 'cd app && getfacl list data')
  assert_regex "$before" 'user:daemon:rw-'
  session one 'sed -i s/^3$/three/ list; rm data'
  run -0 in_app bawn merge one --all
  assert_equal "$(as alice sh -c 'cd app && getfacl list')" "$(sed '/^$/q' <<<"$before" | sed '$d')"
  run -0 in_app bawn undo one
  assert_equal "$(as alice sh -c 'cd app && getfacl list data')" "$before"
  as alice sh -c 'cd app && echo mine >data && chmod 600 data && setfacl -b list data && chmod 640 list'
  as alice sh -c 'cd app && setfacl -d -m u:daemon:rw .'
  session two 'sed -i s/^4$/four/ list; chmod g+w list'
  run -0 in_app bawn merge two --all
  assert_equal "$(as alice sh -c 'cd app && getfacl -c list | tr "\n" " "')" 'user::rw- group::rw- other::---  '
  as alice setfacl -b -k app
}

@test "undo restores a removed directory with its access control lists, attributes and the rights of its group" {
  as alice sh -c 'cd app && mkdir -p kept/below && echo x >kept/below/x && chmod 750 kept kept/below'
  as alice sh -c 'cd app && setfacl -m u:daemon:rwx,g::--- -d -m u:daemon:rw kept'
  as alice python3 -c 'import os; os.setxattr("app/kept", "user.note", b"mine")'
  local before
  before=$(as alice sh -c 'cd app && getfacl kept kept/below')
  assert_regex "$before" 'default:user:daemon:rw-'
  session one 'rm -r kept'
  run -0 in_app bawn merge one --all
  assert [ ! -e /home/alice/app/kept ]
  run -0 in_app bawn undo one
  assert_equal "$(as alice sh -c 'cd app && getfacl kept kept/below')" "$before"
  assert_equal "$(as alice python3 -c 'import os; print(os.getxattr("app/kept", "user.note").decode())')" mine
  as alice rm -r app/kept
}

@test "undo of a merge into an empty directory at the project's path restores the base" {
  session one 'sed -i s/^3$/three/ list'
  as alice sh -c 'mv app away && mkdir app'
  run -0 as alice bawn merge one --all
  run -0 as alice bawn undo one
  as alice sh -c 'rmdir app && mv away app'
  run -0 --separate-stderr in_app bawn status one
  assert_output 'one (ended 0): 1 change in /home/alice/app
  modified  list  ! may have changed in the project since the start, and changed back'
  run -0 --separate-stderr in_app bawn export one --patch
  assert_line '+three'
  assert_line '-3'
}

@test "status reports a killed merge, and undo reverts it" {
  session one 'mkdir many; for i in {1..3000}; do echo "$i" >many/"$i"; done'
  local before tries
  before=$(tree)
  for tries in {1..20}; do
    in_app bawn merge one --all >/dev/null 2>&1 3>&- &
    until [ -e /home/alice/app/.bawn-merge-one ] || ! kill -0 "$!" 2>/dev/null; do :; done
    pkill -KILL -u alice -x java || :
    wait "$!" || :
    if [ -e /home/alice/app/.bawn-merge-one ]; then break; fi
    in_app bawn undo one >/dev/null 2>&1 || :
  done
  [ -e /home/alice/app/.bawn-merge-one ]
  run -0 --separate-stderr in_app bawn status one
  # shellcheck disable=SC2154
  assert_line --index 0 --regexp '^one '
  assert_regex "$stderr" 'warning: a merge of one was interrupted or is still running in /home/alice/app/.bawn-merge-one; to take it back: bawn undo one'
  # git status does not show it, so no other program commits, stashes or removes it
  run -0 in_app git status --porcelain --untracked-files=all -- .bawn-merge-one
  assert_output ''
  run -0 in_app git clean -ndff -- .bawn-merge-one
  assert_output ''
  run -0 --separate-stderr in_app bawn undo one
  refute_regex "$stderr" error
  assert_equal "$(tree)" "$before"
}

# kill_at RENAME COMMAND...: kills bawn when it begins this rename.
kill_at() {
  local rename=$1
  shift
  in_app strace -f -qq -o /dev/null -e trace=renameat2 -e "inject=renameat2:signal=SIGKILL:when=$rename" \
    "$@" >/dev/null 2>&1 || :
}

# bats test_tags=long
@test "undo after two kills leaves the edit of a file that the killed merge had replaced" {
  local rename
  for rename in {1..4}; do
    session "s$rename" 'sed -i 1s/.*/one/ list; echo more >>data; echo new >new'
    kill_at 3 bawn merge "s$rename" --all
    [ -e "/home/alice/app/.bawn-merge-s$rename" ]
    assert_equal "$(tail -n 1 /home/alice/app/data)" more
    as alice sh -c 'echo mine >>app/data'
    kill_at "$rename" bawn undo "s$rename"
    in_app sh -c 'echo later >>list'
    run -0 --separate-stderr in_app bawn undo "s$rename"
    assert_equal "$(tail -n 1 /home/alice/app/data)" mine
    assert_equal "$(tail -n 1 /home/alice/app/list)" later
    refute [ -e "/home/alice/app/.bawn-merge-s$rename" ]
    in_app git checkout -qf .
    in_app git clean -qdff
  done
}

# kill_undo NAME FILE: kills an undo after it removed FILE, while it still has other files to remove.
kill_undo() {
  local undo
  in_app bawn undo "$1" >/dev/null 2>&1 3>&- &
  undo=$!
  until [ ! -e "$2" ] || ! kill -0 "$undo" 2>/dev/null; do :; done
  pkill -KILL -u alice -x java || :
  wait "$undo" || :
}

@test "status reports a killed undo, and the next undo only finishes it" {
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'mkdir many; for i in {1..3000}; do echo "$i" >many/"$i"; done'
  local before
  in_app bawn resume one -- sh -c 'echo first >first' >/dev/null
  run -0 in_app bawn merge one first
  before=$(tree)
  run -0 in_app bawn merge one --all
  kill_undo one /home/alice/app/many/999
  [ -e /home/alice/app/.bawn-merge-one ]
  run -0 --separate-stderr in_app bawn status one
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'warning: an undo of one was interrupted or is still running in /home/alice/app/.bawn-merge-one; to finish it: bawn undo one'
  run -0 --separate-stderr in_app bawn undo one
  assert_regex "$stderr" '^bawn: an interrupted undo was finished$'
  assert_line --index 0 'one: 3000 changes taken back in /home/alice/app'
  assert_equal "$(tree)" "$before"
  run -0 in_app bawn undo one
  assert_line --index 0 'one: 1 change taken back in /home/alice/app'
  refute [ -e /home/alice/app/first ]
}

# bats test_tags=long
@test "merge and destroy first finish an undo that was killed" {
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'mkdir many; for i in {1..3000}; do echo "$i" >many/"$i"; done'
  run -0 in_app bawn merge one --all
  kill_undo one /home/alice/app/many/999
  [ -e /home/alice/app/.bawn-merge-one ]
  run -0 --separate-stderr in_app bawn merge one many/7
  assert_regex "$stderr" '^bawn: an interrupted undo was finished$'
  assert_equal "$(ls /home/alice/app/many)" 7
  run -0 in_app bawn merge one --all
  kill_undo one /home/alice/app/many/999
  [ -e /home/alice/app/.bawn-merge-one ]
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'an interrupted undo was finished'
  assert_regex "$stderr" 'one was not removed: its last merge or undo had been interrupted'
  assert_equal "$(ls /home/alice/app/many)" 7
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'unmerged work'
}

# bats test_tags=long
@test "after a killed undo, later changes of a restored file are edits of the user" {
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'mkdir many; for i in {1..3000}; do echo "$i" >many/"$i"; done'
  run -0 in_app bawn merge one --all
  kill_undo one /home/alice/app/many/999
  refute [ -e /home/alice/app/many/999 ]
  as alice sh -c 'echo mine >app/many/999'
  run -0 --separate-stderr in_app bawn undo one
  assert_regex "$stderr" '^bawn: an interrupted undo was finished$'
  assert_line 'one: 3000 changes taken back in /home/alice/app'
  assert_equal "$(ls /home/alice/app/many)" 999
  run -0 in_app bawn status one
  grep -q 'many/999  ! also added in the project$' <<<"$output"
  run -1 --separate-stderr in_app bawn merge one --all
  assert_regex "$stderr" 'conflict: many/999'
  run -3 in_app bawn destroy one
  assert_equal "$(cat /home/alice/app/many/999)" mine
}

# bats test_tags=long
@test "a session with a killed merge keeps its name, and bawn settles the merge in its project" {
  # the shell of the session expands it
  # shellcheck disable=SC2016
  session one 'mkdir many; for i in {1..3000}; do echo "$i" >many/"$i"; done'
  run -0 in_app bawn merge one --all
  kill_undo one /home/alice/app/many/999
  [ -e /home/alice/app/.bawn-merge-one ]
  run -3 --separate-stderr in_app bawn rename one other
  assert_regex "$stderr" 'error: an undo of one was interrupted'
  run -3 --separate-stderr in_app bawn clone one other
  as alice sh -c 'mv app away; git clone -q away app'
  for command in undo merge\ --all destroy; do
    run -3 --separate-stderr in_app sh -c "bawn ${command% *} one ${command#"${command% *}"}"
    assert_regex "$stderr" 'app was replaced by another directory since a merge of one was interrupted'
  done
  as alice sh -c 'rm -rf app; mv away app'
  run -0 in_app bawn undo one
  refute [ -e /home/alice/app/many ]
  run -0 in_app bawn rename one other
}

@test "a command refuses to change a session while another one works on its changes" {
  session one 'sed -i s/^3$/three/ list; sed -i s/old/new/ data'
  run -0 in_app bawn merge one list
  as alice flock -x .local/share/bawn/workspaces/one sh -c 'touch held; until [ -e over ]; do sleep 0.1; done' 3>&- &
  timeout 60 sh -c 'until [ -e /home/alice/held ]; do sleep 0.1; done'
  for command in 'rename one other' 'clone one other' 'destroy one --force' 'merge one --all' 'undo one'; do
    # shellcheck disable=SC2086 # its words
    run -3 --separate-stderr in_app bawn $command
    assert_equal "$stderr" "bawn: error: another command works on the changes of 'one'
bawn: hint: try again when it has ended"
  done
  run -1 --separate-stderr in_app bawn clean one
  assert_regex "$stderr" "^bawn: kept: another command works on the changes of 'one'"
  as alice touch over
  wait
  as alice rm held over
  run -0 in_app bawn rename one other
}

@test "undo compares and reverts a file that a merge made unreadable" {
  session one 'sed -i s/^3$/three/ list; echo more >>data; chmod 000 data'
  local before
  before=$(tree)
  run -0 in_app bawn merge one --all
  assert_equal "$(stat -c %a /home/alice/app/data)" 0
  run -0 in_app bawn undo one
  assert_output 'one: 2 changes taken back in /home/alice/app
  modified  data
  modified  list'
  assert_equal "$(tree)" "$before"
  run -0 in_app bawn merge one --all
  # edited, and unreadable again: undo compares it before it replaces it
  as alice sh -c 'cd app && chmod 600 data && echo mine >>data && chmod 000 data'
  run -1 in_app bawn undo one
  assert_line 'bawn: conflict: data: it was changed since the merge'
  assert_equal "$(stat -c %a /home/alice/app/data)" 0
  assert_equal "$(sed -n 3p /home/alice/app/list)" 3
  assert_equal "$(tail -n 1 /home/alice/app/data)" mine
}

@test "destroy removes a session whose unreadable directory is merged" {
  session one 'mkdir closed; echo new >closed/new; chmod 000 closed'
  run -0 in_app bawn merge one --all
  run -0 in_app bawn destroy one
  run -0 in_app bawn list -q
  assert_output ''
  as alice chmod 700 app/closed
}

@test "destroy removes a session whose unreadable file is merged, and undo leaves such a file" {
  session one 'sed -i s/^3$/three/ list; echo more >>data; chmod 000 data'
  run -0 in_app bawn merge one --all
  rm /home/alice/app/data
  install -m 600 /dev/null /home/alice/app/data # another user's
  run -1 in_app bawn undo one
  assert_line 'bawn: conflict: data: it cannot be read'
  assert_equal "$(sed -n 3p /home/alice/app/list)" 3
  rm /home/alice/app/data
  session two 'echo more >>README.md; chmod 000 README.md'
  run -0 in_app bawn merge two --all
  run -0 in_app bawn destroy two
}

@test "a file that an undo leaves stays merged, and another undo can revert it" {
  session one 'sed -i s/^3$/three/ list; echo more >>data; mkdir new; echo new >new/file'
  local before
  before=$(tree)
  run -0 in_app bawn merge one --all
  as alice sh -c 'cd app && echo mine >>list && echo mine >>new/file'
  run -1 in_app bawn undo one
  assert_line 'bawn: conflict: list: it was changed since the merge'
  assert_line --index 0 'one: 1 change taken back in /home/alice/app'
  assert_line 'bawn: hint: files in conflict stay merged; reverse your own edits there, then undo again: bawn undo one'
  run -0 in_app bawn status one
  assert_output 'one (ended 0): 1 change in /home/alice/app
  modified  data'
  as alice sh -c 'cd app && sed -i \$d list'
  run -1 in_app bawn undo one
  assert_line --index 0 'one: 1 change taken back in /home/alice/app'
  assert_line '  modified  list'
  as alice sh -c 'cd app && sed -i \$d new/file'
  run -0 in_app bawn undo one
  assert_equal "$(tree)" "$before"
  run -4 in_app bawn undo one
}

@test "a failed undo restores all files of an unreadable directory, and can be repeated" {
  as alice sh -c 'cd app && mkdir ro && echo a >ro/a && git add . && git commit -qm ro'
  session one 'echo aa >ro/a; mkdir x; echo y >x/y; chmod 555 x'
  run -0 in_app bawn merge one --all
  as alice chmod 555 app/ro
  run -1 in_app bawn undo one
  assert_equal "$(cat /home/alice/app/x/y /home/alice/app/ro/a)" $'y\naa'
  assert_equal "$(stat -c %a /home/alice/app/x)" 555
  as alice chmod 755 app/ro
  run -0 in_app bawn undo one
  refute [ -e /home/alice/app/x ]
  assert_equal "$(cat /home/alice/app/ro/a)" a
}

@test "content that a commit of a submodule has is no only copy" {
  as alice sh -c 'git init -q part && cd part && seq 5 >list && git add list && git -c user.name=a -c user.email=a@localhost commit -qm part
    cd ../app && git -c core.hooksPath=/dev/null -c protocol.file.allow=always submodule --quiet add ~/part part'
  session one 'echo more >>part/list; echo more >>list'
  run -0 in_app bawn merge one --all
  run -0 in_app bawn destroy one
  as alice sh -c 'cd app && echo mine >>part/list'
  session two 'echo theirs >part/list'
  run -0 in_app bawn merge two --all
  run -3 --separate-stderr in_app bawn destroy two
  assert_regex "$stderr" '^bawn: only the session still has this version of part/list: '
  run -0 in_app bawn destroy two --force
  as alice sh -c 'cd app && git rm -qf part && rm -rf .git/modules ../part'
}

@test "destroy names only copies also of a session with other changes" {
  as alice sh -c 'cd app && echo KEY=precious >.env && echo node_modules >.gitignore && git add .gitignore && git commit -qm ignore'
  in_app bawn launch --show-secrets --name one -- sh -c 'echo KEY=dummy >.env; mkdir node_modules; echo junk >node_modules/junk'
  run -0 in_app bawn merge one .env --accept-hazards
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'bawn: only the session still has this version of .env: .*/merges/1/old/'
  assert_regex "$stderr" 'unmerged work: 1 ignored file'
}

@test "discard --all leaves the commits of the session alone" {
  session one 'git checkout -qb feat; echo WORK >w; git add w; git commit -qm WORK; git checkout -q main; echo junk >junk'
  run -0 --separate-stderr in_app bawn discard one --all
  assert_output --partial 'added     junk'
  refute_output --partial .git
  assert_regex "$stderr" "not discarded: [0-9]+ of git's own files; such files can contain commits; to discard them: bawn discard one .git"
  run -3 --separate-stderr in_app bawn destroy one
  assert_regex "$stderr" 'the commits of refs/heads/feat'
  run -0 in_app bawn discard one .git
  run -0 in_app bawn destroy one
}

@test "discard discards files that look like a repository" {
  session one 'mkdir objects refs; echo "ref: refs/heads/main" >HEAD; echo evil >Makefile'
  run -0 --separate-stderr in_app bawn discard one --all
  run -0 --separate-stderr in_app bawn status one
  assert_output --partial 'nothing changed'
}

@test "merge reports a path that is too deep once, and lists its changes" {
  session one 'echo x >evil; python3 -c "
import os
for i in range(3000): os.mkdir(\"dd\"); os.chdir(\"dd\")"'
  run -1 --separate-stderr in_app bawn merge one --all
  assert_output --partial 'added     evil'
  refute_regex "$stderr" 'internal error of'
  in_app bawn destroy one --force
}
