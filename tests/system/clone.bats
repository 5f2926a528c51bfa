#!/usr/bin/env bats
# shellcheck disable=SC2016 # a shell in the session expands it
# bawn clone: the copy has the changes and the home of the session, and does not change with the session.

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

# nothing_half: asserts that no part of a copy remains.
nothing_half() {
  run -0 find "$state/sessions/.copy" "$share/workspaces/.copy" -mindepth 1
  assert_output ''
}

@test "clone copies changes, home and command, and later changes stay separate" {
  as alice sh -c 'mkdir -p app/gone && echo old >app/gone/file && echo one >app/kept'
  run -0 bawn_ launch --name first --env GREETING=hi -- sh -c \
    'rm -r gone; mkdir gone; echo new >made; ln -s /etc/passwd link; echo remembered >~/note; echo $GREETING'
  run -0 --separate-stderr bawn_ clone first second
  assert_output ''
  # shellcheck disable=SC2154 # run sets it
  assert_equal "$stderr" 'copied first to second; start it: bawn restart second'
  nothing_half
  run -0 bawn_ history second
  assert_line --regexp 'cloned from first +second$'
  run -0 bawn_ history second --json
  assert_line --partial '"source" : "first"'
  run -0 bawn_ list -q
  assert_output $'first\nsecond'
  run -0 bawn_ list --status prepared -q
  assert_output second
  diff <(bawn_ status first | tail -n +2) <(bawn_ status second | tail -n +2)
  run -0 bawn_ resume second -- sh -c 'cat made ~/note; ls gone; readlink link; echo $GREETING; echo two >made; echo changed >~/note'
  assert_output --partial $'new\nremembered\n/etc/passwd\nhi'
  run -0 bawn_ resume first -- cat made /home/agent/note
  assert_output --partial $'new\nremembered'
  run -0 bawn_ merge second --all --accept-hazards
  assert_equal "$(cat /home/alice/app/made)" two
  run -0 bawn_ destroy first --force
  run -0 bawn_ resume second -- cat made /home/agent/note
  assert_output --partial $'two\nchanged'
  run -0 bawn_ undo second
}

@test "clone of a worktree session keeps the borrowed commits as long as one of both exists" {
  run -0 as alice sh -c 'cd app && git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one'
  run -0 bawn_ launch --name tree --workspace worktree -- sh -c 'echo x >made; git add made; git -c user.name=a -c user.email=a@b commit -qm two'
  run -0 bawn_ clone tree bush
  run -0 as alice git -C app for-each-ref --format='%(refname)' refs/bawn
  assert_output $'refs/bawn/base/bush\nrefs/bawn/base/tree'
  run -0 bawn_ destroy tree --force
  run -0 bawn_ resume bush -- git log --format=%s
  assert_output --partial $'two\none'
  run -0 bawn_ destroy bush --force
  run -0 as alice git -C app for-each-ref refs/bawn
  assert_output ''
  rm -r /home/alice/app/.git
}

@test "clone refuses a running session, a home in use, and a name that is in use or invalid" {
  run -0 bawn_ spawn runs -- sleep 300
  run -3 bawn_ clone runs copy
  assert_line --regexp "session 'runs' is running"
  run -0 bawn_ rename runs still
  run -0 bawn_ launch --name rests -- true
  run -3 bawn_ clone rests still
  assert_line "bawn: error: the name 'still' is in use"
  run -0 bawn_ spawn user -- sleep 300
  run -3 bawn_ clone rests copy
  assert_line --regexp "error: the home of session 'rests' is in use: "
  assert_line "bawn: hint: end session 'user' first: bawn kill user"
  run -0 bawn_ kill user --grace 0
  run -0 bawn_ destroy user
  for name in '' .. a/b ä -x 'a b' "$(printf '%0300d' 0)"; do
    run -2 bawn_ clone rests "$name"
  done
  run -4 bawn_ clone missing copy
  run -0 bawn_ list -q
  assert_output $'rests\nstill'
}

@test "clone follows no link of a session, and makes a whole copy or none" {
  run -0 bawn_ launch --name bad -- sh -c 'ln -s /home/alice/secret out; mkfifo pipe; mkdir shut; echo x >shut/in; chmod 0 shut'
  as alice sh -c 'echo private >secret'
  run -1 bawn_ clone bad copy
  assert_output --partial "the session cannot be copied"
  nothing_half
  run -0 bawn_ list -q
  assert_output bad
  run -0 bawn_ resume bad -- chmod 700 shut
  run -0 timeout 60 sudo -H -u alice -- env -C /home/alice/app -- bawn clone bad copy
  run -0 as alice sh -c "readlink $share/workspaces/copy/upper/out; stat -c %F $share/workspaces/copy/upper/pipe"
  assert_output $'/home/alice/secret\nfifo'
  run bawn_ resume copy -- cat out
  refute_output --partial private
}

@test "a killed clone leaves a copy or none, and the next clone removes its remains" {
  run -0 bawn_ launch --name big -- sh -c 'mkdir shut; for i in $(seq 400); do head -c 100000 /dev/zero >shut/$i; done; chmod 500 shut'
  local i delay
  for i in {1..12}; do
    delay=$(python3 -c 'import random, sys; print(random.Random(sys.argv[1]).uniform(0.2, 0.9))' "${SEED:-1}$i")
    sudo -H -u alice -- env -C /home/alice/app -- timeout -s KILL "$delay" bawn clone big "copy$i" || :
    if bawn_ list -q | grep -qx "copy$i"; then
      run -0 bawn_ status "copy$i"
      assert_output --partial '400'
    fi
  done
  run -0 bawn_ launch --name other -- true
  sleep 1
  run -0 bawn_ clone big last
  nothing_half
}
