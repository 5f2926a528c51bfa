#!/usr/bin/env bats
# bawn-admin denials and bawn why explain refusals of a kernel that they read from a log. The test root has no AppArmor, so the
# log contains recorded messages; tests/vm/denials.bats uses a real kernel. Also: the message of a shell in a session for a
# missing command.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

log=/var/log/audit/audit.log

setup_file() {
  make_user alice
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
  make_project alice app
  bawn-admin assign a.noir /home/alice/app
  mkdir -p /var/log/audit
  chmod 700 /var/log/audit
  {
    denial 1 'operation="exec" class="file" profile="bawn.a.noir" name="/usr/bin/perl" pid=7 comm="bash"' x
    denial 2 'operation="exec" class="file" profile="bawn.a.noir" name="/usr/bin/perl" pid=8 comm="bash"' x
    denial 3 'operation="open" class="file" profile="bawn.a.noir" name="/etc/shadow" pid=8 comm="cat"' r
    denial 4 'operation="exec" class="file" profile="bawn.b.noir" name="/usr/bin/gdb" pid=8 comm="bash"' x
    denial 5 "operation=\"exec\" class=\"file\" profile=\"bawn.a.noir\" name=$(printf '/tmp/\e[2J;\nsudo reboot' | od -An -tx1 | tr -d ' \n' | tr a-f A-F) pid=8 comm=1B5B33316D" x
    echo 'type=AVC msg=audit(1700000006.000:6): apparmor="DENIED" operation="capable" class="cap" profile="bawn.a.noir" pid=3479 comm="etcher" capability=21  capname="sys_admin"'
    echo 'type=USER_CMD msg=audit(1700000007.000:7): apparmor="DENIED" operation="exec" profile="bawn.a.noir" name="/usr/bin/nmap" comm="forged" denied_mask="x"'
    head -c 200000 /dev/urandom
  } >"$log"
}

# denial NUMBER FIELDS MASK: prints a record in the format of auditd.
denial() {
  echo "type=AVC msg=audit(170000000$1.000:$1): apparmor=\"DENIED\" $2 requested_mask=\"$3\" denied_mask=\"$3\" fsuid=70000 ouid=0"
}

@test "denials lists each refusal once, with program, count, last time and the command that permits it" {
  run --separate-stderr bawn-admin denials a.noir
  assert_success
  assert_line '2023-11-14T22:13:22Z     2 ×  bash may not run /usr/bin/perl'
  assert_line '                              sudo bawn-admin allow a.noir perl'
  assert_line '2023-11-14T22:13:23Z     1 ×  cat may not read /etc/shadow'
  assert_line '2023-11-14T22:13:26Z     1 ×  etcher may not use the capability sys_admin'
  refute_output --partial gdb
  refute_output --partial forged
}

@test "denials shows no control sequence and suggests no command from names of an agent" {
  run --separate-stderr bawn-admin denials a.noir
  assert_line '2023-11-14T22:13:25Z     1 ×  ?[31m may not run /tmp/?[2J;?sudo reboot'
  refute_output --partial $'\e'
  run --separate-stderr bawn-admin denials a.noir --suggest
  assert_output 'sudo bawn-admin allow a.noir perl'
}

@test "a suggested command works unchanged" {
  run bash -euc "$(bawn-admin denials a.noir --suggest 2>/dev/null)"
  assert_success
  assert_line --partial 'allowed     perl'
}

@test "denials --since lists only later refusals" {
  run --separate-stderr bawn-admin denials a.noir --since 2023-11-14T22:13:26Z
  assert_output --partial sys_admin
  refute_output --partial perl
}

@test "the JSON of denials has the fields of docs/json.md" {
  run --separate-stderr bawn-admin denials a.noir --json
  assert_success
  diff <(grep -oE '"[a-z_]+" :' <<<"$output" | tr -d '": ' | sort -u) \
    <(grep -F '| `bawn-admin denials` |' /src/docs/json.md | cut -d '|' -f 3 | grep -oE '[a-z_]+`' | tr -d '`' | sort)
}

@test "denials reports a kernel without AppArmor" {
  run bawn-admin denials a.noir
  assert_output --partial 'this kernel has no AppArmor'
}

@test "denials refuses an unknown agent" {
  run bawn-admin denials z.noir
  assert_equal "$status" 4
  run bawn-admin denials a.noir --since nonsense
  assert_equal "$status" 2
}

@test "why shows an operator only refusals that the operator may read" {
  run --separate-stderr as alice bawn why a.noir
  assert_success
  assert_output ''
  chmod 755 /var/log/audit
  chmod 644 "$log"
  run --separate-stderr as alice bawn why a.noir
  assert_line --partial 'bash may not run /usr/bin/perl'
  chmod 600 "$log"
  run as alice bawn why z.noir
  assert_equal "$status" 4
}

asks_for() {
  assert_line "bawn: $1: not allowed for a.noir; if it is installed, ask root: sudo bawn-admin allow a.noir $1"
}

@test "bash inside names the command that allows a missing program" {
  run -127 as alice bawn launch a.noir app --no-sync -- bash -c 'gdb --version'
  asks_for gdb
  run -127 as alice bawn launch a.noir app --no-sync -- bash -c 'echo "gdb --version" >/tmp/script; bash /tmp/script'
  asks_for gdb
  run -127 as alice bawn launch a.noir app --no-sync -- bash -lc gdb
  asks_for gdb
}

@test "a bash with the name sh shows the same hint" {
  run -127 as alice bawn launch a.noir app --no-sync -- bash -c '(exec -a sh bash -c gdb)'
  asks_for gdb
}

@test "a bash that another shell starts shows the same hint" {
  run -127 as alice bawn launch a.noir app --no-sync -- sh -c 'bash -c gdb'
  asks_for gdb
}

@test "a bash in a terminal shows the same hint" {
  run as alice env PS1='$ ' TERM=xterm-256color expect -c '
    source /src/tests/lib/terminal.tcl
    sits_down bash --norc
    types "bawn launch a.noir app --no-sync"
    sees "\$ "
    types "gdb --version"
    sees "bawn: gdb: not allowed for a.noir; if it is installed, ask root: sudo bawn-admin allow a.noir gdb"
    types "exit 9"
    sees "ready> "'
  assert_success
}

@test "the hint quotes the name of a program as one word" {
  run -127 as alice bawn launch a.noir app --no-sync -- bash -c $'\'x\n\e[2J; reboot\''
  assert_line --partial "ask root: sudo bawn-admin allow a.noir \$'x\\n\\E[2J; reboot'"
  refute_output --partial $'\e'
}

@test "allowed programs run as before, and the agent cannot change the file of the hint" {
  run as alice bawn launch a.noir app --no-sync -- bash -c 'echo fine; true'
  assert_success
  assert_line fine
  run as alice bawn launch a.noir app --no-sync -- bash -c 'echo "echo trap" >>/etc/bash.bashrc'
  assert_failure
  run as alice bawn launch a.noir app --no-sync -- bash -c 'rm /etc/bash.bashrc; mv /etc/bash.bashrc /etc/x; ln -sf /tmp/x /etc/bash.bashrc'
  assert_failure
  run as alice bawn launch a.noir app --no-sync -- bash -c true
  refute_output --partial trap
}
