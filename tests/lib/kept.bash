# shellcheck shell=bash
# Copies of the directories that tests change. The bats files that share a guest source this, and so does tests/vm/init.

# shellcheck source-path=SCRIPTDIR source=place.bash
source "$(dirname "${BASH_SOURCE[0]}")/place.bash"

kept=/.kept

# keep NAME: copies these directories as they are now.
keep() {
  mkdir -p "$kept/$1"
  rsync --archive --acls --xattrs --hard-links --delete /etc /home /root /var "$kept/$1/"
}

# put_back NAME: restores the directories from the copy.
put_back() {
  require_test_root
  rsync --archive --acls --xattrs --hard-links --delete "$kept/$1"/{etc,home,root,var} /
}

is_kept() { [ -d "$kept/$1" ]; }

# forget_policies: removes all AppArmor policies from the kernel.
forget_policies() {
  local policy
  sed 's/ ([a-z]*)$//' /sys/kernel/security/apparmor/profiles | while IFS= read -r policy; do
    printf '%s' "$policy" >/sys/kernel/security/apparmor/.remove
  done
}
