#!/usr/bin/env bats
# The package for Debian: checked by lintian, installed, upgraded beneath running sessions and removed by apt. The link
# debian12.bats runs these tests in Debian 12. Debian 12 has no package of Java 25, so the tests install an empty package with the
# name of the package from adoptium.net.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load packages

setup_file() {
  make_alice
  echo 'alice ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/alice
  chmod 755 /home/alice
  /src/packaging/deb /home/alice/dist
  dpkg-query -W openjdk-25-jre-headless >/dev/null 2>&1 || make_stand_in temurin-25-jdk /usr/share/stand-in
  machine >/tmp/before
  dpkg-query -W >/tmp/packages-before
}

# make_stand_in NAME FILE: builds and installs a package of that name with one file.
make_stand_in() {
  local stage=/tmp/$1
  mkdir -p "$stage/DEBIAN" "$stage${2%/*}"
  printf 'Package: %s\nVersion: 1\nArchitecture: all\nMaintainer: a <a@localhost>\nDescription: a stand-in\n' "$1" >"$stage/DEBIAN/control"
  echo "$1" >"$stage$2"
  dpkg-deb --root-owner-group --build "$stage" "$stage.deb"
  run -0 dpkg -i "$stage.deb"
}

@test "lintian finds no error, and a second package has the same bytes" {
  make_user builder
  run -0 as builder lintian --fail-on error /home/alice/dist/bawn_0.1.0_amd64.deb
  /src/packaging/deb /tmp/again
  cmp /home/alice/dist/bawn_0.1.0_amd64.deb /tmp/again/bawn_0.1.0_amd64.deb
  (($(stat -c %s /home/alice/dist/bawn_0.1.0_amd64.deb) <= 10000000))
  userdel -r builder
}

@test "the lines of README install the package and set it up" {
  readme_lines debian >/tmp/lines
  assert_equal "$(wc -l </tmp/lines)" 2
  run -0 as alice bash -ec "$(cat /tmp/lines)"
  assert_output --partial 'ready; next: sudo bawn-admin create a.noir'
  run -0 dpkg --verify bawn
  assert_output ''
  assert_equal "$(compgen -G '/usr/lib/bawn/*.aot' | wc -l)" 4
}

@test "an agent and an unprivileged session start" {
  sessions_start
}

@test "a new Java updates the caches, and bawn names a changed program" {
  local before
  before=$(stat -c '%n %.9Y' /usr/lib/bawn/*.aot)
  make_stand_in a-java /usr/lib/jvm/stand-in/release
  [ "$before" != "$(stat -c '%n %.9Y' /usr/lib/bawn/*.aot)" ]
  cp /usr/bin/tail /tmp/tail
  printf x >>/usr/bin/tail
  make_stand_in a-program /usr/bin/a-program
  assert_output --partial 'bawn: a.noir runs the signed versions of these programs: tail; to sign the new versions: sudo bawn-admin reseal a.noir'
  cp /tmp/tail /usr/bin/tail
}

@test "an upgrade keeps agents, policies and running sessions" {
  cp -a /src /tmp/next
  (cd /tmp/next && . tests/packages/next.bash && packaging/deb /home/alice/dist)
  begin_sessions
  local old
  old=$(echo /usr/lib/bawn/bawn-????????????.jar)
  run -0 as alice sudo apt-get install ./dist/bawn_0.1.1_amd64.deb
  [ ! -e "$old" ]
  assert_equal "$(compgen -G '/usr/lib/bawn/*.aot' | wc -l)" 4
  sessions_go_on 0.1.1
}

@test "apt removes all files of the package, and names those that stay" {
  run -0 apt-get -y remove bawn
  assert_output --partial 'bawn: agents, keys and settings stay in /var/lib/bawn and /etc/bawn'
  [ ! -e /usr/lib/bawn ]
  [ -e /var/lib/bawn/agents/a.noir ]
  run -0 apt-get -y install /home/alice/dist/bawn_0.1.1_amd64.deb
  run -0 as alice bawn verify a.noir
  run -0 bawn-admin uninstall --purge --yes
  run -0 apt-get -y purge bawn
  refute_output --partial 'stay in'
  # not before, because that would train the caches again
  dpkg -P a-java a-program
  machine >/tmp/after
  diff /tmp/before /tmp/after
  diff /tmp/packages-before <(dpkg-query -W)
}
