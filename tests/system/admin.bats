#!/usr/bin/env bats
# Commands of bawn-admin and their refusals, on a machine with real accounts, real sudo and no AppArmor.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

setup_file() {
  make_user alice
  make_user bob
  make_project alice app
  make_project bob private
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
}

# refuses STATUS KEY|PATTERN COMMAND…: asserts that the command ends with this status, an error and a hint, and changes nothing.
refuses() {
  local status_wanted=$1 pattern=$2 before after
  shift 2
  [[ ! $pattern =~ ^[A-Z][A-Za-z]+\.[A-Za-z]+(-[0-9]+)?$ ]] || pattern=$(sentence_of "$pattern")
  before=$(policy_state)
  run --separate-stderr "$@"
  [[ $status =~ ^$status_wanted$ ]] || fail "exit status $status instead of $status_wanted: $stderr"
  # shellcheck disable=SC2154 # bats sets it
  [[ $stderr =~ bawn-admin:\ error:\ .*$pattern ]] || fail "no sentence like '$pattern' in: $stderr$output"
  [[ $stderr =~ bawn-admin:\ hint:\  ]] || fail "no hint in: $stderr"
  after=$(policy_state)
  assert_equal "$after" "$before"
}

# A digest of all that a refused command must not change.
policy_state() {
  find /var/lib/bawn /etc/bawn /etc/sudoers.d -not -name next-uid -not -name audit.jsonl -printf '%p %m %U %s %l\n' | sort | sha256sum
  getent passwd group | sha256sum
}

@test "a second init changes nothing" {
  run bawn-admin init
  assert_success
  refute_output --partial made
}

@test "nobody can log in to an agent's account" {
  run getent passwd a.noir
  assert_output --regexp '^a\.noir:x:7[0-9]{4}:7[0-9]{4}:bawn agent:/var/lib/bawn/homes/a\.noir:/usr/sbin/nologin$'
  run getent shadow a.noir
  assert_output --regexp '^a\.noir:!'
  run chage -l a.noir
  assert_output --regexp 'Account expires.*: Jan 02, 1970'
}

@test "create refuses names that no account can have" {
  local name
  for name in '' A.NOIR 9lives .hidden 'two words' 'a/b' $'a\nb' agentß "$(printf 'a%.0s' {1..32})" 'a:b' 'a,b' 'a*'; do
    refuses 2 "cannot be the name of an agent" bawn-admin create -- "$name"
  done
}

@test "create accepts a name of 31 characters and refuses one of 32" {
  local name
  name=$(printf 'a%.0s' {1..31})
  run bawn-admin create "$name"
  assert_success
  run bawn-admin delete --yes "$name"
  assert_success
}

@test "a name that begins with a dash is an unknown option" {
  refuses 2 'unknown option' bawn-admin create -noir
}

@test "create refuses reserved names" {
  local name
  for name in root daemon agents bawn-mirror systemd-network; do
    refuses 2 'reserved name' bawn-admin create "$name"
  done
}

@test "create refuses the name of an existing account or group" {
  refuses 3 "account 'bob' already exists" bawn-admin create bob
  groupadd crowd
  refuses 3 "group 'crowd' already exists" bawn-admin create crowd
  groupdel crowd
}

@test "create refuses the name of an existing agent" {
  refuses 3 Agents.create bawn-admin create a.noir
}

@test "create names the commands of the profile that it leaves out" {
  mv /usr/bin/sha256sum /usr/bin/uptime /root
  install -m 4755 /usr/bin/true /usr/bin/uptime
  run -0 bawn-admin create a.part --profile read-only
  mv /root/sha256sum /root/uptime /usr/bin
  assert_line --regexp '^not installed, so not allowed: ([a-z0-9]+ )*sha256sum( |$)'
  assert_line 'to add one later: install it, then sudo bawn-admin allow a.part CMD'
  assert_line 'cannot be allowed: uptime'
  run -0 bawn-admin allow a.part sha256sum uptime
  run -0 bawn-admin create a.none --profile read-only
  refute_output --regexp 'sha256sum|uptime'
  bawn-admin delete a.part --yes
  bawn-admin delete a.none --yes
}

@test "create refuses an unknown profile and suggests the nearest one" {
  refuses 2 "unknown profile: 'standart'" bawn-admin create b.noir --profile standart
  [[ $stderr == *'did you mean standard'* ]]
}

@test "create refuses invalid limits" {
  refuses 2 TypedLimits.with bawn-admin create b.noir --limit cpu=3
  refuses 2 TypedLimits.with bawn-admin create b.noir --limit disk=2X
  refuses 2 "'disk=1K' is not a valid limit" bawn-admin create b.noir --limit disk=1K
  refuses 2 "the limit 'memory' is given twice" bawn-admin create b.noir --limit memory=4G,memory=5G
  refuses 2 "'nproc=1' is not a valid limit" bawn-admin create b.noir --limit nproc=1
  refuses 2 "'memory=1M' is not a valid limit" bawn-admin create b.noir --limit memory=1M
  refuses 2 "'cpus=1.555' is not a valid limit" bawn-admin create b.noir --limit cpus=1.555
  refuses 2 "'pids=3' is not a valid limit" bawn-admin create b.noir --limit pids=3
}

@test "create refuses root as an operator" {
  refuses 3 Operators.named bawn-admin create b.noir --operator root
  refuses 3 Operators.named bawn-admin operator add a.noir root
  refuses 3 Operators.named bawn-admin init --operator root
  refuses 4 "no user 'nobody-here'" bawn-admin create b.noir --operator nobody-here
}

@test "create refuses an agent as an operator" {
  refuses 3 Operators.named-2 bawn-admin create b.noir --operator a.noir
  refuses 3 Operators.named-2 bawn-admin operator add a.noir bob a.noir
  refuses 3 Operators.named-2 bawn-admin init --operator a.noir
}

@test "an error about a mistyped name suggests the nearest one" {
  local words meant
  while IFS='|' read -r meant words; do
    # shellcheck disable=SC2086 # words of a command
    refuses 4 . bawn-admin $words </dev/null
    [[ $stderr == *"hint: did you mean $meant? "* ]] || fail "$words: $stderr"
  done <<'END'
a.noir|list a.nior
a.noir|show a.nior
a.noir|verify a.nior
a.noir|reseal a.nior
a.noir|sync a.nior
a.noir|denials a.nior
a.noir|allow a.nior git
a.noir|restrict a.nior git
a.noir|operator add a.nior bob
a.noir|operator remove a.nior bob
a.noir|assign a.nior /home/alice/app
a.noir|delete a.nior
alice|create b.noir --operator alcie
alice|operator add a.noir alcie
perl|allow a.noir pelr
claude|allow a.noir cluade
python3|restrict a.noir pyhton3
END
}

@test "bawn-admin refuses an impossible command before it asks for confirmation" {
  refuses 4 "there is no agent 'zebra'" bawn-admin delete zebra </dev/null
  refuses 4 OperatorCommand.without bawn-admin operator remove a.noir bob </dev/null
  refuses 3 Agents.nobodyLeft bawn-admin operator remove a.noir alice </dev/null
}

@test "init names the operators of new agents, once" {
  cp /etc/bawn/bawn.toml /root/bawn.toml
  run bawn-admin init --operator bob
  assert_line --regexp '^operators of new agents: bob \(1[0-9]{3}\)$'
  run bawn-admin init --operator bob
  assert_success
  refute_output --partial 'operators of new agents'
  mv /root/bawn.toml /etc/bawn/bawn.toml
}

@test "root's settings are refused while other users can write them" {
  chmod 666 /etc/bawn/bawn.toml
  run -3 bawn-admin create a.foreign
  assert_line 'bawn-admin: error: /etc/bawn/bawn.toml is writable by users other than root'
  assert_line 'bawn-admin: hint: check its content, then run: chmod 644 /etc/bawn/bawn.toml'
  run -3 bawn-admin init
  chmod 644 /etc/bawn/bawn.toml
}

@test "operator add and remove list the operators by name, and report whether anything changed" {
  run bawn-admin operator add a.noir bob
  assert_output --regexp '^operators of a.noir: alice \(1[0-9]{3}\), bob \(1[0-9]{3}\) \(serial [0-9]+\)$'
  run bawn-admin operator add a.noir bob
  assert_output --regexp ', bob \(1[0-9]{3}\), as before \(serial [0-9]+\)$'
  run bawn-admin operator remove a.noir bob --yes
  assert_output --regexp '^operators of a.noir: alice \(1[0-9]{3}\) \(serial [0-9]+\)$'
}

@test "bawn-admin writes no seccomp filter to a terminal" {
  run script -qec 'bawn-admin session-filter; echo "status=$?"' /dev/null
  assert_line --partial 'is not printed on a terminal'
  assert_line --partial 'status=2'
}

@test "an empty argument, a second output and one argument too many are refused" {
  local command
  for command in 'bawn-admin create a.new --limit' 'bawn-admin assign a.noir /home/alice/app --instructions'; do
    # shellcheck disable=SC2086 # several words are meant
    run -2 --separate-stderr $command ''
    assert_equal "$stderr" "bawn-admin: error: the value of ${command##* } is empty
bawn-admin: hint: give a value, or leave the option out"
  done
  run -2 --separate-stderr bawn-admin assign a.noir ''
  assert_equal "$stderr" 'bawn-admin: error: argument is empty; expected the directory of a project
bawn-admin: hint: give its path; the current directory: .'
  run -2 --separate-stderr bawn-admin trust add ''
  assert_equal "$stderr" 'bawn-admin: error: argument is empty; expected a file
bawn-admin: hint: see: sudo bawn-admin trust --help'
  run -2 --separate-stderr bawn-admin trust list extra
  assert_equal "$stderr" 'bawn-admin: error: unexpected argument: extra
bawn-admin: hint: see: bawn-admin trust --help'
  run -2 --separate-stderr bawn-admin show a.noir --json --profile-text
  assert_equal "$stderr" 'bawn-admin: error: --profile-text and --json cannot be used together
bawn-admin: hint: leave out one'
  run -3 --separate-stderr bawn-admin trust add /etc
  assert_equal "$stderr" 'bawn-admin: error: /etc is not a file
bawn-admin: hint: name a file that you can read'
}

@test "assign refuses directories that cannot be a project" {
  refuses 4 OwnersProject.unfit-4 bawn-admin assign a.noir /home/alice/nothing
  refuses 3 . bawn-admin assign a.noir /home/alice/app/README.md
  local path
  for path in / /etc /home /var/lib/bawn/agents /usr/bin /tmp; do
    refuses 3 . bawn-admin assign a.noir "$path"
  done
}

@test "assign takes the id of a project that another agent has, in either order" {
  bawn-admin create b.noir
  bawn-admin assign a.noir /home/alice/app
  cd /
  run -0 bawn-admin assign app b.noir --dry-run
  assert_line "b.noir would work on /home/alice/app as 'app'"
  run -0 bawn-admin assign b.noir app
  assert_line --partial "b.noir works on /home/alice/app as 'app'"
  # a directory of this name comes first
  as alice mkdir -p other/app
  cd /home/alice/other
  run -0 bawn-admin assign b.noir app --dry-run
  assert_line --partial 'b.noir would work on /home/alice/other/app as'
  bawn-admin delete b.noir --yes
  bawn-admin unassign a.noir app
  rm -r /home/alice/other
}

@test "assign names the user who cannot read a directory" {
  as alice mkdir -m 0 closed
  refuses 3 '/home/alice/closed cannot be read by alice' bawn-admin assign a.noir /home/alice/closed
  as alice rmdir closed
}

@test "assign refuses another user's private directory" {
  refuses 4 OwnersProject.unfit-4 bawn-admin assign a.noir /home/bob/private
  [ ! -e /var/lib/bawn/mirrors/private ]
}

@test "assign refuses another user's public directory" {
  chmod 755 /home/bob
  refuses 3 'another user' bawn-admin assign a.noir /home/bob/private
  chmod 700 /home/bob
}

@test "assign follows a link to the project and names its real path" {
  ln -s app /home/alice/link
  run bawn-admin assign a.noir /home/alice/link
  assert_success
  assert_output --partial 'works on /home/alice/app as'
  refuses 3 Projects.plan bawn-admin assign a.noir /home/alice/link
  bawn-admin unassign a.noir app
}

@test "assign refuses a link of another user on the way to the project, and follows one of root" {
  local no_sudo=(env -u SUDO_UID -u SUDO_GID -u SUDO_USER)
  chmod 711 /home/bob
  as bob mkdir ~bob/way
  as bob ln -s /home/alice ~bob/way/home
  as bob ln -s way/home/app ~bob/app
  for caller in env "${no_sudo[*]}"; do
    # shellcheck disable=SC2086 # words
    run -3 --separate-stderr $caller bawn-admin assign a.noir /home/bob/app
    [[ $stderr == *"error: /home/bob/app is a symbolic link of another user, who could exchange /home/alice/app"* ]] || fail "$stderr"
    [[ $stderr == *"hint: name the path that it leads to: /home/alice/app"* ]] || fail "$stderr"
    # shellcheck disable=SC2086 # words
    run -3 --separate-stderr $caller bawn-admin assign a.noir /home/bob/way/home/app
    [[ $stderr == *"error: /home/bob/way/home is a symbolic link of another user, who could exchange /home/alice/app"* ]] || fail "$stderr"
  done
  # bob can replace a link of root in his directory
  chown -h root: /home/bob/app /home/bob/way/home
  run -3 --separate-stderr "${no_sudo[@]}" bawn-admin assign a.noir /home/bob/app
  [[ $stderr == *"error: /home/bob belongs to another user, who could exchange /home/alice/app"* ]] || fail "$stderr"
  [[ $stderr == *"hint: name the path that it leads to: /home/alice/app"* ]] || fail "$stderr"
  ln -s /home/alice /homes
  run -0 "${no_sudo[@]}" bawn-admin assign a.noir /homes/app
  assert_output --partial 'works on /home/alice/app as'
  bawn-admin unassign a.noir app
  rm -r /homes /home/bob/app /home/bob/way
  chmod 700 /home/bob
}

@test "commands run in a removed directory, and a relative path leads nowhere from there" {
  local command
  for command in 'bawn-admin list' 'sudo -u alice bawn list'; do
    run -0 sh -c 'mkdir /tmp/removed; cd /tmp/removed; rmdir /tmp/removed; exec env -u PWD $1' - "$command"
    [[ $output != *unbound* ]] || fail "$output"
  done
  run -4 --separate-stderr sh -c 'mkdir /tmp/removed; cd /tmp/removed; rmdir /tmp/removed
    exec env -u PWD -u SUDO_UID -u SUDO_GID -u SUDO_USER bawn-admin assign a.noir home/alice/app'
  [[ $stderr == *"error: there is no directory '/tmp/removed (deleted)/home/alice/app'"* ]] || fail "$stderr"
}

@test "assign refuses a path with invisible characters, and the journal shows them" {
  local name bad=$'ap\u202egnp' next=$'i\u0085z'
  for name in "$bad" "$next"; do
    as alice mkdir "$name"
    run -3 --separate-stderr bawn-admin assign a.noir "/home/alice/$name"
    [[ $stderr == *"the path '/home/alice/"*?*"' contains c"* && $stderr != *"$name"* ]] || fail "$stderr"
    run -1 grep -c -- "$name" /var/lib/bawn/audit.jsonl
    as alice rmdir "$name"
  done
  run -0 tail -n 1 /var/lib/bawn/audit.jsonl
  assert_output --partial '/home/alice/i\u0085z'
}

@test "two projects with the same base name get different ids" {
  as alice mkdir -p one two
  mv /home/alice/app /home/alice/one/app
  as alice cp -a one/app two/app
  bawn-admin assign a.noir /home/alice/one/app
  run bawn-admin assign a.noir /home/alice/two/app
  assert_success
  assert_output --regexp "as 'app-[0-9a-f]{6}'"
  run ls /var/lib/bawn/mirrors
  assert_equal "${#lines[@]}" 2
  bawn-admin unassign a.noir /home/alice/one/app
  bawn-admin unassign a.noir /home/alice/two/app
  mv /home/alice/one/app /home/alice/app
}

@test "allow refuses commands that cannot be allowed, and names the reason" {
  refuses 2 'is a path' bawn-admin allow a.noir /usr/bin/perl
  run bawn-admin allow a.noir nonesuch
  assert_equal "$status" 4
  printf '#!/usr/bin/nonesuch\n' >/usr/local/bin/orphan
  install -m 0777 /usr/bin/true /usr/local/bin/writable
  install -m 4755 /usr/bin/true /usr/local/bin/setuid
  install -m 0755 /usr/bin/true /home/alice/true
  ln -sf /home/alice/true /usr/local/bin/leaves
  chmod 755 /usr/local/bin/orphan
  # files with writable code or an executable stack, which the kernel maps without a request: PT_GNU_STACK, and the first PT_LOAD
  local kind
  for kind in 0x6474e551:stack 1:part; do
    python3 -c '
import struct, sys
data = bytearray(open("/usr/bin/true", "rb").read())
at, count = struct.unpack_from("<Q", data, 32)[0], struct.unpack_from("<H", data, 56)[0]
header = next(p for p in range(at, at + 56 * count, 56) if struct.unpack_from("<I", data, p)[0] == int(sys.argv[1], 0))
struct.pack_into("<I", data, header + 4, 7)
open(sys.argv[2], "wb").write(data)' "${kind%:*}" "/usr/local/bin/writable-${kind#*:}"
    chmod 755 "/usr/local/bin/writable-${kind#*:}"
  done
  local line
  while IFS='|' read -r name reason; do
    run bawn-admin allow a.noir "$name" </dev/null
    assert_equal "$status" 3
    assert_output --partial "$reason"
  done <<'END'
sudo|setuid
setuid|setuid
writable|writable by others
writable-stack|asks for memory that is writable and executable
writable-part|asks for memory that is writable and executable
leaves|outside of the places for programs
orphan|interpreter is not installed: /usr/bin/nonesuch
END
}

@test "allow names the command of a path below /bin" {
  run bawn-admin allow a.noir /bin/perl
  assert_equal "$status" 2
  assert_output "bawn-admin: error: '/bin/perl' is a path; expected the name of a command
bawn-admin: hint: use 'perl'"
}

@test "allow accepts all of its commands or none" {
  run bawn-admin allow a.noir perl sudo
  assert_equal "$status" 3
  assert_line --regexp '^possible    perl'
  assert_line --regexp '^refused     sudo  .*setuid'
  assert_line 'bawn-admin: nothing was changed, because bawn-admin allows all of the commands or none'
  assert_line --regexp '^bawn-admin: error: .*setuid'
  [ ! -e /var/lib/bawn/agents/a.noir/bin/perl ]
}

@test "allow names the interpreter that a script brings" {
  printf '#!/usr/bin/perl\n' >/usr/local/bin/tool
  chmod 755 /usr/local/bin/tool
  run bawn-admin allow a.noir tool
  assert_success
  assert_output --partial '; this also allows /usr/bin/perl'
  run bawn-admin restrict a.noir tool
  assert_success
}

@test "restrict refuses a command that is not allowed, and suggests the nearest one" {
  run bawn-admin restrict a.noir gti
  assert_equal "$status" 4
  refuses 2 CommandsCommand.run bawn-admin restrict a.noir
}

@test "restrict takes away all of its commands or none" {
  run bawn-admin restrict a.noir cat gti
  assert_equal "$status" 4
  assert_line 'possible    cat'
  assert_line 'bawn-admin: nothing was changed, because bawn-admin restricts all of the commands or none'
  [ -e /var/lib/bawn/agents/a.noir/bin/cat ]
}

@test "the profile is custom once commands change" {
  bawn-admin allow a.noir perl
  run bawn-admin show a.noir
  assert_line --regexp '^profile +custom'
  run -0 bawn-admin restrict a.noir perl
  assert_output --partial '); a running session keeps its programs; the next one has the new list'
}

# shows_gap: prints the line of "show" about code that other agents can pass to the agent.
shows_gap() {
  [[ $(bawn-admin show s.vert | tr -s '[:space:]' ' ') == *"executes only programs that root allowed, also open files that an agent with \
--compiled passes over abstract sockets: this kernel is older than Linux 6.12"* ]]
}

@test "show names code that other agents can pass where the kernel has no Landlock scopes" {
  bawn-admin create s.vert
  run -1 shows_gap
  echo 6.11.0 >/tmp/release
  mount --bind /tmp/release /proc/sys/kernel/osrelease
  run -0 shows_gap
  bawn-admin reseal s.vert --compiled
  run -1 shows_gap
  umount /proc/sys/kernel/osrelease
  bawn-admin delete s.vert --yes
}

@test "delete asks for confirmation, and without a terminal needs --yes" {
  refuses 2 'confirmation needed' bawn-admin delete a.noir
}

@test "delete ends running sessions and leaves no file of the agent" {
  bawn-admin create d.noir
  bawn-admin assign d.noir /home/alice/app
  as alice bawn launch d.noir app --no-sync -- sleep 1000 >/dev/null 2>&1 3>&- &
  local waited
  for waited in {1..600}; do
    ! pgrep -U d.noir sleep >/dev/null || break
    sleep 0.1
  done
  pgrep -U d.noir sleep
  local uid
  uid=$(id -u d.noir)
  run bawn-admin delete --yes d.noir
  assert_success
  wait || true
  run pgrep -U "$uid"
  assert_failure
  run find / -xdev -uid "$uid" -not -path '/proc/*'
  assert_output ''
  run grep -rl --exclude=audit.jsonl d.noir /var/lib/bawn /etc/sudoers.d /etc/passwd /etc/group /etc/shadow
  assert_failure
}

@test "root owns a kept home, and no other agent gets its uid" {
  bawn-admin create k.noir
  local uid
  uid=$(id -u k.noir)
  touch /var/lib/bawn/homes/k.noir/kept
  bawn-admin delete --yes --keep-home k.noir
  run find /var/lib/bawn/homes -name 'k.noir*' -printf '%U %m\n'
  assert_output '0 700'
  bawn-admin create k.noir
  [ "$(id -u k.noir)" -gt "$uid" ]
  bawn-admin delete --yes k.noir
}

@test "an operator can sync their own project as root, and run no other command as root" {
  bawn-admin assign a.noir /home/alice/app
  run as alice sudo -n "$(command -v bawn-admin)" sync a.noir app
  assert_success
  run as alice sudo -n "$(command -v bawn-admin)" sync a.noir other
  assert_failure
  run as alice sudo -n "$(command -v bawn-admin)" list
  assert_failure
  run as alice sudo -n "$(command -v bawn-admin)" sync
  assert_failure
  run as bob sudo -n "$(command -v bawn-admin)" sync a.noir app
  assert_failure
  bawn-admin unassign a.noir app
}

@test "a command of root without root shows the line with sudo" {
  run as alice bawn-admin list
  assert_equal "$status" 5
  assert_output --partial 'sudo bawn-admin list'
}

@test "a start does not take an agent that was created again for a rollback" {
  local round
  for round in 1 2; do
    bawn-admin create n.noir
    bawn-admin assign n.noir /home/alice/app
    [ "$round" = 2 ] || bawn-admin allow n.noir perl
    run as alice bawn launch n.noir app --no-sync -- true
    assert_success
    bawn-admin delete --yes n.noir
  done
}

@test "list, show and verify find all classes of bawn in the cache" {
  local command
  sed -i 's:-Xlog\:all=off:& -Xlog\:class+load=info\:file=/tmp/classes:' "$(dirname "$(realpath "$(type -P bawn-admin)")")/../lib/bawn/start"
  for command in list 'show a.noir' 'verify a.noir'; do
    # shellcheck disable=SC2086 # words of a command
    run -0 bawn-admin $command
    grep -q 'source: shared objects file' /tmp/classes
    run -1 grep 'source: file:' /tmp/classes
  done
}

# previews COMMAND…: asserts that the command with --dry-run changes nothing, not even the journal.
previews() {
  local before
  before=$(policy_state; stat -c '%s %Y' /var/lib/bawn/audit.jsonl /var/lib/bawn/next-uid)
  run -0 --separate-stderr bawn-admin "$@" --dry-run
  assert_equal "$(policy_state; stat -c '%s %Y' /var/lib/bawn/audit.jsonl /var/lib/bawn/next-uid)" "$before"
  assert_line 'dry run: nothing was changed'
}

@test "a dry run of create, allow, restrict and assign shows the policy and sudoers that the command then makes, and changes nothing" {
  local shown
  previews create d.noir
  assert_line --regexp '^would create d.noir: uid [0-9]+, [0-9]+ commands$'
  assert_line --regexp '^\+ sudoers: #[0-9]+ ALL=\(d.noir\) NOPASSWD: NOSETENV: .*/enter$'
  assert_line '+ policy of d.noir, serial 1'
  assert_line '  + commands'
  shown=$output
  run -0 bawn-admin create d.noir
  [[ $shown == *"${lines[0]#created }"* ]] || fail "$shown"
  previews allow d.noir tty
  assert_line --regexp '^possible +tty'
  assert_line '~ policy of d.noir, serial 1 -> 2'
  assert_line --partial 'd.noir would have '
  assert_line '  ~ programs'
  refute_output --partial 'sudoers:'
  previews restrict d.noir cat
  assert_line --regexp '^possible +cat'
  previews assign d.noir /home/alice/app
  assert_line "d.noir would work on /home/alice/app as 'app'"
  assert_line '+ /var/lib/bawn/mirrors/app'
  assert_line '  + recipe/app.args'
  assert_line --regexp '^\+ sudoers: .*/bawn-admin sync d.noir app$'
  refuses 3 "agent 'd.noir' already exists" bawn-admin create d.noir --dry-run
  refuses 4 'there is no' bawn-admin allow d.noir no-such-program --dry-run
  bawn-admin delete d.noir --yes
}
