#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# Files that an unprivileged session must not reach: the lower layer of the project, other directories, and the files of sessions.

load own-attack

setup_file() { begin_own_world; }

teardown() { forget; }

@test "an unprivileged session cannot change the project under its overlay" {
  local before
  before=$(print_of /home/op/mine)
  own_inside 'echo x >README.md; rm -rf src .git; chmod 777 . .env; mv .gitignore y; ln README.md hard; touch -d 2000-01-01 .
    echo x >/proc/self/root/home/op/mine/new; truncate -s 0 .env; setfattr -n user.x -v 1 . ; mkdir a; mv a b'
  unchanged_or_went "$before" /home/op/mine
  judge
}

@test "an unprivileged session does not see files beside its project" {
  own_inside 'cat ../beside/file ~op/.bash_history /home/op/beside/file /proc/1/root/home/op/beside/file /proc/self/cwd/../beside/file &&
    echo went; cat /home/neighbour/secret && echo went; true'
  judge
}

@test "an unprivileged session sees its user's credentials at no path" {
  own_inside 'for file in .ssh/id_ed25519 .netrc .pypirc .npmrc .cargo/credentials.toml .config/gh/hosts.yml; do
      cat /home/op/$file && echo went; cat ~/$file && echo went; done; grep -rs "secret of op" /home/op/.* && echo went'
  judge
}

@test "an unprivileged session does not see credentials beside its user's programs" {
  own_inside 'ls /home/op/.nvm/versions/node/v1/bin /home/op/.cargo/bin || echo went
    cat /home/op/.nvm/versions/node/v1/etc/npmrc /home/op/.cargo/credentials.toml && echo went'
  judge
}

@test "an unprivileged session can write only to its workspace and home" {
  own_inside 'for at in / /usr /usr/local /etc /opt /home /home/op /home/op/.cargo/bin /home/op/.nvm/versions/node/v1/bin /var; do
      touch $at/planted && echo went; mkdir $at/planted.d && echo went; done'
  judge
  [ ! -e /home/op/.cargo/bin/planted ]
}

@test "a session sees the signing key of another session at no path" {
  launches --identity --name signs -- sleep 50 3>&- &
  timeout 40 sh -c 'until [ -s "$1" ]; do sleep 0.1; done' sh "$sessions/signs/started"
  own_inside 'key=/home/op/.local/state/bawn/sessions/signs/identity/key
    for file in $key /run/identity/key /proc/[0-9]*/root/run/identity/key /proc/[0-9]*/root$key; do cat $file && echo went; done
    grep -rs "OPENSSH PRIVATE" /home /run /tmp /var/tmp && echo went; true'
  judge
  # each session has its own key
  own_inside 'cat /run/identity/key.pub; ls /run/identity/key' --identity
  assert_line /run/identity/key
  [[ $output != *"$(cut -d ' ' -f 2 "$sessions/signs/identity/key.pub")"* ]] || concludes went
  refute_line went
  run launches --ro "$sessions/signs" -- cat "$sessions/signs/identity/key"
  refute_output --partial PRIVATE
  sudo -H -u op bawn kill signs
  wait
}

@test "a session cannot change its signing key" {
  local before
  launches --identity --name signs -- true
  before=$(print_of "$sessions/signs/identity")
  run --separate-stderr sudo -H -u op -- timeout 60 bawn resume signs -- sh -c 'cd /run/identity && { echo x >key; echo x >>allowed_signers; echo x >new; rm -f key
    mv key.pub old; ln key hard; chmod 644 key; touch key; mount -o remount,rw,bind .; unshare -Urm sh -c "mount -o remount,rw,bind .; echo x >new"; } 2>&1; echo the end'
  assert_line 'the end'
  unchanged_or_went "$before" "$sessions/signs/identity"
  judge
}

@test "an unprivileged session cannot create files in its user's home" {
  own_inside 'for file in .bashrc.d/x .ssh/authorized_keys .config/autostart/x .profile .gitconfig .local/bin/git; do
      mkdir -p "/home/op/${file%/*}"; echo x >/home/op/$file && echo went; ln -s x /home/op/$file && echo went; done'
  judge
  [ ! -e /home/op/.ssh/authorized_keys ] && [ ! -e /home/op/.gitconfig ]
}

@test "an unprivileged session sees a masked secret under no other name" {
  as op sh -c 'cd mine && ln -s .env link && ln .env hard && mkdir conf && echo a-secret >conf/.env && ln conf/.env other && chmod 311 conf'
  own_inside 'chmod 755 conf; for file in .env link hard other conf/.env ./src/../.env /proc/self/cwd/.env /proc/self/root/home/op/mine/.env /proc/1/cwd/.env; do
      grep TOKEN "$file" && echo went; done; grep -rs a-secret . --exclude-dir=.git && echo went; true' --mask-env
  judge
}

@test "an unprivileged session cannot keep a setuid copy of a program until after its end" {
  own_inside 'cp /usr/bin/id mine; chmod 6755 mine; cp mine ~/mine; chmod u+s ~/mine; python3 brought/kernel.py setid; [ ! -u mine ] || echo went'
  [ -z "$(find "$workspaces" /home/op/.local/share/bawn/homes -perm /6000 2>/dev/null)" ] || concludes went
  judge
}

@test "an unprivileged session does not see the records of its user's sessions" {
  own_inside 'cat /home/op/.local/state/bawn/sessions/mine-1/plan.json && echo went; ls /home/op/.local/share/bawn/workspaces && echo went
    ls /home/op/.local && echo went'
  judge
}

@test "no option gives a session access to the records, merges and ports of sessions" {
  local said='' option place
  launches --name first -- sh -c 'echo first >made'
  sudo -H -u op -- env -C /home/op/mine bawn merge first --all
  own_inside "cat $workspaces/first/merges/1/session/* $workspaces/first/merges/1/journal && echo went; ls /home/op/.local/state/bawn/ports && echo went
    echo x >$workspaces/first/merges/1/session/x && echo went; echo x >$sessions/first/exit && echo went
    mkdir -p $sessions/first && echo went"
  judge
  for option in --ro --home; do
    for place in "$workspaces/first/merges/1/session" "$sessions/first"; do
      run --separate-stderr launches "$option" "$place" -- sh -c "ls $place"
      [ "$status" = 3 ] || said+="$option $place: went"
      said+=$stderr
    done
  done
  run --separate-stderr sudo -H -u op -- env -C "$workspaces/first/merges" bawn launch --workspace bind --bind-anyway -- ls
  [ "$status" = 3 ] || said+=' went'
  concludes "${said//$'\n'/ }"
  [[ $said != *went* ]] || concludes went
  judge
  # the kept file of a merge is a copy: the session changes its own file, and the copy stays
  sudo -H -u op -- env -C /home/op/mine bawn exec first -- sh -c 'echo planted >>made; exec 3<>made; echo planted >&3'
  assert_equal "$(cat "$workspaces"/first/merges/1/session/*)" first
}

@test "an unprivileged session does not see the key of receipts, with any option" {
  launches --name first -- true
  as op sh -c 'bawn receipt first >/dev/null 2>&1 && cp .config/bawn/receipts.key .config/bawn/alias'
  own_inside 'for file in /home/op/.config/bawn/receipts.key /home/op/.config/bawn/alias ~/.config/bawn/receipts.key /proc/1/root/home/op/.config/bawn/receipts.key; do
      cat "$file" && echo went; done; grep -rls "minisign encrypted secret key" / --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr && echo went; true'
  judge
  for shown in /home/op/.config /home/op/.config/bawn /home/op/.config/bawn/receipts.key /home/op; do
    for option in --ro --rw --home; do
      run launches "$option" "$shown" -- true
      # shellcheck disable=SC2154 # bats sets it
      [ "$status" = 3 ] || [ "$status" = 2 ] || fail "$option $shown: $status $output"
    done
  done
}

@test "an unprivileged session cannot read or change files of another one" {
  launches --name first -- sh -c 'echo the-first >mark; echo the-first >~/mark'
  own_inside 'cat mark && echo went; grep -rs the-first /home /tmp /work && echo went; echo x >/home/op/.local/share/bawn/workspaces/first/upper/mark && echo went' \
    --home ephemeral
  judge
  assert_equal "$(cat "$workspaces/first/upper/mark")" the-first
}

@test "another user cannot read the records and files of a session" {
  launches -- sh -c 'echo secret >made; echo secret >~/made'
  run as neighbour sh -c "cat $workspaces/mine-1/upper/made $sessions/mine-1/plan.json /home/op/.local/share/bawn/homes/*/*/made && echo went"
  judge
  assert_equal "$(find /home/op/.local/state/bawn /home/op/.local/share/bawn -maxdepth 2 -perm /077 ! -type l | head -3)" ''
}

@test "an untrusted .bawn.toml or .envrc of a project does not change the sandbox of a session" {
  as op sh -c 'printf "rw = [\"/home/op/beside\"]\nnetwork = \"open\"\nenv_passthrough = [\"SECRET\"]\n" >mine/.bawn.toml
    echo "export PATH=/home/op/mine/brought" >mine/.envrc'
  SECRET=1 own_inside 'echo x >/home/op/beside/planted && echo went; [ -z "${SECRET:-}" ] || echo went'
  judge
  [ ! -e /home/op/beside/planted ]
  # restrictions of an untrusted file do not apply either
  as op sh -c 'printf "mask = [\".env\"]\nnetwork = \"none\"\nrw = [\"/home/op/beside\"]\n" >mine/.bawn.toml'
  own_inside 'cat .env && echo went; [ "$(wc -l </proc/net/dev)" = 3 ] || echo went; echo x >/home/op/beside/planted && echo went'
  judge
}

@test "arguments of a command never become options of bubblewrap in an unprivileged session" {
  run --separate-stderr launches -- --bind / / sh -c 'touch /home/op/beside/x && echo went'
  output+=$stderr
  own_inside 'touch /home/op/beside/planted && echo went' --env 'X=--bind / /' --env $'Y=\n--bind\n/\n/'
  judge
  [ ! -e /home/op/beside/planted ] && [ ! -e /home/op/beside/x ]
}

@test "arguments of bawn login never become options of its session" {
  local words said=''
  as op sh -c 'mkdir -p .config/bawn/tools.d .local/bin; printf "%s\n" --rw /home/op/beside >words
    printf "#!/bin/sh\necho \"<\$*>\"; touch /home/op/beside/planted && echo went; cat /home/op/beside/file && echo went; true\n" >.local/bin/mytool
    chmod 755 .local/bin/mytool; cat >.config/bawn/tools.d/mytool.toml' <<'TOML'
format = 1
label = "mine"
rank = 900
command = "mytool"
find = ["~/.local/bin/mytool"]
login = [".mytool/auth"]
login_variable = "MYTOOL_DIR"
login_command = ["logged in"]
[prompt]
interactive = ["{prompt}"]
once = ["{prompt}"]
TOML
  for words in '--rw /home/op/beside' '--workspace=bind --bind-anyway' '@/home/op/words' '-- --bind / /'; do
    read -ra words <<<"$words"
    run sudo -H -u op -- env -C /home/op/mine timeout 60 bawn login mytool "${words[@]}" </dev/null
    [[ $output == *"<logged in ${words[*]#-- }>"* || ${words[0]} == -- ]] || fail "they did not arrive: $output"
    said+=$output$'\n'
  done
  rm -rf /home/op/.config/bawn/tools.d /home/op/words
  concludes "$said"
  mapfile -t lines <<<"$said"
  judge
  [ ! -e /home/op/beside/planted ]
}

@test "bawn ignores settings and hooks with a hard link in a project" {
  local said='' file
  as op sh -c 'mkdir -p .config/bawn/hooks; echo >.config/bawn/config.toml; printf "#!/bin/sh\n" >.config/bawn/hooks/pre-start
    chmod 755 .config/bawn/hooks/pre-start'
  for file in config.toml hooks/pre-start; do
    as op sh -c 'rm -f mine/linked; ln ".config/bawn/$1" mine/linked' link "$file"
    # the first session writes to the file, and the second one tries to use the new setting or hook
    run launches --workspace bind --bind-anyway -- sh -c 'case $1 in hooks/*) echo "touch /home/op/beside/planted" ;; *) echo "rw = [\"/home/op/beside\"]" ;; esac >>linked' sh "$file"
    said+=$output$'\n'
    run launches -- sh -c 'touch /home/op/beside/planted && echo went'
    said+=$output$'\n'
    as op rm -r "mine/linked" ".config/bawn/$file"
  done
  rm -rf /home/op/.config/bawn
  concludes "$said"
  mapfile -t lines <<<"$said"
  [ ! -e /home/op/beside/planted ] || concludes went
  judge
}

@test "a later session follows no link that a session made in a bound project" {
  as op mkdir -p plain
  bound() { run as op env -C plain bawn launch --workspace bind --bind-anyway -- sh -c "$1"; }
  bound 'ln -s ../.ssh .git'
  [ -L /home/op/plain/.git ]
  bound 'cat .git/id_ed25519 && echo went'
  judge
  rm -rf /home/op/plain
}

@test "a later command follows no link that a session made in its home and workspace" {
  launches --name first -- sh -c 'ln -s /home/op/.ssh ~/.cache; ln -s /home/op/.ssh ~/.config; rm -rf src; ln -s /home/op/.ssh src; ln -s / top'
  local before
  before=$(print_of /home/op/.ssh /home/op/mine)
  run --separate-stderr sudo -H -u op -- env -C /home/op/mine -- bawn exec first -- \
    sh -c '{ cat ~/.cache/id_ed25519 src/id_ed25519 && echo went; echo x >src/planted && echo went; } 2>&1'
  [ "$(print_of /home/op/.ssh /home/op/mine)" = "$before" ] || concludes went
  judge
}
