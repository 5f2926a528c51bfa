#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# A machine that lost a part of its policies: no command removes what belongs to an agent, and doctor's lines restore the agent.

load ../lib/world.bash
load ../lib/mirrors.bash

agents=/var/lib/bawn/agents

setup_file() {
  make_state_file_system
  make_mirrored_project --workspace overlay
  bawn-admin allow a.noir rm
  bawn-admin create k.noir --identity
  work >/dev/null
  kept >"$BATS_FILE_TMPDIR/kept"
}

# Changes the overlay, the home and the scratch directory of the agent.
work() { as alice bawn launch a.noir app -- sh -euc 'echo mine >mine; echo mine >~/mine; echo mine >.scratch/mine'; }

# Prints what belongs to the agents: their mirrors, keys, homes and scratch directories.
kept() {
  find /var/lib/bawn/{mirrors,identities,homes,scratch} ! -path '*/work/*' ! -name '.lock-*' ! -name .activity -printf '%p %U %s\n' | sort
}

# assert_kept: that all of it is there, and that the agent sees its work.
assert_kept() {
  bawn-admin init
  diff "$BATS_FILE_TMPDIR/kept" <(kept)
  run -0 as alice bawn launch a.noir app -- sh -euc 'cat mine ~/mine .scratch/mine'
  assert_output $'mine\nmine\nmine'
  run -0 as alice bawn status a.noir app
  assert_line --partial 'added     mine'
}

# follow FINDING: runs the lines of doctor for a finding.
follow() {
  local lines
  lines=$(bawn-admin doctor --json | python3 -c 'import json, sys
print(*[line for each in json.load(sys.stdin) if each["finding"] == sys.argv[1] for line in each["hint"]], sep="\n")' "$1")
  [ -n "$lines" ] || fail "doctor does not find $1"
  bash -euc "$lines"
}

@test "an agent whose link was lost keeps all of its files, and doctor's lines restore it" {
  rm "$agents/a.noir"
  run -0 bawn-admin init
  run -0 bawn-admin restrict k.noir cat
  run -3 --separate-stderr bawn-admin assign k.noir "$project"
  assert_regex "$stderr" 'error: there are files of a.noir, but no link to its newest policy'
  run bawn-admin doctor
  refute_output --partial 'userdel a.noir'
  refute_output --partial 'rm -rf'
  follow generation-orphan
  assert_kept
}

@test "agents without the directory of all policies keep all of their files" {
  mv "$agents" /var/lib/bawn/agents.away
  run -0 bawn-admin init
  rm -r "$agents"
  mv /var/lib/bawn/agents.away "$agents"
  assert_kept
}

@test "uninstall --yes refuses to remove changes of an agent whose link was lost, and delete says so before it asks" {
  run -3 --separate-stderr bawn-admin delete a.noir </dev/null
  assert_regex "$stderr" 'error: a.noir may have unmerged changes of app'
  mv "$agents/a.noir" "$BATS_TEST_TMPDIR/link"
  run -3 --separate-stderr bawn-admin uninstall --purge --yes
  assert_regex "$stderr" 'error: agents have changes that may be unmerged: a.noir app'
  run -3 bawn-admin uninstall --purge </dev/null
  mv "$BATS_TEST_TMPDIR/link" "$agents/a.noir"
  assert_kept
}

@test "an agent whose link was replaced keeps all of its files, and doctor's lines restore it" {
  local damage
  for damage in 'ln -sfT .gen/a.noir/1' 'ln -sfT /nonexistent' 'rm' 'rm -r; mkdir' 'rm; touch'; do
    ! [ -e /var/lib/bawn/a.noir.damaged ] || rm -r /var/lib/bawn/a.noir.damaged
    case $damage in
      'rm -r; mkdir') rm "$agents/a.noir" && cp -rL "$agents/.gen/a.noir/2" "$agents/a.noir" ;;
      'rm; touch') rm "$agents/a.noir" && touch "$agents/a.noir" ;;
      *) $damage "$agents/a.noir" ;;
    esac
    run -0 bawn-admin init
    run -3 bawn-admin key rotate
    run -3 bawn-admin uninstall --yes
    follow generation-orphan
    assert_kept
  done
  rm -r /var/lib/bawn/a.noir.damaged
}

@test "no new agent gets the files of an earlier one" {
  mv "$agents/a.noir" "$BATS_TEST_TMPDIR/link"
  userdel a.noir
  run -3 --separate-stderr bawn-admin create a.noir
  assert_regex "$stderr" "error: there are files of an earlier agent 'a.noir': /var/lib/bawn/agents/.gen/a.noir"
  mv "$BATS_TEST_TMPDIR/link" "$agents/a.noir"
  follow account-missing
  assert_kept
}

@test "files that cannot belong to an agent do not prevent an assignment, and doctor never makes an account of root" {
  local uid
  mkdir /var/lib/bawn/homes/lost+found /var/lib/bawn/scratch/lost+found
  bawn-admin create q.noir
  bawn-admin assign q.noir "$project"
  rm -r /var/lib/bawn/{homes,scratch}/lost+found
  uid=$(id -u q.noir)
  chown root /var/lib/bawn/homes/q.noir
  userdel q.noir
  run bawn-admin doctor
  assert_line --partial 'q.noir has a signed policy and no account'
  refute_output --partial useradd
  chown "$uid" /var/lib/bawn/homes/q.noir
  follow account-missing
  bawn-admin delete q.noir --yes
  assert_kept
}

@test "a journal that does not fit the policy of an agent changes nothing" {
  local from to
  for from in 0 7; do
    for to in 1 0; do
      [ "$from $to" != '0 0' ] || continue
      printf 'format = 1\noperation = "create"\nagent = "a.noir"\nfrom = %s\nto = %s\nkeep_home = 0\n' "$from" "$to" >/var/lib/bawn/txn.toml
      run -3 --separate-stderr bawn-admin init
      assert_regex "$stderr" 'error: /var/lib/bawn/txn.toml names a change that does not fit the policy of a.noir
bawn-admin: hint: if it comes from a backup, remove it: sudo rm /var/lib/bawn/txn.toml'
    done
  done
  mv "$agents/a.noir" "$BATS_TEST_TMPDIR/link"
  printf 'format = 1\noperation = "create"\nagent = "a.noir"\nfrom = 0\nto = 1\nkeep_home = 0\n' >/var/lib/bawn/txn.toml
  run -3 bawn-admin init
  mv "$BATS_TEST_TMPDIR/link" "$agents/a.noir"
  rm /var/lib/bawn/txn.toml
  assert_kept
}

@test "a journal that is older than the policies removes no scratch directory and no key" {
  local key
  key=$(ls /etc/bawn/keys)
  printf 'format = 1\noperation = "unassign"\nagent = "a.noir"\nfrom = 1\nto = %s\nkeep_home = 0\nproject = "app"\nscratch = "removed"\n' \
    "$(basename "$(readlink "$agents/a.noir")")" >/var/lib/bawn/txn.toml
  run -0 bawn-admin init
  assert_kept
  printf 'format = 1\noperation = "key rotate"\nfrom_key = "%s"\nto_key = "0123456789ABCDEF"\nstep = "exchange"\nagents = ["a.noir"]\n' \
    "${key%%.*}" >/var/lib/bawn/txn.toml
  run -3 --separate-stderr bawn-admin init
  assert_regex "$stderr" 'error: /var/lib/bawn/txn.toml names a change that does not fit the keys of this machine'
  rm /var/lib/bawn/txn.toml
  [ "$(ls /etc/bawn/keys)" = "$key" ]
  assert_kept
}

@test "damaged files of the administration are named with a way out, and an agent with a wrong link can be deleted" {
  echo z >"$BATS_TEST_TMPDIR/z"
  cp -p /var/lib/bawn/next-uid "$BATS_TEST_TMPDIR"
  cp "$BATS_TEST_TMPDIR/z" /var/lib/bawn/next-uid
  run -1 --separate-stderr bawn-admin create m.noir
  assert_regex "$stderr" 'error: /var/lib/bawn/next-uid does not contain a user ID'
  cp -p "$BATS_TEST_TMPDIR/next-uid" /var/lib/bawn/next-uid
  cp "$BATS_TEST_TMPDIR/z" /var/lib/bawn/txn.toml
  run -3 --separate-stderr bawn-admin init
  assert_regex "$stderr" 'hint: another program changed this file, or a backup was restored; remove it'
  rm /var/lib/bawn/txn.toml
  run -2 bawn-admin create m.kept-1
  rm /var/lib/bawn/next-uid
  run -1 --separate-stderr bawn-admin create m.noir
  assert_regex "$stderr" 'error: /var/lib/bawn/next-uid is missing'
  cp -p "$BATS_TEST_TMPDIR/next-uid" /var/lib/bawn/next-uid
  bawn-admin create m.noir
  ln -sfn .gen/m.noir/zz "$agents/m.noir"
  run -0 bash -c "script -qec 'bawn-admin delete m.noir' /dev/null <<<y"
  run find /var/lib/bawn -name 'm.noir*'
  assert_output ''
  assert_kept
}

@test "after a restored backup, the hint says how often root has to sign the policy again" {
  local old
  cp -a "$agents" "$BATS_TEST_TMPDIR"
  old=$(readlink "$agents/a.noir")
  for _ in 1 2 3; do bawn-admin reseal a.noir; done
  as alice bawn verify a.noir >/dev/null
  rm -r "$agents"
  cp -a "$BATS_TEST_TMPDIR/agents" "$agents"
  [ "$(readlink "$agents/a.noir")" = "$old" ]
  run -3 --separate-stderr as alice bawn launch a.noir app -- true
  assert_regex "$stderr" 'ask root whether a backup was restored; then 3 times: sudo bawn-admin reseal a.noir'
  for _ in 1 2 3; do bawn-admin reseal a.noir; done
  assert_kept
}

@test "delete ends the processes of an agent whose account was lost" {
  local uid
  bawn-admin create o.noir
  uid=$(id -u o.noir)
  setpriv --reuid="$uid" --regid="$uid" --clear-groups sleep 1000 3>&- &
  until pgrep -U "$uid" sleep >/dev/null; do sleep 0.1; done
  sed -i '/^o.noir:/d' /etc/passwd /etc/shadow
  run -0 bash -c "script -qec 'bawn-admin delete o.noir' /dev/null <<<y"
  run pgrep -U "$uid"
  assert_output ''
}

@test "delete removes all files of an agent" {
  bawn-admin create l.noir --identity
  bawn-admin assign l.noir "$project"
  bawn-admin delete l.noir --yes
  run find /var/lib/bawn -name 'l.noir*'
  assert_output ''
  diff "$BATS_FILE_TMPDIR/kept" <(kept)
}
