#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; names come with load
# An agent that changes its project: assign --workspace overlay, and what its operator does with the changes.

load ../lib/world.bash
load ../lib/mirrors.bash

setup_file() {
  # the upper layer of an overlay cannot lie on the overlay that the test root is
  mkdir -p /var/lib/bawn
  mount -t tmpfs -o mode=0755 state /var/lib/bawn
  make_person alice
  make_person bob
  make_project alice app >/dev/null
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin allow a.noir rm mv chmod ln python3
  bawn-admin assign a.noir "$project" --workspace overlay
}

# in_agent SCRIPT: a line of sh in a session of the agent.
in_agent() {
  as alice bawn launch a.noir app -- sh -euc "$1"
}

@test "an agent with an overlay changes its view of the project, and the project stays as it is" {
  before=$(find "$project" -type f -exec sha256sum {} + | sort)
  run -0 in_agent 'echo changed >README.md; mkdir src/new; echo n >src/new/n; rm src/hello.py; echo s >.scratch/notes'
  run -0 in_agent 'cat README.md src/new/n; ls src'
  assert_line changed
  assert_line n
  refute_line hello.py
  [ "$(find "$project" -type f -exec sha256sum {} + | sort)" = "$before" ]
  [ "$(cat /var/lib/bawn/scratch/a.noir/app/notes)" = s ]
}

@test "a sync brings what others changed, and leaves each path that the agent changed as the agent saw it" {
  lower=$(echo /var/lib/bawn/mirrors/app-*)
  in_project 'echo mine >README.md; echo others >src/others; echo x >src/new-too; git add -A; git commit -qm others'
  run -0 in_agent 'cat README.md src/others src/new/n; ls src'
  assert_line changed
  assert_line others
  refute_line hello.py
  [ "$(cat "$lower/README.md")" != mine ]
  [ -e "$lower/src/hello.py" ]
  [ ! -e "$lower/src/new" ]
}

@test "a sync drops from the overlay what the project has by now" {
  lower=$(echo /var/lib/bawn/mirrors/app-*)
  upper=/var/lib/bawn/scratch/a.noir/.overlay/app/upper
  in_project 'cp README.md ~/readme; echo changed >README.md; rm src/hello.py; mkdir src/new; echo n >src/new/n'
  sync_app
  [ "$(find "$upper" ! -type d)" = '' ]
  [ ! -e "$upper/src/new" ]
  [ "$(cat "$lower/README.md")" = changed ]
  [ "$(cat "$lower/src/new/n")" = n ]
  [ ! -e "$lower/src/hello.py" ]
  in_project 'echo later >src/new/n; echo more >src/new/more; git checkout -q -- src/hello.py'
  run -0 in_agent 'cat src/new/n; ls src src/new'
  assert_line later
  assert_line more
  assert_line hello.py
}

@test "a session and a sync do not use one overlay at the same time" {
  in_agent 'echo >/tmp/ready; while [ ! -e .scratch/end ]; do sleep 0.1; done' & session=$!
  while flock -n /var/lib/bawn/scratch/a.noir/.overlay/app true; do sleep 0.1; done
  run ! sync_app
  assert_output --partial 'stays as it is'
  run ! in_agent true
  assert_output --partial 'stays as it is'
  run -3 as alice bawn launch a.noir app --no-sync -- true
  assert_output --partial 'are in use'
  install -o a.noir /dev/null /var/lib/bawn/scratch/a.noir/app/end
  wait "$session"
  sync_app
}
