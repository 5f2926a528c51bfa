# shellcheck shell=bash
# here and agent are set by attack.bash; the shell that reads what is written here expands it:
# shellcheck disable=SC2154,SC2016
# Takes one wall away before the attacks begin, to see that they come through: see tests/escape/opened.

# open_wall WALL
open_wall() {
  local lib
  lib=$(dirname "$(enter_program)")
  case $1 in
    seccomp) # a filter of one instruction: allow
      printf '\006\0\0\0\0\0\377\177' >"$lib/session.bpf"
      ;;
    read-only | network | ending | namespaces | recipe)
      mv /usr/bin/bwrap /usr/bin/bwrap.real
      printf '#!/usr/bin/python3 -I\nWALL = "%s"\n' "$1" | cat - "$here/programs/bwrap.py" >/usr/bin/bwrap
      chmod 755 /usr/bin/bwrap
      install -d -m 0755 /.bawn
      install -d -m 0777 /home/agent /work/app/.scratch /work/app/.claude
      ln -sf /usr/bin/env /.bawn/env
      ;;
    sudoers)
      printf 'op,neighbour,%s ALL=(ALL) NOPASSWD: SETENV: ALL\n' "$agent" >/etc/sudoers.d/zz
      echo 'Defaults !env_reset, !use_pty, runcwd=*, runchroot=*' >>/etc/sudoers.d/zz
      sed -i '/^Defaults/d' /etc/sudoers.d/bawn
      ;;
    checks) # neither bawn nor enter looks at anything
      sed -i -e 's/^trusted() {/trusted() { return\n/' -e 's/^field() {/field() { return\n/' \
        -e '/agents\/.gen\/$agent\/$serial") ;;/d' -e '/^\[ -L "bin/d' "$lib/enter"
      printf '#!/bin/bash\nagent=$3 project=$4 link=$(readlink "/var/lib/bawn/agents/$3")\nshift 5\nexec sudo -n -u "$agent" %s "$project" "${link##*/}" "$@"\n' \
        "$(enter_program)" >"$(type -P bawn)"
      ;;
    *) fail "there is no wall '$1'" ;;
  esac
}
