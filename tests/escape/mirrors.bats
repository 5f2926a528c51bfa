#!/usr/bin/env bats
# Files that a mirror must not show, although git's rules or the project's owner changed.

# shellcheck disable=SC2016,SC2154 # the inner shells expand it; the loaded files define the variables
load attack.bash

setup_file() {
  begin_world
  as op sh -euc 'cd app; echo "*.hid" >>.git/info/exclude; echo "what git ignores" >notes.hid; mkdir -p sub
    echo "*.low" >sub/.gitignore; echo "what git ignores" >sub/notes.low
    git init -q inner; echo "*.hid" >>inner/.git/info/exclude; echo "what git ignores" >inner/notes.hid; echo x >inner/shown'
  bawn-admin sync "$agent" app
}

# shows_nothing SCRIPT: runs the script in op's project, syncs, and lets a session search for the ignored files.
shows_nothing() {
  as op cp -a app whole
  as op sh -euc "cd app; $1"
  bawn-admin sync "$agent" app || :
  as op sh -c 'chmod -R u+rwX app; rm -rf app; mv whole app'
  inside 'cat notes.hid sub/notes.low inner/notes.hid; grep -rl "what git ignores" . | sed "s/.*/went/"'
  judge
  bawn-admin sync "$agent" app
}

@test "a session sees no ignored file of a project with a damaged or unreadable .git" {
  local damage
  for damage in ': >.git/HEAD' 'rm -r .git/objects' 'rm -r .git' 'chmod 000 .git' ': >inner/.git/HEAD' 'chmod 000 inner/.git'; do
    shows_nothing "$damage"
  done
}

@test "a session sees no ignored file of a project with ignore rules that git cannot read" {
  local damage
  for damage in 'chmod 000 .git/info/exclude' 'chmod 000 sub/.gitignore' 'chmod 000 .git/info' \
    'echo "[core] excludesFile = /nowhere/rules" >>.git/config; chmod 000 inner/.git/info/exclude'; do
    shows_nothing "$damage"
  done
}

@test "a session does not see another user's project at the same path" {
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

@test "a session sees no file with a secret name, in any spelling" {
  as op sh -euc 'cd app; mkdir -p Secrets .ssh; for name in .env~ .env-prod prod.env .envrc.local id_rsa.bak x.pem.bak .ENV server.PEM \
    Secrets/x .ssh/id_foo .netrc .npmrc .git-credentials credentials.json; do echo "a spelled secret" >$name; done'
  bawn-admin sync "$agent" app
  inside 'cat .env~ prod.env .ENV Secrets/x; grep -rl "a spelled secret" . | sed "s/.*/went/"'
  as op sh -c 'cd app && rm -rf Secrets .ssh && git clean -qf'
  judge
  bawn-admin sync "$agent" app
}

@test "a session sees the new content of a file that keeps its size and time" {
  as op sh -euc 'cd app; echo "it was withdrawn" >notice; touch -d "2026-01-01 10:00" notice'
  bawn-admin sync "$agent" app
  as op sh -euc 'cd app; echo "it is here today" >next; touch -r notice next; mv next notice'
  bawn-admin sync "$agent" app
  inside 'cat notice'
  case $output in
    *today*) concludes 'refused: it is the current content' ;;
    *withdrawn*) concludes went ;;
  esac
  judge
}

@test "bawn does not read a project for a session when another user has the owner's uid" {
  usermod -l heir op
  sudo -u heir sh -c 'echo "what the heir keeps" >/home/op/app/heirs'
  bawn-admin sync "$agent" app || :
  usermod -l op heir
  inside 'cat heirs && echo went'
  as op rm app/heirs
  judge
  bawn-admin sync "$agent" app
}

@test "a forged list of a project runs nothing as its owner and hides no change from a start" {
  local who said='' listed=/run/bawn/live/.listed-app
  as op sh -c 'echo "it was withdrawn" >app/notice'
  bawn-admin sync "$agent" app
  python3 -c 'import sys
fields = open(sys.argv[1], "rb").read().split(b"\0")
open("/tmp/forged", "wb").write(b"\0".join(fields[:3] + [b"sh", b"-c", b"touch /home/op/canary; echo went >&2", b""]))' "$listed"
  inside "cat $listed && echo went; echo x >$listed && echo went"
  said=$output
  for who in "$agent" neighbour; do
    run runuser -u "$who" -- sh -c 'cp /tmp/forged "$1" && echo went; ln -sf /tmp/forged "$1" && echo went; rm -f "$1" && echo went; cp /tmp/forged "$1.new" && mv -f "$1.new" "$1" && echo went' forge "$listed"
    said+=$output$'\n'
  done
  as op sh -c 'echo "it is here today" >app/notice'
  # a forged list, although the agent could not write one
  install -o "$agent" -m 0644 /tmp/forged "$listed"
  run as op timeout -k 5 60 bawn launch "$agent" app -- cat notice </dev/null
  said+=$output$'\n'
  as op rm app/notice
  rm -f /tmp/forged
  concludes "$said"
  mapfile -t lines <<<"$said"
  if [ -e /home/op/canary ] || [[ $said != *today* ]]; then concludes went; fi
  rm -f /home/op/canary
  judge
  bawn-admin sync "$agent" app
}

@test "an operator cannot read another user's project through an agent" {
  local way project words said='' racer
  # op has a file that others cannot read, in a directory that they can enter
  as op sh -euc 'git init -q kept; cd kept; echo "what op keeps" >file; chmod 600 file; git add file; git -c user.name=op -c user.email=op@x commit -qm kept'
  chmod 711 /home/op
  bawn-admin create n.vert --operator neighbour
  as neighbour sh -euc 'git init -q own; mkdir turn pointed; echo x >own/x; ln -s /home/op/kept link; ln -s /home/op/kept own/kept; ln -s /home/op/kept/file own/file
    echo "gitdir: /home/op/kept/.git" >pointed/.git; echo /home/op/kept/.git/objects >own/.git/objects/info/alternates'
  # neighbour can replace the directories above, because it owns them
  as neighbour sh -c 'exec 2>/dev/null; while [ -e own ]; do mv turn old; ln -s /home/op/kept turn; sleep 0.01; rm turn; mv old turn; sleep 0.01; done' 3>&- &
  racer=$!
  for way in /home/op/kept /home/op/kept/.git /home/op /home/neighbour/link /home/neighbour/own/kept /home/neighbour/turn /home/neighbour/turn /home/neighbour/pointed /home/neighbour/own \
    '/home/neighbour/turn --with-git' '/home/neighbour/pointed --with-git' '/home/neighbour/own --workspace overlay' '/home/neighbour/own --instructions /home/op/kept/file' \
    '/home/neighbour/own --instructions /home/neighbour/own/file'; do
    read -ra words <<<"$way"
    run env SUDO_UID="$(id -u neighbour)" SUDO_GID="$(id -g neighbour)" SUDO_USER=neighbour timeout -k 5 600 bawn-admin assign n.vert "${words[@]}"
    said+=$output$'\n'
    for project in "$state"/scratch/n.vert/*; do
      project=${project##*/}
      [[ $project != '*' ]] || continue
      run as neighbour timeout -k 5 600 bawn launch n.vert "$project" -- grep -rs 'what op keeps' .
      said+=$output$'\n'
      bawn-admin unassign n.vert "$project" --purge-scratch --yes >/dev/null
    done
    if grep -rqs 'what op keeps' "$state"/{mirrors,scratch,agents}; then said+=$'went\n'; fi
  done
  as neighbour rm -rf own
  wait "$racer" || true
  bawn-admin delete --yes n.vert
  chmod 700 /home/op
  rm -rf /home/op/kept /home/neighbour/{turn,old,pointed,link}
  [[ $said != *'what op keeps'* ]] || said=went
  concludes "$said"
  mapfile -t lines <<<"$said"
  judge
}
