#!/usr/bin/env bats
# User IDs that change hands, or that somebody has already.

# shellcheck disable=SC2154 # names come with load
load attack.bash

setup_file() {
  begin_world
}

@test "a user who gets the uid of an operator who is gone starts no agent" {
  local uid serial
  make_person gone
  bawn-admin operator add "$agent" gone
  uid=$(id -u gone)
  userdel --remove gone
  useradd --create-home --uid "$uid" heir
  serial=$(readlink "$state/agents/$agent")
  run as heir timeout -k 5 60 sudo -n -u "$agent" "$(enter_program)" app "${serial##*/}" sh -c 'echo went'
  bawn-admin operator remove "$agent" "$uid" --yes
  userdel --remove heir
  judge
}

@test "a new agent does not get the uid of a user, and reads nothing of theirs" {
  useradd --create-home --uid "$(cat "$state/next-uid")" victim
  install -m 0600 -o victim -g victim /dev/null /srv/victims
  bawn-admin create c.new --operator op
  run setpriv --reuid="$(id -u c.new)" --regid="$(id -g c.new)" --clear-groups sh -c 'cat /srv/victims && echo went'
  bawn-admin delete c.new --yes || userdel --force c.new
  userdel --force --remove victim
  judge
}
