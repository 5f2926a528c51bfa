# shellcheck shell=bash
# Where this runs: what makes accounts and mounts must run in the test root or in the guest, never on the machine. Sourced
# by bats files and benches; needs POSIX sh only.

# is_test_root: whether this is a copy of the test root, or the guest. tests/root/enter and tests/vm/init make the mark
# below /dev, which is in memory in both, so no layer that is kept over a root has it.
is_test_root() {
  [ -e /dev/bawn-tests ]
}

# require_test_root: ends this shell elsewhere.
require_test_root() {
  is_test_root || {
    printf '%s: error: this makes accounts and mounts, so it runs only in the test root\n' "${0##*/}" >&2
    printf '%s: hint: tests/run --only root FILE, or tests/root/enter: see tests/README.md\n' "${0##*/}" >&2
    exit 1
  }
}
