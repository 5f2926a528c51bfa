# shellcheck shell=bash
# Removes protections before the attacks begin, so that the attacks must succeed: see tests/escape/mutate.
# attack.bash defines here, state, agent and enter_program; other shells expand the quoted text:
# shellcheck disable=SC2154,SC2016

# remove_protection PROTECTION[+PROTECTION]…: removes these protections of protections.tsv.
remove_protection() {
  local protection lib
  lib=$(dirname "$(enter_program)")
  for protection in ${1//+/ }; do
    case $protection in
      seccomp | capabilities | read-only | network | namespaces | own-settings) open_recipe "$protection" ;;
      ending) open_recipe "$protection" && leave_sessions_alone "$lib" ;;
      terminal) edit "$lib/session" 's/^ *make_terminal();$//' && edit "$lib/relay" '/^  call(.setsid.)/d' ;;
      noexec) edit "$lib/agent-sandbox" "s/(\$how eq 'noexec' ? 8 : 0)/0/" ;;
      pause) edit "$lib/session" 's/^  return if is_paused();$//' ;;
      pause-operator) edit "$lib/stop-all" 's/ && $uid == $operator$//' ;;
      landlock) edit "$lib/landlock" 's/^if (\$version >= 2) {$/if (0) {/' ;;
      scopes) edit "$lib/landlock" 's/ 1 | 2)/ 0)/' ;;
      procfs) edit "$lib/enter" '/--remount-ro \/proc/d' ;;
      trial) open_trial ;;
      # `session` makes a user namespace of its own before bubblewrap, in which no setuid program gives root's rights
      bubblewrap) open_recipe "$protection" && edit "$lib/agent-sandbox" '/^  mount_writable();$/d' && rmdir /home/agent && ln -s "$state/homes/$agent" /home/agent ;;
      operator) open_recipe "$protection" && open_permissions && install -m 4755 /usr/bin/setpriv /usr/bin/as-root ;;
      root) open_recipe "$protection" && install -m 4755 /usr/bin/setpriv /usr/bin/as-root ;;
      settings) open_recipe "$protection" && make_settings /var/tmp/settings ;;
      devices) open_recipe "$protection" && echo x >/dev/uinput && chmod 666 /dev/uinput ;;
      permissions) open_permissions ;;
      overlay-pipes)
        edit "$lib/overlay-bundle" 's/^    pipe=.*/    pipe=/'
        edit "$lib/mirror-overlay" 's/sysopen(\(.*index"\), 04000)/sysopen(\1, 0)/'
        ;;
      overlay-links) edit "$lib/overlay-discard" 's/^  lstat \$name and -d _ or return 0;$/  return chdir \$name;/' ;;
      overlay-merging) open_bawn taking ;;
      listing) chmod -R a+rwX /run/bawn/live && open_bawn listing ;;
      limits) edit "$state/agents/$agent/limits" 's/=[0-9]*:[0-9]*/=9000:9000/g' ;;
      account) usermod -e '' -s /bin/sh -p '' "$agent" ;;
      sudoers) open_sudoers ;;
      checks | policy) open_checks ;;
      words) edit "$lib/enter" 's/^set -- perl .*//' 's/^exec "$@"/eval "exec perl \"$lib\/session\" --sealed $PPID \"$words\" $*"/' ;;
      mirror | deletion | waiting | links | trust | temporary | adoption | names | numbers | takeover | reports) open_admin "$protection" ;;
      comparison) edit "$lib/mirror-receive" 's/^find_unknown() {/find_unknown() { : >\/tmp\/unknown; return\n/' ;;
      project) open_bawn believing ;;
      policy-*) open_policy "${protection#policy-}" ;;
      *) fail "unknown protection: '$protection'" ;;
    esac
  done
}

# leave_sessions_alone LIBRARY: no process ends the others of a session whose relay or monitor has ended.
leave_sessions_alone() {
  edit "$1/session" "s/^  kill 'STOP', .*/  return;/" "/^  kill 'KILL', .* for children_of/d" '/PR_SET_PDEATHSIG/d'
  edit "$1/relay" '/PR_SET_PDEATHSIG$/d'
}

# edit FILE EXPRESSION…: edits the file with sed. Fails if an expression changes nothing, because the protection would stay.
edit() {
  local file=$1 expression before
  shift
  for expression; do
    before=$(sha256sum <"$file")
    sed -i -e "$expression" "$file"
    [ "$(sha256sum <"$file")" != "$before" ] || fail "no line of $file is changed by: $expression" || return
  done
}

# open_recipe PROTECTION: replaces bubblewrap by a program that leaves out the options of this protection.
open_recipe() {
  if [ ! -e /usr/bin/bwrap.real ]; then
    mv /usr/bin/bwrap /usr/bin/bwrap.real
    install -m 0755 "$here/programs/bwrap.py" /usr/bin/bwrap
    install -d -m 0755 /.bawn
    install -d -m 0777 /home/agent /work/{app,changed,taken}/{.scratch,.claude}
    ln -sf /usr/bin/env /.bawn/env
  fi
  # Landlock permits access by mount, and these mounts do not exist
  case $1 in namespaces | bubblewrap) remove_protection landlock ;; esac
  echo "$1" >>/etc/removed-protections
}

open_permissions() {
  local places=("$state"/{homes,scratch,mirrors} "$state"/agents/.gen/*/*/{settings,bin})
  [ ! -d "$state/identities" ] || places+=("$state/identities")
  chmod -R a+rwX "${places[@]}"
  setfacl -R -m "u:$agent:rwX" "${places[@]}"
}

# make_settings DIR: creates the files that the attacks try to write below /proc/sys.
make_settings() {
  mkdir -p "$1"/{kernel,vm,net/ipv4,user}
  touch "$1"/kernel/{core_pattern,modprobe,hostname} "$1"/vm/overcommit_memory
  chmod -R a+rwX "$1"
}

open_sudoers() {
  printf 'op,neighbour,%s ALL=(ALL) NOPASSWD: SETENV: ALL\n' "$agent" >/etc/sudoers.d/zz
  echo 'Defaults !env_reset, !use_pty, runcwd=*, runchroot=*, rlimit_core=default' >>/etc/sudoers.d/zz
  edit /etc/sudoers.d/bawn '/^Defaults/d'
}

# Neither bawn nor enter verifies anything.
open_checks() {
  edit "$lib/enter" 's/^trusted() {/trusted() { return\n/' 's/^field() {/field() { return\n/' \
    '/^mine=$/,/^\[ "$mine" \]/d' '/agents\/.gen\/$agent\/$serial") ;;/d' '/^\[ -L "bin/d' 's/$agent\/$serial\/bin/$agent\/${PWD##*\/}\/bin/' \
    '/^elif \[ -e apparmor-required/,/refuse/d'
  printf '#!/bin/bash\nagent=$3 project=$4 link=$(readlink "/var/lib/bawn/agents/$3")\nshift 5\nexec sudo -n -u "$agent" %s "$project" "${link##*/}" "$@"\n' \
    "$(enter_program)" >"$(type -P bawn)"
}

# open_admin PROTECTION: replaces bawn-admin by a program that runs it, and does something insecure beside it.
open_admin() {
  local admin
  admin=$(type -P bawn-admin)
  mv "$admin" "$admin.real"
  { echo "#!/bin/bash" && echo "protection=$1 real=$admin.real" && cat "$here/programs/careless.bash"; } >"$admin"
  chmod 755 "$admin"
  [ "$1" != mirror ] || bawn-admin sync "$agent" app
}

# open_bawn PROGRAM: replaces bawn by a program that first does something insecure, and then runs bawn.
open_bawn() {
  local bawn
  bawn=$(type -P bawn)
  mv "$bawn" "$bawn.real"
  { printf '#!/bin/bash\nreal=%s\n' "$bawn.real" && cat "$here/programs/$1.bash"; } >"$bawn"
  chmod 755 "$bawn"
}

# doctor --try runs python3 with the agent's configuration at the terminal.
open_trial() {
  local bawn
  bawn=$(type -P bawn)
  mv "$bawn" "$bawn.real"
  printf '#!/bin/bash\nlink=$(readlink "/var/lib/bawn/agents/$3")\nsudo -n -u "$3" %s "$4" "${link##*/}" python3 -c pass\nexec %s "$@"\n' \
    "$(enter_program)" "$bawn.real" >"$bawn"
  chmod 755 "$bawn"
}

# open_policy WHAT: adds a rule to the agent's policy that it must not have.
open_policy() {
  local rule
  case $1 in
    exec) rule='file mrix /**,' ;;
    trace) rule='ptrace,' ;;
    label) rule='change_profile, /proc/** rw,' ;;
  esac
  sed "/^profile /a $rule" "$state/agents/$agent/profile" | apparmor_parser --replace --skip-cache
}
