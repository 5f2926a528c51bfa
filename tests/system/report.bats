#!/usr/bin/env bats
# shellcheck disable=SC2016 # shells inside expand what is quoted
# `bawn report`: describes a session, as a document for a pull request.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
}

teardown() {
  forget_sessions /home/alice/report.html /home/alice/app/.git/refs/heads/bawn
}

session() { in_app bawn launch --name work "${@:2}" -- bash -c "$1"; }

@test "a report shows task, files with counts, hazards, commits, sandbox, exit status and duration" {
  session 'echo more >>README.md; rm src/hello.py; echo "use flake" >.envrc; chmod 600 .gitignore; mv README.md moved.md
    git add moved.md && git commit -qm "Say \"more\" | <b>"; exit 3' --network none --env TOKEN=a-secret-value || :
  run -0 --separate-stderr in_app bawn report work
  assert_line '# Session work'
  assert_line --partial '- command: `bash -c '
  assert_line '- project: app'
  assert_line '- status: ended 3'
  assert_line --regexp '^- duration: [0-9]+ s$'
  assert_line '| added | `.envrc` | +1 |  |  |'
  assert_line '| removed | `src/hello.py` |  | -1 |  |'
  assert_line --regexp '^\| mode \| `.gitignore` \|  \|  \| `06[46]4 → 0600` \|$'
  assert_line --regexp '^\| moved \| `moved.md from README.md` \|'
  assert_line '| `.envrc` | takes effect automatically: direnv | severe |'
  assert_line --regexp '^\| `[0-9a-f]{10}` \| `?20[0-9T:Z-]+`? \| Owner \| `Say "more" \\\| <b>` \|$'
  assert_line '- workspace: overlay'
  assert_line '- options: `--network=none --env=TOKEN`'
  refute_output --partial a-secret-value
  assert_line --partial 'the session has no network'
}

@test "a report names the files that were merged, until an undo" {
  session 'echo more >>README.md; touch new'
  in_app bawn merge work --all
  run -0 in_app bawn report work
  assert_line '- 0 changes, +0 -0 lines'
  assert_line '## Merged'
  assert_line '| `README.md` |'
  assert_line '| new |'
  in_app bawn undo work
  run -0 in_app bawn report work
  refute_line '## Merged'
}

@test "a report shows names, commands and messages of an agent only as text" {
  session 'touch "<img src=x onerror=y>" "a|b" "\`c\`" "$(printf "\033[2J\342\200\256\n")" "@all #1 www.example.org" GH-3 "deadbeef fix"'
  run -0 in_app bawn report work
  refute_output --regexp $'[\001-\010\013-\037\177]'
  refute_output --partial $'\342\200\256'
  assert_line '| added | `<img src=x onerror=y>` |  |  |  |'
  assert_line '| added | `a\|b` |  |  |  |'
  assert_line '| added | `` `c` `` |  |  |  |'
  assert_line '| added | `@all #1 www.example.org` |  |  |  |'
  assert_line '| added | `GH-3` |  |  |  |'
  assert_line '| added | `deadbeef fix` |  |  |  |'
}

@test "report --html writes only a new file, and refuses an existing file or link" {
  session 'echo more >>README.md'
  run -0 --separate-stderr in_app bawn report work --html ../report.html
  assert_output ''
  grep -q "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'" /home/alice/report.html
  run -3 --separate-stderr in_app bawn report work --html ../report.html
  # shellcheck disable=SC2154
  assert_equal "$stderr" 'bawn: error: /home/alice/report.html already exists
bawn: hint: name a new file'
  rm /home/alice/report.html
  as alice ln -s elsewhere report.html
  run -3 in_app bawn report work --html ../report.html
  [ ! -e /home/alice/elsewhere ]
}

@test "report --html and env set leave no incomplete file on a full disk, and name the file" {
  session 'echo more >>README.md'
  mkdir /tmp/small
  mount -t tmpfs -o size=4k,uid="$(id -u alice)",mode=700 small /tmp/small
  as alice sh -c 'head -c 4096 /dev/zero >/tmp/small/fill'
  run -1 --separate-stderr in_app bawn report work --html /tmp/small/report.html
  assert_equal "$stderr" 'bawn: error: the report cannot be written: /tmp/small/report.html: No space left on device
bawn: hint: free some space, then run it again; df -h shows which file system is full'
  run -1 --separate-stderr in_app sh -c 'echo abc | XDG_CONFIG_HOME=/tmp/small bawn env set EXAMPLE'
  assert_equal "${stderr_lines[0]}" 'bawn: error: /tmp/small/bawn/env: No space left on device'
  run find /tmp/small -type f
  assert_output /tmp/small/fill
  umount /tmp/small
  run -4 --separate-stderr in_app bawn report work --html /nonexistent/report.html
  assert_equal "$stderr" 'bawn: error: there is no directory /nonexistent
bawn: hint: name a file in an existing directory'
}

@test "a session that wrote to the project itself has a report, too" {
  in_app bawn launch --name work --workspace bind -- sh -c 'echo x >new; exit 4' || :
  rm /home/alice/app/new
  run -0 in_app bawn report work
  assert_line '- status: ended 4'
  assert_line --partial 'keeps no changes of work apart'
}
