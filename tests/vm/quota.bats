#!/usr/bin/env bats
# Disk quotas of agents, in a file system that enforces them. The kernel of the test root has none.

bats_require_minimum_version 1.5.0

load ../lib/world

setup_file() {
  make_user alice
  make_project alice app >/dev/null
  bawn-admin init
  modprobe -a loop quota_v2
  truncate -s 128M /tmp/disk
  mkfs.ext4 -q -O quota /tmp/disk
  mkdir /tmp/kept
  mount -o loop,usrquota,acl /tmp/disk /tmp/kept
  cp -a /var/lib/bawn/. /tmp/kept
  mount --move /tmp/kept /var/lib/bawn
  bawn-admin create a.noir --operator alice --limit disk=2M
  bawn-admin assign a.noir /home/alice/app
}

teardown_file() { umount -l /var/lib/bawn; }

launches() { as alice bawn launch a.noir app --no-sync -- "$@"; }
limits() { bawn-admin show a.noir | grep '^limits'; }
writes() { launches sh -c "head -c ${1}M /dev/zero >.scratch/large"; }

@test "the kernel stops a running session at the disk limit of its agent" {
  run -0 limits
  assert_output --partial 'disk 2 MiB (enforced by a disk quota)'
  run -1 writes 4
  assert_output --partial 'Disk quota exceeded'
  run -0 launches sh -c 'rm .scratch/large; head -c 1M /dev/zero >.scratch/large'
}

@test "a changed limit changes the quota, no limit removes it, and init restores it" {
  bawn-admin reseal a.noir --limit disk=8M
  run -0 writes 4
  bawn-admin reseal a.noir --limit disk=0
  run -0 writes 12
  run -0 limits
  refute_output --partial disk
  bawn-admin reseal a.noir --limit disk=2M
  run -3 launches true
  run -1 bawn-admin doctor
  assert_output --partial 'the files of a.noir take 13 MiB of at most 2 MiB'
  bawn-admin reseal a.noir --limit disk=16M
  run -0 launches true
  # as on a file system where quotas were enabled later
  set_quota "$(id -u a.noir)" 1024
  run -1 bawn-admin doctor
  assert_output --partial 'the disk quota of a.noir is not the limit of its policy'
  run -0 limits
  assert_output --partial '(checked at each start)'
  bawn-admin init
  run -0 limits
  assert_output --partial 'disk 16 MiB (enforced by a disk quota)'
}

@test "delete removes the quota of an agent" {
  local uid
  uid=$(id -u a.noir)
  bawn-admin delete a.noir --yes
  run -0 get_quota "$uid"
  assert_output 0
}

# set_quota UID KIB, get_quota UID: set and print the disk quota of a user, by quotactl_fd(2).
set_quota() {
  perl -e 'opendir my $at, "/var/lib/bawn" or die; my $limits = pack "Q8 L", $ARGV[1], $ARGV[1], (0) x 6, 1;
    syscall(443, fileno $at, 0x80000800, $ARGV[0] + 0, $limits) == 0 or die $!' "$@"
}
get_quota() {
  perl -e 'opendir my $at, "/var/lib/bawn" or die; my $limits = "\0" x 256;
    syscall(443, fileno $at, 0x80000700, $ARGV[0] + 0, $limits) == 0 or die $!; print unpack "Q", $limits' "$@"
}
