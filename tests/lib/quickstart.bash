# shellcheck shell=bash disable=SC2034
# Functions for the tests of packaging/quickstart, the first command of the README: they compare the machine before and after.

quickstart=/src/packaging/quickstart

setup_file() {
  make_user op
  echo 'op ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/op
}

# Lists every account, and every file with its mode and owner, except logs, backups, temporary files and the next user ID.
machine() {
  getent passwd
  getent group
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /run -o -path /var/log \
    -o -path '/etc/*-' -o -path /etc/.pwd.lock \
    -o -path /var/lib/bawn.next-uid \) -prune -o -printf '%p %m %u %l\n' | sort
}

# shown: asserts that $output shows a session that could do only what its sandbox permits.
shown() {
  assert_line '  a.demo'
  assert_line '  hello, world'
  assert_line '  bawn: perl: not allowed for a.demo; if it is installed, ask root: sudo bawn-admin allow a.demo perl'
  assert_line '  review.txt'
  assert_line "  touch: cannot touch 'src/mine.py': Read-only file system"
  assert_line '  cat: .env: No such file or directory'
  refute_output --partial 'unexpected result'
  assert_line --regexp 'V3 .*the signature of the manifest is valid'
}
