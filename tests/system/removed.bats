#!/usr/bin/env bats
# Programs and directories of /usr/lib that are removed or added after an agent was signed. A command that takes permissions
# away succeeds, and a command that grants some names the missing program. A removed directory stops no start; an added one is
# hidden.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/tools

setup_file() {
  make_user alice
  make_user bob
  make_user carol
  make_project alice app
  make_project alice second
  bawn-admin init
  install -d /etc/bawn/tools.d
  define_tool demo >/etc/bawn/tools.d/demo.toml
  make_tool alice demo 1.2.3
  bawn-admin tool add demo --from /home/alice/demo
}

# One program of each type: in /usr/bin (sessions run a copy of it); elsewhere; a script; an adopted tool.
setup() {
  install -m 0755 /usr/bin/true /usr/bin/copied
  install -m 0755 /usr/bin/true /usr/local/bin/outside
  install -m 0755 /usr/bin/dash /usr/local/bin/interpreter
  install -m 0755 /dev/stdin /usr/local/bin/scripted <<<'#!/usr/local/bin/interpreter'
  bawn-admin create a.noir --operator alice --operator bob
  bawn-admin allow a.noir copied outside scripted demo
  bawn-admin assign a.noir /home/alice/app
}

teardown() {
  mv /root/tree /var/lib/bawn/tools/demo/1.2.3 2>/dev/null || :
  bawn-admin delete a.noir --yes
}

# remove_program NAME: removes the program from the machine.
remove_program() {
  case $1 in
    demo) mv /var/lib/bawn/tools/demo/1.2.3 /root/tree ;;
    copied) rm /usr/bin/copied ;;
    scripted) rm /usr/local/bin/interpreter ;;
    *) rm "/usr/local/bin/$1" ;;
  esac
}

launches() { as alice bawn launch a.noir app --no-sync "$@"; }

# takes_away: asserts that each command that revokes rights of a.noir succeeds with its usual output.
takes_away() {
  run -0 --separate-stderr bawn-admin operator remove a.noir bob --yes
  assert_output --regexp '^operators of a.noir: alice \([0-9]+\) \(serial [0-9]+\)$'
  run -0 --separate-stderr bawn-admin restrict a.noir ls
  assert_line 'restricted  ls'
  run -0 --separate-stderr bawn-admin unassign a.noir app
  assert_output 'a.noir does not work on /home/alice/app any more'
}

# grants_nothing PATH NAME: asserts that each command that grants rights to a.noir refuses, and names this program.
grants_nothing() {
  local sentence="the program of $2 is missing: $1" hint="install it, or: sudo bawn-admin restrict a.noir $2"
  local before
  before=$(readlink /var/lib/bawn/agents/a.noir)
  refused_by_admin "$sentence" "$hint" operator add a.noir carol
  refused_by_admin "$sentence" "$hint" allow a.noir tty
  refused_by_admin "$sentence" "$hint" assign a.noir /home/alice/second
  [ ! -e /var/lib/bawn/mirrors/second ]
  assert_equal "$(readlink /var/lib/bawn/agents/a.noir)" "$before"
}

# shellcheck disable=SC2154 # run sets them
refused_by_admin() {
  run -3 --separate-stderr bawn-admin "${@:3}"
  assert_equal "$output" ''
  assert_equal "$stderr" "bawn-admin: error: $1"$'\n'"bawn-admin: hint: $2"
}

@test "root can revoke rights after a program of /usr/bin was removed, and sessions run its copy" {
  remove_program copied
  grants_nothing /usr/bin/copied copied
  run -0 bawn-admin restrict a.noir tail
  run -0 --separate-stderr launches -- copied
  # shellcheck disable=SC2154
  [[ $stderr == *'programs are missing: copied; install them, or: sudo bawn-admin restrict a.noir copied'* ]] || fail "$stderr"
  [[ $stderr != *reseal* && $stderr != *changed* ]] || fail "$stderr"
  for doctor in "bawn-admin doctor" "as alice bawn doctor"; do
    run $doctor
    assert_line --partial 'programs are missing: copied'
    assert_line --regexp '^ *sudo bawn-admin restrict a.noir copied$'
    refute_line --partial 'sudo bawn-admin reseal a.noir'
    refute_line --partial '; install them, or'
  done
  takes_away
  run -0 bawn-admin restrict a.noir copied
  run -0 bawn-admin allow a.noir tty
}

@test "root can revoke rights after another program was removed, and a start names it" {
  remove_program outside
  grants_nothing /usr/local/bin/outside outside
  run -0 bawn-admin restrict a.noir tail
  run -3 --separate-stderr launches -- ls
  [[ $stderr == *'the program of outside cannot be trusted'*'/usr/local/bin/outside is missing'* ]] || fail "$stderr"
  [[ $stderr == *'hint: install the package of outside again, or: sudo bawn-admin restrict a.noir outside' ]] || fail "$stderr"
  takes_away
  run -0 bawn-admin restrict a.noir outside
  run -0 bawn-admin assign a.noir /home/alice/app
  run -0 launches -- cat README.md
}

@test "root can revoke rights after an interpreter was removed" {
  remove_program scripted
  grants_nothing /usr/local/bin/interpreter scripted
  takes_away
  run -0 bawn-admin restrict a.noir scripted
  run -0 bawn-admin assign a.noir /home/alice/app
  run -0 launches -- cat README.md
}

@test "root can revoke rights after the tree of a tool was removed, and a start names it" {
  remove_program demo
  grants_nothing /var/lib/bawn/tools/demo/1.2.3/bin/demo demo
  run -0 bawn-admin restrict a.noir tail
  run -3 --separate-stderr launches -- ls
  [[ $stderr == *demo* ]] || fail "$stderr"
  takes_away
  run -0 bawn-admin restrict a.noir demo
}

@test "reseal copies a program again whose copy was changed, and does not sign the change" {
  local copy
  copy=$(compgen -G '/var/lib/bawn/programs/*/copied')
  echo change >>"$copy"
  run -3 launches -- copied
  assert_line --partial "a signed program was changed: $copy"
  run -0 bawn-admin reseal a.noir
  run -0 launches -- copied
  cmp /usr/bin/copied /var/lib/bawn/programs/*/copied
}

@test "reseal names all removed programs together, and delete removes their agent" {
  remove_program copied
  remove_program outside
  remove_program scripted
  run -3 --separate-stderr bawn-admin allow a.noir tty
  [[ $stderr == *"bawn-admin: error: programs of a.noir are missing: /usr/bin/copied /usr/local/bin/outside /usr/local/bin/interpreter"* ]] || fail "$stderr"
  [[ $stderr == *"bawn-admin: hint: install them, or: sudo bawn-admin restrict a.noir copied outside scripted"* ]] || fail "$stderr"
  takes_away
  run -0 bawn-admin restrict a.noir copied
  run -0 bawn-admin delete a.noir --yes
  run -0 bawn-admin create a.noir --operator alice
}

@test "root can revoke rights after a program without a copy was changed, and a start names it" {
  local copy
  cp /usr/bin/false /usr/bin/copied
  for copy in /var/lib/bawn/programs/.files/*; do
    if cmp -s "$copy" /usr/bin/true; then rm "$copy"; fi
  done
  refused_by_admin '/usr/bin/copied changed since it was signed' 'run: sudo bawn-admin reseal a.noir, then run this command again' \
    operator add a.noir carol
  run -0 bawn-admin operator remove a.noir bob --yes
  run -3 --separate-stderr launches -- ls
  [[ $stderr == *'the program of copied is not among the copies'*'sudo bawn-admin reseal a.noir'* ]] || fail "$stderr"
  run -0 bawn-admin reseal a.noir
  run -0 launches -- true
}

# make_library DIRECTORY: creates a library directory with a program.
make_library() { install -D -m 0755 /usr/bin/true "$1/program"; }

libraries=(/usr/lib/went /usr/lib/stayed /usr/lib/came "/usr/lib/came too" /usr/lib/x86_64-linux-gnu/came /usr/lib/new-linux-gnu)

@test "a removed directory of programs stops no start" {
  make_library /usr/lib/went
  run -0 bawn-admin reseal a.noir
  run -0 --separate-stderr launches -- ls /usr/lib/went
  assert_output ''
  rm -r /usr/lib/went
  run -0 --separate-stderr launches -- cat README.md
  refute_regex "$stderr" '/usr/lib'
  run -0 as alice bawn verify a.noir
  refute_output --partial /usr/lib/went
  rm -rf "${libraries[@]}"
}

@test "a removed directory of libraries stops no start, and start and verify name it" {
  install -D -m 0644 /etc/hostname /usr/lib/stayed/data
  run -0 bawn-admin reseal a.noir
  run -0 --separate-stderr launches -- ls /usr/lib/stayed
  assert_output data
  rm -r /usr/lib/stayed
  run -0 --separate-stderr launches -- cat README.md
  assert_regex "$stderr" 'bawn: warning: /usr/lib/stayed was removed after a.noir was signed'
  run -0 as alice bawn verify a.noir
  assert_line --partial 'missing since root signed the policy: /usr/lib/stayed'
  run -0 bawn-admin reseal a.noir
  run -0 --separate-stderr launches -- cat README.md
  refute_regex "$stderr" '/usr/lib'
  rm -rf "${libraries[@]}"
}

@test "a session does not see a new directory, and start and verify name it" {
  local came
  run -0 bawn-admin reseal a.noir
  for came in /usr/lib/came "/usr/lib/came too" /usr/lib/x86_64-linux-gnu/came /usr/lib/new-linux-gnu/inner; do
    make_library "$came"
  done
  run -0 --separate-stderr launches -- sh -c 'cat /usr/lib/came*/* /usr/lib/*-linux-gnu/came/* /usr/lib/new-linux-gnu/*/* 2>/dev/null | wc -c; touch /usr/lib/came/x || true'
  assert_output 0
  assert_regex "$stderr" 'bawn: warning: /usr/lib/came was created after a.noir was signed, and is hidden; to sign the agent again: sudo bawn-admin reseal a.noir'
  assert_regex "$stderr" 'bawn: warning: /usr/lib/came too was created after'
  assert_regex "$stderr" 'bawn: warning: /usr/lib/x86_64-linux-gnu/came was created after'
  assert_regex "$stderr" 'bawn: warning: /usr/lib/new-linux-gnu was created after'
  refute_regex "$stderr" 'inner'
  assert_regex "$stderr" 'touch: cannot touch '
  run -0 as alice bawn verify a.noir
  assert_line --partial 'new since root signed the policy, and hidden: /usr/lib/came /usr/lib/came too /usr/lib/new-linux-gnu /usr/lib/x86_64-linux-gnu/came'
  run -0 as alice bawn launch a.noir app --dry-run
  assert_line --regexp 'covered +/usr/lib/came$'
  run -0 bawn-admin reseal a.noir
  run -0 --separate-stderr launches -- sh -c 'cat /usr/lib/came*/* /usr/lib/*-linux-gnu/came/* /usr/lib/new-linux-gnu/*/* 2>/dev/null | wc -c'
  assert_output 0
  refute_regex "$stderr" '/usr/lib'
  rm -rf "${libraries[@]}"
}
