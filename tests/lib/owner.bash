# shellcheck shell=bash
# Rights of a checkout's owner. Sourced by scripts outside the root, in the checkout.

# as_owner COMMAND…: with the rights of whoever owns the current directory. The checkout stays its owner's, and root runs
# none of what Maven brings along: as packaging/install does it.
as_owner() {
  local owner group
  owner=$(stat -c %u .)
  group=$(stat -c %g .)
  if ((EUID == 0 && owner != 0)); then
    setpriv --reuid="$owner" --regid="$group" --init-groups --inh-caps=-all --no-new-privs --reset-env -- "$@"
  else
    "$@"
  fi
}
