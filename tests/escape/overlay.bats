#!/usr/bin/env bats
# An agent that changes its own view of a project: what it writes there is not executed, and the layers are out of reach.

# shellcheck disable=SC2016,SC2154 # the inner shells expand it; names come with load
load attack.bash

overlays=$state/scratch/$agent/.overlay

setup_file() {
  # a wall is opened when all is there
  ATTACK_OPEN='' begin_world
  compile hello
  # the upper layer of an overlay cannot lie on the overlay that the test root is
  [ "$(stat -f -c %T "$state/scratch")" != overlayfs ] || mount -t tmpfs -o mode=0755 scratch "$state/scratch"
  make_project op changed >/dev/null
  bawn-admin create c.vert --profile network-isolated
  for each in "$agent" c.vert; do
    bawn-admin assign "$each" /home/op/changed --workspace overlay --with-git
  done
  [ -z "${ATTACK_OPEN:-}" ] || open_wall "$ATTACK_OPEN"
}

# changing SCRIPT: as inside, on the project with the overlay.
changing() {
  local serial
  serial=$(readlink "$state/agents/$agent")
  run as op timeout -k 5 60 sudo -n -u "$agent" "$(enter_program)" changed "${serial##*/}" bash -c "$1" </dev/null
}

@test "a compiled program does not run in an overlay of the project" {
  changing 'cp ~/hello here && ./here; chmod 755 here; ./here; bash -c "exec ./here"; env ./here'
  judge
  cmp "$overlays/changed/upper/here" "$state/homes/$agent/hello" # the agent wrote it there
}

@test "neither layer of an overlay is below any path of a session" {
  changing "ls -d $overlays && echo went; cat $overlays/changed/upper/here && echo went
    ls /var/lib/bawn/mirrors && echo went; cat /var/lib/bawn/mirrors/*/README.md && echo went"
  judge
}

@test "an agent reads neither what another one changed nor the copy below it" {
  local upper=$state/scratch/c.vert/.overlay/changed/upper copy
  install -o c.vert -g c.vert -m 0644 /dev/stdin "$upper/private" <<<went
  run runuser -u "$agent" -- cat "$upper/private"
  judge
  copy=$(find "$state/mirrors" -maxdepth 1 -user c.vert)
  run runuser -u "$agent" -- sh -c 'cat "$1/README.md" && echo went' read "$copy"
  judge
}

@test "what discards changes for an operator follows no link that the agent wrote" {
  local serial home=$state/homes/$agent upper=$overlays/changed/upper
  runuser -u "$agent" -- sh -c 'mkdir "$1/kept" && echo x >"$1/kept/file" && ln -s "$1/kept" "$2/way"' make "$home" "$upper"
  serial=$(readlink "$state/agents/$agent")
  run as op timeout -k 5 60 sh -c 'printf "all way/file\0" | sudo -n -u "$@"' op "$agent" "$(enter_program)" changed "${serial##*/}" -discard
  if [ -e "$home/kept/file" ]; then
    [ "$output" = 10 ] || fail "$output"
    concludes 'refused: the file behind the link is there'
  else
    concludes went
  fi
  judge
}

@test "a pipe in the .git of an overlay holds up nobody who fetches the commits of its agent" {
  local serial git=$overlays/changed/upper/.git
  runuser -u "$agent" -- sh -c 'mkdir -p "$1/objects/info" && mkfifo "$1/objects/info/alternates"' make "$git"
  serial=$(readlink "$state/agents/$agent")
  run as op timeout -k 5 30 sudo -n -u "$agent" "$(enter_program)" changed "${serial##*/}" -bundle </dev/null
  [ "$status" -ne 124 ] && [ "$status" -ne 137 ] || concludes went
  judge
}
