#!/usr/bin/env bats
# User IDs that another user gets later, or that are already in use.

# shellcheck disable=SC2154 # the loaded files define the variables
load attack.bash

setup_file() {
  begin_world
}

@test "a new user with the uid of a deleted operator cannot start an agent" {
  local uid serial
  make_user gone
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

@test "a new agent does not get the uid of a user and cannot read the user's files" {
  useradd --create-home --uid "$(cat "$state/next-uid")" victim
  install -m 0600 -o victim -g victim /dev/null /srv/victims
  bawn-admin create c.new --operator op
  run setpriv --reuid="$(id -u c.new)" --regid="$(id -g c.new)" --clear-groups sh -c 'cat /srv/victims && echo went'
  bawn-admin delete c.new --yes || userdel --force c.new
  userdel --force --remove victim
  judge
}

@test "init refuses a directory of another user, and an account that can log in" {
  local before
  chown neighbour "$state/mirrors"
  run bawn-admin init
  before=$output
  [ "$status" -ne 0 ] || before=went
  chown root "$state/mirrors"
  usermod -s /bin/bash bawn-mirror
  run bawn-admin init
  usermod -s /usr/sbin/nologin bawn-mirror
  [ "$status" -ne 0 ] || output=went
  concludes "$output"
  judge
  concludes "$before"
  judge
}

@test "create reports a new agent without its sudo rules as partly in effect" {
  mount --bind /etc/sudoers.d /etc/sudoers.d
  mount -o remount,bind,ro /etc/sudoers.d
  run bawn-admin create c.late --operator neighbour
  umount /etc/sudoers.d
  bawn-admin init
  grep -q '(c\.late)' /etc/sudoers.d/bawn
  [[ $output == *'is only partly in effect: '* ]] || output=went
  bawn-admin delete c.late --yes
  concludes "$output"
  judge
}

@test "a new agent cannot read a file of an agent that uninstall --purge removed" {
  local each seen=
  install -m 0600 -o "$other" -g "$other" /dev/null /srv/left
  bawn-admin uninstall --purge --yes
  bawn-admin init
  for each in c.one c.two c.three; do
    bawn-admin create "$each" --operator op
    run setpriv --reuid="$(id -u "$each")" --regid="$(id -g "$each")" --clear-groups sh -c 'cat /srv/left && echo went'
    seen+=$output$'\n'
  done
  output=$seen
  mapfile -t lines <<<"$seen"
  judge
}
