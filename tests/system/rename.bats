#!/usr/bin/env bats
# A session gets another name, whether it runs or not, and keeps all that it has.

# shellcheck disable=SC2016 # a shell in the session expands it
bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

state=/home/alice/.local/state/bawn
share=/home/alice/.local/share/bawn

setup_file() {
  make_alice
}

teardown() {
  in_app bawn killall --force 2>/dev/null || :
  in_app sh -c 'bawn list -q | xargs -r bawn destroy --force' 2>/dev/null || :
}

# nothing_called NAME: asserts that no file of bawn has this name, or contains it as the directory of a session. The file with
# the kernel's state of a start keeps the name at that time.
nothing_called() {
  run -0 find "$state" "$share" -path "$share/homes" -prune -o -path "*/repository" -prune -o -name "$1" -print
  assert_output ''
  run -1 grep -rl --exclude-dir=homes --exclude=history --exclude=kernel -e "sessions/$1\b" -e "workspaces/$1\b" -e "\"name\":\"$1\"" "$state" "$share"
}

@test "rename keeps the changes, the exit status, the log and the merges of a session that has ended" {
  run -0 bawn_ spawn ended -- sh -c 'echo new >made; echo shown; exit 7'
  run -7 bawn_ wait ended --timeout 60
  run -0 bawn_ merge ended --all
  run -0 --separate-stderr bawn_ rename ended after
  assert_output ''
  # shellcheck disable=SC2154 # run sets it
  assert_equal "$stderr" 'renamed ended to after'
  assert_equal "$(state_of after)" 'ended 7'
  nothing_called ended
  run -0 bawn_ logs after
  assert_output shown
  run -0 bawn_ undo after
  assert [ ! -e /home/alice/app/made ]
  run -0 bawn_ status after
  assert_output --partial made
  run -4 bawn_ info ended
  run -0 bawn_ restart after -- sh -c 'cat made; echo again >made'
  run -0 bawn_ wait after --timeout 60
  run -0 bawn_ logs after
  assert_line new
  run -0 bawn_ destroy after --force
  nothing_called after
}

@test "a renamed running session continues, and records its end and its log under the new name" {
  run -0 bawn_ spawn old -- sh -c 'echo begun; read answer; echo "got $answer"; echo new >made; exit 5'
  run -0 bawn_ wait old --text begun --timeout 60
  run -0 bawn_ rename old new
  nothing_called old
  assert_equal "$(state_of new)" 'running -'
  run -0 bawn_ exec new -- sh -c 'echo beside >beside'
  run -0 bawn_ pause new
  run -0 bawn_ unpause new
  run -0 bawn_ send new hello
  run -5 bawn_ wait new --timeout 60
  run -0 bawn_ logs new
  assert_line 'got hello'
  run -0 bawn_ status new
  assert_line --regexp 'beside$'
  run -0 bawn_ history new
  assert_line --regexp 'started +old$'
  assert_line --regexp 'renamed to new +old$'
  assert_line --regexp 'ended 5 +new$'
  nothing_called old
  run -0 bawn_ destroy new --force
}

@test "rename leaves an attached terminal attached" {
  run -0 bawn_ spawn seen -- sh -c 'echo ready; read answer; echo "got $answer"; sleep 60'
  run -0 bawn_ wait seen --text ready --timeout 60
  run -0 in_app env TERM=xterm-256color timeout 60 expect -c '
    spawn bawn attach seen
    expect ready
    exec -ignorestderr bawn rename seen shown
    send "hello\r"
    expect "got hello"
    expect "shown"
    exec -ignorestderr bawn kill shown
    expect eof'
  assert_equal "$(state_of shown)" 'ended 143'
  run -0 bawn_ destroy shown --force
}

@test "kill ends the session of this name and no other one that had it before" {
  run -0 bawn_ spawn first -- sleep 300
  run -0 bawn_ rename first second
  run -0 bawn_ spawn first -- sleep 300
  run -0 bawn_ kill first
  assert_equal "$(state_of second)" 'running -'
  run -3 bawn_ rename second first
  assert_line "bawn: error: the name 'first' is in use"
  assert_equal "$(state_of second)" 'running -'
  run -3 bawn_ resume second
  assert_line "bawn: error: session 'second' is running"
  run -0 bawn_ kill second
  assert_equal "$(state_of second)" 'ended 143'
  run -0 bawn_ destroy first second --force
}

@test "an error about a session that writes the project has its new name" {
  run -0 as alice git -C app init -q
  run -0 bawn_ spawn writes --workspace bind -- sh -c 'echo ready; sleep 300'
  run -0 bawn_ wait writes --text ready --timeout 60
  run -0 bawn_ rename writes wrote
  run -3 bawn_ launch --workspace bind -- true
  assert_output --partial "session 'wrote' writes /home/alice/app"
  nothing_called writes
  run -0 bawn_ kill wrote
  run -0 bawn_ destroy wrote
  run -0 rm -r /home/alice/app/.git
}

@test "rename moves the reference of a worktree session and keeps the branch that it works on" {
  run -0 as alice sh -c 'cd app && git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one'
  run -0 bawn_ launch --name tree --workspace worktree -- sh -c 'echo x >made; git add made; git -c user.name=a -c user.email=a@b commit -qm two; git branch --show-current'
  assert_line bawn/tree
  run -0 bawn_ rename tree bush
  run -0 as alice git -C app for-each-ref --format='%(refname)' refs/bawn
  assert_output refs/bawn/base/bush
  run -0 bawn_ resume bush -- git branch --show-current
  assert_line bawn/tree
  run -0 bawn_ merge bush --branch got
  run -0 as alice git -C app log --format=%s got
  assert_line two
  run -3 bawn_ rename bush a..b
  assert_line "bawn: error: 'a..b' cannot be the name of a branch"
  run -0 bawn_ status bush
  run -0 bawn_ destroy bush --force
  run -0 as alice git -C app for-each-ref --format='%(refname)' refs/bawn
  assert_output ''
  run -0 rm -r /home/alice/app/.git
}

@test "rename refuses names that no session can have, and changes nothing" {
  run -0 bawn_ launch --name fine -- true
  for name in '' .. a/b ä -x ' ' 'a b' "$(printf '%0300d' 0)" .x $'a\nb'; do
    run -2 bawn_ rename fine "$name"
    run -2 bawn_ rename "$name" other
  done
  run -3 bawn_ rename fine fine
  assert_line "bawn: error: the name 'fine' is in use"
  run -4 bawn_ rename missing other
  run -2 bawn_ rename fine
  run -0 ls "$state/sessions"
  assert_output fine
  run -0 bawn_ destroy fine
}

@test "a killed rename leaves the session whole, under one of the names" {
  run -0 bawn_ launch --name zero -- sh -c 'echo new >made'
  local name=first other next i delay begun took
  begun=$EPOCHREALTIME
  run -0 bawn_ rename zero first
  took=$(python3 -c 'import sys; print(float(sys.argv[2]) - float(sys.argv[1]))' "$begun" "$EPOCHREALTIME")
  # from the start of the JVM to a moment after its end, however fast the machine is
  for i in {1..15}; do
    next=n$i
    delay=$(python3 -c 'import random, sys; print(random.Random(sys.argv[1]).uniform(0.1, 1.3) * float(sys.argv[2]))' "${SEED:-1}$i" "$took")
    sudo -H -u alice -- env -C /home/alice/app -- timeout -s KILL "$delay" bawn rename "$name" "$next" || :
    run -0 bawn_ list -q
    assert [ "$output" = "$name" -o "$output" = "$next" ]
    other=$name
    name=$output
    [ "$name" = "$other" ] || nothing_called "$other"
    run -0 bawn_ status "$name"
    assert_output --partial made
  done
  # some of these kills came after the rename
  [ "$name" != first ]
  run -0 bawn_ destroy "$name" --force
}

@test "the next command finishes a rename that was killed between its steps" {
  run -0 bawn_ launch --name half -- sh -c 'echo new >made'
  run -0 as alice sh -c "sed 's/half/whole/g' $state/sessions/half/plan.json >$state/sessions/half/plan.renamed &&
    mv $share/workspaces/half $share/workspaces/whole && echo half whole >$state/sessions/.renaming"
  run -0 bawn_ list -q
  assert_output whole
  nothing_called half
  run -0 bawn_ status whole
  assert_output --partial made
  run -0 bawn_ destroy whole --force
}

@test "two concurrent renames of one session leave it under one name" {
  run -0 bawn_ launch --name twice -- sh -c 'echo new >made'
  in_app bawn rename twice one 3>&- &
  in_app bawn rename twice two 3>&- || :
  wait
  run -0 bawn_ list -q
  local name=$output
  assert [ "$name" = one -o "$name" = two ]
  nothing_called twice
  run -0 bawn_ status "$name"
  assert_output --partial made
}
