#!/usr/bin/env bats
# shellcheck disable=SC2016 # the shells of sessions expand what is quoted
# Sessions with a repository of their own: --workspace clone and --from-git.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/served

setup_file() {
  make_alice
  as alice sh -c 'cd app && git config --global user.name Alice && git config --global user.email a@b && seq 20 >list && git add list && git commit -qm list && git branch -M main &&
    git tag -a -m start start && git checkout -qb side && echo side >side && git add side && git commit -qm side && git tag aside && git checkout -q main &&
    git config remote.origin.url https://alice:word@localhost/x && printf "#!/bin/sh\ntouch /tmp/canary\n" | tee .git/hooks/post-checkout >.git/hooks/reference-transaction &&
    chmod +x .git/hooks/* && git clone -q --bare . ../served/tool.git'
  serve /home/alice/served
  export server
}

teardown_file() { kill "$server"; }

teardown() {
  forget_sessions
  as alice sh -c 'cd app && git -c core.hooksPath=/dev/null checkout -qf main && git -c core.hooksPath=/dev/null reset -q --hard start
    git for-each-ref --format="delete %(refname)" refs/heads/bawn refs/bawn | git -c core.hooksPath=/dev/null update-ref --stdin; git clean -qdxff -e .env'
  rm -f /tmp/canary
}

git_app() { in_app git -c core.hooksPath=/dev/null "$@"; }
session() { in_app bawn launch --workspace clone --name "$1" "${@:3}" -- bash -ec "$2"; }

@test "a clone has the checked-out branch and its tags, and no other commit of the project" {
  in_app sh -c 'echo edited >>list; echo new >untracked'
  side=$(git_app rev-parse side)
  run -0 --separate-stderr session one "pwd; git status --short --branch; git for-each-ref --format='%(refname)'; git config --get remote.origin.url || echo no remote
    test -e .git/hooks || echo no hooks; git cat-file -e $side 2>/dev/null || echo no side; test ! -e /run/borrowed-objects; tail -1 list; git fsck; test ! -e .git/logs; ls -A"
  assert_equal "$output" $'/home/alice/app\n## main\nrefs/heads/main\nrefs/tags/start\nno remote\nno hooks\nno side\n20\n.git\n.gitignore\nREADME.md\nlist\nsrc'
  # shellcheck disable=SC2154
  assert_equal "$stderr" ''
  assert_equal "$(git_app for-each-ref refs/bawn)" ''
  assert [ ! -e /tmp/canary ]
  run -0 as alice bawn status one
  assert_output --partial 'nothing changed'
  run -0 as alice bawn info one
  assert_line --regexp '^branch +main$'
}

@test "merge copies commits and files of a clone" {
  run -0 session one 'echo x >>list; git add list; git commit -qm one; git gc -q; echo loose >loose'
  run -0 as alice bawn log one
  assert_output --partial one
  run -3 as alice bawn destroy one
  run -0 as alice bawn merge one --branch bawn/one
  assert_equal "$(git_app log -2 --format=%s bawn/one)" $'one\nlist'
  run -0 as alice bawn merge one loose
  assert_equal "$(as alice cat app/loose)" loose
  run -0 as alice bawn destroy one
}

@test "a clone is independent of the project" {
  session one 'echo x >>list; git commit -qam one'
  as alice sh -c 'cp -a app/.git kept && rm -rf app/.git'
  run -0 as alice bawn resume one -- sh -c 'git log --format=%s; git fsck'
  assert_line --index 0 one
  as alice sh -c 'mv kept app/.git'
  run -0 as alice bawn clone one two
  run -0 as alice bawn destroy --force one
  run -0 as alice bawn merge two --branch bawn/two
  assert_equal "$(git_app log -1 --format=%s bawn/two)" one
  run -0 as alice bawn rename two three
  run -0 as alice bawn resume three -- git log -1 --format=%s
  assert_output one
}

@test "a clone begins with the commit that --base names, on a branch of its own, also of a shallow or detached project" {
  run -0 session one 'git status --short --branch; git log --format=%s; git tag' --base side
  assert_output $'## bawn/one\nside\nlist\nA beginning\naside\nstart'
  git_app checkout -q --detach side
  run -0 session two 'git status --short --branch; git log -1 --format=%s'
  assert_output $'## bawn/two\nside'
  as alice git clone -q --depth 1 "file:///home/alice/app" shallow
  run -0 as alice env -C shallow bawn launch -q --workspace clone --name three -- bash -ec 'git log --format=%s; git fsck; echo x >x; git add x; git commit -qm x'
  assert_line side
  run -0 as alice env -C shallow bawn merge three --branch bawn/three
  as alice rm -rf shallow
}

@test "a clone runs no command that the settings of the project name" {
  as alice cp -a app/.git kept
  in_app sh -c 'git config uploadpack.packObjectsHook "touch /tmp/canary; git"; git config core.fsmonitor "touch /tmp/canary"; git config core.alternateRefsCommand "touch /tmp/canary"
    git config core.sshCommand "touch /tmp/canary"; git config extensions.partialClone origin; git config remote.origin.promisor true; git config remote.origin.url "ext::touch /tmp/canary"'
  run -0 session one 'cat list'
  assert [ ! -e /tmp/canary ]
  in_app sh -c 'rm .git/objects/*/* 2>/dev/null; :'
  run session two 'cat list'
  assert [ ! -e /tmp/canary ]
  as alice sh -c 'rm -rf app/.git && mv kept app/.git'
}

from() { as alice env GIT_SSL_CAINFO=/usr/local/share/test.pem bawn launch --from-git "$@"; }

@test "--from-git fetches a repository over https, in a sandbox without settings and files of the caller" {
  as alice sh -c 'git config --global http.proxy http://127.0.0.1:1 && git config --global url.https://127.0.0.1:2/.insteadOf https://localhost:8443/'
  run -0 --separate-stderr from https://localhost:8443/tool.git -- bash -ec 'pwd; git status --short --branch; git tag; git config --get remote.origin.url || echo no remote; ls; echo x >>list; git commit -qam mine; echo loose >loose'
  assert_equal "$output" $'/work/tool-1\n## main\nstart\nno remote\nREADME.md\nlist\nsrc'
  assert_equal "$stderr" ''
  run -0 as alice bawn status tool-1
  assert_line --index 0 --regexp '^tool-1 .*: 2 changes '
  assert_line --partial 'list: bawn log tool-1'
  refute_output --partial 'bawn merge'
  run -0 as alice bawn log tool-1
  assert_output --partial mine
  run -1 as alice bawn export tool-1
  assert_line '+x'
  assert_line '+loose'
  run -3 --separate-stderr as alice bawn merge tool-1 --all
  assert_equal "$stderr" $'bawn: error: tool-1 has no project\nbawn: hint: save the changes as a patch: bawn export tool-1 >tool-1.patch'
  run -3 as alice bawn merge tool-1 --branch x
  run -3 as alice bawn destroy tool-1
  run -0 as alice bawn info tool-1
  assert_line --regexp '^options +--from-git=https://localhost:8443/tool.git'
  run -0 as alice bawn list
  run -0 as alice bawn report tool-1
  run -0 as alice bawn resume tool-1 -- git log -1 --format=%s
  assert_output mine
  run -0 as alice bawn clone tool-1 two
  run -0 as alice bawn rename two three
  run -0 as alice bawn resume three -- cat loose
  assert_output loose
  as alice git config --global --remove-section http
  as alice git config --global --remove-section url.https://127.0.0.1:2/
}

@test "--from-git leaves nothing behind when the fetch fails" {
  run -1 --separate-stderr from https://localhost:8443/none.git -- true
  assert_regex "$stderr" "^bawn: error: git cannot fetch https://localhost:8443/none.git: fatal: .*not found"
  run -1 --separate-stderr from https://localhost:8443/tool.git --ref none -- true
  assert_regex "$stderr" 'Remote branch none not found'
  run -1 --separate-stderr from https://127.0.0.1:8443/tool.git -- true
  assert_regex "$stderr" 'certificate'
  run -1 --separate-stderr as alice bawn launch --from-git https://localhost:8443/tool.git -- true
  assert_regex "$stderr" 'certificate'
  run -0 as alice bawn list
  assert_output --partial 'no sessions'
  run -0 find /home/alice/.local/share/bawn/workspaces /home/alice/.local/state/bawn/sessions -mindepth 1 -not -name '.*'
  assert_output ''
  run -0 from https://localhost:8443/tool.git --ref aside -- git status --short --branch
  assert_output '## bawn/tool-1'
}

@test "--from-git copies a repository of this machine, also a bare one" {
  run -0 as alice env -C served bawn launch --from-git tool.git -- bash -ec 'git status --short --branch; git log -1 --format=%s'
  assert_output $'## main\nlist'
  run -0 as alice bawn info tool-1
  assert_line --regexp '^options +--from-git=/home/alice/served/tool.git$'
  run -0 as alice bawn run --from-git file:///home/alice/app --ref side -- git log -1 --format=%s
  assert_output side
  run -0 as alice bawn status tool-1
  assert_output --partial 'nothing changed'
  refused 3 'tool-1 has no project' 'save the changes as a patch: bawn export tool-1 >tool-1.patch' as alice bawn review tool-1
  run -3 --separate-stderr as alice bawn launch --from-git /home -- true
  assert_regex "$stderr" '/home is not a git repository of yours'
  assert_regex "$stderr" 'hint: give a URL, or the top of a git repository that belongs to you'
  git init -q --bare /home/other.git
  run -3 --separate-stderr as alice bawn launch --from-git /home/other.git -- true
  assert_regex "$stderr" 'is not a git repository of yours'
}

@test "--from-git refuses addresses that run a command or need a login, and options of a project" {
  local address
  for address in 'ext::touch /tmp/canary' ext::sh '--upload-pack=touch /tmp/canary' -x '' http://localhost/x git://localhost/x ssh://localhost/x git@localhost:x https://alice:word@localhost/x https:///x; do
    run -2 --separate-stderr as alice bawn launch --from-git="$address" -- true
    assert_regex "$stderr" '^bawn: error: '
  done
  run -2 --separate-stderr as alice bawn launch --from-git git@localhost:x -- true
  assert_equal "$stderr" $'bawn: error: bawn cannot fetch from \'git@localhost:x\'\nbawn: hint: bawn fetches without your keys; a session can use them: bawn launch --workspace empty --with-ssh HOST -- git clone ADDRESS .'
  run -2 as alice bawn launch --from-git /home/alice/app --workspace bind -- true
  run -2 as alice bawn launch app --from-git /home/alice/app -- true
  run -2 in_app bawn launch --ref main -- true
  assert [ ! -e /tmp/canary ]
}

@test "the setup of a trusted .bawn.toml runs once in a fresh checkout, before the command" {
  in_app sh -c 'echo "setup = [\"echo made; pwd; git branch --show-current; echo made >>made\", \"test -e made && touch second\"]" >.bawn.toml'
  run -0 --separate-stderr session one 'ls'
  refute_line made
  assert_regex "$stderr" 'bawn: warning: /home/alice/app/.bawn.toml is not trusted, so bawn ignores these settings: setup; '
  as alice bawn trust --yes app
  local kind
  for kind in clone worktree; do
    run -0 --separate-stderr in_app bawn launch --workspace "$kind" --name "$kind" -- cat made second
    assert_output made
    assert_regex "$stderr" $'bawn: setup: echo made; .*\nmade\n/home/alice/app\n(main|bawn/worktree)\nbawn: setup: test -e made'
    run -0 --separate-stderr as alice bawn resume "$kind" -- cat made
    assert_output made
    assert_equal "$stderr" ''
  done
  run -0 in_app bawn launch -- sh -c 'test ! -e made'
  run -0 as alice bawn exec clone -- cat made
  assert_output made
  run -0 in_app bawn run --workspace worktree --name three -- git clean -qfd
  run -4 as alice bawn info three
  as alice bawn trust --withdraw app
}

@test "a failed setup stops the start, and runs again at the next" {
  in_app sh -c 'echo "setup = [\"echo no; echo part >>made; test -e /tmp/ready || exit 7\"]" >.bawn.toml'
  as alice bawn trust --yes app
  run -7 --separate-stderr session one 'echo begun'
  assert_output ''
  assert_regex "$stderr" $'\nno\nbawn: error: setup failed with status 7: echo no'
  run -0 as alice bawn list
  assert_output --partial 'ended 7'
  run -7 as alice bawn run app --workspace clone -- true
  as alice bawn trust --withdraw app
}

@test "a start ignores .bawn.toml in a fetched repository, and reports that" {
  in_app sh -c 'echo "setup = [\"touch made\"]" >.bawn.toml; git add .bawn.toml; git -c core.hooksPath=/dev/null commit -qm settings'
  run -0 --separate-stderr as alice bawn launch --from-git app -- sh -c 'test ! -e made'
  assert_equal "$stderr" 'bawn: warning: bawn ignores the .bawn.toml of the fetched repository'
}

# tree_repository NAME MODE ENTRY: serves a repository with a commit whose tree has this entry, a directory.
tree_repository() {
  as alice sh -euc 'git init -q --bare -b main "served/$1" && cd "served/$1" && blob=$(echo x | git hash-object -w --stdin)
    file=$(printf "100644 blob %s\tf\n" "$blob" | git mktree)
    tree=$(python3 -c "import sys; sys.stdout.buffer.write(sys.argv[1].encode() + b\"\\0\" + bytes.fromhex(sys.argv[2]))" "$2 $3" "$file" | git hash-object -w -t tree --literally --stdin)
    git update-ref refs/heads/main "$(git -c user.name=a -c user.email=a@b commit-tree -m x "$tree")"' - "$@"
}

@test "--from-git checks out no .git of a server, and accepts faults of early versions of git" {
  tree_repository evil.git 40000 .git
  run -1 --separate-stderr from https://localhost:8443/evil.git -- true
  assert_regex "$stderr" "^bawn: error: git cannot check out the commit: error: invalid path"
  run -0 find /home/alice/.local/share/bawn/workspaces -mindepth 1 -not -name '.*'
  assert_output ''
  tree_repository old.git 040000 directory
  run -0 from https://localhost:8443/old.git -- cat directory/f
  assert_output x
  # git checks out no .git nevertheless
  run -1 from /home/alice/served/evil.git -- true
  rm -rf /home/alice/served/{evil,old}.git
}
