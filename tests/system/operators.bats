#!/usr/bin/env bats
# Three users and several agents: each user can start only their own agents, and a removed operator loses an agent at once.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

state=/var/lib/bawn
enter=/usr/lib/bawn/enter
[ -e "$enter" ] || enter=/usr/local/lib/bawn/enter

setup_file() {
  local user
  for user in alice bob carol; do
    make_user "$user"
    make_project "$user" "$user-app" >/dev/null
  done
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.own --operator alice
  bawn-admin create b.own --operator bob
  bawn-admin create both --operator alice --operator bob
  bawn-admin assign a.own /home/alice/alice-app
  bawn-admin assign both /home/alice/alice-app
  SUDO_UID=$(id -u bob) SUDO_GID=$(id -g bob) SUDO_USER=bob bawn-admin assign b.own /home/bob/bob-app
}

# can USER AGENT PROJECT: asserts that USER can start and show the agent, and read its files.
can() {
  run as "$1" bawn launch "$2" "$3" -- true
  assert_success
  run as "$1" bawn agents
  assert_output --partial "$2"
  as "$1" cat "$state/agents/$2/manifest.toml" "$state/agents/$2/recipe/$3.args" >/dev/null
  as "$1" ls "$state/scratch/$2/$3" "$state/mirrors/$3" >/dev/null
}

# can_not USER AGENT PROJECT: asserts that USER can do none of that, by bawn or without it.
can_not() {
  run as "$1" bawn launch "$2" "$3" --no-sync -- true
  assert_failure 3
  assert_output --partial "$2 is not your agent"
  run as "$1" bawn agents
  refute_line --regexp "^$2 "
  run as "$1" bawn verify "$2"
  assert_failure 3
  run as "$1" sudo -n -u "$2" "$enter" "$3" 2 true
  assert_failure
  run as "$1" sudo -n "$(command -v bawn-admin)" sync "$2" "$3"
  assert_failure
  local path
  for path in "$state/agents/$2"/{,manifest.toml,bin/,etc/,"recipe/$3.args"} "$state/agents/.gen/$2"/*/ \
    "$state/scratch/$2" "$state/scratch/$2/$3" "$state/homes/$2"; do
    run as "$1" ls "$path"
    assert_failure
  done
}

@test "each operator can start their own agents and the shared one" {
  can alice a.own alice-app
  can alice both alice-app
  can bob b.own bob-app
  can bob both alice-app
}

@test "no operator can start an agent of another operator" {
  can_not alice b.own bob-app
  can_not bob a.own alice-app
  run as alice ls "$state/mirrors/bob-app"
  assert_failure
}

@test "a user without an agent can start none" {
  local agent
  for agent in a.own both; do
    can_not carol "$agent" alice-app
  done
  can_not carol b.own bob-app
  run as carol ls "$state/mirrors/alice-app"
  assert_failure
  run as carol ls /etc/bawn/keys
  assert_failure
  run as carol bawn agents
  assert_output --partial 'you have no agents'
  run as carol sudo -n -l
  assert_failure
}

@test "a new operator has the same rights at once, and can read earlier files" {
  as alice bawn launch a.own alice-app -- sh -c 'umask 077; mkdir .scratch/deep; echo found >.scratch/deep/note'
  run bawn-admin operator add a.own bob
  assert_success
  can bob a.own alice-app
  run as bob cat "$state/scratch/a.own/alice-app/deep/note"
  assert_output found
  as alice bawn launch a.own alice-app -- sh -c 'umask 077; echo new >.scratch/deep/later'
  run as bob cat "$state/scratch/a.own/alice-app/deep/later"
  assert_output new
  can alice a.own alice-app
}

@test "a removed operator loses all rights and running sessions at once" {
  local session
  as bob bawn launch a.own alice-app --no-sync -- sh -c 'echo ready; sleep 300' >"$BATS_TEST_TMPDIR/session" 2>&1 3>&- &
  session=$!
  timeout 30 sh -c "until grep -q ready '$BATS_TEST_TMPDIR/session'; do sleep 0.1; done"
  exec 5<"$state/scratch/a.own/alice-app/deep/note"
  run bawn-admin operator remove a.own bob --yes
  exec 5<&-
  assert_success
  run wait "$session"
  assert_failure
  run pgrep -u a.own
  assert_failure
  can_not bob a.own alice-app
  can alice a.own alice-app
  can bob both alice-app
}

@test "a removed operator cannot read an older state" {
  bawn-admin operator add a.own carol
  bawn-admin operator remove a.own carol --yes
  run ls "$state/agents/.gen/a.own"
  assert_equal "${#lines[@]}" 1
  can_not carol a.own alice-app
}

@test "bawn-admin refuses to remove the last operator or a user who is none, and to add root" {
  local serial
  serial=$(readlink "$state/agents/a.own")
  run bawn-admin operator remove a.own alice --yes
  assert_failure 3
  assert_output --partial 'a.own would have no operator'
  run bawn-admin operator add a.own root
  assert_failure 3
  run bawn-admin operator remove a.own carol --yes
  assert_failure 4
  run bawn-admin operator add a.own nobody-here
  assert_failure 4
  run bawn-admin operator lend a.own bob
  assert_failure 2
  # the removal of the last operator is refused without a question, and for another one a question is necessary
  run bawn-admin operator remove a.own alice </dev/null
  assert_failure 3
  run bawn-admin operator remove both alice </dev/null
  assert_failure 2
  assert_output --partial 'add --yes'
  run bawn-admin operator add a.own alice
  assert_success
  assert_equal "$(readlink "$state/agents/a.own")" "$serial"
}

@test "operator remove accepts the uid of a deleted account, and a new user with it has no rights" {
  local uid
  useradd --create-home dave
  uid=$(id -u dave)
  bawn-admin operator add both dave
  userdel dave
  run bawn-admin operator remove both "$uid" --yes
  assert_success
  useradd --create-home --uid "$uid" eve
  can_not eve both alice-app
}

@test "env sets signed variables of an agent's sessions, and refuses secrets and PATH" {
  run -0 bawn-admin env both set https_proxy=http://proxy:3128 JAVA_HOME=/usr/lib/jvm/jdk 'NOTE=two  words'
  assert_line --regexp '^variables of both \(serial [0-9]+\):$'
  assert_line JAVA_HOME=/usr/lib/jvm/jdk
  run -0 as alice bawn launch both alice-app -- env
  assert_line https_proxy=http://proxy:3128
  assert_line 'NOTE=two  words'
  run -0 bawn-admin show both
  assert_line --regexp '^variables +JAVA_HOME=/usr/lib/jvm/jdk NOTE=two  words$'
  assert_line --regexp '^ +https_proxy=http://proxy:3128$'
  run -0 bawn-admin env both set LC_ALL=xx_YY.UTF-8 # no locale of this name is there
  run -0 --separate-stderr as alice bawn launch both alice-app -- env
  assert_line LC_ALL=xx_YY.UTF-8
  refute_line --partial PERL
  # shellcheck disable=SC2154
  refute_regex "$stderr" locale
  run -0 bawn-admin env both unset LC_ALL
  run -0 bawn-admin env both set JAVA_HOME=/usr/lib/jvm/jdk
  assert_line --partial 'as before'
  run -0 as alice bawn verify both
  bawn-admin reseal both
  run -0 bawn-admin env both list
  assert_output $'JAVA_HOME=/usr/lib/jvm/jdk\nNOTE=two  words\nhttps_proxy=http://proxy:3128'
  run -0 bawn-admin env list both
  assert_line JAVA_HOME=/usr/lib/jvm/jdk
  run -0 bawn-admin env both unset https_proxy NOTE
  run -0 as alice bawn launch both alice-app -- env
  assert_line JAVA_HOME=/usr/lib/jvm/jdk
  refute_output --partial proxy
  local refused
  for refused in PATH=/tmp HOME=/tmp LD_PRELOAD=/tmp/x.so BASH_ENV=/tmp/x BAWN_SESSION=x PERL_UNICODE=A 'a b=1' =1 NAME \
    https_proxy=http://alice:word@proxy:3128 $'A=1\n2'; do
    run -2 bawn-admin env both set "$refused"
    assert_line --partial 'cannot be set: '
  done
  # the log has the reason of each refusal, and no value
  run -0 grep -c 'https_proxy.*cannot be set' /var/lib/bawn/audit.jsonl
  run -1 grep 'alice:word' /var/lib/bawn/audit.jsonl
  run -2 bawn-admin env both set NPM_TOKEN=x
  assert_line 'bawn-admin: hint: if a tool definition names it in env, each operator sets it: bawn env set NPM_TOKEN; see bawn-tool(5)'
  run -4 bawn-admin env both unset NOTE
  run -2 bawn-admin env both set
  run -2 bawn-admin env both list NOTE
  run -0 --separate-stderr bawn-admin env both unset JAVA_HOME
  run -0 --separate-stderr bawn-admin env both list
  assert_equal "$output$stderr" 'no variables; to set one: sudo bawn-admin env both set NAME=VALUE'
  run -0 bawn-admin env both set JAVA_HOME=/usr/lib/jvm/jdk
  run -0 bawn-admin env both list
  assert_output JAVA_HOME=/usr/lib/jvm/jdk
}

@test "root with sudo can run the same commands as without" {
  run -0 env SUDO_UID=0 SUDO_GID=0 SUDO_USER=root bawn-admin unassign b.own bob-app
  run -0 env SUDO_UID=0 SUDO_GID=0 SUDO_USER=root bawn-admin assign b.own /home/bob/bob-app
  run -0 env SUDO_UID=0 SUDO_GID=0 SUDO_USER=root bawn-admin sync b.own bob-app
  run -2 env SUDO_UID=0 SUDO_GID=0 SUDO_USER=root bawn-admin create c.none
  assert_output --partial 'an agent needs an operator who is not root'
  can bob b.own bob-app
}
