#!/usr/bin/env bats
# shellcheck disable=SC2016 # a shell in the session expands it
# The ports that bawn assigns to sessions: no two running sessions have the same ones.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
}

teardown() {
  in_app bawn killall --force 2>/dev/null || :
  in_app sh -c 'bawn list -q | xargs -r bawn destroy --force' 2>/dev/null || :
  rm -f /home/alice/.config/bawn/config.toml
}

# sets LINE…: writes alice's settings.
sets() {
  as alice sh -c 'mkdir -p .config/bawn && printf "%s\n" "$@" >.config/bawn/config.toml' sets "$@"
}

# ports NAME: prints the session's ports as info shows them.
ports() { bawn_ info "$1" | sed -n 's/^ports *//p'; }

@test "concurrent sessions have different ports, and info shows them" {
  # two ranges: with these, two names prefer the same range in half of all cases
  sets 'port_base = 32748' 'port_count = 5'
  run -0 bawn_ swarm one 4 -- sh -c 'echo $BAWN_PORT_BASE $BAWN_PORT_COUNT; sleep 300'
  local i all=
  for i in 1 2 3 4; do
    run -0 bawn_ wait one-$i --text ' 5' --timeout 60
    run -0 bawn_ logs one-$i
    assert_regex "$(ports one-$i)" "^${output% *}-3"
    all+="$output "
  done
  # shellcheck disable=SC2086 # several numbers
  run -0 sh -c 'printf "%s\n" "$@" | grep -vx 5 | sort' sort $all
  assert_output $'32748\n32753\n32758\n32763'
  # a fifth session starts without ports
  run -0 bawn_ launch --name late -- sh -c 'echo "<$BAWN_PORT_BASE>"'
  assert_line '<>'
  assert_output --partial 'BAWN_PORT_BASE is not set'
  # ranges of another size, between the others
  sets 'port_base = 32750' 'port_count = 18'
  run -0 bawn_ resume late -- sh -c 'echo "<$BAWN_PORT_BASE>"'
  assert_line '<>'
  run -0 bawn_ kill one-1 one-2 one-3 one-4
  run -0 bawn_ resume late -- sh -c 'echo "<$BAWN_PORT_BASE>"'
  assert_line '<32750>'
  assert_equal "$(ports late)" ''
}

@test "a resumed session has the same ports, and so has exec" {
  run -0 bawn_ launch --name again -- sh -c 'echo $BAWN_PORT_BASE'
  local first=$output
  [ "$first" -ge 20000 ] && [ "$first" -lt 32768 ]
  run -0 bawn_ spawn again2 --home ephemeral -- sleep 300
  run -0 bawn_ restart again -- sleep 300
  run -0 bawn_ exec again -- sh -c 'echo $BAWN_PORT_BASE'
  assert_output "$first"
  run -0 bawn_ info again --json
  assert_output --partial "\"port_base\" : $first"
  assert_output --partial '"port_count" : 10'
}

@test "a session without a network gets no ports, and --env has the last word" {
  run -0 bawn_ launch --network none -- sh -c 'echo "<$BAWN_PORT_BASE>"'
  assert_line '<>'
  run -0 bawn_ launch --env BAWN_PORT_BASE=7 -- sh -c 'echo "<$BAWN_PORT_BASE>"'
  assert_line '<7>'
}

@test "launch refuses invalid settings of ports" {
  for line in 'port_base = 80' 'port_base = 70000' 'port_base = "x"' 'port_base = "30000"' 'cpus = "2"' 'port_count = 0' 'port_count = -1'; do
    sets "$line"
    run bawn_ launch -- true
    [ "$status" -ne 0 ]
    assert_output --partial "${line% = *}"
  done
}
