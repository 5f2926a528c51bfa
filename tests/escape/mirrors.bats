#!/usr/bin/env bats
# What a mirror must not show, although git's rules or the project's owner are not what they were.

# shellcheck disable=SC2016,SC2154 # the inner shells expand it; names come with load
load attack.bash

setup_file() {
  begin_world
  as op sh -euc 'cd app; echo "*.hid" >>.git/info/exclude; echo "what git ignores" >notes.hid; mkdir -p sub
    echo "*.low" >sub/.gitignore; echo "what git ignores" >sub/notes.low
    git init -q inner; echo "*.hid" >>inner/.git/info/exclude; echo "what git ignores" >inner/notes.hid; echo x >inner/shown'
  bawn-admin sync "$agent" app
}

# shows_nothing SCRIPT: op's project is made so, a sync is tried, and a session looks for what git ignores.
shows_nothing() {
  as op cp -a app whole
  as op sh -euc "cd app; $1"
  bawn-admin sync "$agent" app || :
  as op sh -c 'chmod -R u+rwX app; rm -rf app; mv whole app'
  inside 'cat notes.hid sub/notes.low inner/notes.hid; grep -rl "what git ignores" . | sed "s/.*/went/"'
  judge
  bawn-admin sync "$agent" app
}

@test "a damaged or unreadable .git shows a session nothing that it ignores" {
  local damage
  for damage in ': >.git/HEAD' 'rm -r .git/objects' 'rm -r .git' 'chmod 000 .git' ': >inner/.git/HEAD' 'chmod 000 inner/.git'; do
    shows_nothing "$damage"
  done
}

@test "rules that git cannot read show a session nothing that they ignore" {
  local damage
  for damage in 'chmod 000 .git/info/exclude' 'chmod 000 sub/.gitignore' 'chmod 000 .git/info' \
    'echo "[core] excludesFile = /nowhere/rules" >>.git/config; chmod 000 inner/.git/info/exclude'; do
    shows_nothing "$damage"
  done
}

@test "another user's project at the same path is not shown to a session" {
  mv /home/op/app /home/op/away
  install -d -o neighbour -g neighbour /home/op/app
  chmod 711 /home/op
  as neighbour cp secret /home/op/app/
  bawn-admin sync "$agent" app || :
  rm -r /home/op/app
  mv /home/op/away /home/op/app
  chmod 700 /home/op
  inside 'cat secret && echo went'
  judge
  bawn-admin sync "$agent" app
}

@test "a file of a name that holds secrets is not shown to a session in any spelling" {
  as op sh -euc 'cd app; mkdir -p Secrets .ssh; for name in .env~ .env-prod prod.env .envrc.local id_rsa.bak x.pem.bak .ENV server.PEM \
    Secrets/x .ssh/id_foo .netrc .npmrc .git-credentials credentials.json; do echo "a spelled secret" >$name; done'
  bawn-admin sync "$agent" app
  inside 'cat .env~ prod.env .ENV Secrets/x; grep -rl "a spelled secret" . | sed "s/.*/went/"'
  as op sh -c 'cd app && rm -rf Secrets .ssh && git clean -qf'
  judge
  bawn-admin sync "$agent" app
}

@test "a file that was replaced within its size and time is not shown to a session as it was" {
  as op sh -euc 'cd app; echo "it was withdrawn" >notice; touch -d "2026-01-01 10:00" notice'
  bawn-admin sync "$agent" app
  as op sh -euc 'cd app; echo "it is here today" >next; touch -r notice next; mv next notice'
  bawn-admin sync "$agent" app
  inside 'cat notice'
  case $output in
    *today*) concludes 'refused: it is the present one' ;;
    *withdrawn*) concludes went ;;
  esac
  judge
}

@test "a project is not read for a session once its owner's number is another user's" {
  usermod -l heir op
  sudo -u heir sh -c 'echo "what the heir keeps" >/home/op/app/heirs'
  bawn-admin sync "$agent" app || :
  usermod -l op heir
  inside 'cat heirs && echo went'
  as op rm app/heirs
  judge
  bawn-admin sync "$agent" app
}
