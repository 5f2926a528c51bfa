#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2119,SC2120 # shells inside expand what is quoted; `run` gives arguments
# A review merges the accepted changes and nothing else, whatever the session changes before, during or after the review.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() {
  make_alice
  as alice sh -c 'cd app && seq 20 >list && echo data >data && mkdir -m 755 -p lib && echo x >lib/x && git add . && git commit -qm list &&
    git branch -M main && git tag start'
}

teardown() {
  leave_terminal
  forget_sessions /home/alice/.config
  as alice sh -c 'cd app && git checkout -qf main && git reset -q --hard start && git clean -qdxff && chmod 755 lib'
}

session() { in_app bawn launch --name "$1" -- bash -c "$2"; }

reviews() {
  types 'clear; bawn review work; echo status=$?'
  sees 'open'
}

merges() {
  presses m
  sees 'into the project'
  presses y
  sees 'status='
}

@test "a directory keeps its mode if the user rejects the new one and accepts all its files" {
  session work 'chmod 777 lib; echo y >>lib/x'
  at_terminal 120 40
  reviews
  presses g r
  sees '1 rejected'
  presses G y
  sees '1 accepted'
  merges
  sees 'work: 1 change merged'
  assert_equal "$(stat -c %a /home/alice/app/lib)" 755
  assert_equal "$(cat /home/alice/app/lib/x)" $'x\ny'
}

@test "a file stays until the user accepts the directory that replaces it" {
  as alice sh -c 'echo mine >app/notes'
  session work 'rm notes; mkdir notes; echo new >notes/x'
  at_terminal 120 40
  reviews
  presses G y
  sees '1 accepted'
  merges
  assert_equal "$(cat /home/alice/app/notes)" mine
  run -0 screen
  assert_output --partial 'notes/x: the project has something else in place of its directory'
}

@test "a decision about a copied file expires when the session removes the original" {
  session work 'cp list copy; echo other >other'
  at_terminal 120 40
  reviews
  presses g y
  sees '1 accepted'
  presses q
  sees 'status='
  in_app bawn exec work -- rm list
  reviews
  sees '2 open'
  presses G y
  merges
  [ -e /home/alice/app/list ]
  [ ! -e /home/alice/app/copy ]
  [ -e /home/alice/app/other ]
  reviews
  sees 'copy'
  presses y
  merges
  [ ! -e /home/alice/app/list ]
  [ -e /home/alice/app/copy ]
}

@test "status and report mark a severe hazard that is moved away, and review names it" {
  as alice sh -c 'cd app && echo ignore-scripts=true >.npmrc && git add .npmrc && git commit -qm npmrc'
  in_app bawn launch --name work --show-secrets -- mv .npmrc npmrc.txt
  run -0 in_app bawn status work
  assert_line '  moved     npmrc.txt  from .npmrc  ! takes effect automatically: package managers'
  run -0 in_app bawn report work
  assert_output --partial 'takes effect automatically: package managers'
  at_terminal 120 40
  reviews
  sees 'takes effect automatically: package managers'
  presses y m
  sees 'hazard'
}

@test "review warns of permissions for all users, and undo keeps permissions that the user changed" {
  as alice chmod 600 app/data
  session work 'echo y >>data; chmod 666 data; mkdir -p open/sub; echo x >open/sub/f; mkdir free; echo x >free/f; chmod 777 open lib free'
  run -0 in_app bawn status work
  assert_line '  modified  data  0600 → 0666  ! writable by everyone'
  assert_line '  added     open/  ! writable by everyone'
  assert_line '  mode      lib/  0755 → 0777  ! writable by everyone'
  run -0 in_app bawn merge work free
  assert_line '  added     free/  ! writable by everyone'
  run -0 in_app bawn merge work open/sub/f
  assert_equal "$(stat -c %a /home/alice/app/open)" 775
  run -0 in_app bawn merge work lib
  assert_equal "$(stat -c %a /home/alice/app/lib)" 777
  as alice chmod 700 app/lib
  run -1 --separate-stderr in_app bawn undo work
  assert_equal "$(stat -c %a /home/alice/app/lib)" 700
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'lib: it was changed since the merge'
}

@test "an unreadable file of the session changes no permissions of the project and hides no commits" {
  as alice sh -c 'cd app && mkdir ro && echo x >ro/g && chmod 555 ro'
  session work 'echo y >ro/g; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m hidden; echo z >closed; chmod 000 closed'
  run -1 --separate-stderr in_app bawn merge work ro/g
  assert_equal "$(cat /home/alice/app/ro/g)" x
  assert_regex "$stderr" 'ro/g'
  run -0 in_app bawn diff work closed
  assert_line '+z'
  run -0 in_app bawn report work
  assert_output --partial 'not listed, because some files of the session are not readable: bawn log work'
  run -0 in_app bawn log work
  assert_output --partial hidden
  as alice chmod 755 app/ro
}

@test "an accepted file that conflicts meanwhile is counted as in conflict, and s resolves it" {
  session work 'echo session >>data; echo more >lib/y'
  at_terminal 80 24
  reviews
  presses y j j y
  sees '2 accepted, 0 open'
  presses q
  sees 'status='
  as alice sh -c 'cd app && echo project >>data'
  reviews
  sees '1 accepted, 1 accepted but in conflict, 0 open'
  sees '✓ MC  data'
  presses s
  sees '1 accepted, 1 resolved, 0 open'
  merges
  sees 'status=0'
}

@test "decisions about files that the review has not read yet are saved when it ends" {
  session work 'mkdir many; cd many; seq 3000 | split --lines 1 --suffix-length 4 -'
  at_terminal 80 24
  reviews
  presses Y q
  sees 'status=0'
  reviews
  sees '3000 accepted, 0 open'
}

@test "a file that the project removed is a conflict, and s restores it" {
  session work 'echo session >>data; sed -i s/^3$/three/ list; chmod 755 lib/x'
  as alice sh -c 'cd app && git mv data other && rm lib/x'
  at_terminal 80 24
  reviews
  sees ' MC  data'
  sees '+session'
  sees 'conflict: the session changed it, and it was removed from the project'
  presses y
  sees "removed from the project: s restores the session's file, p leaves it removed"
  presses s
  sees ' s MC  data'
  sees "the session's file comes back"
  presses G
  sees 'lib/x  mode'
  sees 'new mode'
  presses p
  sees ' ✗ MC! x'
  sees 'it stays removed'
  presses k k y
  sees '1 accepted, 1 rejected, 1 resolved, 0 open'
  merges
  sees 'status=0'
  assert_equal "$(cat /home/alice/app/data)" $'data\nsession'
  [ ! -e /home/alice/app/lib/x ]
  assert_equal "$(sed -n 3p /home/alice/app/list)" three
  run -0 in_app bawn status work
  assert_output --partial 'nothing changed'
  run -0 in_app bawn undo work
  [ ! -e /home/alice/app/data ]
  run -0 in_app bawn status work
  assert_output --partial 'modified  data'
}

@test "a merge does not overwrite a file that the project restored after s" {
  session work 'echo session >>data'
  as alice rm app/data
  at_terminal 120 40
  reviews
  sees ' MC  data'
  presses s
  sees ' s MC  data'
  presses m
  sees 'merge 1 change into the project'
  as alice sh -c 'echo mine >app/data'
  presses y
  sees 'status=1'
  sees "data: the project's version changed since it was reviewed"
  assert_equal "$(cat /home/alice/app/data)" mine
}

@test "review shows both sides of a conflict without lines, and s accepts the session's" {
  session work 'rm list; printf "session\0" >data'
  as alice sh -c 'cd app && sed -i s/^3$/three/ list && printf "mine\0" >data'
  at_terminal 120 40
  reviews
  sees ' MC! data'
  sees "The project's version is not text."
  presses y
  sees "both changed this: s takes the session's file, p keeps the project's"
  presses s
  sees "the session's file replaces the project's"
  presses G
  sees ' DC  list'
  sees 'The project has this change:'
  sees '+three'
  presses y
  sees "changed in the project: s removes it all the same, p keeps the project's file"
  presses s
  sees "the project's file is removed"
  presses m
  sees 'merge 2 changes into the project'
  as alice sh -c 'cd app && echo more >>list'
  presses y
  sees 'status=1'
  sees "list: the project's version changed since it was reviewed"
  cmp /home/alice/app/data <(printf 'session\0')
  assert_equal "$(tail -n 1 /home/alice/app/list)" more
  reviews
  sees '+more'
  presses s
  sees "the project's file is removed"
  merges
  sees 'status=0'
  [ ! -e /home/alice/app/list ]
  run -0 in_app bawn undo work
  assert_equal "$(tail -n 1 /home/alice/app/list)" more
}

@test "merge and undo use the same word for a file that the user created, too" {
  session work 'echo session >both'
  recorded work
  as alice sh -c 'cd app && echo mine >both'
  at_terminal 80 24
  reviews
  sees 'AC  both'
  presses s
  sees "the session's lines are merged"
  merges
  sees '  modified  both'
  run -0 in_app bawn undo work
  assert_line '  modified  both'
}

@test "permissions that both gave a directory are a conflict, and s accepts the session's" {
  as alice sh -c 'cd app && mkdir sub && chmod 755 sub && echo x >sub/file && git add sub && git commit -qm sub'
  session work 'chmod 750 sub; echo session >>sub/file'
  as alice chmod 700 app/sub
  at_terminal 80 24
  reviews
  presses c
  sees 'permissions 0700'
  presses y
  sees "both changed its permissions: s takes the session's, p keeps the project's"
  presses s
  sees "the session's permissions replace the project's"
  presses Y
  merges
  sees 'status=0'
  assert_equal "$(stat -c %a /home/alice/app/sub)" 750
  assert_equal "$(tail -n 1 /home/alice/app/sub/file)" session
  run -0 in_app bawn undo work
  assert_equal "$(stat -c %a /home/alice/app/sub)" 700
}

@test "an unreadable file of the project does not prevent a merge of other files" {
  session work 'echo session >>data; sed -i s/^3$/three/ list'
  as alice sh -c 'cd app && echo mine >>data && chmod 000 data'
  at_terminal 80 24
  reviews
  sees 'data  modified'
  sees 'changed in the project since the start; its version at the start is unknown'
  presses y
  sees "no key resolves this conflict: r rejects the session's change"
  presses Y
  sees '1 change accepted; left: 1 conflict (key c)'
  merges
  sees 'status=0'
  assert_equal "$(sed -n 3p /home/alice/app/list)" three
  assert_equal "$(as alice stat -c %a app/data)" 0
}

@test "accepting a directory keeps a resolved conflict, and all that is left fits on a narrow line" {
  session work 'sed -i s/^3$/three/ list; echo y >>data; echo "echo hi" >.envrc'
  as alice sh -c 'cd app && sed -i s/^3$/mine/ list && echo mine >>data'
  at_terminal 80 24
  reviews
  sees ' MC  list'
  presses c
  sees "s session's  p project's"
  presses p
  sees ' p MC  data'
  presses g k y
  sees '0 changes accepted; left: 1 conflict (key c), 1 severe hazard (key ])'
  presses c c
  sees '||||||| base'
  presses s
  sees ' s MC  list'
  presses g k y
  sees '0 changes accepted; left: 1 severe hazard (key ])'
  run -0 screen
  assert_line --regexp '^ p MC  data'
  assert_line --regexp '^ s MC  list'
}

@test "accepting a directory or all accepts no severe hazard, and review names it" {
  session work 'sed -i s/^3$/three/ list; echo y >>lib/x; echo "echo hi" >lib/.envrc'
  at_terminal 80 24
  reviews
  presses g k y
  sees '2 changes accepted; left: 1 severe hazard (key ])'
  presses Y
  sees '0 changes accepted; left: 1 severe hazard (key ])'
  merges
  sees 'status=0'
  assert_equal "$(tail -n 1 /home/alice/app/lib/x)" y
  [ ! -e /home/alice/app/lib/.envrc ]
  reviews
  presses ] y
  merges
  sees 'status=0'
  [ -e /home/alice/app/lib/.envrc ]
}

@test "r on one hunk of a conflict rejects nothing, and review names the key for the whole file" {
  session work 'sed -i "s/^2$/two/; s/^18$/theirs/" list'
  as alice sed -i s/^18$/mine/ app/list
  at_terminal 80 24
  reviews
  sees ' MC  list'
  presses Tab
  presses r
  sees 'hunks of a conflict are not rejected one by one: Tab, then r rejects the file'
  sees '1 open'
  presses Tab
  presses r
  sees ' ✗ MC  list'
}

# resolves_by_hand COLUMNS ROWS: opens a review of the session work, and resolves the conflict in list with e.
resolves_by_hand() {
  rm -f /home/alice/seen
  session work 'sed -i s/^10$/theirs/ list'
  as alice sed -i s/^10$/mine/ app/list
  an_editor 'sed -i "s/^mine/MY-OWN/; /^<<<<<<</d; /^|||||||/,/^>>>>>>>/d" "$1"'
  at_terminal "$1" "$2" EDITOR=an-editor
  reviews
  sees ' MC  list'
  presses e
  sees ' e MC  list'
}

an_editor() {
  printf '#!/bin/sh\ngrep -c MY-OWN "$1" >>/home/alice/seen\n%s\n' "$1" >/usr/local/bin/an-editor
  chmod 755 /usr/local/bin/an-editor
}

@test "e starts from an earlier resolution of a conflict, with later changes of the user" {
  resolves_by_hand 80 24
  presses q
  sees 'status=0'
  as alice sed -i s/^1$/late/ app/list
  reviews
  sees 'list was changed: check the text that you edited (e)'
  presses k j
  sees 'changed since you edited it: e starts from your text'
  presses q
  sees 'status=0'
  reviews
  sees 'changed since you edited it: e starts from your text'
  presses e
  sees 'the edited text is merged'
  sees '+MY-OWN'
  assert_equal "$(cat /home/alice/seen)" $'0\n1'
  merges
  sees 'status=0'
  assert_equal "$(sed -n '1p;10p' /home/alice/app/list)" $'late\nMY-OWN'
}

@test "review keeps an edited text when the session changes the file, until u" {
  resolves_by_hand 120 40
  presses e
  sees ' e MC  list'
  presses u u
  sees '1 open'
  presses e
  sees ' e MC  list'
  assert_equal "$(cat /home/alice/seen)" $'0\n1\n0'
  presses q
  sees 'status=0'
  in_app bawn exec work -- sed -i 's/^20$/twenty/; s/^10$/other/; s/^theirs$/other/' list
  reviews
  sees 'check the text that you edited'
  presses e
  sees '+MY-OWN'
  sees '+twenty'
  merges
  sees 'status=0'
  assert_equal "$(sed -n '10p;20p' /home/alice/app/list)" $'MY-OWN\ntwenty'
}

@test "accepting an edited file or its directory merges the edited text" {
  session work 'sed -i s/^3$/three/ list; echo y >>lib/x'
  printf '#!/bin/sh\necho MY-OWN >>"$1"\n' >/usr/local/bin/an-editor
  chmod 755 /usr/local/bin/an-editor
  at_terminal 80 24 EDITOR=an-editor
  reviews
  presses g
  sees 'list  modified'
  sees '+three'
  presses e
  sees ' e M   list'
  presses y
  presses g k y
  sees '1 accepted'
  sees '1 edited'
  merges
  sees 'work: 2 changes merged'
  assert_equal "$(tail -n 1 /home/alice/app/list)" MY-OWN
}

@test "merge --all leaves out rejected and edited files, and destroy keeps an edited text" {
  session work 'sed -i s/^3$/three/ list; echo more >>data; echo new >other'
  printf '#!/bin/sh\necho MY-OWN >>"$1"\n' >/usr/local/bin/an-editor
  chmod 755 /usr/local/bin/an-editor
  at_terminal 80 24 EDITOR=an-editor
  reviews
  presses g
  sees 'data  modified'
  presses r
  sees '1 rejected'
  sees '+three'
  presses e
  sees '1 edited'
  presses q
  sees 'status=0'
  run -1 --separate-stderr in_app bawn merge work --all
  assert_line 'work: 1 change merged into /home/alice/app'
  assert_regex "$stderr" 'left out: data: you rejected it in the review'
  assert_regex "$stderr" 'left out: list: you edited it in the review'
  assert_regex "$stderr" 'hint: merge them in the review: bawn review work, then m; to merge what the session has: bawn merge work data'
  run -0 in_app bawn merge work data list
  assert_equal "$(tail -n 1 /home/alice/app/data)" more
  run -3 --separate-stderr in_app bawn destroy work
  assert_regex "$stderr" "unmerged work: the text that you edited in a review of list"
  assert_regex "$stderr" 'bawn undo work && bawn review work'
  run -0 in_app bawn undo work
  reviews
  sees '1 edited'
  merges
  sees 'status=0'
  assert_equal "$(tail -n 1 /home/alice/app/list)" MY-OWN
  assert_equal "$(cat /home/alice/app/data)" data
  # the session's version after an undo of the edited one
  run -0 in_app bawn undo work
  run -0 in_app bawn merge work list
  run -3 --separate-stderr in_app bawn destroy work
  assert_regex "$stderr" 'unmerged work: the text that you edited in a review of list'
  run -0 in_app bawn undo work
  reviews
  sees '1 edited'
  merges
  sees 'status=0'
  assert_equal "$(tail -n 1 /home/alice/app/list)" MY-OWN
  # the project has the version before the merge, and then the session's version
  as alice git -C app checkout -q list
  run -3 --separate-stderr in_app bawn destroy work
  assert_regex "$stderr" 'unmerged work: .*text that you edited in a review: .*/draft-'
  as alice sh -c 'cp .local/share/bawn/workspaces/work/upper/list app/list'
  keeps_draft
  run -0 in_app bawn destroy work --force
}

# keeps_draft: asserts that destroy refuses, and names the draft with the edited text.
keeps_draft() {
  run -3 --separate-stderr in_app bawn destroy work
  assert_regex "$stderr" 'unmerged work: text that you edited in a review: .*/draft-[0-9a-f]{16}-list(\.2)?.*
bawn: hint: see them: less (.*/draft-[0-9a-f]{16}-list(\.2)?); remove'
  assert_equal "$(tail -n 1 "${BASH_REMATCH[2]}")" MY-OWN
}

@test "review keeps an edited text as a draft if it is not merged, discarded or undone" {
  session work 'sed -i s/^3$/three/ list'
  an_editor 'echo MY-OWN >>"$1"'
  at_terminal 80 24 EDITOR=an-editor
  reviews
  sees '+three'
  presses G e
  sees '1 edited'
  # bawn writes the draft first: if it cannot, it undoes nothing
  chmod a-w /home/alice/.local/state/bawn/sessions/work
  presses u
  sees 'nothing was undone: the edited text cannot be kept'
  chmod u+w /home/alice/.local/state/bawn/sessions/work
  presses u
  sees '1 decision undone, and the text is kept as a draft'
  presses e
  sees '1 edited'
  run -0 find /home/alice/.local/state/bawn/sessions/work -name 'draft-*.2'
  assert_line --partial draft-
  presses u y m
  sees 'merge 1 change'
  presses y
  sees 'status=0'
  keeps_draft
  run -0 in_app bawn destroy work --force
  session work 'sed -i s/^4$/four/ list'
  reviews
  sees '+four'
  presses G e
  sees '1 edited'
  presses r
  sees '1 rejected'
  presses m
  sees 'keep 1 edited text as a draft, not merged:'
  presses y
  sees 'status=0'
  keeps_draft
  run -0 in_app bawn destroy work --force
  session work 'sed -i s/^5$/five/ list'
  reviews
  sees '+five'
  presses G e
  sees '1 edited'
  presses q
  sees 'status=0'
  run -0 --separate-stderr in_app env COLUMNS=500 bawn discard work --all
  assert_regex "$stderr" 'bawn: the text that you edited in a review of list is now in /home/alice/.local/state/bawn/sessions/work/draft-[0-9a-f]{16}-list'
  keeps_draft
  run -0 in_app bawn destroy work --force
  session work 'sed -i s/^6$/six/ list'
  reviews
  sees '+six'
  presses G e
  sees '1 edited'
  presses q
  sees 'status=0'
  in_app bawn resume -q work -- sed -i 's/^six$/6/' list
  keeps_draft
}

# bats test_tags=long
@test "Y leaves a file that changed since it was edited, and names it" {
  session work 'sed -i s/^3$/three/ list; echo more >>data'
  an_editor 'echo MY-OWN >>"$1"'
  at_terminal 80 24 EDITOR=an-editor
  reviews
  presses G
  sees '+three'
  presses e
  sees '1 edited'
  presses q
  sees 'status=0'
  run -0 in_app bawn exec work -- sed -i s/^9$/nine/ list
  reviews
  sees '2 open'
  presses Y
  sees '1 change accepted; left: 1 edited file'
  merges
  sees 'status=0'
  run -3 --separate-stderr in_app bawn destroy work
  assert_regex "$stderr" 'unmerged work: 1 change, and the text that you edited in a review of list'
}

# bats test_tags=long
@test "an edited text survives the end of review and editor, and the next edit continues it" {
  session work 'sed -i s/^3$/three/ list'
  an_editor 'if grep -q MY-OWN "$1"; then echo again >>"$1"; else echo MY-OWN >>"$1"; touch /home/alice/edits; sleep 60; fi'
  at_terminal 80 24 EDITOR=an-editor
  reviews
  sees '+three'
  presses G e
  timeout 60 sh -c 'until [ -e /home/alice/edits ]; do sleep 0.1; done'
  pkill -KILL -u alice -f 'cli.Main review'
  pkill -KILL -u alice -f an-editor
  run -0 in_app bawn merge work --all
  keeps_draft
  run -0 in_app bawn undo work
  leave_terminal
  at_terminal 80 24 EDITOR=an-editor
  reviews
  sees '+three'
  presses G e
  sees '1 edited'
  merges
  sees 'status=0'
  assert_equal "$(tail -n 2 /home/alice/app/list)" $'MY-OWN\nagain'
  run -0 in_app bawn destroy work
}

@test "a review on a full disk says that its decisions cannot be saved, and merges nothing" {
  session work 'sed -i s/^3$/three/ list'
  local state=/home/alice/.local/state/bawn/sessions/work
  cp -a "$state" "$state.kept"
  mount -t tmpfs -o size=1m,mode=0700,uid="$(id -u alice)",gid="$(id -g alice)" small "$state"
  cp -a "$state.kept/." "$state"
  as alice sh -c 'cat /dev/zero >"$1"/filled 2>/dev/null; echo >"$1"/review' sh "$state" || :
  at_terminal 80 24
  reviews
  presses G y
  sees 'decisions cannot be saved: '
  presses m
  sees 'into the project'
  presses y
  sees 'bawn: error: 1 decision of the review cannot be saved: '
  sees 'status=1'
  assert_equal "$(sed -n 3p /home/alice/app/list)" 3
  umount "$state"
  rm -r "$state.kept"
}
