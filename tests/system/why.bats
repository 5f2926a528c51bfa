#!/usr/bin/env bats
# bawn why: files of other users in the project of an unprivileged session, and what its sandbox refuses.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  cp -a /home/alice/app /tmp/app
}

teardown() {
  ! mountpoint -q /home/alice/app/mounted || umount /home/alice/app/mounted
  forget_sessions /home/alice/app
  cp -a /tmp/app /home/alice/app
}

why() { run -0 --separate-stderr in_app bawn why "$@"; }

# repairs: root runs the lines of why, and asserts that they repair the files.
repairs() { bash -euc "$(grep '^    sudo ' <<<"$output")"; }

# told REASON FIELD: prints this field of the JSON of why about the session "work".
told() {
  in_app bawn why work --json | python3 -c 'import json, sys
print(next(each[sys.argv[2]] for each in json.load(sys.stdin)[0]["reasons"] if each["reason"] == sys.argv[1]))' "$@"
}

@test "why explains files of others beyond the first 2,000, and its line repairs them" {
  make_foreign_files
  foreign_files_are_explained_and_mended
}

@test "a start warns of a file of others among the first, with the same line" {
  touch /home/alice/app/theirs
  run -0 --separate-stderr launches --name told -- cat theirs
  local repair="sudo chown -R $(id -u alice):$(id -g alice) /home/alice/app/theirs"
  assert_equal "$stderr" "bawn: warning: 'theirs' in the project belongs to another user or group: the session cannot change it, and reads it only where \
its mode permits; to change it, use --workspace worktree or clone; if the file is for you alone: $repair; all such files: bawn why told"
  why told
  assert_line "    $repair"
}

@test "no line takes the files of another user's project" {
  make_user bob 2>/dev/null || :
  chmod 755 /home/alice
  run -0 --separate-stderr as bob bawn launch --name theirs /home/alice/app -- true
  assert_regex "$stderr" 'belongs to another user or group: .*; the project belongs to another user: work on a copy of your own; all such files: bawn why theirs'
  run -0 as bob bawn why theirs
  assert_line '    the project belongs to another user: work on a copy of your own'
  chmod 700 /home/alice
  refute_output --partial chown
}

@test "a start that removes its session does not lead to why" {
  touch /home/alice/app/theirs
  run -0 --separate-stderr in_app bawn run -- true
  assert_regex "$stderr" "'theirs' in the project belongs to another user or group: "
  [[ $stderr != *'bawn why'* ]]
}

@test "the line of why works for files of any name" {
  local name
  # shellcheck disable=SC2016 # it is a name
  for name in $'line\nbreak' "it's" '-x' $'\e]0;owned\a' $'\xff' '$(touch /tmp/canary)'; do
    mkdir -p "/home/alice/app/$name/of root"
    run -0 launches --name odd -- true
    why odd
    [[ $output != *$'\e'* ]]
    repairs
    why odd
    assert_line --partial ': you own all files and directories in '
    run -0 as alice bawn destroy odd --force
    rm -r "/home/alice/app/$name"
  done
  [ ! -e /tmp/canary ]
}

@test "why names a few directories that contain all scattered files" {
  local at
  for at in {1..40}; do
    as alice mkdir -p "app/spread/$((at % 8))/$at"
    touch "/home/alice/app/spread/$((at % 8))/$at/theirs"
  done
  run -0 launches --name spread -- true
  why spread
  assert_line '    40 files of root:root (0:0): spread/0/16/theirs, spread/0/24/theirs, spread/0/32/theirs and 37 more'
  assert_line "    sudo chown -R $(id -u alice):$(id -g alice) /home/alice/app/spread"
  repairs
  why spread
  assert_line --partial ': you own all files and directories in '
}

@test "why names no file that the session replaced, removed or does not see" {
  cd /home/alice/app
  touch replaced removed secret.pem
  mkdir -p gone/deep
  chmod 666 replaced
  run -0 --separate-stderr launches --name work --mask '*.pem' -- \
    sh -c 'cp replaced new && mv new replaced && rm removed && rmdir gone/deep 2>&1; true'
  why work
  assert_line '    2 directories of root:root (0:0): gone/'
  refute_output --partial replaced
  refute_output --partial removed
  assert_line '    .env, secret.pem'
}

@test "why names a file of others among the session's own changes" {
  run -0 launches --name work -- mkdir made
  mkdir /home/alice/.local/share/bawn/workspaces/work/upper/made/theirs
  run -1 in_app bawn exec work -- touch made/theirs/x
  assert_output --partial 'Permission denied'
  why work
  assert_line --partial 'written-owner: '
  assert_line '    1 directory of root:root (0:0): made/theirs/'
  repairs
  run -0 in_app bawn exec work -- touch made/theirs/x
}

@test "why names a mount in the project that prevents an overlay, with the line that removes it" {
  as alice mkdir app/mounted
  run -0 launches --name work -- true
  mount -t tmpfs -o mode=0777 none /home/alice/app/mounted
  touch /home/alice/app/mounted/theirs
  run -1 in_app bawn exec work -- true
  assert_output --partial "a file system is mounted on '/home/alice/app/mounted'"
  why work
  assert_line --partial 'mount: another file system is mounted in the project'
  assert_line '    mounted'
  refute_output --partial theirs
  repairs
  run -0 in_app bawn exec work -- true
}

@test "why ends with links, pipes, loops, deep and unreadable directories" {
  as alice sh -c 'cd app && ln -s . loop && ln -s / root && ln -s nowhere lost && mkfifo pipe &&
    mkdir -p "$(printf "d/%.0s" $(seq 300))" closed/in && chmod 0 closed'
  run -0 --separate-stderr launches --name work -- true
  run -0 --separate-stderr timeout 120 sudo -H -u alice -- bawn why work
  assert_line --regexp '^work \(ended 0\): you own all files and directories in .* \([0-9]{3}, with the session.s changes\)$'
  assert_line --regexp '^    closed, d/d/.*d$'
}

@test "why shows the same errors as the session" {
  # said COMMAND…: asserts that the command in the session fails with this error.
  said() {
    local reason=$1 expected
    shift
    expected=$(told "$reason" said)
    run ! in_app bawn exec work -- "$@"
    assert_output --partial "$expected"
  }
  run -0 launches --name work --network none --no-nested --mask-env --memory 100M --pids 12 -- true
  said memory python3 -c 'import mmap; mmap.mmap(-1, 200 << 20, flags=mmap.MAP_PRIVATE)'
  said pids perl -e 'for (1..20) { my $child = fork; defined $child or die "$!\n"; $child or exit !sleep 5 }'
  said hidden cat .env
  said read-only touch /usr/x
  said network python3 -c 'import socket; socket.create_connection(("192.0.2.1", 80), 5)'
  said nesting unshare -U true
  said privileges sudo -n true
  said setgid sh -c 'mkdir set && chmod g+s set'
  said links sh -c 'git clone . copy'
  run -0 as alice bawn destroy work --force
  run -0 launches --name work --workspace bind -- true
  said git touch .git/x
  why work
  assert_line --index 0 'work (ended 0): it writes to /home/alice/app itself, with your rights'
}

@test "a session can write to the directories that why lists as writable" {
  run -0 launches --name work -- true
  local places place
  places=$(told read-only what)
  [[ $places == *' only in /run, '*', /home/alice/app' ]]
  places=${places##* only in }
  for place in ${places//,/}; do
    run -0 in_app bawn exec work -- touch "$place/x"
  done
}

@test "docs/json.md documents each name in the JSON of why, and why changes nothing" {
  local before fields listed
  make_foreign_files
  as alice mkdir app/mounted
  run -0 launches --name work --mask-env --network none -- true
  recorded work
  mount -t tmpfs none /home/alice/app/mounted
  before=$(find /home/alice/app /home/alice/.local -printf '%p %y %m %T@ %C@\n' | sort)
  fields=$(in_app bawn why work --json | grep -oE '"[a-z_]+" :' | tr -d '": ' | sort -u)
  assert_equal "$(find /home/alice/app /home/alice/.local -printf '%p %y %m %T@ %C@\n' | sort)" "$before"
  # shellcheck disable=SC2016 # code marks
  listed=$( (grep -F '| `bawn why SESSION` |' /src/docs/json.md && grep -F '| `bawn list` |' /src/docs/json.md) | cut -d '|' -f 3 |
    grep -oE '[a-z_]+`' | tr -d '`' | grep -vxE 'list|prepared|running|ended|interrupted|elsewhere|damaged|pid|problem|changed|activity|waiting|working|idle|unknown|paused|tags|has_ignored|has_commits|agent|agent_project' | sort -u)
  assert_equal "$fields" "$(printf 'ended\n%s\n' "$listed" | sort)"
}

@test "why refuses an unknown session, and suggests the nearest one" {
  run -0 launches --name work -- true
  refused 4 "unknown agent or session: 'wokr'" 'did you mean work? list yours: bawn agents; bawn list' \
    in_app bawn why wokr
}
