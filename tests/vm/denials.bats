#!/usr/bin/env bats
# bawn-admin denials reads from the kernel's log what AppArmor refused, and the commands that it suggests work.

load ../lib/world
bats_require_minimum_version 1.5.0

# The kernel's log also has the refusals of the files that ran before since the boot, so no other file uses this agent's name.
setup_file() {
  type -P bawn-admin >/dev/null || PREFIX=/usr /src/packaging/install --no-train
  make_user op
  bawn-admin init --operator op
  bawn-admin create a.told --profile read-only
  install -d -m 0777 /srv/open
  install -m 0666 /dev/null /srv/open/file
}

# under_its_policy SCRIPT: bash runs the script under the agent's policy, with all of /usr there, so that the policy alone
# refuses.
under_its_policy() {
  local wrapper=()
  [ ! -e /var/lib/bawn/bubblewrap-profile ] || wrapper=(aa-exec -p bawn-bubblewrap --)
  sudo -u a.told -- "${wrapper[@]}" bwrap --unshare-user --unshare-pid --die-with-parent \
    --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin \
    --ro-bind /usr/bin/aa-exec /.bawn/aa-exec --ro-bind /etc /etc --proc /proc --dev /dev --perms 1777 --tmpfs /tmp \
    --bind /srv/open /srv/open --bind /var/lib/bawn/homes/a.told /home/agent \
    --setenv HOME /home/agent --setenv PATH /usr/bin --chdir / \
    -- /.bawn/aa-exec -p bawn.a.told -- /usr/bin/bash -c "$1"
}

# perl_under_its_policy SCRIPT: perl makes system calls that no allowed program makes, by their numbers on x86-64.
perl_under_its_policy() { under_its_policy "perl -e '$1'"; }

@test "denials shows a refused program with the command that allows it, and then it runs at once" {
  run under_its_policy 'perl -e "print 7"'
  assert_failure
  run --separate-stderr bawn-admin denials a.told
  assert_success
  assert_line --regexp ' 1 ×  bash may not run /usr/bin/perl$'
  assert_line --regexp '^ +sudo bawn-admin allow a.told perl$'
  bash -euc "$(bawn-admin denials a.told --suggest)"
  run under_its_policy 'perl -e "print 7"'
  assert_output 7
}

# start_journald: starts journald, because systemd does not run in the guest. journald reads the audit socket and the kernel's
# ring buffer.
start_journald() {
  mountpoint -q /sys/fs/cgroup || mount -t cgroup2 cgroup /sys/fs/cgroup
  mkdir -p /run/systemd/journal
  /usr/lib/systemd/systemd-journald >/dev/null 2>&1 3>&- &
  journald=$!
  timeout 20 sh -c 'until [ -S /run/systemd/journal/socket ]; do sleep 0.2; done'
}

@test "denials describes each kind of refusal, and shows no control characters of names" {
  # By default, the kernel drops messages of AppArmor beyond ten in five seconds.
  echo 0 >/proc/sys/kernel/printk_ratelimit
  start_journald
  run under_its_policy 'echo x >>/srv/open/file; echo x >/srv/open/new; cat /srv/open/file; cat /proc/1/environ; kill -9 1
    /.bawn/aa-exec -p unconfined -- /usr/bin/id; echo "changeprofile unconfined" >/proc/self/attr/current'
  run perl_under_its_policy 'use Socket;
    unlink "/srv/open/file"; rename "/srv/open/file", "/srv/open/other"; chmod 0600, "/srv/open/file";
    mkdir "/srv/open/directory"; open(F, "<", "/etc/hostname"); flock(F, 2);
    socket(S, AF_INET, SOCK_RAW, 1); socket(S, 17, SOCK_RAW, 0);
    ($none, $tmp, $type, $name, $path) = ("none", "/tmp", "tmpfs", "program", "");
    syscall(165, $none, $tmp, $type, 0, 0); syscall(272, 0x10000000);
    if (!($child = fork)) { sleep 9; exit } syscall(101, 16, $child, 0, 0); kill 9, $child;
    $memory = syscall(319, $name, 0); syscall(322, $memory, $path, 0, 0, 0x1000);
    $two = "/tmp/two \e[31m\"words\""; open(F, ">", $two); close F; chmod 0755, $two; exec {$two} $two'
  run --separate-stderr bawn-admin denials a.told
  assert_success
  refute_output --partial $'\e'
  for told in \
    'bash may not append to /srv/open/file' 'bash may not create /srv/open/new' 'cat may not read /srv/open/file' \
    'cat may not inspect processes without a policy' 'bash may not send the signal kill to processes without a policy' \
    'bash may not run /.bawn/aa-exec' 'perl may not remove /srv/open/file' 'perl may not rename /srv/open/file' \
    'perl may not change the mode of /srv/open/file' 'perl may not create /srv/open/directory/' \
    'perl may not lock /etc/hostname' 'perl may not create a socket of inet raw' \
    'perl may not create a socket of packet raw' 'perl may not mount tmpfs at /tmp/' 'perl may not make a user namespace' \
    'perl may not trace processes of its own' 'perl may not run a program that is not a file' \
    'perl may not run /tmp/two ?[31m"words"'; do
    assert_line --partial "×  $told"
  done
  assert_line --regexp '×  bash may not (create|write) /proc/[0-9]+/attr/current$'
}

@test "denials counts a record that is in the journal and in the kernel's buffer once" {
  run -0 journalctl --quiet --output=cat _TRANSPORT=audit
  assert_line --regexp 'apparmor="DENIED" .* name="/srv/open/file"'
  run --separate-stderr bawn-admin denials a.told
  assert_line --regexp ' 1 ×  bash may not append to /srv/open/file$'
  dmesg --clear
  run --separate-stderr bawn-admin denials a.told
  assert_line --regexp ' 1 ×  bash may not append to /srv/open/file$'
}

@test "denials tells an operator who cannot read the log to ask root" {
  run as op bawn why a.told
  assert_success
  assert_output --regexp 'may not run /usr/bin/perl|sudo bawn-admin denials AGENT'
}
