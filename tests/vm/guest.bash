# shellcheck shell=bash disable=SC2154
# The virtual machine: its second disk and how it boots. Sourced by tests/vm/run and tests/vm/shell, which set
# $here, this directory, and $boot_limit, after which a guest is ended.

# make_second_disk DISK LAYER TREES [FILE]…: checkout, installed bawn, agent tools (none: an empty word), and which bats
# files to run (none: a shell).
make_second_disk() {
  local disk=$1 layer=$2 trees=$3 tree=$1.tree checkout
  shift 3
  checkout=$(cd -P "$here/../.." && pwd)
  mkdir -p "$tree/src"
  tar -C "$checkout" -c --exclude=./.git --exclude=target . | tar -C "$tree/src" -x
  [ -z "$layer" ] || cp -a "$layer" "$tree/layer"
  [ -z "$trees" ] || cp -al "$trees" "$tree/trees"
  (($# == 0)) || printf '%s\n' "$@" >"$tree/files"
  # With room for the file system's own tables.
  mke2fs -q -F -t ext4 -O ^has_journal -d "$tree" "$disk" "$(($(du -sm "$tree" | cut -f 1) * 5 / 4 + 64))M" >/dev/null
  rm -rf "$tree"
}

# boot IMAGE DISK OPTION…: what QEMU prints is the guest's serial line; status 124 after $boot_limit.
#
# This QEMU emulates cmpxchg16b wrongly, which crashes the kernel at random: hence cx16=off. On a busy machine its timer
# comes late, which the kernel must not take for a broken one. One processor: emulation is no faster with two, and two
# machines fit. In the foreground, or a shell in the guest could not read the terminal.
boot() {
  local image=$1 disk=$2 kernel_options
  shift 2
  kernel_options='console=ttyS0 quiet panic=-1 oops=panic no_timer_check nowatchdog apparmor=1 security=apparmor'
  timeout --foreground -k 10 "$boot_limit" \
    qemu-system-x86_64 -M q35 -nodefaults -cpu max,la57=off,cx16=off -m 3G -smp 1 -display none -no-reboot \
    -drive "file=$image/disk,if=virtio,format=raw,snapshot=on" \
    -drive "file=$disk,if=virtio,format=raw,readonly=on" \
    -kernel "$image/kernel" -initrd "$image/initrd" \
    -append "$kernel_options root=/dev/vda rw init=/sbin/bawn-tests" \
    -device virtio-rng-pci -serial stdio "$@"
}
