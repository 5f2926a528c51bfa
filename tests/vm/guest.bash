# shellcheck shell=bash disable=SC2154
# Makes the second disk of the virtual machine, and boots it. Sourced by tests/vm/run and tests/vm/shell, which set
# $here, this directory, and $boot_limit, the time after which QEMU is killed.

# make_second_disk DISK LAYER TREES SYSTEMD [FILE]…: makes a disk with the checkout, the installed bawn (LAYER), agent tools
# (TREES; can be empty), a layer with systemd (SYSTEMD; can be empty), and the list of bats files to run (without FILE: a shell).
make_second_disk() {
  local disk=$1 layer=$2 trees=$3 systemd=$4 tree=$1.tree checkout
  shift 4
  checkout=$(cd -P "$here/../.." && pwd)
  mkdir -p "$tree/src"
  tar -C "$checkout" -c --exclude=./.git --exclude=target . | tar -C "$tree/src" -x
  [ -z "$layer" ] || cp -a "$layer" "$tree/layer"
  [ -z "$trees" ] || cp -al "$trees" "$tree/trees"
  [ -z "$systemd" ] || cp -a "$systemd" "$tree/systemd"
  (($# == 0)) || printf '%s\n' "$@" >"$tree/files"
  # With room for the file system's own tables.
  mke2fs -q -F -t ext4 -O ^has_journal -d "$tree" "$disk" "$(($(du -sm "$tree" | cut -f 1) * 5 / 4 + 64))M" >/dev/null
  rm -rf "$tree"
}

# boot IMAGE DISK OPTION…: boots the guest. Standard output is its serial line; the exit status is 124 after $boot_limit.
#
# cx16=off, because this QEMU emulates cmpxchg16b wrongly, which crashes the kernel at random. no_timer_check, because on a busy
# machine timer interrupts come late, and the kernel would take the timer for broken. One processor, because emulation is no
# faster with two, and two guests run at the same time. --foreground, because a shell in the guest reads the terminal.
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
