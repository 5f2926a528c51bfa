#!/usr/bin/env bats
# shellcheck disable=SC2016 # the shells of others expand what is quoted
# --mask, --mask-env and --mask-secrets: the files stay hidden from a session, or the session does not start.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
}

setup() {
  as alice cp -a app dir
}

teardown() {
  chmod -R u+rwX /home/alice/dir /home/alice/.local 2>/dev/null || :
  forget_sessions /home/alice/dir
}

# in_dir [OPTION…] SCRIPT: runs the script in a session on alice's project dir.
in_dir() {
  as alice bawn launch dir "${@:1:$#-1}" -- sh -c "${!#}"
}

# bats test_tags=long
@test "a session does not see .env while a build creates and deletes files" {
  as alice mkdir -p dir/out
  as alice sh -c 'cd dir && echo a-secret >out/.env && for i in $(seq 300); do echo x >out/kept$i; done
    while [ -e ../dir/README.md ]; do
      for i in 1 2 3 4 5 6 7 8 9; do : >out/tmp$i; : >tmp$i; done; rm -f out/tmp? tmp?
    done' 3>&- &
  for _ in 1 2 3 4 5 6 7 8; do
    run -0 --separate-stderr in_dir --mask-env 'cat .env out/.env; true'
    assert_output ''
  done
  rm /home/alice/dir/README.md
  wait
}

# hides_closed MODE: asserts that a session does not see a directory with this mode, and that the start says so.
hides_closed() {
  as alice sh -c "mkdir dir/conf; echo a-secret >dir/conf/.env; echo x >dir/conf/other; chmod $1 dir/conf"
  run -0 --separate-stderr in_dir --mask-env 'cat conf/.env; chmod -R u+rwX conf; cat conf/.env conf/other; ls -d conf; true'
  assert_output ''
  # shellcheck disable=SC2154
  [[ $stderr == *'bawn: warning: conf cannot be listed, so it is hidden from the session'* ]] || fail "$stderr"
  chmod 700 /home/alice/dir/conf
  rm -r /home/alice/dir/conf
}

@test "with a mask, a session does not see a directory that bawn cannot list" {
  local mode
  for mode in 311 000 444; do
    hides_closed "$mode"
  done
}

@test "a resumed session does not see a directory that bawn can no longer list" {
  as alice sh -c 'mkdir dir/conf; echo a-secret >dir/conf/.env; echo x >dir/conf/other'
  run -0 --separate-stderr in_dir --name work --mask-env 'cat conf/.env; cat conf/other'
  assert_output x
  chmod 311 /home/alice/dir/conf
  run -0 --separate-stderr as alice bawn resume work -- sh -c 'cat conf/.env conf/other; true'
  assert_output ''
  chmod 700 /home/alice/dir/conf
  run -0 --separate-stderr as alice bawn resume work -- sh -c 'cat conf/.env; true'
  assert_output ''
}

@test "bawn hides a masked file under its other names" {
  as alice sh -c 'cd dir; ln .env notes.txt; mkdir -p secrets/deep docs; echo token >secrets/deep/x; ln secrets/deep/x docs/y; ln README.md docs/z'
  run -0 --separate-stderr in_dir --mask-env --mask-secrets 'ls notes.txt docs/y; cat docs/z; grep -rs a-secret . --exclude-dir=.git; true'
  assert_output '# A small project'
}

@test "bawn hides a hard link to a file in a directory that it cannot list" {
  as alice sh -c 'cd dir; mkdir conf; echo a-secret >conf/.env; ln conf/.env notes.txt; ln README.md again; chmod 311 conf'
  run -0 --separate-stderr in_dir --mask-env 'ls notes.txt; cat again'
  assert_output '# A small project'
}

@test "bawn hides a file with a fixed masked name that appears during the session" {
  as alice sh -c 'cd dir; rm .env; mkdir api; echo 1 >api/.env.local; rm -rf .git'
  as alice timeout 60 sh -c 'until home=$(ls -d ~/.local/share/bawn/homes/command/*/begun); do sleep 0.1; done
    cd dir; echo a-secret | tee .env api/.env .env.swo .env.swn "#.env#" .env.new .env.orig api/.env~ .envrc local.cfg >/dev/null; touch "${home%begun}go-on"' >/dev/null 2>&1 3>&- &
  run -0 --separate-stderr in_dir --name work --mask-env --mask local.cfg "touch ~/begun; until [ -e ~/go-on ]; do sleep 0.1; done
    cat .env api/.env .env.swo .env.swn \"#.env#\" .env.new .env.orig api/.env~ .envrc local.cfg; echo mine >.env; cat .env"
  assert_output mine
  [[ $stderr != *"git's history"* ]] || fail "$stderr"
  wait
}

@test "a session can create a file with a masked name that the project does not have" {
  as alice rm dir/.env
  run -0 --separate-stderr in_dir --name work --mask-env 'echo mine >.env'
  run -0 --separate-stderr as alice bawn status work
  refute_output --partial 'hidden from the session'
  run -0 --separate-stderr as alice bawn export work --patch
  assert_output --partial '+mine'
}

@test "git in a session does not change tracked hidden files, and the start names them" {
  local workspace
  as alice sh -c 'cd dir && mkdir -p etc/secrets && touch etc/secrets/x .npmrc data.csv && git add -f etc .npmrc data.csv && git commit -qm tracked'
  for workspace in overlay worktree; do
    run -0 --separate-stderr in_dir --workspace "$workspace" --name "$workspace" --mask data.csv 'git status --short; echo more >>README.md; git add -A; git -c user.name=a -c user.email=a@b commit -qam work; echo committed
      git checkout -q HEAD~; git status --short; git checkout -q -'
    assert_output committed
    assert_equal "$stderr" "bawn: warning: git tracks .npmrc, data.csv, etc/secrets: the session can read the content from git's objects"
    run -0 --separate-stderr as alice bawn merge "$workspace" --branch "bawn/$workspace"
    assert_equal "$stderr" ''
    assert_equal "$(as alice git -C dir diff --stat HEAD "bawn/$workspace" | tail -1)" ' 1 file changed, 1 insertion(+)'
  done
  as alice bawn destroy overlay worktree
  as alice git -C dir worktree add -q ../linked
  run -0 --separate-stderr as alice env -C linked bawn launch --name linked -- git status --short
  assert_output ''
  as alice git -C dir worktree remove --force ../linked
}

@test "a commit that removes a hidden file is a hazard" {
  as alice sh -c 'cd dir && mkdir -p etc/secrets && touch etc/secrets/x .npmrc && git add -f etc .npmrc && git commit -qm tracked'
  run -0 --separate-stderr in_dir --name work 'git rm -rq --sparse --cached .npmrc etc && git commit -qm work'
  run -0 --separate-stderr as alice bawn merge work --branch bawn/work
  assert_equal "$stderr" 'bawn: hazard: .npmrc: removed, though bawn hid it from the session
bawn: hazard: etc/secrets/x: removed, though bawn hid it from the session'
}

@test "a mask of a session has git's pattern syntax" {
  as alice sh -c 'cd dir; mkdir -p a/b docs/drafts; for file in server.pem a/b/x.pem todo a/todo docs/drafts/x a1b cafe\\314\\201; do echo x >"$(printf "$file")"; done'
  run -0 --separate-stderr in_dir --show-secrets --mask '**/*.pem' --mask /todo --mask docs/drafts/ --mask 'a[0-9]b' --mask $'caf\xc3\xa9' \
    'find . -path ./.git -prune -o -type f -print | sort'
  assert_output $'./.env\n./.gitignore\n./README.md\n./a/todo\n./src/hello.py'
}

@test "bawn hides secret names in any case, and their backups, but no examples" {
  as alice sh -c 'cd dir; mkdir -p Secrets .ssh; for file in .ENV .env~ .env-prod prod.env .envrc.local id_rsa.bak x.pem.bak server.PEM Secrets/x \
    .ssh/id_foo .netrc .npmrc .git-credentials credentials.json .env.example .env.sample id_rsa.pub; do echo x >$file; done'
  run -0 --separate-stderr in_dir --mask-env --mask-secrets 'find . -path ./.git -prune -o -type f -print | sort'
  assert_output $'./.env.example\n./.env.sample\n./.gitignore\n./README.md\n./id_rsa.pub\n./src/hello.py'
}

@test "strict hides secret names by default, and --show-secrets and a setting show them" {
  as alice sh -c 'mkdir -p dir/src/in dir/build; for file in src/key.pem src/.env.example src/in/.npmrc build/.env; do echo x >dir/$file; done'
  local all='find . -path ./.git -prune -o -type f -print | sort'
  local hidden=$'./.gitignore\n./README.md\n./build/.env\n./src/.env.example\n./src/hello.py\n./src/in/.npmrc'
  local workspace
  for workspace in overlay readonly; do
    run -0 --separate-stderr in_dir --workspace "$workspace" "$all"
    assert_output "$hidden"
    run -0 --separate-stderr as alice bawn launch dir --workspace "$workspace" --dry-run -- true
    assert_line --regexp '^hidden +\.env, src/key\.pem \(to show them: --show-secrets\)$'
    # git tracks neither file, so the start does not warn that git's objects have them
    refute_output --partial objects
  done
  run -0 --separate-stderr in_dir --show-secrets 'cat .env'
  assert_output 'TOKEN=a-secret'
  run -0 --separate-stderr in_dir --workspace bind 'cat .env'
  assert_output 'TOKEN=a-secret'
  [[ $stderr == *"the workspace 'bind' hides nothing: the session sees .env, src/key.pem"* ]] || fail "$stderr"
  as alice sh -c 'mkdir -p .config/bawn; echo show_secrets = true >.config/bawn/config.toml'
  run -0 --separate-stderr in_dir 'cat .env'
  rm -r /home/alice/.config/bawn
  assert_output 'TOKEN=a-secret'
}

@test "hidden files of an earlier start are no changes of a session with other masks" {
  as alice sh -c 'mkdir -p .config/bawn dir/d && cd dir && for file in plain other local.cfg; do echo "$file" >d/$file; done && git add -f d && git commit -qm d
    echo "mask = [\"local.cfg\"]" >~/.config/bawn/config.toml'
  in_dir --name work 'rm -r d; mkdir d; echo n >d/new'
  as alice sh -c 'echo "mask = [\"other\"]" >~/.config/bawn/config.toml; echo t >dir/d/.env'
  run -0 --separate-stderr as alice bawn resume work -- sh -c 'cat d/local.cfg d/.env; ls d'
  assert_output new
  rm -r /home/alice/.config/bawn
  run -0 --separate-stderr as alice bawn resume work -- ls -A d
  assert_output new
  run -0 --separate-stderr as alice bawn status work
  assert_equal "$(tail -n +2 <<<"$output")" '  added     d/new
  removed   d/plain'
  run -0 as alice bawn merge work --all
  assert_equal "$(ls -A /home/alice/dir/d)" '.env
local.cfg
new
other'
}
