# shellcheck shell=bash
# Detects where a script runs: tests that make accounts and mounts must run in the test root or in the guest, never on the
# machine itself. bats files and benches source this; it needs POSIX sh only.

# is_test_root: whether this is a copy of the test root, or the guest. tests/root/enter and tests/vm/init make a file in
# /dev as the mark. /dev is in memory in both, so no saved layer contains the mark.
is_test_root() {
  [ -e /dev/bawn-tests ]
}

# require_test_root: exits with an error outside of the test root and the guest.
require_test_root() {
  is_test_root || {
    printf '%s: error: this makes accounts and mounts, so it runs only in the test root\n' "${0##*/}" >&2
    printf '%s: hint: tests/run --only root FILE, or tests/root/enter: see tests/README.md\n' "${0##*/}" >&2
    exit 1
  }
}
