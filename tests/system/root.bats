#!/usr/bin/env bats
# Properties of the test root that all other files of this directory rely on.

load ../lib/world

setup_file() {
  useradd --system --shell /usr/sbin/nologin --create-home a.noir
  usermod -L -e 1 a.noir
  make_user op
}

@test "useradd creates an account with a dotted name" {
  run id -un a.noir
  assert_success
  assert_output a.noir
}

@test "root becomes a locked and expired account through sudo, and gets its exit status" {
  run sudo -u a.noir sh -c 'id -un; exit 7'
  assert_output a.noir
  assert_failure 7
}

@test "sudo refuses an ordinary user without a rule" {
  run as op sudo -n id
  assert_failure 1
}

@test "a rule for one command permits only that command, with both sudos" {
  echo 'op ALL=(a.noir) NOPASSWD: /usr/bin/id' >/etc/sudoers.d/op
  for sudo in sudo sudo-rs; do
    run as op "$sudo" -n -u a.noir /usr/bin/id -un
    assert_success
    assert_output a.noir
    run as op "$sudo" -n -u a.noir /usr/bin/whoami
    assert_failure
  done
}

@test "an ordinary user starts bubblewrap with every namespace" {
  run as op bwrap --unshare-all --unshare-user --disable-userns --die-with-parent --ro-bind /usr /usr \
    --symlink usr/bin /bin --symlink usr/lib64 /lib64 --proc /proc --dev /dev --tmpfs /tmp -- \
    sh -c 'echo $$ && touch /tmp/x && ! touch /usr/x && exit 9'
  assert_failure 9
  assert_line 2
}

@test "the checkout is readable and not writable" {
  test -r /src/tests/system/root.bats
  run touch /src/x
  assert_failure
}

@test "the network has only loopback" {
  run ip -br link
  assert_output --regexp '^lo +UNKNOWN [^\n]*$'
}

@test "files take access control lists and user attributes" {
  touch /var/lib/marked
  setfacl -m u:op:r /var/lib/marked
  run getfacl -cp /var/lib/marked
  assert_line 'user:op:r--'
  python3 -c 'import os; os.setxattr("/var/lib/marked", "user.bawn", b"1")'
}
