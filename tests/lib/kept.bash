# shellcheck shell=bash
# Copies of the places that tests change, for files of tests that share a guest: bats files there, and its first program.

# shellcheck source-path=SCRIPTDIR source=place.bash
source "$(dirname "${BASH_SOURCE[0]}")/place.bash"

kept=/.kept

# keep NAME: remembers how these places are now.
keep() {
  mkdir -p "$kept/$1"
  rsync --archive --acls --xattrs --hard-links --delete /etc /home /root /var "$kept/$1/"
}

# put_back NAME: makes them so again.
put_back() {
  require_test_root
  rsync --archive --acls --xattrs --hard-links --delete "$kept/$1"/{etc,home,root,var} /
}

is_kept() { [ -d "$kept/$1" ]; }

# forget_policies: the kernel has none any more.
forget_policies() {
  local policy
  sed 's/ ([a-z]*)$//' /sys/kernel/security/apparmor/profiles | while IFS= read -r policy; do
    printf '%s' "$policy" >/sys/kernel/security/apparmor/.remove
  done
}
