#!/usr/bin/env bats
# Attacks on the signed policy: another user who can change a part of it changes its meaning.

load attack
load restore

setup_file() {
  begin_world
  launched -- true
}

@test "a start refuses an old policy with its old signature after it saw a newer one" {
  cp -a "$state/agents/.gen/$agent/$(serial)" "$BATS_TEST_TMPDIR/old"
  local old
  old=$(serial)
  bawn-admin restrict "$agent" chmod
  launched -- true
  assert_success
  rm -rf "$state/agents/.gen/$agent/$old"
  cp -a "$BATS_TEST_TMPDIR/old" "$state/agents/.gen/$agent/$old"
  ln -sfn ".gen/$agent/$old" "$state/agents/$agent"
  launched -- sh -c 'echo went'
  broken 'older than a policy that you have seen'
}

@test "a start refuses an old manifest with its old signature in place of the new one" {
  local old new
  old=$state/agents/.gen/$agent/$(serial)
  cp -a "$old" "$BATS_TEST_TMPDIR/old"
  bawn-admin restrict "$agent" chmod
  new=$state/agents/.gen/$agent/$(serial)
  cp -a "$BATS_TEST_TMPDIR/old/manifest.toml" "$BATS_TEST_TMPDIR/old/manifest.toml.minisig" "$new/"
  launched -- sh -c 'echo went'
  broken 'serial'
}

@test "a start refuses a signature that belongs to another agent" {
  local mine=$state/agents/.gen/$agent/$(serial) theirs
  theirs=$state/agents/.gen/$other/$(basename "$(readlink "$state/agents/$other")")
  cp "$theirs/manifest.toml.minisig" "$mine/manifest.toml.minisig"
  launched -- sh -c 'echo went'
  broken 'signature'
  cp "$theirs/manifest.toml" "$mine/manifest.toml"
  launched -- sh -c 'echo went'
  broken "$agent"
}

@test "a start refuses a signature by a key that is not root's" {
  local mine=$state/agents/.gen/$agent/$(serial)
  minisign -G -W -p "$BATS_TEST_TMPDIR/key.pub" -s "$BATS_TEST_TMPDIR/key" >/dev/null
  sed -i 's/nproc = .*/nproc = 99999/' "$mine/manifest.toml"
  minisign -S -s "$BATS_TEST_TMPDIR/key" -m "$mine/manifest.toml" -t "$(sed -n 's/^trusted comment: //p' "$mine/manifest.toml.minisig")" </dev/null
  launched -- sh -c 'echo went'
  broken 'key'
}

@test "a start refuses a changed recipe, an added one and a missing one" {
  local mine=$state/agents/.gen/$agent/$(serial)
  sed -i 's/--unshare-net/--unshare-uts/' "$mine/recipe/app.args"
  launched -- sh -c 'echo went'
  broken 'recipe/app.args'
  restore
  printf -- '--bind\0/\0/\0' >"$mine/recipe/all.args"
  launched -- sh -c 'echo went'
  broken 'recipe/all.args'
  restore
  rm "$mine/recipe/app.args"
  launched -- sh -c 'echo went'
  assert_failure
  judge
}

@test "a start refuses a command that was added to the signed ones" {
  ln -s /usr/bin/perl "$state/agents/.gen/$agent/$(serial)/bin/perl"
  launched -- perl -e 'print qq(went\n)'
  broken 'perl'
}

@test "a start refuses a signed directory that others can write" {
  local mine=$state/agents/.gen/$agent/$(serial) change
  for change in "chown op $mine" "chmod 0777 $mine" "chown $agent $mine/manifest.toml" "chmod 0666 $mine/manifest.toml" "chmod 0777 $state/agents" "chown op /etc/bawn/trusted"; do
    $change
    launched -- sh -c 'echo went'
    assert_equal "$status" 3
    judge
    restore
  done
}

@test "enter refuses a signed directory that others can write, also without the launcher" {
  local mine=$state/agents/.gen/$agent/$(serial) change
  for change in "chown op $mine" "chmod 0777 $mine" "chown $agent $mine/recipe/app.args" "chmod 0666 $mine/recipe/app.args"; do
    $change
    run in_session "$agent" sh -c 'echo went' </dev/null
    assert_equal "$status" 3
    judge
    restore
  done
}

@test "a policy that is empty, missing or truncated permits no start" {
  local mine=$state/agents/.gen/$agent/$(serial) file
  for file in manifest.toml manifest.toml.minisig recipe/app.args; do
    : >"$mine/$file"
    launched -- sh -c 'echo went'
    assert_equal "$status" 3
    judge
    cp "$saved/state/agents/.gen/$agent/$(serial)/$file" "$mine/$file"
    head -c 100 "$saved/state/agents/.gen/$agent/$(serial)/$file" >"$mine/$file"
    launched -- sh -c 'echo went'
    assert_equal "$status" 3
    judge
    restore
  done
  rm "$mine/limits"
  launched -- sh -c 'echo went'
  broken limits
}
