#!/usr/bin/env bats
# Attacks on merge, discard, undo and the fetch of commits of an unprivileged session: its files run nothing, change nothing
# outside of the project, and replace no work of others.

load own-attack

setup_file() { begin_own_world; }

setup() {
  as op sh -c 'mkdir -p beside && echo "the secret of op" >beside/file'
}

teardown() {
  [ ! -e /usr/bin/git.real ] || mv /usr/bin/git.real /usr/bin/git
  rm -f /home/op/canary
  forget
}

# left SCRIPT: a session called "left" runs the script and ends.
left() {
  launches --name left -- bash -c "git config user.name agent; git config user.email agent@localhost; $1"
}

# takes COMMAND…: op runs these commands of bawn on the session, in the project. Sets output.
takes() {
  # The shell of op expands it.
  # shellcheck disable=SC2016
  run sudo -H -u op -- env -C /home/op/mine -- bash -c 'for command; do timeout 60 bawn $command; done 2>&1' takes "$@"
  # shellcheck disable=SC2154 # bats sets it
  [[ $output == *left* ]] || fail "nothing was taken: $output"
}

ran() {
  if [ -e /home/op/canary ]; then concludes went; else concludes 'refused: nothing was run'; fi
}

@test "merge runs no git setting or hook that an unprivileged session wrote" {
  left '
    printf "* filter=x diff=x merge=x\n" >.gitattributes; echo x >>README.md; git add -A; git commit -qm work; echo y >>README.md
    act="touch /home/op/canary"
    for key in core.fsmonitor core.pager core.sshCommand core.editor diff.external diff.x.textconv filter.x.clean filter.x.smudge \
      filter.x.process merge.x.driver gpg.program uploadpack.packObjectsHook core.alternateRefsCommand credential.helper; do
      git config $key "$act"
    done
    git config core.hooksPath hooks; git config include.path ../included; printf "[core]\n\tfsmonitor = %s\n" "$act" >included
    mkdir -p hooks
    for hook in pre-commit post-checkout post-merge post-rewrite reference-transaction post-index-change pre-auto-gc; do
      printf "#!/bin/sh\n%s\n" "$act" | tee .git/hooks/$hook >hooks/$hook; chmod +x hooks/$hook .git/hooks/$hook
    done'
  takes 'log left' 'log left --json' 'merge left --dry-run --all' 'merge left --branch bawn/left' 'merge left --all' \
    'merge left --all --accept-hazards' 'undo left' 'discard left README.md' 'export left --patch --accept-hazards'
  as op sh -c 'cd mine && git status && git log -p -1 bawn/left && git checkout -qf bawn/left && git checkout -qf - &&
    git commit -q --allow-empty -m next' >/dev/null 2>&1
  ran
  judge
}

@test "merge --branch runs no command from the project's git configuration" {
  # a session in a bound workspace, or another user, can write this configuration
  as op sh -c 'cd mine && cp .git/config ../config && git config protocol.ext.allow always &&
    git config "url.ext::touch /home/op/canary .insteadOf" /home && git config core.alternateRefsCommand "touch /home/op/canary; true" &&
    git init -q --bare ~/other && echo ~/other/objects >.git/objects/info/alternates'
  left 'git commit -q --allow-empty -m one'
  takes 'log left' 'merge left --branch bawn/left'
  as op sh -c 'cd mine && mv ../config .git/config && rm .git/objects/info/alternates && git rev-parse -q --verify bawn/left'
  ran
  judge
}

@test "an unprivileged session moves no other branch and brings no repository into the project" {
  local before
  as op git -C mine branch bawn/left-1.0
  before=$(as op git -C mine rev-parse bawn/left-1.0)
  left 'git checkout -qb 1.0; git commit -q --allow-empty -m evil; git checkout -q -; git commit -q --allow-empty -m good
    git config core.fsmonitor "touch /home/op/canary"; git init -q --bare nested; git -C nested config core.fsmonitor "touch /home/op/canary"
    mkdir -p shell/objects shell/refs; echo "ref: refs/heads/main" >shell/HEAD; printf "[core]\n\tfsmonitor = touch /home/op/canary\n" >shell/config'
  takes 'merge left --branch bawn/left' 'merge left --all --accept-hazards'
  ran
  if [ "$(as op git -C mine rev-parse bawn/left-1.0)" != "$before" ] || [ -e /home/op/mine/nested/HEAD ] ||
    [ -e /home/op/mine/shell/HEAD ] || as op git -C mine config core.fsmonitor; then
    concludes went
  fi
  judge
}

@test "commits of an unprivileged session make no directory of the project a repository" {
  left 'mkdir -p docs/objects docs/refs; touch docs/objects/.keep docs/refs/.keep; echo "ref: refs/heads/main" >docs/HEAD; echo x >docs/page
    printf "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = /tmp\n\tfsmonitor = touch /home/op/canary\n" >docs/config
    git add -f docs; git commit -qm docs'
  takes 'status left' 'log left' 'merge left --branch bawn/left'
  as op sh -c 'cd mine && git merge -q bawn/left; cd docs && git status' >/dev/null 2>&1 || :
  ran
  if [ -e /home/op/mine/docs/HEAD ]; then concludes went; fi
  judge
}

# references: lists the project's references without the branch that bawn was told to make.
references() { as op git -C mine for-each-ref --format='%(objectname) %(refname)' | grep -v ' refs/heads/bawn/left$'; }

@test "forged references of an unprivileged session reach no project, and no hint about them runs a command" {
  local before
  before=$(references)
  left 'git commit -q --allow-empty -m work; c=$(git rev-parse HEAD); mkdir -p .git/refs/tags .git/refs/replace .git/refs/bawn
    printf "%s\n" "$c" | tee ".git/refs/replace/$(git rev-parse HEAD~)" .git/refs/bawn/x >".git/refs/tags/v1;touch\${IFS}canary;"
    printf "%s refs/stash;touch /home/op/canary #\n" "$c" >.git/packed-refs'
  takes 'status left' 'log left' 'merge left --branch bawn/left'
  as op sh -c "$(sed -n 's/.*to make it one: //p' <<<"$output")" >/dev/null 2>&1 </dev/null || :
  ran
  if [ "$(references)" != "$before" ]; then concludes went; fi
  judge
}

# forges LINE…: from now on, git in a session writes a bundle with a commit of its own under each of these names.
forges() {
  [ -e /usr/bin/git.real ] || mv /usr/bin/git /usr/bin/git.real
  printf '%s\n' "$@" >/usr/local/share/forged
  cat >/usr/bin/git <<'END'
#!/bin/bash
[[ "$*" == *'bundle create'* ]] || exec git.real "$@"
old=$(git.real rev-parse HEAD~) new=$(git.real rev-parse HEAD)
{ echo "# v2 git bundle" && echo "-$old" && sed "s/^/$new /" /usr/local/share/forged && echo; }
printf '%s\n' "$new" "^$old" | git.real pack-objects --stdout --revs --thin -q
END
  chmod 755 /usr/bin/git
}

@test "a forged bundle with tags or bawn's references brings the project only a branch" {
  local before names
  launches --name other --workspace worktree -- true
  launches --name left --workspace worktree -- sh -c 'git config user.name agent; git config user.email agent@localhost
    git commit -q --allow-empty -m one'
  before=$(references)
  for names in refs/bawn/base/other "refs/bawn/fetched/other/$(printf '0%.0s' {1..40}) HEAD" \
    'refs/heads/x refs/replace/x refs/tags/v1 HEAD' 'refs/heads/../bawn/base/other HEAD'; do
    read -ra names <<<"$names"
    forges "${names[@]}"
    run sudo -H -u op -- env -C /home/op/mine bawn merge left --branch bawn/left
    if [ "$status" = 0 ] || [ "$(references)" != "$before" ]; then concludes went; fi
    judge
  done
  # a bundle with a branch is fetched
  forges refs/heads/x HEAD
  run -0 sudo -H -u op -- env -C /home/op/mine bawn log left
  assert_output --partial one
}

@test "a forged rebase in a session keeps no branch from its user and blocks no command" {
  local trap
  for trap in 'echo refs/heads/bawn/left >.git/rebase-merge/head-name; cp .git/rebase-merge/* .git/rebase-apply' \
    'mkfifo .git/rebase-merge/head-name .git/rebase-apply/head-name' 'ln -s /dev/zero .git/rebase-merge/head-name'; do
    left "git commit -q --allow-empty -m work; mkdir .git/rebase-merge .git/rebase-apply; $trap"
    takes 'status left' 'merge left --branch bawn/left'
    if as op git -C mine rev-parse -q --verify bawn/left && [ ! -e /home/op/mine/.git/rebase-merge ]; then
      concludes 'refused: bawn ignored it'
    else
      concludes went
    fi
    judge
    as op git -C mine branch -qD bawn/left
    as op bawn destroy --force left
  done
}

# bats test_tags=long
@test "merge refuses commits of an unprivileged session with deceptive file names" {
  local name seen='refused: no commit arrived'
  for name in .GIT 'git~1' '.g\xe2\x80\x8cit' 'notes\x0d.envrc' '\xe2\x80\xaegpj.crvne.' '\xc2\x9b2K.envrc'; do
    left 'tree=$(printf "100644 blob %s\t'"$name"'\0" "$(echo "touch ~/canary" | git hash-object -w --stdin)" | git mktree -z)
      git update-ref HEAD "$(git commit-tree -p HEAD -m work "$tree")"; git rev-parse HEAD >id'
    takes 'status left' 'log left' 'merge left --branch bawn/left'
    if as op git -C mine cat-file -e "$(<"$workspaces/left/upper/id")"; then seen="$name: went"; fi
    as op bawn destroy --force left
  done
  concludes "$seen"
  judge
}

@test "a merge follows no link of an unprivileged session, and asks before it merges one that leads outside" {
  local before
  before=$(print_of /home/op/beside)
  left 'ln -s . loop; ln -s loop/../beside keys; ln -s ../beside out; mkdir -p d/e; ln -s ../.. d/e/s; ln -s d/e/s/../beside/file notes
    rm -r src; ln -s /home/op/beside src; ln -sf /home/op/beside/file README.md; ln -s ../.git/hooks brought/hooks'
  takes 'merge left --all' 'merge left src' 'merge left README.md'
  unchanged_or_went "$before" /home/op/beside
  if [ -L /home/op/mine/keys ] || [ -L /home/op/mine/out ] || [ -L /home/op/mine/notes ] || [ -L /home/op/mine/src ] ||
    [ -L /home/op/mine/README.md ] || [ -L /home/op/mine/brought/hooks ]; then
    concludes went
  fi
  judge
}

@test "a merge follows no link that replaces a directory of an unprivileged session meanwhile" {
  local before round tries=0
  before=$(print_of /home/op/beside)
  sudo -H -u op -- env -C /home/op/mine -- timeout -k 5 60 bawn launch --name left -- bash -c '
    mkdir one; echo mine >one/file; ln -s /home/op/beside two; end=$((SECONDS + 15))
    while ((SECONDS < end)); do mv -T one swap && mv -T two one && mv -T one two && mv -T swap one; echo $RANDOM >one/file; done' </dev/null &
  until compgen -G "$workspaces/left/upper/*/file" >/dev/null; do
    ((tries += 1)) && ((tries < 100)) || fail 'the session did not begin'
    sleep 0.1
  done
  for round in {1..6}; do
    takes 'merge left one' 'merge left one --accept-hazards' 'undo left'
    if grep -rqs 'the secret of op' --include=file /home/op/mine; then break; fi
  done
  wait
  unchanged_or_went "$before" /home/op/beside
  # a link may be merged after the user accepts it, but bawn must not read or write through it
  if [ "$(find /home/op/mine -type f -exec grep -ls 'the secret of op' {} +)" ]; then concludes went; fi
  judge
}

@test "a merge of an unprivileged session overwrites no edit of others, made at any moment" {
  local edits lost
  as op sh -c 'cd mine && seq 300 >list && git add list && git commit -qm list'
  left 'sed -i s/^150$/session/ list'
  as op bash -c '
    cd mine
    for ((edit = 1; edit <= 40; edit++)); do
      # while a merge compares the file that it found, its own file is in place: op must not save a line of that file
      for try in {1..20}; do
        line=$(sed "s/^$edit\$/mine $edit/" list)
        ((edit > 1)) && ! grep -qx "mine $((edit - 1))" <<<"$line" || break
        sleep 0.05
      done
      printf "%s\n" "$line" >list.new && mv list.new list; sleep 0.05
    done' &
  edits=$!
  while kill -0 "$edits" 2>/dev/null; do
    takes 'merge left list' 'undo left'
  done
  wait "$edits"
  lost=$(comm -13 <(grep -x 'mine [0-9]*' /home/op/mine/list | sort) <(seq -f 'mine %g' 40 | sort))
  # an edit that was saved after a merge and is based on the text before it may be lost only in the kept copies
  if [ "$lost" ]; then concludes "went: $lost"; else concludes 'refused: all edits are there'; fi
  judge
}

@test "a session's access lists and attributes reach no directory of the project" {
  local before said='refused: the project has none'
  before=$(as op sh -c 'cd mine && getfacl -cp . && python3 -c "import os; print(os.listxattr(\".\"))"')
  left 'rm -r src; mkdir -p made/in; setfacl -m d:o::rwx,d:u:1000:rwx . made made/in; chmod 777 .; chmod g+s made; echo x >made/file
    python3 -c "import os; [os.setxattr(path, \"user.planted\", b\"x\") for path in (\".\", \"made\", \"made/in\", \"made/file\")]"'
  [ "$(getfattr_of "$workspaces/left/upper/made")" = "['system.posix_acl_default', 'user.planted']" ]
  takes 'merge left --all --accept-hazards'
  if [ -n "$(find /home/op/mine -perm /6000)" ] || [ "$(for each in made made/in made/file; do getfattr_of "/home/op/mine/$each"; done | sort -u)" != '[]' ]; then
    said=went
  fi
  takes 'undo left'
  [ "$(getfattr_of /home/op/mine/src)" = '[]' ] || said=went
  [ "$(as op sh -c 'cd mine && getfacl -cp . && python3 -c "import os; print(os.listxattr(\".\"))"')" = "$before" ] || said=went
  concludes "$said"
  judge
}

# getfattr_of PATH: prints the names of its extended attributes.
getfattr_of() { python3 -c 'import os, sys; print(sorted(os.listxattr(sys.argv[1])))' "$1"; }

@test "a merge writes nothing through a link at the place of its own directory" {
  local before said
  before=$(print_of /home/op/beside)
  as op ln -s ../beside mine/.bawn-merge-left
  left 'echo x >>README.md; echo x >file'
  takes 'merge left --all' 'undo left' 'discard left file'
  said=$output
  unchanged_or_went "$before" /home/op/beside
  as op rm mine/.bawn-merge-left
  judge
  [[ $said == *'/home/op/mine/.bawn-merge-left already exists, and no merge of left made it'* ]] || fail "$said"
  # without the link, the session can be merged
  run -0 sudo -H -u op -- env -C /home/op/mine bawn merge left --all
}
