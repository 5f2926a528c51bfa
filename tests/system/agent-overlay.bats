#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# assign --workspace overlay: an agent changes its own view of the project, and its operator reads and merges the changes.

load ../lib/world.bash
load ../lib/mirrors.bash
load ../lib/own.bash
load ../lib/screen.bash

upper=/var/lib/bawn/scratch/a.noir/.overlay/app/upper

setup_file() {
  make_state_file_system
  make_mirrored_project --workspace overlay
  bawn-admin allow a.noir rm mv chmod ln python3
}

# in_agent SCRIPT: runs the script in a session of the agent.
in_agent() {
  as alice bawn launch a.noir app -- sh -euc "$1"
}

# hold_overlay: starts a session that runs until let_overlay_go.
hold_overlay() {
  in_agent 'echo >.scratch/ready; while [ ! -e .scratch/end ]; do sleep 0.1; done' 3>&- & session=$!
  until [ -e /var/lib/bawn/scratch/a.noir/app/ready ]; do sleep 0.1; done
}

let_overlay_go() {
  install -o a.noir /dev/null /var/lib/bawn/scratch/a.noir/app/end
  wait "$session"
  rm /var/lib/bawn/scratch/a.noir/app/{ready,end}
}

@test "doctor --try knows that an agent may write to its overlay" {
  run -0 as alice bawn doctor --try a.noir app
  assert_regex "$output" 'possible  write to its copy of the project
 +root gave this agent an overlay: its changes stay apart until you merge them'
  assert_line 'every attack that must fail has failed'
  run -0 as alice bawn status a.noir app
  assert_line --partial 'nothing changed'
  # also of an agent that may not run rm
  bawn-admin restrict a.noir rm
  run -0 as alice bawn doctor --try a.noir app
  bawn-admin allow a.noir rm
  run -0 as alice bawn status a.noir app
  assert_line --partial 'nothing changed'
}

@test "an agent with an overlay changes its view of the project, and the project is unchanged" {
  before=$(find "$project" -type f -exec sha256sum {} + | sort)
  run -0 in_agent 'echo changed >README.md; mkdir src/new; echo n >src/new/n; rm src/hello.py; echo s >.scratch/notes'
  run -0 in_agent 'cat README.md src/new/n; ls src'
  assert_line changed
  assert_line n
  refute_line hello.py
  [ "$(find "$project" -type f -exec sha256sum {} + | sort)" = "$before" ]
  [ "$(cat /var/lib/bawn/scratch/a.noir/app/notes)" = s ]
}

@test "on a terminal, a start in an overlay shows the commands for its changes" {
  at_terminal 120 40
  types 'bawn launch a.noir app -- true'
  sees 'bawn: a.noir: true in an overlay on'
  sees 'bawn: for its changes: bawn diff a.noir app, bawn merge a.noir app --all'
  leave_terminal
}

@test "a sync updates the files that the agent did not change, and keeps those that it changed" {
  lower=$(echo /var/lib/bawn/mirrors/app-*)
  in_project 'echo mine >README.md; echo others >src/others; echo x >src/new-too; git add -A; git commit -qm others'
  run -0 in_agent 'cat README.md src/others src/new/n; ls src'
  assert_line changed
  assert_line others
  refute_line hello.py
  [ "$(cat "$lower/README.md")" != mine ]
  [ -e "$lower/src/hello.py" ]
  [ ! -e "$lower/src/new" ]
}

@test "a sync says that removals of the agent are dropped, because the project lacks the files, too" {
  as alice sh -c 'cd app && echo t >transient && git add transient && git -c user.name=a -c user.email=a@b commit -qm transient'
  bawn-admin sync a.noir "$project"
  in_agent 'rm transient'
  as alice sh -c 'cd app && mv transient ../transient'
  run -0 --separate-stderr bawn-admin sync a.noir "$project"
  assert_regex "$stderr" ': both the project and the agent removed 1 file; if the project gets such a file again, the agent sees it'
  run -0 --separate-stderr bawn-admin sync a.noir "$project"
  assert_equal "$stderr" ''
  as alice sh -c 'cd app && git rm -q transient && git -c user.name=a -c user.email=a@b commit -qm gone; rm -f ../transient'
}

@test "a sync removes changes from the overlay that the project has" {
  lower=$(echo /var/lib/bawn/mirrors/app-*)
  in_project 'cp README.md ~/readme; echo changed >README.md; rm src/hello.py; mkdir src/new; echo n >src/new/n'
  sync_app
  [ "$(find "$upper" ! -type d)" = '' ]
  [ ! -e "$upper/src/new" ]
  [ "$(cat "$lower/README.md")" = changed ]
  [ "$(cat "$lower/src/new/n")" = n ]
  [ ! -e "$lower/src/hello.py" ]
  in_project 'echo later >src/new/n; echo more >src/new/more; git checkout -q -- src/hello.py'
  run -0 in_agent 'cat src/new/n; ls src src/new'
  assert_line later
  assert_line more
  assert_line hello.py
}

@test "a sync drops a file that the agent only touched, and keeps permissions that the project does not have" {
  in_project 'echo p >closed; echo p >read-only; echo t >touched; git add closed read-only touched; git commit -qm permissions'
  sync_app
  in_agent 'touch touched; chmod 600 closed; chmod 444 read-only'
  in_project 'echo later >>touched; chmod 400 closed'
  run -0 in_agent 'tail -n 1 touched; stat -c %a closed read-only'
  assert_line later
  assert_line 600
  assert_line 444
  in_project 'chmod 600 closed; chmod 444 read-only'
  sync_app
  run -0 find "$upper" ! -type d
  assert_output ''
  in_project 'git rm -qf closed read-only touched; git commit -qm permissions'
  sync_app
}

@test "a session and a sync do not use one overlay at the same time" {
  hold_overlay
  in_project 'echo later >later'
  run -0 sync_app
  assert_line --regexp '^bawn-admin: the copy of .* stays as it is: .*; the next sync updates it; to see the process: sudo lslocks -u \| grep /.overlay/$'
  run -0 bawn-admin sync
  assert_line --partial 'the next sync updates it'
  refused 3 'the changes of a.noir on app are in use: by a session, or by a command of an operator' \
    'end that session first; list yours in the background: bawn list; or use another agent; root sees the process: sudo lslocks -u | grep /.overlay/' in_agent true
  bawn-admin operator add a.noir bob
  refused 3 'the changes of a.noir on app are in use: by a session, or by a command of an operator' \
    'end that session first; list yours in the background: bawn list; or ask the operators of the agent: alice, bob; or use another agent; root sees the process: sudo lslocks -u | grep /.overlay/' \
    in_agent true
  run -3 as alice bawn launch a.noir app --no-sync -- true
  assert_output --partial 'are in use'
  let_overlay_go
  bawn-admin operator remove a.noir bob --yes
  in_project 'rm later'
  sync_app
}

@test "status, diff and export show changes of an agent, and merge copies them into the project" {
  in_project 'git checkout -q -- . ; git add -A; git commit -qm base --allow-empty'
  run -0 in_agent 'echo by-agent >>README.md; mkdir src/made; echo m >src/made/m; rm src/hello.py; chmod a+x src/others'
  run -0 as alice bawn status a.noir app
  assert_line --partial 'a.noir app (inactive)'
  assert_line --regexp 'modified +README.md'
  assert_line --regexp 'added +src/made/m'
  assert_line --regexp 'removed +src/hello.py'
  run -0 as alice bawn status a.noir
  assert_line --partial 'a.noir app (inactive)'
  run -0 as alice bawn diff a.noir
  assert_line '+by-agent'
  run -0 as alice bawn diff a.noir app README.md
  assert_line '+by-agent'
  refute_line --partial src/made
  as alice sh -c 'bawn export a.noir app >/home/alice/patch'
  in_project 'git apply --check ~/patch'
  run -0 as alice bawn merge a.noir app --all
  in_project 'grep -q by-agent README.md; [ "$(cat src/made/m)" = m ]; [ ! -e src/hello.py ]; [ -x src/others ]
    [ "$(stat -c %U src/made/m)" = alice ]'
  run -0 as alice bawn status a.noir app
  assert_line --partial 'nothing changed'
}

@test "undo reverts a merge of an agent's changes" {
  run -0 as alice bawn undo a.noir app
  in_project 'git diff --exit-code; [ -z "$(git status --porcelain)" ]'
  run -0 as alice bawn status a.noir app
  assert_line --regexp 'added +src/made/m'
}

@test "undo names the directory of files that a sync has removed from the agent's overlay" {
  in_agent 'echo once >only-copy'
  run -0 as alice bawn merge a.noir app only-copy
  run -0 sync_app
  run -0 --separate-stderr as alice bawn undo a.noir app
  assert_regex "$stderr" '^bawn: the agent.s version of only-copy exists only below (/home/alice/[^,]*), because a sync'
  run -0 grep -rqx once "${BASH_REMATCH[1]}"
  run -0 sync_app
}

@test "the agent can merge more changes to a file after a merge and a sync" {
  run -0 as alice bawn merge a.noir app --all
  sync_app
  run -0 in_agent 'echo twice >>README.md'
  in_project 'sed -i "1s/^/top: /" README.md'
  run -0 as alice bawn merge a.noir app --all
  in_project 'grep -q "^top: " README.md; grep -q by-agent README.md; grep -q twice README.md'
}

@test "after a merge and a sync, the agent's changes are compared with the copy that it saw" {
  in_project 'seq 20 >numbers; git add numbers; git commit -qm numbers'
  in_agent 'sed -i "s/^3\$/three/" numbers'
  as alice bawn merge a.noir app numbers
  sync_app
  in_project 'git commit -qm three numbers; sed -i "s/^7\$/seven/" numbers; git commit -qm seven numbers'
  in_agent 'sed -i "s/^14\$/fourteen/" numbers'
  in_project 'git revert --no-edit HEAD'
  run -0 as alice bawn diff a.noir app numbers
  assert_line +fourteen
  refute_line +seven
  run -0 as alice bawn merge a.noir app numbers
  run -0 in_project 'git diff -U0 numbers | grep "^[-+][^-+]"; git commit -qm fourteen numbers; git show HEAD:numbers'
  assert_equal "${lines[*]:0:2}" '-14 +fourteen'
  assert_line three
  # the agent's version, and not the copy, has its merged changes
  in_agent '! grep -qx 7 numbers'
  run -0 as alice env COLUMNS=500 bawn status a.noir app
  assert_line --regexp '^  merged    after a merge, the project changed .*numbers, but the agent still has its own version; to drop that version: bawn discard a.noir app .*numbers$'
  run -0 as alice bawn discard a.noir app numbers
  assert_line --index 0 --partial '1 change discarded'
  # the user takes the first merge back
  in_project 'sed -i "s/^three\$/3/" numbers; git commit -qm back numbers'
  in_agent 'grep -qx 3 numbers; sed -i "s/^18\$/eighteen/" numbers'
  in_project 'git revert --no-edit HEAD'
  run -0 as alice bawn diff a.noir app numbers
  refute_line --partial three
  run -0 as alice bawn merge a.noir app numbers
  run -0 in_project 'git diff -U0 numbers | grep "^[-+][^-+]"; git commit -qm eighteen numbers'
  assert_output $'-18\n+eighteen'
  # an undo restores no base from before a later copy
  in_agent 'sed -i "s/^5\$/five/" numbers'
  as alice bawn merge a.noir app numbers
  as alice bawn undo a.noir app
  as alice bawn discard a.noir app numbers
  in_project 'sed -i "s/^9\$/nine/" numbers; git commit -qm nine numbers'
  in_agent 'sed -i "s/^12\$/twelve/" numbers'
  in_project 'git revert --no-edit HEAD'
  run -0 as alice bawn diff a.noir app numbers
  assert_line +twelve
  refute_line +nine
  as alice bawn discard a.noir app numbers
  in_project 'git rm -q numbers; git commit -qm numbers'
  sync_app
}

@test "after a discard without a sync, the agent's changes are compared with the copy that it sees again" {
  in_project 'seq 20 >numbers; git add numbers; git commit -qm numbers'
  in_agent 'sed -i "s/^3\$/three/" numbers'
  as alice bawn merge a.noir app numbers
  as alice bawn launch --no-sync a.noir app -- sed -i 's/^18$/dropped/' numbers
  as alice bawn discard a.noir app numbers
  as alice bawn launch --no-sync a.noir app -- sed -i 's/^10$/ten/' numbers
  run -0 as alice bawn merge a.noir app numbers
  run -0 in_project 'git diff -U0 numbers | grep "^[-+][^-+]"; git rm -qf numbers; git commit -qm numbers'
  assert_output $'-3\n+three\n-10\n+ten'
  as alice bawn discard a.noir app numbers
  sync_app
}

@test "a merge keeps the permissions of the project, and a later removal by the agent is a change" {
  in_project 'umask 002; mkdir shared; seq 9 >shared/list; echo "#!/bin/sh" >shared/run; chmod 775 shared/run; git add -A; git commit -qm shared'
  run -0 in_agent 'sed -i s/3/three/ shared/list; echo true >>shared/run; echo fresh >shared/fresh'
  run -0 as alice bawn status a.noir app
  assert_line --regexp '^  modified +shared/list$'
  refute_output --partial ' → '
  run -0 as alice bawn merge a.noir app --all
  [ "$(in_project 'stat -c %a shared shared/list shared/run | tr "\n" " "')" = '775 664 775 ' ]
  run -0 in_agent 'rm shared/fresh; chmod 755 shared/list; chmod 555 shared/run'
  run -0 as alice bawn status a.noir app
  assert_line --regexp '^  removed +shared/fresh  '
  assert_line --regexp '^  mode +shared/list  0664 → 0775'
  assert_line --regexp '^  mode +shared/run  0775 → 0555'
  run -0 as alice bawn merge a.noir app --all
  run -0 in_project 'stat -c %a shared/list shared/run; ls shared'
  assert_output $'775\n555\nlist\nrun'
  run -0 as alice bawn status a.noir app
  refute_output --partial shared/
}

@test "a sync replaces a directory by a file, and a file by a directory" {
  in_project 'mkdir was-directory; echo x >was-directory/x; echo f >was-file; git add -A; git commit -qm kinds'
  run -0 in_agent 'rm -r was-directory; echo now >was-directory; rm was-file; mkdir was-file; echo in >was-file/in'
  run -0 as alice bawn merge a.noir app --all
  [ "$(in_project 'cat was-directory was-file/in')" = $'now\nin' ]
  run -0 in_agent 'cat was-directory was-file/in; echo more >>was-file/in'
  assert_output --partial $'now\nin'
  run -1 find "$upper/was-directory"
  run -0 as alice bawn status a.noir app
  assert_line --regexp '^  modified +was-file/in$'
  run -0 as alice bawn merge a.noir app --all
  [ "$(in_project 'cat was-file/in')" = $'in\nmore' ]
}

@test "a sync shows the project's files in a directory of the agent that has other permissions or an empty directory" {
  in_project 'echo f | tee closed >more; git add -A; git commit -qm files'
  sync_app
  in_agent 'rm closed more; mkdir closed more more/empty; echo n | tee closed/n >more/n; chmod 700 closed'
  in_project 'rm closed more; mkdir closed more; echo n | tee closed/n >more/n'
  sync_app
  in_project 'echo later | tee closed/later >more/later'
  run -0 --separate-stderr in_agent 'cat closed/n more/n closed/later more/later'
  assert_output $'n\nn\nlater\nlater'
  in_project 'rm -r closed more; git add -A; git commit -qm files'
  as alice bawn discard a.noir app closed more
  sync_app
}

@test "a file that others changed, too, is a conflict, and merge does not overwrite it" {
  run -0 in_agent 'echo agent >src/both; echo secret >.env; echo built >made.log'
  in_project 'echo owner >src/both; echo "KEY=1" >.env; echo "*.log" >>.gitignore; echo mine >made.log'
  run -1 as alice bawn merge a.noir app --all
  in_project '[ "$(cat src/both)" = owner ]; [ "$(cat .env)" = KEY=1 ]; [ "$(cat made.log)" = mine ]'
}

@test "merge names a file that the operator cannot read, and its exit status is 1" {
  run -0 in_agent 'umask 077; echo x >src/closed'
  run -1 as alice bawn status a.noir app
  assert_line --partial src/closed
  run -1 as alice bawn merge a.noir app src/closed
  in_project '[ ! -e src/closed ]'
  # also when others make a file at its path
  in_project 'echo owner >src/closed'
  run -1 as alice bawn status a.noir app
  assert_line --regexp 'src/closed .*also added in the project'
  in_project 'rm src/closed'
  run -0 in_agent 'echo x >open'
  run -0 as alice bawn status a.noir app open
  run -0 as alice bawn diff a.noir app open
  run -0 as alice bawn merge a.noir app open
}

@test "export of a directory that the agent closed does not call it empty" {
  run -0 in_agent 'mkdir shut; echo x >shut/x; chmod 700 shut'
  run -1 --separate-stderr as alice bawn export a.noir app shut
  assert_equal "$stderr" 'bawn: left out: shut: its permissions forbid reading it'
  run -0 in_agent 'rm -r shut'
}

@test "a command for sessions refuses the name of an agent with its project" {
  run -0 in_agent 'echo pair >pair'
  run -0 as alice bawn merge a.noir app pair
  local command
  for command in wait 'destroy --force' clean restart attach logs kill 'exec -- true' 'resume -- true' pause; do
    # shellcheck disable=SC2086 # its words
    run -4 --separate-stderr as alice bawn ${command%% *} 'a.noir app' ${command#"${command%% *}"}
    [[ $stderr == 'bawn: error: a.noir app are an agent and its project; expected the name of a session'* ]] || fail "$command: $stderr"
  done
  run -0 as alice bawn undo a.noir app
  in_project '[ ! -e pair ]'
  run -0 as alice bawn discard a.noir app pair
}

@test "report shows an agent's changes and its sandbox" {
  run -1 as alice bawn report a.noir app
  assert_line --partial '# Agent a.noir app'
  assert_line --partial src/both
  assert_line --partial 'agent session'
}

@test "only operators can read an agent's changes, and only the owner of the project can merge them" {
  run -3 as bob bawn status a.noir app
  assert_output --partial 'is not your agent'
  bawn-admin operator add a.noir bob
  run as bob bawn status a.noir app
  assert_line --partial src/both
  before=$(find "$project" -type f -exec sha256sum {} + | sort)
  run -3 as bob bawn merge a.noir app --all
  assert_output --partial 'belongs to another user'
  [ "$(find "$project" -type f -exec sha256sum {} + | sort)" = "$before" ]
  run -3 as bob bawn discard a.noir app --all
  assert_output --partial 'belongs to another user'
}

@test "discard drops an agent's changes, and refuses while a session uses the overlay" {
  find "$upper" -mindepth 1 -delete
  in_project 'git add -A; git commit -qm discard --allow-empty; mkdir kept; echo k >kept/k; git add -A; git commit -qm kept'
  run -0 in_agent 'echo x >>README.md; mkdir -p n/m; echo n >n/m/n; rm -r kept; mkdir kept; echo other >kept/other
    umask 077; mkdir closed; echo c >closed/c; ln -s /home/agent link; rm src/others'
  hold_overlay
  run -3 as alice bawn discard a.noir app README.md
  assert_output --partial 'are in use: by a session'
  let_overlay_go
  run -0 as alice bawn discard a.noir app README.md n kept
  run as alice bawn status a.noir app
  refute_output --regexp 'README.md|n/m|kept'
  assert_line --partial src/others
  run -0 in_agent 'cat kept/k; ls kept; ! grep -q "^x$" README.md; [ ! -e n ]'
  assert_line k
  refute_line other
  run -0 as alice bawn discard a.noir app --all
  [ "$(find "$upper" -mindepth 1 ! -type d)" = '' ] || fail "$(find "$upper")"
  run -0 as alice bawn status a.noir app
  assert_line --partial 'nothing changed'
}

@test "discard names a directory that stays, because git ignores a file in it" {
  in_project 'echo "*.cache" >>.gitignore; git commit -qam ignored'
  run -0 in_agent 'mkdir -p stays/in; echo c >stays/in/a.cache; echo f >stays/f'
  run -1 --separate-stderr as alice bawn discard a.noir app stays
  assert_output $'a.noir app: 1 change discarded; /home/alice/app is unchanged\n  added     stays/f'
  assert_regex "$stderr" 'stays/in/?: it has files that were not discarded'
  run -0 as alice bawn discard a.noir app stays --ignored
  [ ! -e "$upper/stays" ]
}

@test "a review merges an agent's accepted changes, and discards rejected ones" {
  find "$upper" -mindepth 1 -delete
  run -0 in_agent 'echo good >accepted; echo bad >rejected'
  at_terminal 120 40
  types 'clear; bawn review a.noir app; echo status=$?'
  sees 'open'
  presses G r
  sees '1 rejected'
  presses q
  sees 'status=0'
  run -1 --separate-stderr as alice bawn merge a.noir app --all --dry-run
  assert_regex "$stderr" 'left out: rejected: you rejected it in the review'
  types 'clear; bawn review a.noir app; echo status=$?'
  sees '1 rejected'
  presses g y
  sees '1 accepted'
  presses m
  sees 'discard 1 change'
  presses y
  sees 'status=0'
  leave_terminal
  [ "$(cat "$project/accepted")" = good ]
  [ ! -e "$project/rejected" ]
  [ ! -e "$upper/rejected" ]
  run -0 as alice bawn status a.noir app
  assert_line --partial 'nothing changed'
}

# edits PROJECT: edits the last change of a.noir in a review, and quits.
edits() {
  printf '#!/bin/sh\necho MY-OWN >>"$1"\n' >/usr/local/bin/an-editor
  chmod 755 /usr/local/bin/an-editor
  at_terminal 120 40 EDITOR=an-editor
  types "clear; bawn review a.noir $1; echo status=\$?"
  sees ' open'
  presses G
  sees '+agent'
  presses e
  sees '1 edited'
  presses q
  sees 'status=0'
  leave_terminal
}

# draft_of FILE MESSAGES: asserts that the messages name one draft with the edited text of this file, and removes the draft.
draft_of() {
  local dir=/home/alice/.local/state/bawn/agents/a.noir@app
  assert_regex "$2" "bawn: the text that you edited in a review of $1 is now in ($dir/draft-[0-9a-f]{16}-$1)"
  assert_equal "$(cat "${BASH_REMATCH[1]}")" $'agent\nMY-OWN'
  rm "${BASH_REMATCH[1]}"
}

@test "merge and discard name the draft of an edited text that they leave unused" {
  run -0 in_agent 'echo agent >edited'
  edits app
  run -0 --separate-stderr as alice env COLUMNS=500 bawn merge a.noir app edited
  draft_of edited "$stderr"
  run -0 cat "$project/edited"
  assert_output agent
  run -0 --separate-stderr as alice env COLUMNS=500 bawn status a.noir app
  assert_equal "$stderr" ''
  run -0 as alice bawn undo a.noir app
  edits app
  run -0 --separate-stderr as alice env COLUMNS=500 bawn discard a.noir app --all
  draft_of edited "$stderr"
}

@test "status, merge and review name the draft of an edited text whose change is gone" {
  local each
  for each in 'bawn status a.noir app' 'bawn merge a.noir app edited' 'bawn review a.noir app'; do
    run -0 in_agent 'echo agent >edited'
    edits app
    hold_overlay
    in_project 'echo agent >edited'
    run -0 --separate-stderr as alice env COLUMNS=500 bawn status a.noir app
    assert_line --partial 'nothing changed'
    assert_equal "$stderr" ''
    let_overlay_go
    sync_app
    [ ! -e "$upper/edited" ]
    if [[ $each == *review* ]]; then
      at_terminal 120 40
      types "clear; $each 2>/home/alice/told; echo status=\$?"
      sees 'nothing changed'
      presses q
      sees 'status=0'
      leave_terminal
      draft_of edited "$(cat /home/alice/told)"
    else
      # shellcheck disable=SC2086 # the words of a command
      run --separate-stderr as alice env COLUMNS=500 $each
      draft_of edited "$stderr"
    fi
    in_project 'rm edited'
    sync_app
  done
}

@test "only an operator of an agent can discard its changes, and only paths of the upper layer" {
  run -0 in_agent 'ln -s /var/lib/bawn/homes/a.noir home; echo h >~/h; echo x >plain'
  serial=$(readlink /var/lib/bawn/agents/a.noir) serial=${serial##*/}
  door() { # USER RECORD…
    local user=$1
    shift
    printf '%s\0' "$@" | as "$user" sudo -n -u a.noir "$library/enter" app "$serial" -discard
  }
  run -0 door alice '- home/h'
  assert_output 10
  [ -e /var/lib/bawn/homes/a.noir/h ]
  for path in ../upper /etc/hosts a//b . '' ..; do
    run -1 door alice "- $path"
    assert_output --partial damaged
  done
  bawn-admin operator remove a.noir bob --yes
  serial=$(readlink /var/lib/bawn/agents/a.noir) serial=${serial##*/}
  run ! door bob '- plain'
  [ -e "$upper/plain" ]
  run -0 door alice '- plain' '- home' 'all missing'
  assert_output 1110
}

@test "undo of a removal names no only copy, because the project has the file again" {
  in_project 'mkdir pair; echo a >pair/a; echo b >pair/b; git add pair; git commit -qm pair'
  run -0 sync_app
  in_agent 'rm pair/a; mv pair moved'
  run -0 as alice bawn merge a.noir app pair moved
  run -0 --separate-stderr as alice bawn undo a.noir app
  refute_regex "$stderr" 'only copy'
  in_project '[ "$(cat pair/a pair/b)" = "$(printf "a\nb")" ]'
  run -0 as alice bawn discard a.noir app pair moved
}

@test "an overlay on a file system that cannot have one is refused, and the file system is named" {
  mkdir /run/layers
  mount -t tmpfs layers /run/layers
  mkdir /run/layers/{lower,upper,work}
  mount --bind /var/lib/bawn /run/layers/lower
  mount -t overlay -o lowerdir=/run/layers/lower,upperdir=/run/layers/upper,workdir=/run/layers/work state /var/lib/bawn
  run -3 --separate-stderr as alice bawn launch a.noir app --no-sync -- true
  umount /var/lib/bawn /run/layers/lower /run/layers
  assert_equal "${stderr#*AppArmor*$'\n'}" 'bawn: error: nothing was started: cannot mount an overlay: the file system of /var/lib/bawn does not support it
bawn: hint: ask root to move /var/lib/bawn to another file system: ext4, XFS or Btrfs'
  run -0 as alice bawn launch a.noir app --no-sync -- true
}

@test "an agent without an overlay has nothing to merge" {
  bawn-admin create a.read
  bawn-admin assign a.read "$project"
  run -3 as alice bawn status a.read app
  assert_output --partial 'its workspace is a mirror'
}

# kill_merge FILE COMMAND...: kills a merge when it has removed FILE.
kill_merge() {
  local file=$1 merge
  shift
  as alice "$@" >/dev/null 2>&1 3>&- &
  merge=$!
  until [ ! -e "$file" ] || ! kill -0 "$merge" 2>/dev/null; do :; done
  pkill -KILL -u alice -x java || :
  wait "$merge" || :
  [ -d "$project/.bawn-merge-a.noir app" ]
}

# bats test_tags=long
@test "while a merge is open, a sync leaves the overlay, and root does not take the project away" {
  mkdir "$project/many" && seq 3000 | while read -r each; do echo "$each" >"$project/many/$each"; done
  chown -R alice: "$project/many"
  bawn-admin sync a.noir app
  in_agent 'echo agent >first; rm -r many'
  kill_merge "$project/many/1000" bawn merge a.noir app --all --accept-hazards
  run -0 bawn-admin sync a.noir app
  assert_output --partial 'a merge into /home/alice/app is running, or was interrupted: .bawn-merge-a.noir app; if it was interrupted, finish it: bawn undo a.noir app'
  run -0 --separate-stderr in_agent 'cat first; ls many 2>/dev/null | wc -l'
  assert_output $'agent\n0'
  run -3 bawn-admin unassign a.noir app
  assert_output --partial 'finish it: bawn undo a.noir app'
  run -3 bawn-admin unassign a.noir app --purge-scratch
  run -3 bawn-admin delete a.noir --yes
  run -3 bawn-admin uninstall --purge --yes
  assert_output --partial 'finish it: bawn undo a.noir app'
  run -0 bawn-admin operator add a.noir bob
  run -0 --separate-stderr bawn-admin operator remove a.noir alice --yes
  [[ ${stderr//$'\n'/ } == *'warning: a merge into /home/alice/app is running, or was interrupted: .bawn-merge-a.noir app; if it was interrupted, finish it: bawn undo a.noir app, as an operator who owns the project'* ]] || fail "$stderr"
  run -0 bawn-admin operator add a.noir alice
  run -0 --separate-stderr bawn-admin operator remove a.noir bob --yes
  run -0 as alice bawn undo a.noir app
  assert_equal "$(find "$project/many" -type f | wc -l)" 3000
  run -0 as alice bawn status a.noir app
  assert_line --index 0 --regexp '^a.noir app \(inactive\): 300[0-9] changes in'
  run -0 as alice bawn merge a.noir app --all --accept-hazards
  bawn-admin sync a.noir app
  kill_undo_of_agent
  run -0 as alice bawn merge a.noir app --all
  assert_output --regexp 'bawn: the agent.s version of .*first'
}

# Kills the undo of the agent's last merge when it has begun.
kill_undo_of_agent() {
  local undo
  as alice bawn undo a.noir app >/dev/null 2>&1 3>&- &
  undo=$!
  until [ -d "$project/.bawn-merge-a.noir app" ] || ! kill -0 "$undo" 2>/dev/null; do :; done
  pkill -KILL -u alice -x java || :
  wait "$undo" || :
  [ -d "$project/.bawn-merge-a.noir app" ]
}

# bats test_tags=long
@test "a killed merge of an agent waits for its directory, even if another one has its path" {
  as alice sh -c 'mkdir -p "$1"; seq 3000 | while read -r each; do echo "$each" >"$1/$each"; done' - "$project/many"
  bawn-admin sync a.noir app
  in_agent 'echo agent >waits; rm -r many'
  kill_merge "$project/many/1000" bawn merge a.noir app --all --accept-hazards
  as alice sh -c 'mv app away; git clone -q away app'
  run -0 --separate-stderr as alice env COLUMNS=500 bawn status a.noir app
  [[ $stderr == *"$project was replaced by another directory since a merge of a.noir app was interrupted; for what to do: bawn undo a.noir app" ]] || fail "$stderr"
  run -3 --separate-stderr as alice env COLUMNS=500 bawn undo a.noir app
  [[ $stderr == *'hint: put the earlier directory back, with its .bawn-merge-a.noir app, then: bawn undo a.noir app; or give the merge up: rm -r '* ]] || fail "$stderr"
  run -3 as alice bawn merge a.noir app waits
  as alice sh -c 'mv app clone; mv away app'
  run -0 as alice bawn undo a.noir app
  assert_equal "$(find "$project/many" -type f | wc -l)" 3000
  kill_merge "$project/many/1000" bawn merge a.noir app --all --accept-hazards
  as alice sh -c 'mv app away; mv clone app'
  run -3 --separate-stderr as alice env COLUMNS=500 bawn undo a.noir app
  as alice sh -c "${stderr##*give the merge up: }"
  run -0 as alice bawn merge a.noir app waits
  run -0 cat "$project/waits"
  assert_output agent
  as alice sh -c 'rm -rf app; mv away app; rm -rf "app/.bawn-merge-a.noir app" app/many'
  run -0 as alice bawn discard a.noir app --all
  bawn-admin sync a.noir app
}

@test "each message about a moved project keeps the changes of the agent, and names the way out" {
  local hint="copy what you need, then ask root: sudo bawn-admin unassign a.noir app --purge-scratch"
  run -0 in_agent 'echo moved >moved'
  mv "$project" "$project.away"
  run -4 --separate-stderr as alice env COLUMNS=500 bawn status a.noir app
  assert_equal "$stderr" "bawn: error: the project of a.noir app is missing: there is no directory $project
bawn: hint: move the project back; the changes of the session are in $upper; $hint"
  run -3 --separate-stderr env COLUMNS=500 bawn-admin unassign a.noir app
  [[ $stderr == *"hint: move the project back to $project; or copy what you need of $upper; or remove all of them as root: sudo bawn-admin unassign a.noir app --purge-scratch" ]] || fail "$stderr"
  run -1 bawn-admin doctor
  assert_line "    # of a.noir from $upper, then:"
  assert_line '    sudo bawn-admin unassign a.noir app --purge-scratch'
  run -0 cat "$upper/moved"
  assert_output moved
  mv "$project.away" "$project"
  run -0 as alice bawn discard a.noir app moved
}

@test "merges and reviews of a project do not count for another one that gets its name, and come back" {
  local one dirs=.local/share/bawn/agents/a.noir@thing
  for one in one two; do
    as alice sh -c 'mkdir -p "$1/thing" && cd "$1/thing" && git init -q && echo a >f && git add . && git -c user.name=a -c user.email=a@b commit -qm begin' - "$one"
  done
  bawn-admin assign a.noir /home/alice/one/thing --workspace overlay
  run -0 as alice bawn launch a.noir thing -- sh -euc 'echo agent >f; echo new >brought'
  edits thing
  run -1 --separate-stderr as alice bawn merge a.noir thing --all
  assert_regex "$stderr" 'left out: f: you edited it in the review'
  run -0 bawn-admin unassign a.noir thing --purge-scratch --yes
  bawn-admin assign a.noir /home/alice/two/thing --workspace overlay
  run -4 as alice bawn undo a.noir thing
  run -0 as alice git -C two/thing status --short
  assert_output ''
  run -0 cat /home/alice/"$dirs"/earlier/*/project
  assert_output /home/alice/one/thing
  # the same change: the decision about the other project does not count
  run -0 as alice bawn launch a.noir thing -- sh -euc 'echo agent >f'
  run -0 --separate-stderr as alice bawn status a.noir thing
  [[ $stderr != *'taken back'* ]] || fail "$stderr"
  run -0 --separate-stderr as alice bawn merge a.noir thing --all
  run -0 cat /home/alice/two/thing/f
  assert_output agent
  bawn-admin sync a.noir thing
  bawn-admin unassign a.noir thing
  bawn-admin assign a.noir /home/alice/one/thing --workspace overlay
  run -0 --separate-stderr as alice env COLUMNS=500 bawn status a.noir thing
  assert_regex "$stderr" 'the text that you edited in a review of f is now in /home/alice/.local/state/bawn/agents/a.noir@thing/draft-'
  run -0 as alice bawn undo a.noir thing
  [ ! -e /home/alice/one/thing/brought ]
  run -0 cat /home/alice/"$dirs"/earlier/*/project
  assert_output /home/alice/two/thing
  run -0 --separate-stderr bawn-admin unassign a.noir thing
  assert_equal "$stderr" 'bawn-admin: files that a merge replaced, if any, stay in ~/.local/share/bawn/agents/a.noir@thing of each operator, and drafts of a review in ~/.local/state/bawn/agents/a.noir@thing'
  rm -r /home/alice/one /home/alice/two
}

@test "unassign does not refuse because of a directory that the project got by a merge" {
  find "$upper" -mindepth 1 -delete
  in_agent 'mkdir -p empty/deep'
  run -3 bawn-admin unassign a.noir app
  as alice bawn merge a.noir app empty
  run -0 bawn-admin unassign a.noir app
  in_project 'rmdir empty/deep empty'
  # the rest of the earlier assignment has no file
  bawn-admin assign a.noir "$project" --workspace overlay
  find "$upper" -mindepth 1 -delete
}

@test "status and discard name the merged directories of an agent that the project removed" {
  in_agent 'mkdir -p hollow/deep full; echo f >full/f'
  as alice bawn merge a.noir app --all
  in_project 'rmdir hollow/deep hollow; rm -r full'
  in_agent 'echo g >full/g'
  run -0 as alice env COLUMNS=500 bawn status a.noir app
  assert_line --regexp '^  merged    after a merge, the project changed full/f, hollow, hollow/deep, .*: bawn discard a.noir app full/f hollow hollow/deep$'
  run -3 bawn-admin unassign a.noir app
  run -0 as alice bawn discard a.noir app hollow full/f
  run -0 find "$upper" -mindepth 1 -path "$upper/.git" -prune -o -printf '%P\n'
  assert_output $'full\nfull/g'
  run -0 as alice bawn discard a.noir app --all
  run -0 bawn-admin unassign a.noir app
  bawn-admin assign a.noir "$project" --workspace overlay
  find "$upper" -mindepth 1 -delete
}

@test "status and discard name the commits of a repository that an agent made in its overlay" {
  in_agent 'mkdir nested; cd nested; git init -qb main; echo x >x; git add x; git -c user.name=a -c user.email=a@b commit -qm x'
  run -0 as alice env COLUMNS=500 bawn status a.noir app
  assert_line --partial 'no merge fetches nested/.git/refs/heads/main of another repository'
  run -0 --separate-stderr as alice bawn discard a.noir app nested/.git
  assert_line --regexp "0 changes and [0-9]+ of git's own files discarded; "
  assert_line --partial 'changed   nested/.git/'
  assert_equal "$stderr" "bawn: discarded with git's own files: the commits of nested/.git/refs/heads/main"
  as alice bawn discard a.noir app --all
}

@test "while a policy cannot be verified, its copies of projects stay, and no project gets their names" {
  local commands mirrors
  in_agent 'echo mine >mine'
  commands=$(readlink -f /var/lib/bawn/agents/a.noir)/commands
  mirrors=$(ls /var/lib/bawn/mirrors)
  cp "$commands" /tmp/commands
  echo x >>"$commands"
  run -0 bawn-admin init
  bawn-admin create c.vert --operator alice
  run -3 --separate-stderr bawn-admin assign c.vert "$project"
  assert_regex "$stderr" 'error: the policy of a.noir cannot be verified'
  [ "$(ls /var/lib/bawn/mirrors)" = "$mirrors" ]
  cat /tmp/commands >"$commands"
  run -0 bawn-admin init
  run -0 as alice bawn status a.noir app
  assert_line --partial 'added     mine'
  run -0 in_agent 'cat mine; rm mine'
  bawn-admin delete c.vert --yes
}

@test "without the copy of the project, messages name the changes of the agent, and no command drops them" {
  in_agent 'echo mine >mine'
  mv /var/lib/bawn/mirrors/app-* /tmp/
  run -1 --separate-stderr as alice bawn status a.noir app
  assert_regex "$stderr" 'error: the copy of the project is missing: there is no '
  run -3 --separate-stderr env COLUMNS=500 bawn-admin sync a.noir app
  assert_regex "$stderr" "error: a.noir has changes over an earlier copy of app in $upper"$'\n'
  assert_regex "$stderr" "hint: copy what you need, then: sudo rm -rf --one-file-system -- ${upper%/upper}\$"
  [ "$(cat "$upper/mine")" = mine ]
  mv /tmp/app-* /var/lib/bawn/mirrors/
  run -0 in_agent 'cat mine; rm mine'
}

@test "unassign refuses to lose unmerged changes of an agent, and delete asks first" {
  run -0 in_agent 'echo left >left'
  run -3 bawn-admin unassign a.noir app
  assert_line 'bawn-admin: error: a.noir may have unmerged changes of app, and after this command nobody could merge them'
  assert_line --partial 'or remove all of them as root: sudo bawn-admin unassign a.noir app --purge-scratch'
  run -0 as alice bawn status a.noir app
  assert_line --partial left
  run -1 bash -c 'script -qec "bawn-admin delete a.noir" /dev/null <<<n'
  assert_output --partial 'with its changes of app'
  run -3 bawn-admin delete a.noir --yes
  assert_line 'bawn-admin: error: a.noir may have unmerged changes of app, and after this command nobody could merge them'
  assert_line --partial 'or remove all of them as root: sudo bawn-admin unassign a.noir app --purge-scratch'
  run -3 bawn-admin uninstall --purge --yes
  assert_line 'bawn-admin: error: agents have changes that may be unmerged: a.noir app'
  run -1 bash -c 'script -qec "bawn-admin uninstall --purge" /dev/null <<<n'
  assert_output --partial 'and the changes of these overlays are lost: a.noir app'
  run -0 as alice bawn status a.noir app
  assert_line --partial left
  run -1 bash -c 'script -qec "bawn-admin unassign a.noir app --purge-scratch" /dev/null <<<n'
  assert_output --partial 'its sessions on that project end'
  assert_output --partial 'with its changes of app [y/N]'
  run -2 bawn-admin unassign a.noir app --purge-scratch </dev/null
  assert_line 'bawn-admin: error: confirmation needed, but there is no terminal'
  run -0 as alice bawn status a.noir app
  assert_line --partial left
  run -0 bawn-admin unassign a.noir app --purge-scratch --yes
  [ ! -e "$upper" ]
  bawn-admin assign a.noir "$project" --workspace overlay
  run -0 --separate-stderr bawn-admin delete a.noir --yes
  assert_line --partial 'deleted a.noir'
  [[ $stderr == *'files that a merge replaced, if any, stay in ~/.local/share/bawn/agents/a.noir@app of each operator'* ]] || fail "$stderr"
}
