#!/usr/bin/env bats
# Signing keys: a rotation signs all policies or none; passphrases, trusted keys, and the same signatures in minisign.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

keys=/etc/bawn/keys
trusted=/etc/bawn/trusted
agents=/var/lib/bawn/agents

setup_file() {
  : >"$BATS_FILE_TMPDIR/protected"
  make_user alice
  make_project alice app
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  local agent
  for agent in a.noir b.noir c.noir; do
    bawn-admin create "$agent"
  done
  bawn-admin assign a.noir /home/alice/app
}

# one_key: asserts that one key exists and signs all agents, and that minisign agrees. Sets `key`.
one_key() {
  local file
  assert_equal "$(find "$keys" -type f | wc -l)" 1
  key=$(basename "$keys"/*.key .key)
  assert_equal "$(find "$trusted" -type f)" "$trusted/$key.pub"
  for file in "$agents"/?.noir; do
    run minisign -Vm "$file/manifest.toml" -p "$trusted/$key.pub"
    assert_success
  done
  [ ! -e /var/lib/bawn/txn.toml ]
  [ ! -e /var/lib/bawn/.seals ]
  run bawn-admin verify
  assert_success
}

# protect: protects the key with the passphrase "open sesame", unless an earlier test did.
protect() {
  [ "$(<"$BATS_FILE_TMPDIR/protected")" != "$(echo "$keys"/*.key)" ] || return 0
  BAWN_PASSPHRASE_FD=0 bawn-admin key rotate --passphrase <<<'open sesame'
  echo "$keys"/*.key >"$BATS_FILE_TMPDIR/protected"
}

@test "key rotate signs all agents again, changes no policy, and operators can start them" {
  local before serials
  one_key
  before=$key
  serials=$(readlink "$agents"/?.noir)
  run bawn-admin key rotate
  assert_success
  assert_output --partial 'and signed 3 agents with it'
  assert_line "removed key $before; it is no longer trusted"
  one_key
  assert_not_equal "$key" "$before"
  assert_equal "$(readlink "$agents"/?.noir)" "$serials"
  run as alice bawn launch a.noir app -- true
  assert_success
}

@test "new signatures are readable for the same users as the old ones" {
  local before
  before=$(getfacl -cp "$agents/a.noir/manifest.toml.minisig" && stat -c '%A %u %g' "$agents/a.noir/manifest.toml.minisig")
  bawn-admin key rotate
  assert_equal \
    "$(getfacl -cp "$agents/a.noir/manifest.toml.minisig" && stat -c '%A %u %g' "$agents/a.noir/manifest.toml.minisig")" \
    "$before"
}

@test "after kill -9 during a rotation, the next command completes it with one key" {
  # shellcheck disable=SC2034 # it only counts
  for round in {1..10}; do
    setsid bawn-admin key rotate >/dev/null 2>&1 &
    local victim=$!
    sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
    kill -KILL -- "-$victim" 2>/dev/null || true
    wait "$victim" 2>/dev/null || true
    # agents start before another command completes the rotation
    run as alice bawn launch a.noir app --no-sync -- true
    assert_success
    bawn-admin init >/dev/null
    one_key
  done
}

@test "list names an agent whose signature is broken" {
  cp -a "$agents/b.noir/manifest.toml" "$BATS_TEST_TMPDIR/manifest.toml"
  echo '# more' >>"$agents/b.noir/manifest.toml"
  run --separate-stderr bawn-admin list
  cp -a "$BATS_TEST_TMPDIR/manifest.toml" "$agents/b.noir/manifest.toml"
  assert_equal "$status" 0
  assert_line --regexp '^a\.noir '
  refute_line --partial b.noir
  # shellcheck disable=SC2154
  assert_equal "$stderr" \
    'bawn-admin: the policy of b.noir cannot be verified, so it is not listed; see: sudo bawn-admin verify b.noir'
}

@test "an agent with an invalid signature stops a rotation before it begins" {
  one_key
  local before=$key
  cp -a "$agents/b.noir/manifest.toml" "$BATS_TEST_TMPDIR/manifest.toml"
  echo '# more' >>"$agents/b.noir/manifest.toml"
  run bawn-admin key rotate
  cp -a "$BATS_TEST_TMPDIR/manifest.toml" "$agents/b.noir/manifest.toml"
  assert_equal "$status" 3
  assert_output --partial 'V3 (signature): the signature of b.noir is not valid'
  one_key
  assert_equal "$key" "$before"
}

@test "a start refuses a signature of the key before a rotation" {
  cp -a "$agents/a.noir/manifest.toml.minisig" "$BATS_TEST_TMPDIR/old"
  bawn-admin key rotate
  cp -a "$agents/a.noir/manifest.toml.minisig" "$BATS_TEST_TMPDIR/new"
  cp -a "$BATS_TEST_TMPDIR/old" "$agents/a.noir/manifest.toml.minisig"
  run as alice bawn launch a.noir app --no-sync -- true
  cp -a "$BATS_TEST_TMPDIR/new" "$agents/a.noir/manifest.toml.minisig"
  assert_equal "$status" 3
  assert_output --partial 'made with a key that is not trusted here'
}

@test "with a passphrase, commands that sign need it, and all others work without it" {
  protect
  run --separate-stderr bawn-admin allow c.noir perl </dev/null
  assert_equal "$status" 2
  # shellcheck disable=SC2154 # bats sets it
  [[ $stderr == *'needs the passphrase of '*.key', and there is no terminal'*BAWN_PASSPHRASE_FD=0* ]]
  BAWN_PASSPHRASE_FD=0 run bawn-admin allow c.noir perl <<<'open barley'
  assert_equal "$status" 3
  assert_output --partial 'this is not the passphrase'
  [ ! -e "$agents/c.noir/bin/perl" ]
  BAWN_PASSPHRASE_FD=0 run bawn-admin allow c.noir perl <<<'open sesame'
  assert_success
  BAWN_PASSPHRASE_FD=7 run bawn-admin restrict c.noir perl 7<<<'open sesame'
  assert_success
  # as after sudo, which closes it
  BAWN_PASSPHRASE_FD=3 run -2 bawn-admin allow c.noir perl 3>&-
  assert_line 'bawn-admin: error: file descriptor 3, which BAWN_PASSPHRASE_FD names, is not open'
  bawn-admin init
  bawn-admin sync a.noir app
  run as alice bawn launch a.noir app -- true
  assert_success
  run bawn-admin key list
  assert_output --regexp ' 3  signs, trusted, with a passphrase'
}

# with_one_line COMMAND…: runs the command with the passphrase as the only line of its standard input.
with_one_line() { BAWN_PASSPHRASE_FD=0 bawn-admin "$@" <<<'open sesame'; }

@test "each command that signs asks for the passphrase once" {
  protect
  mkdir -p /home/alice/tree
  printf '#!/bin/sh\necho 1.0\n' >/home/alice/tree/mytool
  chmod 755 /home/alice/tree/mytool
  chown -R alice: /home/alice/tree
  make_project alice other
  make_user bob
  local line
  while read -r line; do
    # shellcheck disable=SC2086 # words
    run with_one_line $line
    assert_success
    # standard input has one line: a second question would get no answer, and without an answer no command signs
  done <<'COMMANDS'
create d.noir
allow d.noir perl
restrict d.noir perl
assign d.noir /home/alice/other
assign b.noir /home/alice/other --link
tool add mytool --from /home/alice/tree
allow d.noir mytool
tool add mytool --from /home/alice/tree
reseal d.noir
operator add d.noir bob
operator remove d.noir bob --yes
unassign b.noir other
unassign d.noir other --purge-scratch --yes
restrict d.noir mytool
COMMANDS
  # these commands do not sign
  bawn-admin tool remove mytool
  bawn-admin delete d.noir --yes
  one_key
}

@test "bawn-admin refuses a wrong passphrase before it copies or downloads files" {
  protect
  BAWN_PASSPHRASE_FD=0 run bawn-admin assign b.noir /home/alice/app <<<'open barley'
  assert_failure 3
  assert_output --partial 'this is not the passphrase'
  refute_output --partial copying
  # there is no npm that could answer
  BAWN_PASSPHRASE_FD=0 run bawn-admin tool add mytool --npm mytool --registry http://127.0.0.1:9 <<<'open barley'
  assert_failure 3
  assert_output --partial 'this is not the passphrase'
  BAWN_PASSPHRASE_FD=0 run bawn-admin unassign a.noir app <<<'open barley'
  assert_failure 3
  run as alice bawn launch a.noir app --no-sync -- true
  assert_success
}

@test "tool add asks for the passphrase once on a terminal" {
  protect
  mkdir -p /home/alice/tree
  printf '#!/bin/sh\necho 1.0\n' >/home/alice/tree/mytool
  chmod 755 /home/alice/tree/mytool
  chown -R alice: /home/alice/tree
  run expect -c '
    set timeout 120
    spawn bawn-admin tool add mytool --from /home/alice/tree
    expect -re {passphrase of [0-9A-F]+\.key: }
    send "open sesame\r"
    expect {
      -re {passphrase of} { puts "asked again"; exit 1 }
      -re {adopted mytool} {}
      timeout { exit 2 }
    }
    expect eof'
  assert_success
  bawn-admin tool remove mytool
}

@test "minisign can sign with bawn's key and its passphrase" {
  protect
  echo text >"$BATS_TEST_TMPDIR/text"
  minisign -Sm "$BATS_TEST_TMPDIR/text" -s "$keys"/*.key <<<'open sesame'
  run minisign -Vm "$BATS_TEST_TMPDIR/text" -p "$trusted"/*.pub
  assert_success
}

@test "bawn-admin asks for a passphrase on a terminal without echo, twice for a new one" {
  run expect <<'END'
    set timeout 20
    spawn bawn-admin key rotate --passphrase --no-passphrase
    expect "leave out one"
    spawn bawn-admin key rotate --passphrase
    expect "passphrase of the new key: "
    send "one thing\r"
    expect "repeat the passphrase: "
    send "another thing\r"
    expect "the two passphrases differ"
    spawn bawn-admin key rotate --passphrase
    expect "passphrase of the new key: "
    send "very much secret\r"
    expect "repeat the passphrase: "
    send "very much secret\r"
    expect "with it"
    spawn bawn-admin allow c.noir perl
    expect -re {passphrase of [0-9A-F]+\.key: }
    send "very much secret\r"
    expect "allowed     perl"
    expect eof
END
  assert_success
  assert_output --partial 'allowed     perl'
  refute_output --partial 'secret'
  refute_output --partial 'thing'
}

@test "key rotate keeps the passphrase protection by default, and needs no old passphrase" {
  protect
  BAWN_PASSPHRASE_FD=0 run bawn-admin key rotate <<<'another one'
  assert_success
  run bawn-admin key list
  assert_output --partial 'with a passphrase'
  run bawn-admin key rotate --no-passphrase
  assert_success
  run bawn-admin key list
  refute_output --partial 'with a passphrase'
  one_key
}

@test "no argument or environment variable of a process contains a passphrase" {
  protect
  # shellcheck disable=SC2016 # it is the inner shell's
  mkfifo "$BATS_TEST_TMPDIR/slow"
  BAWN_PASSPHRASE_FD=0 bawn-admin allow c.noir file <"$BATS_TEST_TMPDIR/slow" &
  exec {slow}>"$BATS_TEST_TMPDIR/slow"
  printf 'open ses' >&"$slow"
  sleep 1
  run grep -lzs 'open ses' /proc/[0-9]*/{environ,cmdline}
  assert_equal "$output" ''
  echo ame >&"$slow"
  exec {slow}>&-
  wait $!
  bawn-admin key rotate --no-passphrase
}

@test "trust add accepts signatures of another key until trust remove" {
  minisign -GWp "$BATS_TEST_TMPDIR/office.pub" -s "$BATS_TEST_TMPDIR/office.key"
  chmod -R a+rX "$BATS_TEST_TMPDIR"
  cp -a "$agents/a.noir/manifest.toml.minisig" "$BATS_TEST_TMPDIR/ours"
  local comment
  comment=$(sed -n 's/^trusted comment: //p' "$BATS_TEST_TMPDIR/ours")
  minisign -Sm "$agents/a.noir/manifest.toml" -s "$BATS_TEST_TMPDIR/office.key" -t "$comment" -x "$BATS_TEST_TMPDIR/theirs"
  cat "$BATS_TEST_TMPDIR/theirs" >"$agents/a.noir/manifest.toml.minisig"
  run bawn-admin verify a.noir
  assert_equal "$status" 3
  cd "$BATS_TEST_TMPDIR"
  cp office.pub /home/alice/office.pub
  run bawn-admin trust add /home/alice/office.pub
  assert_success
  run bawn-admin verify a.noir
  assert_success
  local office
  office=$(bawn-admin trust list --json | sed -n '/"key"/{s/.*: "//;s/".*//;h};/"agents" : 1/{x;p;q}')
  run bawn-admin trust remove "$office"
  assert_equal "$status" 3
  assert_output --partial 'which would not start without it'
  cat "$BATS_TEST_TMPDIR/ours" >"$agents/a.noir/manifest.toml.minisig"
  run bawn-admin trust remove "$office"
  assert_success
  one_key
}

@test "trust add refuses a file that is no key, and one that the caller cannot read" {
  run bawn-admin trust add /home/alice/app/README.md
  assert_equal "$status" 3
  assert_output --partial 'not a minisign file'
  cp "$trusted"/*.pub /root/private.pub
  run bawn-admin trust add /root/private.pub
  assert_failure
  run bawn-admin trust remove 0123456789ABCDEF
  assert_equal "$status" 4
  run bawn-admin trust remove x
  assert_equal "$status" 2
  run bawn-admin trust remove "$(basename "$keys"/*.key .key)"
  assert_equal "$status" 3
  run bawn-admin trust rotate
  assert_equal "$status" 2
  one_key
}
