#!/usr/bin/env bats
# The package for Arch Linux: an ordinary user builds it from a release, pacman installs it, upgrades it during sessions, and
# removes it. pacman uses this root: empty packages stand for Debian's installed ones.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load packages

# Only one test runs during the release, because tests/run has run all others.
maven='-Dtest=PrivilegedLinesTest -Dsurefire.failIfNoSpecifiedTests=false'

setup_file() {
  make_alice
  make_builder
  make_releasable
  releases 0.1.0 --key /home/builder/key
  as builder sh -ec 'cp -r checkout/dist/0.1.0/aur/bawn bawn; cp checkout/dist/0.1.0/bawn-0.1.0.tar.gz* bawn'
  make_stand_ins
  machine >/tmp/before
  pacman -Qq >/tmp/packages-before
}

teardown_file() {
  kill "$(cat /run/maven.pid)"
}

# make_stand_ins: makes packages that provide the recipe's dependencies from this root. Java's package has a file that reports
# a change, as the real one, and systemd's has the hook of sysusers.d.
make_stand_ins() {
  as builder sh -ec 'mkdir stand-ins && cat >stand-ins/PKGBUILD' <<'RECIPE'
pkgbase=stand-ins
pkgname=(apparmor java-environment stand-ins systemd)
pkgver=1
pkgrel=1
arch=(any)
package_java-environment() {
  provides=(java-environment=25 java-runtime-headless=25)
  install -d "$pkgdir/usr/lib/jvm/stand-in"
  date +%N >"$pkgdir/usr/lib/jvm/stand-in/release"
}
package_systemd() {
  install -d "$pkgdir/usr/share/libalpm/hooks"
  printf '[Trigger]\nType = Path\nOperation = Install\nOperation = Upgrade\nTarget = usr/lib/sysusers.d/*.conf\n\n[Action]\nWhen = PostTransaction\nExec = /usr/bin/systemd-sysusers\n' \
    >"$pkgdir/usr/share/libalpm/hooks/20-systemd-sysusers.hook"
}
package_apparmor() { install -D /dev/null "$pkgdir/usr/share/stand-in/apparmor"; }
package_stand-ins() { provides=(acl bash bubblewrap git inotify-tools libseccomp maven minisign perl sudo tar util-linux); }
RECIPE
  as builder env -C stand-ins PKGEXT=.pkg.tar makepkg
  pacman -U --noconfirm /home/builder/stand-ins/*.pkg.tar
}

# trained: prints the time of the caches.
trained() { stat -c '%n %.9Y' /usr/lib/bawn/*.aot; }

@test "makepkg refuses a changed archive by its digest, and another signer's by its signature" {
  as builder sh -ec 'cp -r bawn changed; cd changed; printf x | dd of=bawn-0.1.0.tar.gz bs=1 seek=99 conv=notrunc status=none'
  run ! as builder env -C changed makepkg --verifysource
  assert_output --partial FAILED
  as builder sh -ec 'cd changed; digest=$(sha256sum <bawn-0.1.0.tar.gz); sed -i "s/^sha256sums=.*/sha256sums=(${digest% *} SKIP)/" PKGBUILD'
  run ! as builder env -C changed makepkg --verifysource
  assert_output --partial 'Signature verification failed'
  run -0 as builder env -C bawn makepkg --verifysource
}

@test "the lines of README build the package as an ordinary user, install it and set it up" {
  readme_lines arch >/tmp/lines
  assert_equal "$(wc -l </tmp/lines)" 3
  # pacman asks for confirmation
  run -0 as builder env "MAVEN_ARGS=$maven" bash -ec "$(cat /tmp/lines)" < <(yes '')
  assert_output --partial 'Preparing bawn for this Java...'
  assert_output --partial 'ready; next: sudo bawn-admin create a.noir'
  # Maven wrote no file elsewhere
  assert_equal "$(as builder ls -A .m2)" settings.xml
}

@test "pacman installs the listed files, owned by root, and none below /etc" {
  run -0 pacman -Qkk bawn
  assert_output --partial ' 0 altered files'
  run -0 pacman -Qlq bawn
  refute_line --regexp '^/etc/.|^/var/|^/home/'
  assert_line /usr/share/licenses/bawn/LICENSE
  assert_line /usr/share/man/man8/bawn-admin.8.gz
  assert_line /usr/share/man/man5/bawn.toml.5.gz
  assert_line /usr/share/man/man5/bawn-tool.5.gz
  assert_line /usr/share/doc/bawn/README.md
  assert_equal "$(stat -c '%a %U' /etc/sudoers.d/bawn)" '440 root'
  getent passwd bawn-mirror
  run -0 cmp /src/launcher/target/bawn.jar /usr/lib/bawn/bawn-????????????.jar
}

@test "the package has at most 10 MB, and its files and caches at most 115 MB" {
  local file
  file=$(echo /home/builder/bawn/bawn-0.1.0-1-*.pkg.tar.zst)
  echo "# package: $(stat -c %s "$file") bytes, installed: $(installed_size) bytes" >&3
  (($(stat -c %s "$file") <= 10000000))
  (($(installed_size) <= 115000000))
}

installed_size() {
  { pacman -Qlq bawn | grep -v '/$'; ls /usr/lib/bawn/*.aot; } | tr '\n' '\0' | du -cb --files0-from=- | tail -n 1 | cut -f 1
}

@test "an agent and an unprivileged session start" {
  sessions_start
}

@test "a new Java updates the caches, bawn names a changed program, and loads AppArmor policies" {
  trained >/tmp/trained
  as builder env -C stand-ins sh -ec 'sed -i -e "s/^pkgrel=.*/pkgrel=2/" -e "s/^pkgname=.*/pkgname=(apparmor java-environment)/" PKGBUILD; PKGEXT=.pkg.tar makepkg'
  run -0 pacman -U --noconfirm /home/builder/stand-ins/java-environment-*-2-any.pkg.tar
  assert_output --partial 'Preparing bawn for this Java...'
  run ! diff /tmp/trained <(trained)
  run -0 pacman -U --noconfirm /home/builder/stand-ins/apparmor-*-2-any.pkg.tar
  assert_output --partial "Loading the policies of bawn's agents..."
  run -0 /usr/lib/bawn/tell-reseal
  assert_output ''
  cp /usr/bin/tail /tmp/tail
  cat /usr/bin/tail /dev/null >/tmp/other
  printf x >>/tmp/other
  cp /tmp/other /usr/bin/tail
  touch /usr/bin/head
  run -0 /usr/lib/bawn/tell-reseal
  assert_output 'bawn: a.noir runs the signed versions of these programs: tail; to sign the new versions: sudo bawn-admin reseal a.noir'
  cp /tmp/tail /usr/bin/tail
}

@test "an upgrade keeps agents, policies and running sessions" {
  # the next version has another word in a class, which the replaced Maven writes into the existing jar
  as builder sh -ec 'mkdir next && cat >next/mvn && chmod +x next/mvn' <<'MVN'
#!/bin/bash
set -e
while [[ $1 != -f ]]; do shift; done
cd "${2%/*}"
. tests/packages/next.bash
MVN
  as builder sh -ec 'cd bawn
    sed -i "s/^pkgver=.*/pkgver=0.1.1/" PKGBUILD
    mv src/bawn-0.1.0 src/bawn-0.1.1
    PATH=~/next:$PATH makepkg -ef --noprepare --nocheck'
  begin_sessions
  local old
  old=$(echo /usr/lib/bawn/bawn-????????????.jar)
  run -0 pacman -U --noconfirm /home/builder/bawn/bawn-0.1.1-1-*.pkg.tar.zst
  assert_output --partial 'Preparing bawn for this Java...'
  [ ! -e "$old" ]
  assert_equal "$(compgen -G '/usr/lib/bawn/*.aot' | wc -l)" "$(wc -l </tmp/trained)"
  sessions_go_on 0.1.1
}

@test "pacman removes all files of the package, and names those that stay" {
  run -0 pacman -R --noconfirm bawn
  assert_output --partial 'bawn: agents, keys and settings stay in /var/lib/bawn and /etc/bawn'
  [ ! -e /usr/lib/bawn ]
  [ -e /var/lib/bawn/agents/a.noir ]
  run -0 pacman -U --noconfirm /home/builder/bawn/bawn-0.1.1-1-*.pkg.tar.zst
  run -0 as alice bawn verify a.noir
  run -0 bawn-admin uninstall --purge --yes
  run -0 pacman -R --noconfirm bawn
  refute_output --partial 'stay in'
  machine >/tmp/after
  diff /tmp/before /tmp/after
  diff /tmp/packages-before <(pacman -Qq)
}
