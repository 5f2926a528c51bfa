#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# create --identity: an agent has a key, git in its sessions signs commits with it, and others verify them with the public key.

bats_require_minimum_version 1.5.0

load ../lib/world.bash
load ../lib/mirrors.bash
load ../lib/own.bash

keys=/var/lib/bawn/identities
manifest=/var/lib/bawn/agents/a.noir/manifest.toml

setup_file() {
  make_state_file_system
  make_owned_project
  bawn-admin init
  bawn-admin create a.noir --identity
  bawn-admin create a.bleu
  bawn-admin assign a.noir "$project" --workspace overlay --with-git
  bawn-admin assign a.bleu "$project"
  cp -a "$keys/a.noir" "$BATS_FILE_TMPDIR/key"
}

# Restores the key, which a test may have damaged.
teardown() {
  chmod 755 /usr/bin/ssh-keygen
  if [ -d "$keys/a.noir" ] && [ -d "$BATS_FILE_TMPDIR/key" ]; then
    rm -r "$keys/a.noir"
    cp -a "$BATS_FILE_TMPDIR/key" "$keys/a.noir"
  fi
}

in_agent() {
  as alice bawn launch a.noir app -- sh -euc "$1"
}

# print_of PATH…: prints a digest of names, owners, modes and contents.
print_of() {
  find "$@" -printf '%p %y %m %U:%G\n' | sort | sha256sum
  find "$@" -type f -exec sha256sum {} + | sort
}

# field COMMAND…: prints this field of the object that the command prints as JSON.
field() { "${@:2}" --json | python3 -c 'import json, sys; print(json.load(sys.stdin).get(sys.argv[1], "none"))' "$1"; }

did() { field did bawn-admin show a.noir; }

@test "git in a session signs commits, and the commands of the documentation verify them" {
  run -0 in_agent 'echo more >>README.md; git commit -qam more; git verify-commit HEAD; git log -1 --format=%G?:%GS'
  local line commands=0 did
  did=$(did)
  assert_line "G:$did"
  while IFS= read -r line; do
    run -0 as alice env -C app sh -c "$line"
    commands=$((commands + 1))
  done < <(sed -n '/^## Signed commits/,/^## /s/^\$ \(bawn\|git\)/\1/p' /src/docs/agents.md)
  assert_equal "$commands" 2
  assert_output --partial "Good \"git\" signature for $did with ED25519 key SHA256:"
  # the first commit is not the agent's
  run ! as alice git -C app -c "gpg.ssh.allowedSignersFile=$keys/a.noir/allowed_signers" verify-commit bawn/a.noir~
}

@test "show and info print the public key, by which ssh-keygen verifies a commit" {
  local did key
  did=$(did)
  key=$(field public_key bawn-admin show a.noir)
  assert_equal "$key" "$(cat "$keys/a.noir/key.pub")"
  run -0 bawn-admin show a.noir
  assert_line "identity     $did"
  assert_line "key          $key"
  run -0 as alice bawn info a.noir app
  assert_line "identity   $did"
  assert_line "key        $key"
  assert_equal "$(field did as alice bawn info a.noir app)" "$did"
  assert_equal "$(field public_key as alice bawn info a.noir app)" "$key"
  as alice bawn spawn docs a.noir app -- true
  run -0 as alice bawn info docs
  assert_line "identity   $did"
  assert_equal "$(field public_key as alice bawn info docs)" "$key"
  as alice bawn wait docs
  as alice bawn destroy docs
  cd "$BATS_TEST_TMPDIR"
  echo "$did $key" >signers
  as alice git -C app cat-file commit bawn/a.noir >object
  sed -n '/^gpgsig /,/END SSH/{s/^gpgsig//;s/^ //;p}' object >signature
  sed '/^gpgsig /,/END SSH/d' object >content
  run -0 ssh-keygen -Y verify -f signers -I "$did" -n git -s signature <content
  run ! ssh-keygen -Y verify -f signers -I "$did" -n git -s signature <<<'another content'
}

@test "only root and the agent can read the key, and an agent without one has no settings for it" {
  run -0 stat -c '%U:%G %a' "$keys" "$keys/a.noir" "$keys/a.noir/key" "$keys/a.noir/key.pub" "$keys/a.noir/allowed_signers"
  assert_output $'root:root 755\nroot:root 755\nroot:a.noir 640\nroot:root 644\nroot:root 644'
  local user
  for user in alice bob a.bleu bawn-mirror; do
    run ! setpriv --reuid "$user" --regid "$user" --init-groups cat "$keys/a.noir/key"
    assert_output --partial 'Permission denied'
  done
  run -0 setpriv --reuid a.noir --regid a.noir --clear-groups head -n 1 "$keys/a.noir/key"
  run ! grep -rs 'OPENSSH PRIVATE' /var/lib/bawn/agents /var/lib/bawn/homes /var/lib/bawn/mirrors /var/lib/bawn/audit.jsonl
  run -0 as alice bawn launch a.bleu app -- sh -c 'ls /run /var/lib/bawn; cat /etc/gitconfig; ls /run/identity 2>&1 || :'
  refute_output --partial gpg
  refute_output --partial identities
  assert_line --partial "cannot access '/run/identity'"
  run ! grep identity /var/lib/bawn/agents/a.bleu/manifest.toml
  [ ! -e /var/lib/bawn/agents/a.bleu/identity ]
  assert_equal "$(field did bawn-admin show a.bleu)" none
}

@test "a change of the policy keeps the key, and so does a second reseal --identity" {
  local before
  before=$(print_of "$keys")
  bawn-admin allow a.noir rm
  bawn-admin reseal a.noir
  bawn-admin reseal a.noir --identity
  bawn-admin key rotate
  assert_equal "$(print_of "$keys")" "$before"
  run -0 in_agent 'git commit -q --allow-empty -m again; git log -1 --format=%G?'
  assert_line G
}

@test "a start refuses a key that was changed or is missing, and verify and doctor report it" {
  local change
  for change in 'echo x >>key' 'rm key' 'cp /etc/hostname key; chgrp a.noir key; chmod 640 key'; do
    (cd "$keys/a.noir" && sh -c "$change")
    run -3 in_agent 'echo went'
    assert_output --partial 'the key with which a.noir signs commits'
    assert_output --partial 'sudo bawn-admin reseal a.noir --identity'
    refute_line went
    run -3 bawn-admin verify a.noir
    assert_line --partial 'V6  BROKEN   the key with which a.noir signs commits: '"$keys/a.noir/key"
    run -1 bawn-admin doctor
    assert_line --partial 'seal-broken: V6 (signed files): the key with which a.noir signs commits: '
    teardown
  done
  for change in 'chmod 644 key' 'chgrp bob key' 'chown alice key' 'echo x >key.pub' 'echo x >>allowed_signers' 'ln -sf /etc/hostname key.pub' 'echo x >more'; do
    (cd "$keys/a.noir" && sh -c "$change")
    run -3 in_agent 'echo went'
    assert_output --partial 'the key with which a.noir signs commits: '"$keys/a.noir/"
    refute_line went
    teardown
  done
  # enter, which alone reads the key, compares it without the launcher, too
  echo x >>"$keys/a.noir/key"
  run -3 as alice sudo -n -u a.noir "$(readlink -f "$(dirname "$(readlink -f "$(type -P bawn)")")/../lib/bawn/enter")" app \
    "$(basename "$(readlink /var/lib/bawn/agents/a.noir)")" sh -c 'echo went'
  assert_output --partial 'is missing or changed since it was signed'
  teardown
  run -0 in_agent 'echo went'
  assert_line went
}

@test "reseal --identity makes a new key in place of a changed one" {
  local did
  did=$(did)
  echo x >>"$keys/a.noir/key"
  bawn-admin reseal a.noir --identity
  [ "$(did)" != "$did" ]
  rm -r "$BATS_FILE_TMPDIR/key"
  cp -a "$keys/a.noir" "$BATS_FILE_TMPDIR/key"
  run -0 in_agent 'git commit -q --allow-empty -m new; git log -1 --format=%G?:%GS'
  assert_line "G:$(did)"
}

@test "without ssh-keygen, bawn-admin refuses the option and changes nothing" {
  local before
  before=$(print_of "$keys" /var/lib/bawn/agents /var/lib/bawn/next-uid)
  chmod 644 /usr/bin/ssh-keygen
  local option
  for option in '' --dry-run; do
    run -3 --separate-stderr bawn-admin create a.vert --identity $option
    assert_equal "$stderr" "bawn-admin: error: ssh-keygen is not installed, and git signs commits with it
bawn-admin: hint: install the package openssh-client (Fedora, Arch: openssh), or leave out --identity"
  done
  run -3 bawn-admin reseal a.bleu --identity
  assert_equal "$(print_of "$keys" /var/lib/bawn/agents /var/lib/bawn/next-uid)" "$before"
  run ! id a.vert
}

@test "create --identity --dry-run names the key and makes none" {
  local before
  before=$(print_of "$keys")
  run -0 bawn-admin create a.vert --identity --dry-run
  assert_line "+ $keys/a.vert"
  assert_line '  + identity'
  assert_equal "$(print_of "$keys")" "$before"
}

@test "restrict refuses the program that signs, and --no-identity removes it with the key" {
  run -3 --separate-stderr bawn-admin restrict a.noir ssh-keygen
  assert_equal "$stderr" "bawn-admin: error: ssh-keygen cannot be taken away: git signs the commits of a.noir with it
bawn-admin: hint: remove the command and the key: sudo bawn-admin reseal a.noir --no-identity"
  run -2 bawn-admin reseal a.noir --identity --no-identity
  assert_line --partial '--identity and --no-identity cannot be used together'
  bawn-admin reseal a.noir --no-identity
  [ ! -e "$keys/a.noir" ]
  run ! grep identity "$manifest"
  run -0 in_agent 'git commit -q --allow-empty -m unsigned; git log -1 --format=%G?; ls /run/identity 2>&1 || :'
  assert_line N
  assert_line --partial "cannot access '/run/identity'"
  assert_equal "$(did)" none
  run -127 in_agent 'ssh-keygen'
  run -0 bawn-admin show a.noir
  refute_line --partial ssh-keygen
}

@test "delete removes the key, and --keep-home does not keep it" {
  bawn-admin create a.vert --identity
  [ -e "$keys/a.vert/key" ]
  bawn-admin delete a.vert --keep-home --yes
  assert_equal "$(ls -A "$keys")" ''
  run ! grep -rsI 'OPENSSH PRIVATE' /var/lib/bawn
}
