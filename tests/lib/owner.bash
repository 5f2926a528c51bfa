# shellcheck shell=bash
# Runs commands as the owner of a checkout. Scripts outside the test root source this, in the checkout.

# as_owner COMMAND…: runs the command as the owner of the current directory, as packaging/install does. So no file of the
# checkout gets another owner, and root runs no plugin of Maven.
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
