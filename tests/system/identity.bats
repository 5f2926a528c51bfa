#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; bats sets the variables
# --identity: a session has a key, git in the session signs commits with it, and others verify them with the public key.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

sessions=/home/alice/.local/state/bawn/sessions

setup_file() {
  make_alice
  as alice sh -c 'git config --global user.name Alice; git config --global user.email alice@example.org
    cd app && git add README.md && git commit -qm start --allow-empty && git branch -M main'
}

teardown() {
  chmod 755 /usr/bin/ssh-keygen
  rm -f /home/alice/receipt /home/alice/.config/bawn/config.toml /home/alice/app/.bawn.toml
  as alice sh -c 'cd app && git for-each-ref --format="delete %(refname)" refs/heads/bawn | git update-ref --stdin
    git reset -q --hard main && git clean -qdxff'
  in_app bawn killall --force 2>/dev/null || :
  in_app sh -c 'bawn list -q | xargs -r bawn destroy --force' 2>/dev/null || :
}

commit='echo more >>README.md; git commit -qam more'

signed() { in_app bawn launch --identity --name "$1" "${@:3}" -- sh -ec "$2"; }

# field NAME FIELD: prints this field of info's JSON.
field() { in_app bawn info "$1" --json | python3 -c 'import json, sys; print(json.load(sys.stdin).get(sys.argv[1], "none"))' "$2"; }

# key_of LINE: prints the did:key of a public key, computed by Python and not by bawn.
key_of() {
  python3 -c '
import base64, sys
number = int.from_bytes(b"\xed\x01" + base64.b64decode(sys.argv[1].split()[1])[-32:], "big")
text = ""
while number:
    number, digit = divmod(number, 58)
    text = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit] + text
print("did:key:z" + text)' "$1"
}

@test "git in a session signs commits, and the commands of the documentation verify them" {
  run -0 --separate-stderr signed try "$commit; git verify-commit HEAD; git log -1 --format=%G?:%GS"
  local did
  did=$(field try did)
  assert_output "G:$did"
  assert_regex "$stderr" "^Good \"git\" signature for $did with ED25519 key SHA256:"
  local line commands=0
  while IFS= read -r line; do
    run -0 in_app sh -c "$line"
    commands=$((commands + 1))
  done < <(sed -n '/^## Identity/,/^## /s/^\$ //p' /src/docs/sessions.md)
  assert_equal "$commands" 2
  assert_output --partial "Good \"git\" signature for $did with ED25519 key SHA256:"
  # the first commit is not the session's
  run ! in_app git -c "gpg.ssh.allowedSignersFile=$sessions/try/identity/allowed_signers" verify-commit main
}

@test "ssh-keygen verifies a commit with only the public key of info, and refuses changed content" {
  signed try "$commit"
  in_app bawn merge try --branch bawn/try
  cd "$BATS_TEST_TMPDIR"
  local did
  did=$(in_app bawn info try | sed -n 's/^identity *//p')
  printf '%s %s\n' "$did" "$(in_app bawn info try | sed -n 's/^key *//p')" >signers
  in_app git cat-file commit bawn/try >object
  sed -n '/^gpgsig /,/END SSH/{s/^gpgsig//;s/^ //;p}' object >signature
  sed '/^gpgsig /,/END SSH/d' object >content
  run -0 ssh-keygen -Y verify -f signers -I "$did" -n git -s signature <content
  run ! ssh-keygen -Y verify -f signers -I "$did" -n git -s signature <<<'another content'
  assert_equal "$(field try did)" "$did"
  assert_equal "$(key_of "$(field try public_key)")" "$did"
}

@test "a session signs with its key in every workspace and with every command" {
  local kind
  for kind in overlay worktree clone; do
    run -0 --separate-stderr signed "of-$kind" "$commit; git log -1 --format=%G?" --workspace "$kind"
    assert_output G
  done
  # .git of a bound project is read-only
  for kind in bind empty; do
    run -0 --separate-stderr signed "of-$kind" 'git init -q /tmp/new; cd /tmp/new; git commit -q --allow-empty -m one; git log -1 --format=%G?' --workspace "$kind"
    assert_output G
  done
  run -0 signed root "$commit; git log -1 --format=%G?" --root-inside --no-nested --network none --profile balanced
  assert_output G
  run -0 in_app bawn swarm many 2 --identity -- sh -c "$commit"
  run -0 in_app bawn wait many-1 many-2
  assert_equal "$(for each in of-overlay of-worktree of-clone of-bind of-empty root many-1 many-2; do field "$each" did; done | sort -u | grep -c did:key:z6Mk)" 8
}

@test "resume, restart and rename keep the key, and a clone gets another one" {
  signed first "$commit"
  local did other
  did=$(field first did)
  run -0 in_app bawn exec first -- git log -1 --format=%GS
  assert_output "$did"
  run -0 in_app bawn resume first -- sh -c 'git commit -q --allow-empty -m again; git log -1 --format=%GS'
  assert_output --partial "$did"
  run -0 in_app bawn rename first second
  assert_equal "$(field second did)" "$did"
  run -0 in_app bawn restart second
  run -0 in_app bawn wait second
  assert_equal "$(field second did)" "$did"
  run -0 in_app bawn clone second third
  assert_equal "$(field third did)" none
  run -0 in_app bawn resume third -- sh -c 'git commit -q --allow-empty -m third; git log -1 --format=%GS'
  other=$(field third did)
  assert_output --partial "$other"
  [ "$other" != "$did" ]
  assert_equal "$(field second did)" "$did"
}

@test "a receipt names the key of the session" {
  signed try "$commit"
  in_app sh -c 'bawn receipt try >../receipt'
  run -0 in_app bawn verify --receipt ../receipt
  assert_line --regexp "^  identity +$(field try did)$"
}

@test "only the user can read the key, which is in no project or home and is removed with the session" {
  signed try "$commit; ls -A /run/identity; find / -xdev -name 'key' -path '*identity*' 2>/dev/null; stat -c %a /run/identity/key"
  run -0 sh -c "stat -c '%a %U' $sessions/try/identity $sessions/try/identity/key"
  assert_output $'700 alice\n600 alice'
  run ! grep -rs 'OPENSSH PRIVATE' /home/alice/app /home/alice/.local/share
  run -0 in_app bawn destroy try --force
  [ ! -e "$sessions/try" ]
  run -0 in_app bawn launch --name plain -- sh -c 'ls /run/identity 2>&1; git config commit.gpgsign; true'
  assert_output --partial 'No such file or directory'
  refute_line true
  assert_equal "$(field plain did)" none
}

@test "the setting identity applies to each session, and a project needs trust for it" {
  as alice sh -c 'echo "identity = true" >app/.bawn.toml'
  run -0 in_app bawn launch --name one -- true
  assert_equal "$(field one did)" none
  as alice sh -c 'mkdir -p .config/bawn; echo "identity = true" >.config/bawn/config.toml; rm app/.bawn.toml'
  run -0 in_app bawn launch --name two -- sh -c "$commit; git log -1 --format=%G?"
  assert_output G
}

@test "a start refuses a session that could not sign before it creates any file" {
  chmod 644 /usr/bin/ssh-keygen
  refused 3 'ssh-keygen is not installed, and git signs commits with it' \
    'install the package openssh-client (Fedora, Arch: openssh), or leave out --identity' in_app bawn launch --identity --name no -- true
  chmod 755 /usr/bin/ssh-keygen
  local kind
  for kind in full none; do
    refused 3 '--identity does not work with --etc full or --etc none' 'use --etc synthetic or balanced, or leave out --identity' \
      in_app bawn launch --identity --etc "$kind" --name no -- true
  done
  refused 2 '--identity and --with-gitconfig cannot be used together: your settings of git may name another key' \
    'leave out one of them; a setting can add --identity: bawn config show' in_app bawn launch --identity --with-gitconfig --name no -- true
  run -0 in_app bawn launch --identity --dry-run --name no -- true
  assert_output --partial /run/identity
  [ ! -e "$sessions/no" ]
}
