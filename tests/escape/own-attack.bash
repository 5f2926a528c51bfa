# shellcheck shell=bash disable=SC2016,SC2034
# Functions of the attacks from unprivileged sessions: a user with a project and secrets beside it, and another user. Root
# prepared nothing.

# shellcheck source-path=SCRIPTDIR source=attack.bash
source "$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)/attack.bash"
# shellcheck source-path=SCRIPTDIR source=../lib/own.bash
source "$here/../lib/own.bash"

sessions=/home/op/.local/state/bawn/sessions
workspaces=/home/op/.local/share/bawn/workspaces

begin_own_world() {
  type -P bawn >/dev/null || PREFIX=/usr /src/packaging/install --no-train
  make_home_file_system
  meet op
  meet neighbour
  as neighbour sh -c 'echo "the secret of the neighbour" >secret'
  make_project op mine >/dev/null
  as op sh -c '
    mkdir -p .ssh .cargo/bin .config/gh .nvm/versions/node/v1/bin .nvm/versions/node/v1/etc beside
    for file in .ssh/id_ed25519 .netrc .pypirc .npmrc .cargo/credentials.toml .config/gh/hosts.yml .bash_history beside/file \
      .nvm/versions/node/v1/etc/npmrc; do
      echo "the secret of op" >"$file"
    done'
  install -d -o op -g op /home/op/mine/brought
  install -m 0755 "$here"/programs/*.py /home/op/mine/brought
  cp -a /home/op/mine /var/tmp/mine
  [ -z "${ATTACK_WITHOUT:-}" ] || remove_own_protection "$ATTACK_WITHOUT"
}

# meet NAME: creates a user, or a new home of an existing one.
meet() {
  if id "$1" >/dev/null 2>&1; then install -d -o "$1" -g "$1" -m 0700 "/home/$1"; else make_user "$1"; fi
}

# forget: removes all sessions, and restores the project.
forget() {
  rm -rf /home/op/.local /home/op/mine
  cp -a /var/tmp/mine /home/op/mine
}

# launches ARGUMENT…: op runs bawn launch in the project.
launches() { sudo -H -u op -- env -C /home/op/mine -- timeout -k 5 60 bawn launch "$@" </dev/null; }

# own_inside SCRIPT [OPTION…]: bash runs the script in a new session. Sets output.
own_inside() {
  local script=$1
  shift
  run --separate-stderr launches "$@" -- bash -c "{ $script"$'\n''} 2>&1; echo the end'
  # shellcheck disable=SC2154 # bats sets it
  [ "${lines[-1]}" = 'the end' ] || fail "the session did not print its last line: $output $stderr"
  output=${output%the end}
  mapfile -t lines <<<"$output"
}

# unchanged_or_went PRINT PATH…: concludes that the attack was refused if the paths are as in PRINT.
unchanged_or_went() {
  local before=$1
  shift
  if [ "$(print_of "$@")" = "$before" ]; then concludes 'refused: nothing outside was changed'; else concludes went; fi
}

# remove_own_protection PROTECTION[+PROTECTION]…: removes these protections of protections.tsv.
remove_own_protection() {
  local protection lib bawn
  bawn=$(type -P bawn)
  lib=${bawn%/bin/*}/lib/bawn
  for protection in ${1//+/ }; do
    case $protection in
      own-landlock) edit "$lib/session" 's/ close_in(1 | 2) or / 1 or /' ;;
      own-ending) leave_sessions_alone "$lib" && own_bubblewrap "$protection" ;;
      own-terminal)
        edit "$lib/session" '/^ *make_terminal();$/d'
        edit "$lib/join" '/^ *make_terminal();$/d'
        edit "$lib/relay" "/^  call('setsid')/d" '/^  setpgrp(/d' '/^    setpgrp(/d'
        ;;
      own-stub) edit "$bawn" 's/^#!.*/#!\/bin\/bash/' 's/^  drop_foreign_settings$/  PATH=$path/' ;;
      own-surroundings) edit "$lib/handover" 's/exec -c --/exec --/' && edit "$lib/session" '/^    %ENV = ();$/d' && own_bubblewrap "$protection" ;;
      own-holding) edit "$lib/session" "s/^  if (.project ne '-') {$/  if (0) {/" ;;
      own-pause) edit "$lib/session" 's/^  return if is_paused();$//' ;;
      own-everyday)
        edit "$lib/ssh-keys" "s/(map { ('-h', \$_) } @hosts), //"
        mv /usr/bin/prlimit /usr/bin/prlimit.real
        printf '#!/bin/bash\nwhile [[ ${1-} == --* ]]; do shift; done\nexec "$@"\n' >/usr/bin/prlimit
        chmod 755 /usr/bin/prlimit
        ;;
      own-tmux)
        edit "$lib/tmux.conf" 's/set-clipboard off/set-clipboard on/' 's/set-titles off/set-titles on/'
        edit "$lib/session" 's/\\&safe_output/sub { $_[0] }/'
        ;;
      own-fallback) own_fallback "$bawn" ;;
      own-joining) cp "$here/programs/joining.pl" "$lib/join" ;;
      own-redirection)
        edit "$bawn" '/^ *refuse_directories$/d'
        edit "$lib/handover" '/^  refuse_directories$/d'
        edit "$lib/session" '/^ *make_pipes();$/d'
        edit "$lib/join" '/^ *make_pipes();$/d'
        ;;
      own-outside)
        open_bawn outside
        edit "$lib/session" 's/(\$how, \$name, .ended., \$status)/($how, contents("$directory\/log"), "ended", $status)/'
        ;;
      own-looking) open_bawn looking ;;
      own-merging) open_bawn merging ;;
      own-seeding) open_bawn seeding ;;
      own-overlay) own_overlay "$lib/open-mounts" ;;
      own-read-only) edit "$lib/open-mounts" 's/^  return $source if !-d .*/  return $source;/' && own_bubblewrap "$protection" ;;
      own-fetching) open_bawn fetching && edit "$lib/fetch-repository" 's/ --proc .proc/ --bind \/home \/home&/' ;;
      own-following) open_bawn following ;;
      own-*) own_bubblewrap "$protection" ;;
      *) remove_protection "$protection" ;;
    esac
  done
}

# A session that cannot start in a sandbox starts without one.
own_fallback() {
  mv "$1" "$1.real"
  printf '#!/bin/bash\n%s "$@" && exit\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n' "$1.real" >"$1"
  chmod 755 "$1"
}

# Mounts the project itself instead of its overlay, with its masked files.
own_overlay() {
  edit "$1" 's/open_overlay(new_place.*/open_source(@{$layers[0]});/'
}

own_bubblewrap() {
  mv /usr/bin/bwrap /usr/bin/bwrap.real
  install -m 0755 "$here/programs/own-bwrap.py" /usr/bin/bwrap
  # a launch detects by this text that bubblewrap is new enough
  echo '# --disable-userns --bind-fd' >>/usr/bin/bwrap
  echo "$1" >/etc/removed-protections
}
