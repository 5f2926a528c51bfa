#!/usr/bin/env bats
# shellcheck disable=SC2016 # a hook or a shell in the session expands it
# Hooks: bawn runs them outside of the sandbox at the start of a session, and refuses those that another user can change.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

hooks=/home/alice/.config/bawn/hooks
state=/home/alice/.local/state/bawn
share=/home/alice/.local/share/bawn

setup_file() {
  make_alice
  make_user bob
}

setup() {
  rm -rf "$hooks" /home/alice/{before,after}
  as alice mkdir -p "$hooks"
}

teardown() {
  in_app bawn killall --force 2>/dev/null || :
  in_app sh -c 'bawn list -q | xargs -r bawn destroy --force' 2>/dev/null || :
}

# hook NAME SCRIPT: creates a hook of alice.
hook() {
  as alice sh -c 'printf "#!/bin/sh\n%s\n" "$2" >"$1" && chmod 755 "$1"' make "$hooks/$1" "$2"
}

note='{ printf "%s\n" "$@"; env | grep ^BAWN_ | sort; } >/home/alice/'

@test "hooks get the name and the workspace of a session in the foreground" {
  hook pre-start "${note}before; test -e \"\$2\" && echo prepared"
  hook post-start "${note}after"
  run -0 --separate-stderr launches --name one -- sh -c 'echo inside; sleep 1'
  assert_output inside
  # shellcheck disable=SC2154 # run sets it
  [[ $stderr == *prepared* ]]
  run -0 cat /home/alice/before
  assert_output "one
$share/workspaces/one/upper
BAWN_PROJECT=/home/alice/app
BAWN_SESSION=one
BAWN_TOOL=command
BAWN_WORKSPACE=$share/workspaces/one/upper
BAWN_WORKSPACE_KIND=overlay"
  run -0 timeout 20 sh -c 'until [ -s /home/alice/after ]; do sleep 0.1; done; cat /home/alice/after'
  assert_line one
  assert_line BAWN_SESSION=one
  # the session does not get the hook's variables
  run -0 bawn_ resume one -- env
  refute_output --partial BAWN_PROJECT
}

@test "post-start runs once the command runs, in the background and in bawn run" {
  hook post-start "pgrep -f 'sleep 7' >/home/alice/after"
  run -0 bawn_ spawn two -- sh -c 'sleep 7'
  run -0 timeout 20 sh -c 'until [ -s /home/alice/after ]; do sleep 0.1; done'
  rm /home/alice/after
  run -0 bawn_ run -- sh -c 'sleep 7; echo result'
  assert_output result
  [ -s /home/alice/after ]
}

@test "a closed directory of hooks stops the start: the hook may be one that must stop it" {
  hook pre-start 'exit 7'
  for place in .config/bawn/hooks .config/bawn; do
    as alice chmod 0 "$place"
    run ! --separate-stderr in_app bawn launch -- echo ran
    refute_output
    assert_regex "$stderr" "/home/alice/$place.*bawn: hint: see: namei -l"
    as alice chmod 700 "$place"
  done
}

@test "a failed pre-start hook stops the start, names its exit status, and leaves no session" {
  hook pre-start 'echo because >&2; exit 7'
  hook post-start 'touch /home/alice/after'
  as alice sh -c 'cd app && git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one'
  for words in 'launch --name bad' 'launch --name bad --workspace worktree' 'launch --name bad --workspace readonly' 'spawn bad' 'run'; do
    SECONDS=0
    # shellcheck disable=SC2086 # several words
    run -1 bawn_ $words -- touch made
    ((SECONDS < 45)) # what waits for a plan does so for a minute
    assert_line because
    assert_line 'bawn: error: the hook pre-start failed with status 7, so nothing was started'
    run -0 bawn_ list -q
    assert_output ''
    run -0 find "$state/sessions" "$share/workspaces" -mindepth 1 ! -name '.*'
    assert_output ''
  done
  run -0 as alice git -C app for-each-ref refs/bawn
  assert_output ''
  rm -r /home/alice/app/.git
  rm "$hooks/pre-start"
  run -0 launches --name good -- touch made
  hook pre-start 'exit 7'
  rm -f /home/alice/after
  run -1 bawn_ resume good
  run -0 bawn_ status good
  assert_output --partial made
  [ ! -e /home/alice/after ]
}

@test "bawn runs no hook that another user could have written" {
  for name in pre-start post-start; do
    hook "$name" 'touch /home/alice/before'
    chown bob "$hooks/$name"
    run -3 launches -- true
    assert_line "bawn: error: $hooks/$name belongs to another user"
    chown alice "$hooks/$name"
    chmod 777 "$hooks/$name"
    run -3 launches -- true
    assert_line "bawn: error: $hooks/$name can be written by other users, so bawn does not trust it"
    chmod 755 "$hooks/$name"
    for directory in "$hooks" "${hooks%/*}"; do
      chmod 777 "$directory"
      run -3 launches -- true
      assert_output --partial "can be written by"
      chmod 755 "$directory"
    done
    as alice mv "$hooks/$name" "$hooks/other"
    as alice ln -s other "$hooks/$name"
    run -3 launches -- true
    assert_line "bawn: error: $hooks/$name is a symbolic link, which bawn does not follow"
    as alice rm "$hooks/$name"
    as alice mv "$hooks/other" "$hooks/$name"
    chmod 644 "$hooks/$name"
    run -3 launches -- true
    assert_line "bawn: error: $hooks/$name is not executable"
    [ ! -e /home/alice/before ]
    chmod 755 "$hooks/$name"
    run -0 launches -- sleep 1
    [ -e /home/alice/before ]
    rm "$hooks/$name" /home/alice/before
  done
  hook pre-start 'touch /home/alice/before'
  hook post-start true
  chmod 777 "$hooks/post-start"
  run -3 launches -- true
  [ ! -e /home/alice/before ]
}

@test "neither a project nor a session can add a hook" {
  as alice sh -c 'mkdir -p app/hooks app/.bawn/hooks app/.config/bawn/hooks && for d in hooks .bawn/hooks .config/bawn/hooks; do
    printf "#!/bin/sh\ntouch /home/alice/before\n" >app/$d/pre-start; chmod 755 app/$d/pre-start; done'
  run -0 launches --name brings -- sh -c 'for d in ~/.config/bawn/hooks ../.config/bawn/hooks; do
    mkdir -p $d; printf "#!/bin/sh\ntouch /home/alice/before\n" >$d/pre-start; chmod 755 $d/pre-start; done; true'
  run -0 bawn_ resume brings -- true
  run -0 launches -- true
  [ ! -e /home/alice/before ] && [ ! -e "$hooks/pre-start" ]
  rm -r /home/alice/app/{hooks,.bawn,.config}
}
