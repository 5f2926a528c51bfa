#!/usr/bin/env bats
# A project on btrfs, which lists in an open directory only what it contained when it was opened (Linux 6.5), and where a
# subvolume is a file system of its own for openat2(2).

bats_require_minimum_version 1.5.0

load ../lib/world

setup_file() {
  make_user alice
  modprobe -a loop btrfs
  truncate -s 200M /tmp/btrfs
  mkfs.btrfs -q /tmp/btrfs
  mkdir /home/alice/disk
  mount -o loop /tmp/btrfs /home/alice/disk
  chown alice: /home/alice/disk
  as alice sh -euc 'mkdir disk/app; cd disk/app; git init -q; seq 9 >list; echo data >data; git add .
    git -c user.name=a -c user.email=a@b commit -qm one'
}

teardown_file() { umount -l /home/alice/disk; }

in_app() { as alice env -C /home/alice/disk/app "$@"; }

@test "a merge and its undo succeed on btrfs" {
  local kind
  for kind in overlay worktree; do
    in_app bawn launch --name "$kind" --workspace "$kind" -- sh -euc 'mkdir new; echo n >new/n; echo more >>list; rm data'
    run -0 --separate-stderr in_app bawn merge "$kind" --all
    assert_line --index 0 "$kind: 3 changes merged into /home/alice/disk/app"
    assert_equal "$(ls -A /home/alice/disk/app)" $'.git\nlist\nnew'
    run -0 --separate-stderr in_app bawn undo "$kind"
    assert_line --index 0 "$kind: 3 changes taken back in /home/alice/disk/app"
    assert_equal "$(in_app git status --porcelain)" ''
    run -0 in_app bawn destroy "$kind" --force
  done
}
