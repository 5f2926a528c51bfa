#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# assign --show: the mirror of an agent has files that git ignores.

load ../lib/world.bash
load ../lib/mirrors.bash
load ../lib/own.bash

setup_file() {
  make_user alice
  make_project alice app >/dev/null
  in_project 'printf "node_modules/\n.venv/\n/other/\n" >>.gitignore; mkdir -p node_modules/pad/sub node_modules/.bin other
    echo "module.exports = 1" >node_modules/pad/index.js; ln -s ../pad/index.js node_modules/.bin/pad; echo o >other/o
    echo s >node_modules/pad/.env; echo m >node_modules/pad/data.sqlite; git init -q node_modules/pad/sub; echo i >node_modules/pad/sub/i
    echo t >node_modules/tracked; git add -f node_modules/tracked .gitignore; git commit -qm ignored'
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin assign a.noir "$project" --show node_modules,.venv --mask '*.sqlite'
}

in_mirror() {
  as alice bawn launch a.noir app -- sh -euc "$1"
}

@test "a mirror has the files of a shown directory, except for those that masks leave out" {
  run -0 in_mirror 'cat node_modules/pad/index.js node_modules/.bin/pad node_modules/tracked node_modules/pad/sub/i
    find . -type f -not -path "./.*/*" | sort'
  assert_line ./node_modules/pad/index.js
  assert_line 'module.exports = 1'
  assert_line i
  refute_line --partial .env
  refute_line --partial sqlite
  refute_line --partial other
  refute_line --partial .git/
  run in_mirror 'echo x >node_modules/pad/index.js'
  assert_failure
}

@test "a sync copies changes of a shown directory, and a new one" {
  in_project 'echo "module.exports = 2" >node_modules/pad/index.js; rm node_modules/.bin/pad; mkdir .venv; echo v >.venv/v'
  run -0 in_mirror 'cat node_modules/pad/index.js .venv/v; ls node_modules/.bin || echo gone'
  assert_line 'module.exports = 2'
  assert_line v
  assert_line gone
}

@test "a mirror has no target of a shown directory that becomes a link" {
  in_project 'mv node_modules ~/elsewhere; ln -s ~/elsewhere node_modules'
  run -0 in_mirror 'cat node_modules/pad/index.js || echo none'
  assert_line none
  in_project 'rm node_modules; mv ~/elsewhere node_modules'
}

@test "a watcher syncs changes in a shown directory" {
  bawn-admin sync --watch 3>&- & watcher=$!
  until compgen -G '/run/bawn/live/*' >/dev/null; do sleep 0.1; done
  in_project 'echo "module.exports = 3" >node_modules/pad/index.js'
  copy=$(echo /var/lib/bawn/mirrors/app-*)
  for _ in $(seq 100); do
    ! grep -q 3 "$copy/node_modules/pad/index.js" || break
    sleep 0.1
  done
  kill "$watcher"
  grep -q 3 "$copy/node_modules/pad/index.js"
}

@test "show names shown directories, and assign refuses a path outside the project" {
  run -0 bawn-admin show a.noir
  assert_line --partial 'shows .venv node_modules'
  bawn-admin create a.bleu
  for path in ../x /etc .git x/.git/y .scratch a/./b '-x' 'a//b'; do
    run -2 bawn-admin assign a.bleu "$project" --show="$path"
    assert_line --partial 'cannot be shown: expected a path in the project'
  done
}
