#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # shells inside expand what is quoted; own-attack.bash, served.bash and bats set the variables
# Repositories with which an unprivileged session begins: attacks by the setup commands of a project, and by a git server.

load own-attack
load ../lib/served

setup_file() {
  begin_own_world
  as op sh -c 'git config --global user.name op; git config --global user.email op@localhost; mkdir served'
  serve /home/op/served
  export server
}

setup() {
  as op sh -c 'mkdir -p beside && echo "the secret of op" >beside/file'
}

teardown_file() { kill "$server"; }

teardown() {
  rm -rf /home/op/canary /home/op/served/*
  forget
}

# tries ARGUMENT…: op runs bawn in the project, and output gets the text that bawn printed.
said=
tries() {
  run sudo -H -u op -- env -C /home/op/mine GIT_SSL_CAINFO=/usr/local/share/test.pem TOKEN='the secret of op' timeout -k 5 60 bawn "$@" </dev/null
  said+=$output$'\n'
}

judge_all() {
  concludes "$said"
  mapfile -t lines <<<"$output"
  if [ -e /home/op/canary ]; then concludes went; fi
  judge
}

# reach: a script that tries to leave the sandbox of the session.
reach='touch /home/op/canary && echo went; cat /home/op/beside/file && echo went; cat /home/op/.ssh/id_ed25519 && echo went'

# ready COMMAND: commits a .bawn.toml with this setup command to the project.
ready() {
  as op sh -c 'cd mine && printf "setup = [\"\"\"%s\"\"\"]\n" "$1" >.bawn.toml && git add .bawn.toml && git commit -qm ready' ready "$1"
}

@test "bawn runs no setup command of a project before its user trusts the project" {
  local workspace
  ready "echo went; $reach"
  for workspace in worktree clone overlay; do
    tries launch --workspace "$workspace" -- true
  done
  tries launch --from-git /home/op/mine -- true
  [[ $said != *'trust'* ]] || said+='refused: it is not trusted'
  judge_all
}

@test "bawn runs the setup commands of a project in the sandbox of the session" {
  local workspace
  ready "$reach"
  as op bawn trust --yes mine
  for workspace in worktree clone; do
    tries launch --workspace "$workspace" -- true
  done
  [[ $said == *'bawn: setup: '* ]] || fail "they did not run: $said"
  judge_all
}

# bats test_tags=long
@test "the address of a repository runs no command when bawn fetches it" {
  local address run='touch /home/op/canary'
  for address in "ext::$run" "ext::sh -c '$run'" "--upload-pack=$run" "-u$run" "ssh://-oProxyCommand=$run/x" "git@-oProxyCommand=$run:x" \
    "fd::7" "file://\$($run)/x" "https://localhost:8443/\$($run).git" "https://\`$run\`/x"; do
    tries launch --from-git="$address" -- true
  done
  for address in "--upload-pack=$run" "-u$run" "\$($run)" '--config=core.fsmonitor=x'; do
    tries launch --from-git=https://localhost:8443/x.git --ref="$address" -- true
    tries launch --from-git=/home/op/mine --ref="$address" -- true
    tries launch --workspace worktree --base="$address" -- true
  done
  judge_all
}

# serves NAME SCRIPT: creates a repository, runs the script in it as op, and serves it.
serves() {
  as op sh -euc 'git init -q -b main "served/$1"; cd "served/$1"; echo x >x; git add x; git commit -qm x; act="touch /home/op/canary"
    eval "$2"' serves "$1.git" "$2"
}

# tree NAME MODE ENTRY: for scripts of serves; gives the branch a tree with this entry: a directory with a hook, or a link to one.
tree='tree() { hook=$(printf "#!/bin/sh\n%s\n" "$act" | git hash-object -w --stdin); dir=$(printf "100755 blob %s\tpost-checkout\n" "$hook" | git mktree)
    dir=$(printf "040000 tree %s\thooks\n" "$dir" | git mktree); [ "$1" = 40000 ] || dir=$(printf .git | git hash-object -w --stdin)
    tree=$(python3 -c "import sys; sys.stdout.buffer.write(sys.argv[1].encode() + b\"\\0\" + bytes.fromhex(sys.argv[2]))" "$1 $2" "$dir" | git hash-object -w -t tree --literally --stdin)
    git update-ref refs/heads/main "$(git commit-tree -m x "$tree")"; }'

# bats test_tags=long
@test "a fetched repository runs no command outside its session and copies no file of its user" {
  local name
  serves modules 'git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub; printf "[submodule \"sub\"]\n\tpath = sub\n\turl = ext::%s\n" "$act" >.gitmodules
    git add .gitmodules; git commit -qm modules'
  serves updates 'git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),-u; printf "[submodule \"../x\"]\n\tpath = -u\n\turl = -u%s\n\tupdate = !%s\n" "$act" "$act" >.gitmodules
    git add .gitmodules; git commit -qm updates'
  serves settings 'echo "* filter=x diff=x merge=x" >.gitattributes; printf "[core]\n\tfsmonitor = %s\n" "$act" >.gitconfig; git add .; git commit -qm settings
    for hook in post-checkout reference-transaction post-index-change pre-auto-gc; do printf "#!/bin/sh\n%s\n" "$act" >.git/hooks/$hook; chmod +x .git/hooks/$hook; done
    git config remote.origin.url "ext::$act"; git config remote.origin.promisor true; git config core.hooksPath .git/hooks
    for key in filter.x.smudge filter.x.process core.sshCommand uploadpack.packObjectsHook core.alternateRefsCommand core.fsmonitor; do git config $key "$act"; done
    git config extensions.partialClone origin'
  serves borrowed 'git init -q ~/vault 2>/dev/null; cp ~/beside/file ~/vault/secret; git -C ~/vault add secret; git -C ~/vault commit -qm secret
    echo /home/op/vault/.git/objects >.git/objects/info/alternates; echo /home/op/vault/.git/objects >.git/objects/info/http-alternates
    git update-server-info; git -C ~/vault rev-parse HEAD >.git/refs/heads/vault'
  serves git "$tree; tree 40000 .git"
  serves upper "$tree; tree 40000 .GIT"
  serves short "$tree; tree 40000 git~1"
  serves above "$tree; tree 40000 .."
  serves link "$tree; tree 120000 .git"
  for name in modules settings borrowed; do
    tries launch --from-git "https://localhost:8443/$name.git" --name "$name" -- sh -c 'cat secret 2>/dev/null && echo went; git log -p --all | grep "of op" && echo went; ls -A; git fsck'
    tries launch --from-git "/home/op/served/$name.git" -- sh -c 'test ! -e secret || echo went; ls -A'
    tries status "$name"
    tries log "$name"
  done
  for name in updates git upper short above link; do
    tries launch --from-git "https://localhost:8443/$name.git" -- true
    tries launch --from-git "/home/op/served/$name.git" -- true
  done
  [[ $said == *.gitmodules* && $said == *.gitattributes* ]] || fail "nothing was fetched: $said"
  rm -rf /home/op/vault
  judge_all
}

@test "a fetch that a server took over sees no file, process or variable of its user" {
  mv /usr/bin/git /usr/bin/git.real
  cat >/usr/bin/git <<'END'
#!/bin/bash
[ "$1" = clone ] || exec git.real "$@"
said=$({
  cat /home/op/beside/file && echo went
  echo x >/home/op/canary && echo went
  cat /run/user/*/bus /var/lib/bawn/homes/* /etc/sudoers && echo went
  grep -qz 'the secret of op' /proc/[0-9]*/environ && echo went
  pgrep bats && echo went
  unshare -U true && echo went
} 2>&1)
echo "fatal: $(grep -x went <<<"$said" || tail -n 1 <<<"$said")" >&2
[[ $said != *$'\nwent'* ]] || echo 'fatal: went' >&2
exit 1
END
  chmod 755 /usr/bin/git
  tries launch --from-git https://localhost:8443/x.git -- true
  mv /usr/bin/git.real /usr/bin/git
  [[ $said == *'cannot fetch'* ]] || fail "git was not started: $said"
  judge_all
}
