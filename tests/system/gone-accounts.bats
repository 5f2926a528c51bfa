#!/usr/bin/env bats
# Operators and project owners whose accounts were deleted, and whose user IDs other users have now.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

door=/usr/local/lib/bawn/enter

setup_file() {
  make_user bob
  make_user alice
  make_project alice app
  bawn-admin init
  bawn-admin create a.noir --operator alice --operator bob
  SUDO_UID=$(id -u alice) bawn-admin assign a.noir /home/alice/app
  as alice bawn launch a.noir app -- sh -c 'echo mine >.scratch/notes'
}

# by_door USER: starts the agent without bawn, by the sudo rule.
by_door() {
  as "$1" sudo -n -u a.noir "$door" app "$(basename "$(readlink /var/lib/bawn/agents/a.noir)")" cat README.md
}

finds() { bawn-admin doctor --json | grep -c "\"$1\"" || :; }

@test "an operator starts the agent by bawn and by enter" {
  run -0 as alice bawn launch a.noir app -- cat README.md
  run -0 by_door alice
  run -0 by_door bob
  assert_equal "$(finds operator-changed)" 0
}

@test "a new user with the uid of a deleted operator cannot start an agent" {
  local uid
  uid=$(id -u alice)
  cp -a /home/alice /tmp/kept
  userdel alice
  useradd --uid "$uid" --no-create-home --home-dir /home/alice --shell /bin/bash mallory
  chown mallory: /home/alice
  refused 3 "uid $uid was alice when a.noir was signed, and is mallory now" \
    'ask root: sudo bawn-admin operator add a.noir mallory' \
    sudo -H -u mallory env -C /home/alice bawn launch a.noir app -- cat README.md
  run -3 sudo -u mallory sudo -n -u a.noir "$door" app "$(basename "$(readlink /var/lib/bawn/agents/a.noir)")" cat README.md
  assert_line "bawn: error: uid $uid was alice when a.noir was signed, and is mallory now"
  run -0 by_door bob
}

@test "a start refuses a project whose owner's uid now belongs to another user" {
  run -3 as bob bawn launch a.noir app --no-sync -- cat README.md
  assert_line --partial 'V11 (project): uid '
  assert_line --partial ', the owner of app, is another user now'
  assert_line 'bawn: expected: alice'
  assert_line 'bawn: found: mallory'
}

@test "output for root names the deleted operator, not the new user with the same uid" {
  local uid
  uid=$(id -u mallory)
  run -0 bawn-admin show a.noir
  assert_line --regexp "^operators +bob \([0-9]+\), alice \($uid, account removed: no access\)|^operators +alice \($uid, account removed: no access\), bob"
  refute_output --partial mallory
  run -0 bawn-admin show a.noir --json
  refute_output --partial "\"$uid\""
}

@test "sync and watcher read nothing with the uid of a deleted owner" {
  run -3 --separate-stderr bawn-admin sync a.noir app
  # shellcheck disable=SC2154 # run sets it
  [[ $stderr == *"the owner of /home/alice/app was alice when it was assigned, and uid $(id -u mallory) is mallory now"*hint:* ]] || fail "$stderr"
  bawn-admin sync a.noir --watch >/tmp/watched 2>&1 3>&- &
  watcher=$!
  timeout 30 sh -c 'until grep -q "was alice when it was assigned" /tmp/watched; do sleep 0.2; done' || fail "$(cat /tmp/watched)"
  kill "$watcher"
  wait "$watcher" || :
}

@test "doctor names the deleted operator, and the next change removes the operator's rights" {
  local uid
  uid=$(id -u mallory)
  run bawn-admin doctor
  assert_line --partial "uid $uid, an operator of a.noir, was alice when root signed the policy, and is mallory now"
  assert_line --partial '# if mallory may use a.noir: sudo bawn-admin operator add a.noir mallory; otherwise:'
  run -0 grep -c "^#$uid .*(a.noir)" /etc/sudoers.d/bawn
  run -0 sudo -u mallory cat /var/lib/bawn/scratch/a.noir/app/notes
  bawn-admin init
  run -1 grep "^#$uid .*(a.noir)" /etc/sudoers.d/bawn
  run -1 sudo -u mallory cat /var/lib/bawn/scratch/a.noir/app/notes
  assert_output --partial 'Permission denied'
  run -1 sudo -u mallory sudo -n -u a.noir "$door" app 1 true
  assert_equal "$(finds sudoers-changed)" 0
  bawn-admin reseal a.noir
  refused 3 'a.noir is not your agent' "list yours: bawn agents; or ask root: sudo bawn-admin operator add a.noir USER" \
    sudo -H -u mallory env -C /home/alice bawn launch a.noir app -- cat README.md
}

@test "root can add the new user as an operator by name, or remove the uid" {
  local uid
  uid=$(id -u mallory)
  bawn-admin operator add a.noir mallory
  run -0 sudo -u mallory cat /var/lib/bawn/scratch/a.noir/app/notes
  assert_equal "$(finds operator-changed)" 0
  userdel mallory
  run bawn-admin doctor
  assert_line --partial "uid $uid, an operator of a.noir, was mallory when root signed the policy, and is unused now"
  run -0 bash -euc "$(bawn-admin doctor --json | python3 -c 'import json, sys
print(*[line for each in json.load(sys.stdin) if each["finding"] == "operator-changed" for line in each["hint"]], sep="\n")')"
  assert_equal "$(finds operator-changed)" 0
}

@test "sync of a project whose owner has no account names the command that unassigns it" {
  local uid
  uid=$(stat -c %u /home/alice/app)
  run -4 --separate-stderr bawn-admin sync a.noir app
  # shellcheck disable=SC2154 # run sets it
  assert_equal "$stderr" "bawn-admin: error: the owner of /home/alice/app has no account: uid $uid
bawn-admin: hint: unassign the project: sudo bawn-admin unassign AGENT /home/alice/app"
  bawn-admin unassign a.noir /home/alice/app
}

@test "delete asks before it removes an agent without an account or with an invalid signature" {
  local name serial
  make_user carol
  make_project carol own
  for name in b.gone c.broken; do
    bawn-admin create "$name" --operator carol
    SUDO_UID=$(id -u carol) bawn-admin assign "$name" /home/carol/own
  done
  userdel b.gone
  serial=$(readlink /var/lib/bawn/agents/c.broken)
  echo >>"/var/lib/bawn/agents/$serial/manifest.toml"
  for name in b.gone c.broken; do
    run -3 --separate-stderr bawn-admin delete "$name" --yes
    # shellcheck disable=SC2154
    assert_regex "$stderr" "--yes needs a policy that can be verified: .*on a terminal, leave out --yes: sudo bawn-admin delete $name"
    run -1 bash -c "script -qec 'bawn-admin delete $name' /dev/null <<<n"
    assert_output --partial 'its policy cannot be verified: '
    run -0 bash -c "script -qec 'bawn-admin delete $name' /dev/null <<<y"
    assert_output --partial "deleted $name"
    [ ! -e "/var/lib/bawn/agents/$name" ]
    [ ! -e "/var/lib/bawn/homes/$name" ]
    run ! id "$name"
  done
  run bawn-admin doctor
  refute_output --partial b.gone
  refute_output --partial c.broken
}

@test "create ignores a default operator without an account, and refuses an agent without another one" {
  make_user dora
  bawn-admin init --operator dora
  userdel dora
  run -4 --separate-stderr bawn-admin create d.vert
  assert_equal "$stderr" 'bawn-admin: error: the operators of new agents have no accounts
bawn-admin: hint: add --operator USER'
  bawn-admin create d.vert --operator bob
  bawn-admin init --operator bob
  bawn-admin create e.vert
  run -0 bawn-admin show e.vert
  assert_line --regexp '^operators +bob \([0-9]+\)$'
}
