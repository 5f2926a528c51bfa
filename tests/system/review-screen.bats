#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2119,SC2120 # shells inside expand what is quoted; `run` gives arguments
# `bawn review` on a terminal of tmux: the tests press keys and read the screen.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() {
  make_alice
  as alice sh -c 'cd app && seq 20 >list && echo data >data && seq 60 >long && git add . && git commit -qm list &&
    git branch -M main && git tag start'
}

teardown() {
  leave_terminal
  forget_sessions /home/alice/.config
  as alice sh -c 'cd app && git checkout -qf main && git reset -q --hard start && git clean -qdxff && git branch -q --list bawn/one | xargs -r git branch -qD'
}

session() { in_app bawn launch --name "$1" -- bash -c "$2"; }

# reviews COLUMNS ROWS [NAME=VALUE…]: opens a review of the session work.
reviews() {
  at_terminal "$@"
  types 'bawn review work; echo status=$?'
  sees 'open'
}

file() { cat "/home/alice/app/$1"; }

@test "a review shows files beside their diff, merges accepted and discards rejected changes" {
  session work 'sed -i s/^3$/three/ list; rm data; mkdir -p src/new; echo "x = 1" >src/new/x.py; echo no >bad'
  reviews 120 40
  sees 'work: 4 changes, 4 open'
  sees '   A   bad '
  presses j j
  sees '+three'
  presses g r
  sees ' ✗ A   bad'
  sees 'data  removed'
  presses y y
  sees '+x = 1'
  presses y
  sees 'work: 4 changes, 3 accepted, 1 rejected, 0 open'
  presses m
  sees 'merge 3 changes into the project'
  sees 'discard 1 change'
  presses y
  sees 'status=0'
  run -0 screen
  assert_line 'work: 3 changes merged into /home/alice/app'
  assert_line 'work: 1 change discarded; /home/alice/app is unchanged'
  assert_equal "$(file list | sed -n 3p)" three
  assert_equal "$(file src/new/x.py)" 'x = 1'
  [ ! -e /home/alice/app/data ]
  [ ! -e /home/alice/app/bad ]
  run -0 in_app bawn status work
  assert_output --partial 'nothing changed'
}

@test "review does not merge a file that the session changes during the question, and reports it" {
  in_background --name work "echo one >>README.md; echo x >other; $pause; echo two >>README.md; sleep 600"
  reviews 120 40
  sees 'work: 2 changes, 2 open'
  presses Y
  sees '2 accepted'
  presses m
  sees 'merge 2 changes into the project'
  let_go
  timeout 60 sh -c 'until grep -qx two /home/alice/.local/share/bawn/workspaces/work/upper/README.md; do sleep 0.1; done'
  sleep 2
  presses y
  sees 'status=1'
  run -0 screen
  assert_output --regexp 'README.md: the session changed it'
  assert_equal "$(file other)" x
  run file README.md
  refute_line one
  as alice bawn kill work
}

@test "review merges accepted hunks and keeps open ones" {
  session work 'sed -i "s/^3$/three/; s/^30$/thirty/; s/^57$/fifty-seven/" long; sed -i "s/^1$/one/; s/^20$/twenty/" list; echo x >new'
  reviews 120 40
  sees 'work: 3 changes, 3 open'
  presses Tab
  sees '+one'
  presses r
  presses Tab j Tab
  sees '+three'
  presses y
  sees 'work: 3 changes, 2 with open hunks, 1 open'
  presses m
  sees 'merge 1 change into the project'
  sees 'long: 1 hunk accepted, 0 rejected, 2 open'
  sees 'leave 2 changes as they are'
  sees 'list: 0 hunks accepted, 1 rejected, 1 open'
  presses y
  sees 'status=0'
  assert_equal "$(file long | sed -n '3p;30p;57p')" $'three\n30\n57'
  assert_equal "$(file list | head -n 1)" 1
  types 'clear; bawn review work; echo again=$?'
  sees 'work: 3 changes, 1 with open hunks, 2 open'
  presses j
  sees '+thirty'
  presses Tab y
  presses m
  sees 'long: 1 hunk accepted, 0 rejected, 1 open'
  presses y
  sees 'again=0'
  assert_equal "$(file long | sed -n '3p;30p;57p')" $'three\nthirty\n57'
  run -0 in_app bawn undo work
  run -0 in_app bawn undo work
  assert_equal "$(file long | sed -n '3p;30p;57p')" $'3\n30\n57'
}

@test "the keys of hunks decide about a whole change that has none or only one" {
  session work 'printf "\0" >binary; seq 100 >new'
  reviews 120 40
  sees 'content is not text'
  presses Tab
  sees 'there are no hunks here: y, r and n decide about all of it'
  presses j
  sees '+33'
  presses Tab j j
  sees '+35'
  presses r
  sees '1 rejected, 1 open'
}

@test "an edit of the user during a review is no change of the session" {
  session work 'sed -i "s/^3$/three/; s/^30$/thirty/" long; echo x >aaa'
  recorded work
  reviews 120 40
  sees '+2 -2 ┃'
  as alice sh -c 'cd app && echo mine >>long && echo mine >aaa'
  presses j
  sees ' AC  aaa'
  presses k j
  sees 'and both are merged line by line'
  sees '+2 -2 ┃'
  run -0 screen
  refute_output --partial '-mine'
  presses y m
  sees 'merge 1 change into the project'
  as alice sh -c 'cd app && sed -i s/^57$/fifty-seven/ long'
  presses y
  sees 'status=0'
  assert_equal "$(file long | sed -n '3p;30p;57p;$p')" $'three\nthirty\nfifty-seven\nmine'
  assert_equal "$(file aaa)" mine
}

@test "review names an edit that conflicts with an accepted change before the merge" {
  session work 'sed -i s/^3$/three/ list; echo more >>README.md'
  reviews 120 40
  presses Y
  sees '2 accepted'
  as alice sh -c 'cd app && sed -i s/^3$/mine/ list'
  presses m
  sees 'merge 1 change into the project'
  sees 'leave 1 change as it is'
  sees 'list: both sides changed the same lines'
  presses y
  sees 'status=1'
  assert_equal "$(file list | sed -n 3p)" mine
}

@test "at 80 columns the diff is below the files, and a resize draws everything again" {
  session work 'sed -i s/^3$/three/ list; echo more >>README.md'
  reviews 80 24
  sees 'README.md  modified'
  run -0 screen
  assert_line --index 0 'work: 2 changes, 2 open'
  assert_line --regexp '^   M   README.md +\+1$'
  resizes 120 30
  sees '+1 ┃'
  resizes 80 24
  sees_no '┃'
  sees '+more'
  presses q
  sees 'status=0'
}

@test "a list shows how many lines are above and below" {
  session work 'for i in {1..9}; do seq "$i" >"new-$i"; done'
  reviews 80 24 # seven lines of the list: the top directory and six files
  sees '+6' # all of them are read
  run -0 screen
  assert_line --regexp '^   A   new-6 +↓3 +\+6'
  refute_output --partial '↑'
  presses G
  sees '↑3'
  run -0 screen
  refute_output --partial '↓'
  presses q
  sees 'status=0'
}

@test "decisions survive kill -9, except for a file that changed since" {
  session work 'echo one >one; echo two >two; echo three >three'
  reviews 100 30
  presses j
  sees 'three  added'
  presses y y
  sees ' ✓ A   three'
  sees ' ✓ A   two'
  pkill -KILL -u alice -f 'bawn.launcher.cli.Main review'
  sees 'Killed'
  as alice sh -c 'echo other >.local/share/bawn/workspaces/work/upper/two'
  types 'reset; bawn review work; echo status=$?'
  sees 'two was changed, so your decision about it no longer counts'
  sees ' ✓ A   three'
  sees '  A*  two'
}

@test "review refuses to merge a file that changed after it was shown" {
  session work 'echo one >one; echo two >two'
  reviews 100 30
  presses Y
  sees '2 accepted'
  presses m
  sees 'merge 2 changes'
  as alice sh -c 'echo evil >.local/share/bawn/workspaces/work/upper/two'
  presses y
  sees 'status=1'
  run -0 screen
  assert_output --partial 'conflict: two: the session changed it since it was reviewed'
  assert_equal "$(file one)" one
  [ ! -e /home/alice/app/two ]
}

@test "a user resolves a conflict in review, merges, undoes and merges it again" {
  session work 'sed -i "s/^3$/three/; s/^17$/seventeen/" list'
  as alice sh -c 'cd app && sed -i s/^17$/mine/ list'
  reviews 120 40
  sees ' MC  list'
  presses c
  sees '||||||| base'
  sees "s session's  p project's  e edit"
  presses y
  sees "s session's lines, p project's, e edits both, r rejects"
  presses p
  sees ' p MC  list'
  sees "the project's lines stay"
  presses s
  sees ' s MC  list'
  sees 'This is merged into the project:'
  sees "the session's lines are merged"
  run -0 screen
  # the project's line is removed, above the session's line
  assert_output --regexp $'-mine[^\n]*\n[^\n]*\\+seventeen.*The project, the base and the session have these lines:.*<<<<<<< project.*The session made this change:'
  presses m
  sees 'merge 1 change'
  presses y
  sees 'status=0'
  assert_equal "$(file list | sed -n '3p;17p')" $'three\nseventeen'
  run -0 in_app bawn undo work
  assert_equal "$(file list | sed -n '3p;17p')" $'3\nmine'
  types 'clear; bawn review work; echo again=$?'
  sees ' s MC  list'
  sees '1 resolved'
  presses m
  sees 'merge 1 change'
  presses y
  sees 'again=0'
  assert_equal "$(file list | sed -n '3p;17p')" $'three\nseventeen'
}

@test "review opens a conflict in the user's editor, and accepts only a text without markers" {
  session work 'sed -i s/^17$/seventeen/ list'
  as alice sh -c 'cd app && sed -i s/^17$/mine/ list'
  printf '#!/bin/sh\nstty -a >/home/alice/modes\nsed -i "/^<<<<<<</d; /^|||||||/,/^=======/d; $SED /^>>>>>>>/d" "$1"\n' >/usr/local/bin/an-editor
  chmod 755 /usr/local/bin/an-editor
  reviews 120 40 EDITOR=an-editor
  sees ' MC  list'
  presses c
  sees "<<<<<<<"
  presses e
  sees 'the edited text is merged'
  sees 'This is merged into the project:'
  sees '+seventeen'
  presses k j
  sees 'the edited text is merged'
  grep -q ' icanon' /home/alice/modes
  presses m
  sees 'merge 1 change'
  presses y
  sees 'status=0'
  assert_equal "$(file list | sed -n '17,18p')" $'mine\nseventeen'
  assert_equal "$(cat /home/alice/.local/share/bawn/workspaces/work/upper/list | sed -n 17p)" seventeen
}

@test "review refuses an edited text with markers, and the next edit continues it" {
  session work 'sed -i s/^17$/seventeen/ list'
  as alice sh -c 'cd app && sed -i s/^17$/mine/ list'
  # the first edit leaves the markers, the second one removes them
  printf '#!/bin/sh\nif grep -q "by hand" "$1"; then sed -i "/^<<<<<<</d; /^|||||||/,/^=======/d; /^>>>>>>>/d" "$1"; else echo "by hand" >>"$1"; fi\n' \
    >/usr/local/bin/an-editor
  chmod 755 /usr/local/bin/an-editor
  reviews 120 40 EDITOR=an-editor
  sees ' MC  list'
  presses e
  sees 'conflict markers remain, so bawn does not use the text; e opens it again'
  presses q
  sees 'status='
  types 'clear; EDITOR=an-editor bawn review work; echo again=$?'
  sees ' MC  list'
  presses e
  sees 'the edited text is merged'
  presses m
  sees 'merge 1 change'
  presses y
  sees 'again=0'
  assert_equal "$(file list | tail -n 1)" 'by hand'
  run -0 find /home/alice/.local/state/bawn/sessions/work -name 'draft-*' -o -name 'copy-*'
  assert_output ''
}

@test "a user can edit a new file, and review names a remaining conflict" {
  session work 'echo "x = 1" >new.py; sed -i s/^17$/seventeen/ list; echo more >>README.md'
  as alice sh -c 'cd app && sed -i s/^17$/mine/ list'
  printf '#!/bin/sh\nsed -i s/1/2/ "$1"\n' >/usr/local/bin/an-editor
  chmod 755 /usr/local/bin/an-editor
  reviews 120 40 EDITOR=an-editor
  sees ' MC  list'
  presses G
  sees '+x = 1'
  presses e
  sees ' e A   new.py'
  sees '+x = 2'
  presses Y
  sees '1 change accepted; left: 1 conflict (key c)'
  presses m
  sees 'merge 2 changes'
  presses y
  sees 'status=0'
  assert_equal "$(file new.py)" 'x = 2'
  assert_equal "$(file list | sed -n 17p)" mine
}

@test "review names commits and ignored files at the end" {
  session work 'echo more >>README.md; git commit -qam more; mkdir build; echo x >build/x'
  reviews 100 30
  presses Y m y
  sees 'status=1'
  sees 'bawn: left out: 1 ignored file, 2 B: build/; to include them: --ignored'
  sees 'next: its commits: bawn merge work --branch bawn/work'
}

@test "a user accepts and rejects single hunks" {
  session work 'sed -i "s/^3$/three/; s/^30$/thirty/; s/^57$/fifty-seven/" long'
  reviews 120 40
  sees '+three'
  presses Tab
  presses y
  sees '✓ @@ -1,6 +1,6 @@'
  presses r
  sees '✗ @@ -27,7 +27,7 @@'
  presses m
  sees 'long: 1 hunk accepted, 1 rejected, 1 open'
  presses n
  sees 'nothing was merged'
  presses y
  sees 'all hunks of this file are decided'
  sees ' ± M   long'
  presses m
  sees 'merge 1 change'
  presses y
  sees 'status=0'
  assert_equal "$(file long | sed -n '3p;30p;57p')" $'three\n30\nfifty-seven'
}

@test "a moved file is one change that is merged or discarded as a whole" {
  session work 'mkdir new; mv list new/list; mv long other'
  reviews 120 30
  sees ' R   other'
  presses Y m
  sees 'merge 2 changes into the project'
  sees 'leave 0 changes as they are'
  presses n u
  sees 'other  moved from long'
  sees 'rename from long'
  presses y
  sees 'new/list  moved from list'
  presses r m y
  sees 'status=0'
  [ ! -e /home/alice/app/long ]
  assert_equal "$(wc -l </home/alice/app/other)" 60
  [ -e /home/alice/app/list ]
  run -0 in_app bawn status work
  assert_output --partial 'nothing changed'
}

@test "a key selects hazards, and review names them before a merge" {
  session work 'echo "touch /tmp/x" >.envrc; echo all: >Makefile; echo x >zoo; ln -s /etc/passwd link'
  reviews 100 30
  presses G
  sees 'zoo  added'
  presses ']'
  sees 'hazard: takes effect automatically: direnv'
  presses ']'
  sees 'hazard: takes effect when used: make'
  presses '['
  sees 'hazard: takes effect automatically: direnv'
  presses c
  sees 'no other file with a conflict'
  presses Y
  sees '2 changes accepted; left: 2 severe hazards (key ])'
  presses y y m
  sees '3 hazards among the changes to merge:'
  sees '! .envrc  takes effect automatically: direnv'
  presses n
  sees 'nothing was merged'
  presses q
  sees 'status=0'
  [ ! -e /home/alice/app/.envrc ]
}

@test "a comment becomes a prompt for the next session, which the removal of the session keeps" {
  session work 'sed -i s/^3$/three/ list'
  reviews 100 30
  presses '\;'
  sees 'comment: _'
  as alice tmux -L review send-keys -l 'why not 3?'
  sees 'comment: why not 3?_'
  presses Enter
  sees '; why not 3?'
  presses q
  local prompt=/home/alice/.local/state/bawn/prompts/work.md
  sees "next: bawn launch /home/alice/app --prompt $prompt"
  run -0 in_app bawn destroy work --force
  run -0 cat "$prompt"
  assert_line '- list: why not 3?'
}

@test "u reverts decisions, and a decision about a directory applies to its files" {
  session work 'mkdir -p a/b; echo 1 >a/one; echo 2 >a/b/two; echo 3 >three'
  reviews 100 30
  presses j
  sees 'a/'
  presses j y
  sees ' ✓ A   one'
  presses k k k
  sees '2 changes in here, 1 not decided'
  presses e
  sees 'only a text can be edited here'
  presses r
  sees '2 rejected, 1 open'
  presses u
  sees '1 accepted, 2 open'
  presses u
  sees '3 changes, 3 open'
}

@test "names, contents and comments of a session send no control sequence to the terminal" {
  session work 'printf "\033]0;x\007\233\342\200\256\n" >>README.md; printf x >"$(printf "\033[2J\302\233\342\200\256")"
    printf y >"$(printf "caf\351")"; ln -s "$(printf "\033[H")" l; printf "%0300d7" 0 >wide'
  reviews 100 30
  local key
  for key in j j j j j; do
    presses "$key"
    sleep 0.3
    run -0 screen
    refute_output --regexp $'[\001-\010\013-\037\177]'
    refute_output --partial $'\302\233'
    refute_output --partial $'\342\200\256'
    assert_line --index 0 'work: 5 changes, 5 open'
  done
  sees 'caf\xe9'
  sees '\x1b[2J\u009b\u202e'
  presses G
  sees '007'
  presses q
  sees 'status=0'
}

@test "review has colours, except with NO_COLOR" {
  session work 'echo more >>README.md; rm data'
  reviews 100 30 NO_COLOR=1
  sees '+more'
  run -0 screen -e
  refute_output --regexp $'\033\\[[0-9;]*3[0-7]m'
  presses q
  sees 'status=0'
  types 'unset NO_COLOR; clear; bawn review work'
  sees '+more'
  run -0 screen -e
  assert_output --regexp $'\033\\[[0-9;]*32m'
}

@test "Ctrl-Z stops a review and fg continues it; Ctrl-C quits and restores the terminal" {
  session work 'echo more >>README.md'
  reviews 100 30
  presses j
  presses C-z
  sees 'Stopped'
  types 'stty -a | grep -o " -*icanon"'
  sees ' icanon'
  types 'fg'
  sees '+more'
  presses C-c
  sees_no '+more'
  types 'stty -a | grep -c " icanon"; echo he""re'
  sees 'here'
  run -0 screen
  assert_line 1
}

@test "keys that are typed while an early y merges belong to the shell" {
  session work 'mkdir many && cd many && seq 3000 | split -l 1 -a 4'
  reviews 100 30
  presses Y
  sees '3000 accepted'
  # before all files are read, there is no question
  until [[ $(screen) == *'merge 3000 changes'* ]]; do
    presses m
    sleep 1
  done
  presses n
  sees_no 'merge 3000 changes'
  presses m y
  # the terminal is restored, and the merge takes at least a second
  sees 'echo status=$?'
  types 'echo wh""ole'
  sees 'status=0'
  sees whole
}

@test "SIGTERM and a hangup leave the terminal as it was" {
  session work 'echo more >>README.md'
  reviews 100 30
  pkill -TERM -u alice -f 'bawn.launcher.cli.Main review'
  sees 'status=143'
  types 'stty -a | grep -o " -*icanon"; echo he""re'
  sees 'here'
  run -0 screen
  assert_line ' icanon'
  refute_output --partial '+more'
}

@test "review updates its list while the session works" {
  in_background --name work 'echo first >first; touch ~/begun; i=0
    until [ -e ~/go-on ]; do i=$((i + 1)); echo $i >changing; mkdir -p d; echo $i >d/f; rm -r d; sleep 0.05; done; echo last >last'
  reviews 100 30
  sees 'first'
  presses Y
  sleep 3
  presses j j k j
  presses R
  sees 'rejected'
  goes_on
  sees 'last'
  presses q
  sees 'status=0'
}

@test "without a suitable terminal, review shows one error with an alternative" {
  session work 'echo more >>README.md'
  at_terminal 79 24
  types 'bawn review work; echo status=$?'
  sees 'status=3'
  sees 'bawn: error: review needs a terminal of at least 80 columns and 22 lines'
  sees 'bawn: hint: use: bawn diff work'
  types 'clear; TERM=dumb bawn review work; echo dumb=$?'
  sees 'dumb=3'
  run -3 --separate-stderr in_app bawn review work
  assert_output ''
}

@test "a terminal without a description is used like a usual one, and restored at the end" {
  session work 'echo more >>README.md'
  at_terminal 100 30
  types 'clear; echo before; TERM=xterm-unheard-of bawn review work'
  sees 'q quit'
  presses q
  sees before
  refute [ "$(screen | grep -c 'q quit')" -gt 0 ]
  run -0 in_app bawn spawn shown -- sh -c 'echo in the background; sleep 1000'
  types 'clear; TERM=xterm-unheard-of bawn attach shown'
  sees 'in the background'
  run -0 in_app bawn kill shown
}

@test "review describes a change without lines in one line" {
  session work 'printf "\0" >binary; head -c 3000000 /dev/zero >large; mkfifo pipe; mkdir empty'
  reviews 100 30
  sees 'the content is not text'
  presses j
  sees 'git keeps no empty directories'
  presses j
  sees 'it is larger than 1 MiB'
  presses j
  sees 'git keeps no fifo'
}

# The picture of the README: its screen is the one that the user sees at the conflict.
@test "reviews of two sessions that change, delete, rename and commit keep the user's edits" {
  session one 'sed -i s/^3$/three/ list && rm data && git commit -qam "Name the third line, drop data"'
  session two 'sed -i "s/^3$/drei/; s/^17$/siebzehn/" list; mkdir new; mv long new/long; echo "use flake" >.envrc'
  as alice sh -c 'cd app && echo mine >>README.md'
  run -1 in_app bawn merge one --all
  assert_output --partial 'one: 2 changes merged'
  run -0 in_app bawn merge one --branch bawn/one
  at_terminal 80 24
  types 'bawn review two; echo status=$?'
  sees ' MC  list'
  presses c
  sees 'conflict: both sides changed the same lines'
  # the difference is a patch that updates the picture
  screen -e | /src/packaging/picture 'bawn review two' | diff -u /src/docs/review.svg -
  presses s Y
  sees '1 change accepted; left: 1 severe hazard (key ])'
  presses ] y m
  sees 'merge 3 changes into the project'
  sees '! .envrc'
  presses y
  sees 'status=0'
  assert_equal "$(file list | sed -n '3p;17p')" $'drei\nsiebzehn'
  run -0 in_app bawn undo two
  assert_equal "$(file list | sed -n '3p;17p')" $'three\n17'
  [ -e /home/alice/app/long ]
  types 'clear; bawn review two; echo again=$?'
  sees '3 changes, 2 accepted, 1 resolved, 0 open'
  presses m
  sees 'merge 3 changes'
  presses y
  sees 'again=0'
  assert_equal "$(file list | sed -n '3p;17p')" $'drei\nsiebzehn'
  [ ! -e /home/alice/app/long ]
  [ ! -e /home/alice/app/data ]
  assert_equal "$(wc -l </home/alice/app/new/long)" 60
  assert_equal "$(file README.md | tail -n 1)" mine
  run -0 in_app git log --format=%s main..bawn/one
  assert_output 'Name the third line, drop data'
  run -0 in_app bawn destroy two
}
