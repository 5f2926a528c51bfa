#!/usr/bin/env bats
# Unprivileged sessions with Debian 12's bubblewrap: 0.8 with a security update, which can mount descriptors.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/terminal
load ../lib/own

setup_file() {
  make_alice
}

teardown() {
  forget_sessions
}

@test "the test root has bubblewrap 0.8" {
  run -0 bwrap --version
  assert_output 'bubblewrap 0.8.0'
}

@test "bawn refuses bubblewrap 0.8 without Debian's update, and names the package" {
  sed 's/--bind-fd/--bind-fx/g' /usr/bin/bwrap >/tmp/bwrap
  chmod 0755 /tmp/bwrap
  mount --bind /tmp/bwrap /usr/bin/bwrap
  run -3 --separate-stderr launches -- true
  umount /usr/bin/bwrap
  # shellcheck disable=SC2154
  assert_equal "$stderr" 'bawn: error: this bubblewrap is too old: it does not know --bind-fd
bawn: hint: update the package bubblewrap to 0.10 or later (Debian 12: 0.8.0-2+deb12u1)'
}

@test "a session does not change its project, keeps its files, and resumes with them" {
  run -7 --separate-stderr launches -- sh -c 'pwd; echo new >README.md; rm -r src; mkdir made; exit 7'
  assert_output /home/alice/app
  assert_equal "$stderr" ''
  assert_equal "$(as alice git -C app status --porcelain)" '?? .env'
  run -0 as alice bawn status app-1
  assert_line --partial 'app-1 (ended 7): 3 changes'
  run -0 --separate-stderr as alice bash -c 'bawn export app-1 --patch | git -C app apply --check'
  run -0 in_app bawn resume app-1 -- sh -c 'cat README.md; ls -d made src; true'
  assert_line new
  assert_line made
  run -0 as alice bawn exec app-1 -- cat README.md
  assert_output new
  run -0 as alice bawn destroy app-1 --force
}

@test "a session does not see masked files, also after they are saved again" {
  in_background --mask-env --mask '*.pem' "ls -A; $pause; cat .env" >/tmp/seen 2>&1
  as alice sh -c 'cd app; cp .env .env~; mv .env~ .env'
  goes_on
  assert_equal "$(grep -c -e '^\.env$' -e secret /tmp/seen)" 0
}

@test "concurrent sessions on one project have a workspace each" {
  in_background "echo one >README.md; $pause; cat README.md" >/tmp/one
  run -0 launches -- sh -c 'cat README.md; echo two >README.md'
  assert_output '# A small project'
  goes_on
  assert_equal "$(cat /tmp/one)" one
}

@test "a project may have any name" {
  local name
  # shellcheck disable=SC2016 # it is a name
  for name in $'line\nbreak' "it's" '-x' 'a:b,c=d\e' '$(id)' '日本語'; do
    as alice mkdir -p "dir/$name"
    run -0 as alice bawn launch "dir/$name" --mask-env -- sh -c 'pwd; echo x >made'
    assert_output "/home/alice/dir/$name"
    [ ! -e "/home/alice/dir/$name/made" ]
  done
  rm -r /home/alice/dir
}

@test "a session cannot change .git of a bound workspace, or a read-only workspace" {
  run -0 launches --workspace bind -- sh -c 'echo live >live; touch .git/x; rm -r .git; true'
  [ -e /home/alice/app/live ] && [ -d /home/alice/app/.git/objects ] && [ ! -e /home/alice/app/.git/x ]
  rm /home/alice/app/live
  run -1 launches --workspace readonly -- touch README.md
  run -0 in_app bawn launch --workspace empty -- sh -c 'pwd; ls -A'
  assert_output /work/empty-1
}

@test "options set nesting, capabilities, root inside and network" {
  run -0 launches -- unshare -Ur id -u
  assert_output 0
  run ! launches --no-nested -- unshare -Ur id -u
  run -0 launches --no-nested -- grep -E '^(CapBnd|NoNewPrivs|Seccomp):' /proc/self/status
  assert_output $'CapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2'
  run -0 launches --root-inside -- sh -c 'id -u; touch /usr/x 2>/dev/null || echo no'
  assert_output $'0\nno'
  run -0 launches --network none -- grep -c : /proc/net/dev
  assert_output 1
  run ! launches -- mount -t tmpfs none /mnt
}

@test "bubblewrap runs inside a session without a cgroup namespace, unless its options require one" {
  local system='--ro-bind / / --proc /proc --dev /dev'
  run -0 launches -- sh -c "bwrap --unshare-all --share-net $system -- sh -c 'readlink /proc/self/ns/cgroup; ps -e -o comm=; echo \"\$@\"' sh --unshare-all
    readlink /proc/self/ns/cgroup"
  assert_equal "${lines[0]}" "${lines[-1]}"
  assert_equal "${lines[-2]}" --unshare-all
  assert_line ps
  refute_line env
  run -0 launches -- sh -c "bwrap --unshare-user --unshare-cgroup-try $system -- echo began"
  assert_output began
  run ! launches -- sh -c "bwrap --unshare-user --unshare-cgroup $system -- echo began"
  assert_output --partial 'No permissions to create new namespace'
}

@test "a dry run shows the overlay and the program that mounts it" {
  run -0 launches --dry-run -- git log
  assert_line --regexp '^  overlay .*/home/alice/app <- /home/alice/app \+ .*/upper$'
  assert_line --regexp '^executes .*open-mounts'
}

@test "Ctrl-C ends the command of a session and not the session" {
  ctrl_c_ends_a_command_inside
}

@test "why explains files of other users, and its line repairs them" {
  make_foreign_files
  foreign_files_are_explained_and_mended
  rm -r /home/alice/app/deep /home/alice/app/many
}

@test "a failed mount of the overlay leaves no files of the session" {
  as alice mkdir -p .local
  mkdir /tmp/upper /tmp/work
  chown alice: /tmp/upper
  mount -t overlay -o lowerdir=/home/alice/.local,upperdir=/tmp/upper,workdir=/tmp/work overlay /home/alice/.local
  run --separate-stderr launches -- touch made
  run -0 as alice bawn list -q
  local left=$output
  umount /home/alice/.local
  assert_equal "$left" ''
  # shellcheck disable=SC2154
  [[ $stderr != *dev.bawn* ]]
}
