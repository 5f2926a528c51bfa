#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# Files that an unprivileged session leaves in its home as traps: for later sessions, and for commands of bawn outside.

load own-attack

setup_file() { begin_own_world; }

setup() { rm -rf /home/op/canary /home/op/precious; }

teardown() { forget; }

# plant: writes every file that a shell, git, an interpreter or a tool reads at its start. A file that runs leaves a mark in op's
# home and on the output.
plant='
  act="touch /home/op/canary 2>/dev/null; echo went"
  cd ~; mkdir -p .config/git .config/bawn .config/pip .local/bin bin .ssh .claude .codex .gemini hooks .vim .bawn
  for file in .bashrc .bash_profile .bash_login .profile .bash_env .bash_logout .zshenv .zshrc .envrc .xprofile .kshrc; do echo "$act" >$file; done
  printf "[core]\n\tfsmonitor = %s; false\n\tpager = %s\n\thooksPath = ~/hooks\n[alias]\n\tst = !%s\n[include]\n\tpath = more\n" "$act" "$act" "$act" |
    tee .gitconfig .config/git/config >/dev/null
  for name in git ls sh bash env node python3 bwrap perl sudo tmux claude codex; do printf "#!/bin/sh\n%s\n" "$act" | tee bin/$name >.local/bin/$name; done
  for hook in pre-commit post-checkout post-index-change; do printf "#!/bin/sh\n%s\n" "$act" >hooks/$hook; done
  chmod +x bin/* .local/bin/* hooks/*
  echo "{\"hooks\":{\"SessionStart\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"$act\"}]}]}}" | tee .claude/settings.json .gemini/settings.json >/dev/null
  printf "rw = [\"/home/op/beside\"]\nnetwork = \"open\"\n" | tee .bawn.toml .config/bawn/config.toml .bawn/config.toml .codex/config.toml >/dev/null
  python=$(python3 -c "import site; print(site.getusersitepackages())"); mkdir -p $python
  echo "import os; os.system(\"$act\")" | tee $python/usercustomize.py $python/sitecustomize.py >.pythonrc
  echo "init-module=$HOME/trap.js" >.npmrc; echo "Host *" >.ssh/config; echo "  ProxyCommand $act" >>.ssh/config
  printf "set exrc\ncall system(\"%s\")\n" "$act" | tee .vimrc >.exrc; echo "$HOME/trap.so" >.preload; echo "run-shell \"$act\"" >.tmux.conf
  true'

# begin: the programs of a later session, started in each way that reads such files.
begin='
  for shell in "bash -lic true" "bash -ic true" "bash -c true" "sh -lc true" "sh -c true"; do $shell </dev/null 2>/dev/null; done
  git status 2>/dev/null | grep -x went; git st 2>/dev/null; python3 -c pass; ls >/dev/null; env true'

@test "a file in a home can run in the next session with the same home" {
  launches -- bash -c "$plant"
  own_inside "$begin"
  judge
}

@test "a file in a home runs in no session with another home" {
  launches -- bash -c "$plant"
  local said
  own_inside "$begin" --home ephemeral
  said=$output
  own_inside "$begin" --home /home/op/beside
  said+=$output
  install -d -o op -g op /home/op/second
  run sudo -H -u op -- env -C /home/op/second bawn launch -- bash -c "$begin"
  said+=$output
  run sudo -H -u op -- env -C /home/op/mine bawn launch --tool-path /bin/bash <<<"$begin"
  said+=$output
  rm -rf /home/op/second
  concludes "${said//$'\n'/ } refused: no mark was left"
  [[ $said != *went* && ! -e /home/op/canary ]] || concludes went
  judge
}

@test "a file in a home runs nowhere outside its sessions" {
  launches --name left -- bash -c "$plant"
  # the same files also in a project
  launches --name beside -- bash -c "git config core.fsmonitor 'touch /home/op/canary'; HOME=\$PWD; $plant"
  run sudo -H -u op -- env -C /home/op/mine bash -c '
    for line in list "info left" "status left --diff" "status beside --diff" "diff beside" "home list" "config show" "tools list" "tools show claude" \
      "launch --dry-run -- true" "resume left -- true" "launch -- true" "launch --name again -- /usr/bin/true" "destroy beside --force" "destroy left" "home wipe command --yes"; do
      timeout 60 bawn $line </dev/null; done'
  [[ $output == *left* ]] || fail "nothing was done: $output"
  concludes "refused: no mark was left"
  [ ! -e /home/op/canary ] || concludes went
  judge
}

@test "later starts and home wipe follow no link in a home, and wait for no pipe" {
  local before
  as op sh -c 'mkdir precious; echo mine >precious/file'
  before=$(print_of /home/op/precious /home/op/.ssh)
  launches -- bash -c 'cd ~; for place in .claude .claude.json .codex .gemini .config .local .cache .npm .ssh .gitconfig .bashrc CLAUDE.md; do
      ln -s /home/op/precious $place; done; mkdir deep; ln -s /home/op/precious deep/way; chmod 0 deep; mkfifo pipe .profile .netrc; true'
  own_inside 'for place in .claude .config .ssh deep/way; do cat ~/$place/file && echo went; echo x >~/$place/planted && echo went; done; echo refused:'
  local said=$output
  launches -- bash -c 'cd ~; rm -rf .claude .claude.json .codex .gemini .npm; mkfifo .claude .claude.json .codex .gemini .npm; true'
  run timeout 60 sudo -H -u op -- env -C /home/op/mine bawn launch -- true
  [ "$status" -eq 0 ] || said+=" went: $status $output"
  # the mark of a prepared home becomes a pipe, then a sparse file
  as op sh -c 'cat >codex; chmod 755 codex' <<<'#!/bin/sh
    mkdir -p ~/.local/state/bawn && cd ~/.local/state/bawn
    if [ -p prepared ]; then rm prepared; truncate -s 1T prepared; else rm -f prepared; mkfifo prepared; fi'
  for _ in 1 2 3; do
    run timeout -k 5 20 sudo -H -u op -- env -C /home/op/mine bawn launch --tool codex --tool-path /home/op/codex
    [ "$status" -eq 0 ] || said+=" went: $status $output"
  done
  run timeout 60 sudo -H -u op -- env -C /home/op/mine bawn home wipe command --yes
  [ "$status" -eq 0 ] || said+=" went: $status $output"
  concludes "${said//$'\n'/ }"
  [[ $said != *went* && $(print_of /home/op/precious /home/op/.ssh) == "$before" ]] || concludes went
  judge
}

# by_dots SETTINGS-FILE: op keeps settings in a project. A session there writes to them, and the next session would use them.
by_dots() {
  sudo -H -u op -- env -C /home/op/dots -- timeout -k 5 60 bawn launch --workspace bind -- \
    sh -c 'mkdir -p "$(dirname "$1")" && echo "rw = [\"/home/op/beside\"]" >"$1"' sh "$1" </dev/null 2>&1
  launches -- sh -c 'echo changed >/home/op/beside/file && echo went' 2>&1
}

@test "a session cannot write its user's settings that lie in its project" {
  local before said
  before=$(print_of /home/op/beside)
  # the project contains the file, its directory, the directory above it, and a path that does not exist yet; the last project
  # is a directory of settings
  for way in '.config/bawn; : >dots/config.toml; ln -s ~/dots/config.toml .config/bawn' \
    '.config dots/bawn; ln -s ~/dots/bawn .config' '.local dots/config/bawn; ln -s ~/dots/config .config' \
    '.local dots/config; ln -s ~/dots/config .config' '.local; mv dots .config; ln -s .config dots'; do
    rm -rf /home/op/.config /home/op/dots
    make_project op dots >/dev/null
    as op sh -euc "mkdir -p $way"
    for file in config.toml bawn/config.toml config/bawn/config.toml; do
      said+=$(by_dots "$file" || :)$'\n'
    done
  done
  rm -rf /home/op/.config /home/op/dots
  [[ $said != *went* ]] || said=went
  concludes "$said"
  judge
  assert_equal "$(print_of /home/op/beside)" "$before"
}

@test "bawn runs a tool from a project in no other project" {
  as op sh -c 'mkdir second; printf "#!/bin/sh\n" >mine/brought/mine; chmod 755 mine/brought/mine'
  launches --tool-path brought/mine
  launches --workspace bind -- sh -c 'echo "echo went" >>brought/mine'
  run sudo -H -u op -- env -C /home/op/second -- timeout 60 bawn launch --tool mine </dev/null
  rm -rf /home/op/second
  judge
}
