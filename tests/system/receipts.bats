#!/usr/bin/env bats
# shellcheck disable=SC2154 # bats sets the variables
# `bawn receipt` and `bawn verify --receipt`: a signed statement about a session, which others verify with the public key alone.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  make_user bob
}

teardown() {
  forget_sessions /home/alice/.config/bawn/receipts.key /home/alice/.config/bawn/receipts.pub /home/alice/app/work.receipt
}

session() { in_app bawn launch --name work "${@:2}" -- bash -c "$1"; }

receipt() { in_app sh -c 'bawn receipt work >work.receipt'; }

# as_bob FILE ARGUMENT…: bob verifies the file without access to the session and the key; he has only receipt and public key.
as_bob() {
  install -m 644 -o bob /home/alice/app/work.receipt /home/alice/.config/bawn/receipts.pub /home/bob/
  as bob bawn verify --receipt "$@"
}

@test "a receipt describes a session, and another user verifies it with only the public key" {
  session 'sleep 0.5; echo more >>README.md; echo new >new; exit 3' --network none --env TOKEN=very-secret || :
  run -0 --separate-stderr receipt
  assert_equal "$stderr" 'bawn: created the key that signs your receipts; others verify them with /home/alice/.config/bawn/receipts.pub'
  run -0 --separate-stderr receipt
  assert_equal "$stderr" ''
  run -0 --separate-stderr as_bob work.receipt --key receipts.pub
  assert_line --regexp '^the signature is valid: key [0-9A-F]{16}$'
  assert_line --regexp '^  session +work$'
  assert_line --regexp '^  ended +20.*, exit status 3$'
  assert_line --regexp '^  network +none$'
  assert_line --regexp '^  kernel +seccomp filter, no new privileges, no capabilities, own namespaces: .*mnt net pid user.*; mounts: [0-9]+$'
  assert_line --regexp '^  changes +2, sha256 [0-9a-f]{64}; as a patch: sha256 [0-9a-f]{64}$'
  run -1 grep -a very-secret /home/alice/app/work.receipt
}

@test "a receipt has the digest of the session's patch, and its sandbox matches the kernel's mounts" {
  session 'sleep 0.5; echo more >>README.md; mkdir -p a/b; printf "\0\1" >a/b/binary; cat /proc/self/mountinfo >~/mounts'
  receipt
  json=$(as_bob work.receipt --key receipts.pub --json)
  run -1 in_app sh -c 'bawn export work --accept-hazards >../patch 2>/dev/null; sha256sum <../patch; false'
  assert_output --partial "$(python3 -c 'import json, sys; print(json.load(sys.stdin)["statement"]["changes"]["patch_sha256"])' <<<"$json")"
  run -0 python3 -c 'import json, sys; [print(each["at"]) for each in json.load(sys.stdin)["statement"]["kernel"]["mounts"]]' <<<"$json"
  assert_output "$(cut -d ' ' -f 5 /home/alice/.local/share/bawn/homes/command/*/mounts)"
}

@test "minisign verifies the statement of a receipt" {
  command -v minisign >/dev/null || skip 'minisign is not installed'
  session true
  receipt
  head -n 4 /home/alice/app/work.receipt >"$BATS_TEST_TMPDIR/signature"
  tail -n +5 /home/alice/app/work.receipt >"$BATS_TEST_TMPDIR/statement"
  run -0 minisign -V -p /home/alice/.config/bawn/receipts.pub -x "$BATS_TEST_TMPDIR/signature" -m "$BATS_TEST_TMPDIR/statement"
  assert_line 'Trusted comment: bawn receipt 1'
}

@test "verify --receipt refuses a changed, damaged or endless receipt, or one of another key, in one error" {
  session true
  receipt
  run -0 as_bob work.receipt --key "$(tail -n 1 /home/alice/.config/bawn/receipts.pub)"
  sed '5,$s/"work"/"play"/' /home/alice/app/work.receipt >/home/bob/changed
  run -3 --separate-stderr as_bob changed --key receipts.pub
  assert_equal "${stderr_lines[0]}" 'bawn: error: the signature of changed is not valid: the receipt was changed or forged'
  assert_equal "${#stderr_lines[@]}" 2
  { sed 's/^trusted comment: .*/trusted comment: bawn receipt 2/' /home/alice/app/work.receipt; } >/home/bob/changed
  run -3 as_bob changed --key receipts.pub
  truncate -s 5M /home/bob/large
  run -3 --separate-stderr as_bob work.receipt --key large
  assert_equal "${stderr_lines[0]}" 'bawn: error: large is not a public key: expected exactly 2 lines, each with a newline at its end'
  assert_equal "${stderr_lines[1]}" 'bawn: hint: name the public key of the user who wrote the receipt, their ~/.config/bawn/receipts.pub: --key FILE'
  printf '%s\n' a b c d e >/home/bob/changed
  run -3 --separate-stderr as_bob changed --key receipts.pub
  assert_equal "$stderr" "bawn: error: changed is not a receipt: line 1 does not begin with 'untrusted comment: '
bawn: hint: write one: bawn receipt SESSION >FILE"
  run -3 --separate-stderr as_bob large --key receipts.pub
  assert_equal "${stderr_lines[0]}" 'bawn: error: large is larger than 4 MiB'
  mkfifo -m 644 /home/bob/pipe
  for file in pipe /dev/zero .; do
    run -3 --separate-stderr timeout 20 sudo -H -u bob -- env -C /home/bob bawn verify --receipt "$file" --key receipts.pub
    assert_equal "$stderr" "bawn: error: $file is not a regular file"$'\nbawn: hint: name a file with its content'
    run -3 --separate-stderr timeout 20 sudo -H -u bob -- env -C /home/bob bawn verify --receipt work.receipt --key "$file"
    assert_equal "${stderr_lines[0]}" "bawn: error: $file is not a regular file"
  done
  for text in '' x '{}' "$(printf '\033[2J\n\n\n\n\n')"; do
    printf %s "$text" >/home/bob/changed
    run -3 --separate-stderr as_bob changed --key receipts.pub
    assert_equal "${#stderr_lines[@]}" 2
    refute_regex "$stderr" $'\033'
  done
  run -4 --separate-stderr as_bob missing --key receipts.pub
  assert_equal "${stderr_lines[0]}" "bawn: error: 'missing' does not exist"
  run -2 --separate-stderr as_bob work.receipt
  assert_equal "${stderr_lines[0]}" 'bawn: error: you have no key for receipts, so --key is missing'
  run -2 as bob bawn verify --key receipts.pub
  run -2 as_bob work.receipt a.noir
  as bob minisign -G -W -p bob.pub -s bob.key >/dev/null
  run -3 --separate-stderr as_bob work.receipt --key bob.pub
  assert_regex "${stderr_lines[0]}" '^bawn: error: work.receipt is signed with the key [0-9A-F]{16}, not with [0-9A-F]{16}$'
}

@test "receipt refuses a running session, one that never ran, and an agent" {
  in_background --name work "$pause"
  run -3 --separate-stderr in_app bawn receipt work
  assert_regex "${stderr_lines[0]}" "^bawn: error: session 'work' is running \\(process [0-9]+\\)\$"
  goes_on
  run -0 in_app bawn receipt work
  in_app bawn clone work other
  run -3 --separate-stderr in_app bawn receipt other
  assert_equal "${stderr_lines[0]}" "bawn: error: session 'other' was never started"
  run -4 in_app bawn receipt missing
  in_app bawn destroy other --force
}

@test "a receipt of a file with terabytes of holes is made at once, and counts it as unread" {
  session 'truncate -s 4T holes; echo x >small'
  run -0 timeout 60 sudo -H -u alice env -C /home/alice/app sh -c 'bawn receipt work >work.receipt'
  run -0 as_bob work.receipt --key receipts.pub
  assert_line --regexp '^  changes +2, sha256'
  run -0 grep '"unread"' /home/alice/app/work.receipt
  assert_output --regexp '"unread" : 1,'
}

@test "a receipt names an interrupted session, and one without changes of its own" {
  in_background --name work "$pause"
  pkill -KILL -u alice || :
  wait || :
  receipt
  run -0 as_bob work.receipt --key receipts.pub
  assert_line --regexp '^  state +interrupted$'
  as alice bawn destroy work --force
  session 'sleep 0.5' --workspace readonly
  receipt
  run -0 as_bob work.receipt --key receipts.pub
  assert_line --regexp '^  changes +not kept apart$'
}

@test "receipt refuses a key that others can read, and never creates a second one" {
  session true
  for i in 1 2 3 4; do in_app sh -c "bawn receipt work >/tmp/receipt.$i 2>/dev/null" & done
  wait
  for i in 1 2 3 4; do run -0 as alice bawn verify --receipt "/tmp/receipt.$i"; done
  rm -f /tmp/receipt.?
  assert_equal "$(stat -c %a /home/alice/.config/bawn/receipts.key)" 600
  assert_equal "$(find /home/alice/.config/bawn -name '.receipts*')" ''
  chmod 640 /home/alice/.config/bawn/receipts.key
  run -3 --separate-stderr in_app bawn receipt work
  assert_equal "${stderr_lines[0]}" 'bawn: error: /home/alice/.config/bawn/receipts.key is secret, and other users can read it'
  rm /home/alice/.config/bawn/receipts.key
  run -3 --separate-stderr in_app bawn receipt work
  assert_equal "${stderr_lines[0]}" 'bawn: error: /home/alice/.config/bawn/receipts.key does not exist, but its public half does'
}
