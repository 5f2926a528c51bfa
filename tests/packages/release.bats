#!/usr/bin/env bats
# packaging/release: its refusals and its archives.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load packages

version=0.1.0

setup_file() {
  make_home_file_system
  make_builder
  make_releasable
}

teardown_file() {
  kill "$(cat /run/maven.pid)"
}

# not_released SENTENCE: asserts this error, and that no archive exists.
not_released() {
  run -1 releases "$version" --key /home/builder/key
  assert_output --partial "bawn: error: $1"
  [ ! -e "/home/builder/checkout/dist/$version" ]
}

@test ".SRCINFO of the recipe has the output of makepkg" {
  run -0 diff /src/packaging/arch/.SRCINFO <(in_checkout env -C packaging/arch makepkg --printsrcinfo)
}

@test "release refuses invalid arguments" {
  local words
  for words in '' 1 1.2 1.2.3x '1.2.3 --key' '1.2.3 --other' '1.2.3' '1.2.3 --key k --url nowhere'; do
    # shellcheck disable=SC2086 # words
    run -2 releases $words
    assert_line --index 0 --regexp '^bawn: error: '
    assert_line --index 1 --regexp '^bawn: hint: '
  done
}

@test "release refuses a tree with changes" {
  in_checkout touch new
  not_released 'the tree has changes'
  in_checkout rm new
}

@test "release refuses a version that the sources do not have" {
  run -1 releases 7.8.9 --key /home/builder/key
  assert_output --partial 'another version than 7.8.9'
  in_checkout sh -c 'sed -i "s/^## 0.1.0/## 0.0.9/" CHANGELOG.md && git commit -qam "No section"'
  not_released "CHANGELOG.md has no section '## $version'"
  in_checkout git reset -q --hard HEAD^
}

@test "release makes no archive when a test fails" {
  in_checkout sh -c 'echo exit 1 >>tests/run && git commit -qam "A failure"'
  run -1 releases "$version" --key /home/builder/key
  [ ! -e "/home/builder/checkout/dist/$version" ]
  in_checkout git reset -q --hard HEAD^
}

@test "release refuses an archive whose two builds differ" {
  # shellcheck disable=SC2016 # for the script
  as builder sh -c 'printf "#!/bin/sh\necho \$\$ \$PWD\n" >jar; chmod +x jar'
  not_released "two builds of bawn-$version.tar.gz differ in launcher/target/bawn.jar"
  rm /home/builder/jar
}

@test "release refuses a key that is not the project's" {
  in_checkout minisign -G -W -p /home/builder/other.pub -s /home/builder/other
  run -1 releases "$version" --key /home/builder/other
  assert_output --partial 'is not the secret key of packaging/keys/release.pub'
  [ ! -e "/home/builder/checkout/dist/$version" ]
}

@test "a release holds archive, digest, signature, changes and recipes, and is the same when made again" {
  rm -f /home/builder/tests
  run -0 releases "$version" --key /home/builder/key --url https://localhost/bawn
  assert_equal "$(cat /home/builder/tests)" ran
  cd "/home/builder/checkout/dist/$version"
  assert_equal "$(find . -type f | LC_ALL=C sort | xargs)" "./CHANGES ./aur/bawn-git/.SRCINFO ./aur/bawn-git/PKGBUILD \
./aur/bawn-git/bawn.install ./aur/bawn/.SRCINFO ./aur/bawn/PKGBUILD ./aur/bawn/bawn.install ./bawn-$version.tar.gz \
./bawn-$version.tar.gz.minisig ./bawn-$version.tar.gz.sha256"
  run -0 sha256sum -c "bawn-$version.tar.gz.sha256"
  run -0 minisign -Vm "bawn-$version.tar.gz" -p ../../packaging/keys/release.pub
  assert_output --partial "Trusted comment: bawn $version"
  assert_regex "$(head -n 1 CHANGES)" '^The first release\.'
  assert_equal "$(tail -n 1 CHANGES)" '- change 20000'
  for package in bawn bawn-git; do
    diff "aur/$package/.SRCINFO" <(sudo -u builder env -C "$PWD/aur/$package" makepkg --printsrcinfo)
  done
  run cat aur/bawn/.SRCINFO
  assert_line --partial "source = https://localhost/bawn/bawn-$version.tar.gz.minisig"
  assert_line --partial "sha256sums = $(cut -d ' ' -f 1 "bawn-$version.tar.gz.sha256")"
  run tar -tzf "bawn-$version.tar.gz"
  assert_line "bawn-$version/packaging/stage"
  refute_line --regexp '^bawn-[0-9.]*/(\.git|\.ci|dist|packaging/arch)/'
  cp "bawn-$version.tar.gz" /tmp/first
  run -0 releases "$version" --key /home/builder/key
  cmp /tmp/first "/home/builder/checkout/dist/$version/bawn-$version.tar.gz"
}
