#!/usr/bin/env bats
# Commands that show files of an unprivileged session: bawn runs none of these files, follows no link, and prints no control
# character of theirs to the terminal.

load own-attack

setup_file() { begin_own_world; }

setup() {
  as op sh -c 'mkdir -p beside && echo "the secret of op" >beside/file'
}

teardown() {
  rm -rf /home/op/.local /home/op/copy
}

# left SCRIPT: a session called "left" runs the script and ends.
left() { launches --name left -- bash -c "$1"; }

# looks [COMMAND…]: op runs these commands of bawn, or without arguments all that show a session. Sets output.
looks() {
  (($# > 0)) || set -- list 'list --json' 'info left' 'status left' 'status left --diff' 'status left --json' 'diff left' \
    'export left --patch' 'why left' 'why left --json' 'destroy left'
  # The shell of op expands it.
  # shellcheck disable=SC2016
  run sudo -H -u op -- env -C /home/op/mine -- bash -c 'for command; do timeout 60 bawn $command; done 2>&1' looks "$@"
  # shellcheck disable=SC2154 # bats sets it
  [[ $output == *left* ]] || fail "no command showed the session: $output"
}

# seen TEXT: concludes that the attack succeeded if the output contains TEXT.
seen() {
  if [[ $output == *"$1"* ]]; then concludes went; else concludes 'refused: it was not shown'; fi
}

# ran: concludes that the attack succeeded if a command ran a file of the session.
ran() {
  if [ -e /home/op/canary ]; then concludes went; else concludes 'refused: nothing was run'; fi
  rm -f /home/op/canary
}

@test "no git setting of an unprivileged session takes effect on commands that show its changes" {
  left '
    act="touch /home/op/canary"
    for key in core.fsmonitor core.pager core.sshCommand core.editor diff.external diff.x.textconv diff.x.command \
      filter.x.clean filter.x.smudge filter.x.process credential.helper gpg.program alias.status alias.diff \
      sequence.editor merge.x.driver interactive.diffFilter; do git config $key "$act"; done
    git config core.hooksPath hooks; git config include.path ../included; git config includeIf.gitdir:/.path ../included
    printf "[core]\n\tfsmonitor = %s\n" "$act" >included; printf "* filter=x diff=x merge=x\n" >.gitattributes
    for hook in pre-commit post-checkout post-index-change fsmonitor-watchman reference-transaction; do
      mkdir -p hooks .git/hooks; printf "#!/bin/sh\n%s\n" "$act" | tee .git/hooks/$hook >hooks/$hook
      chmod +x hooks/$hook .git/hooks/$hook
    done; echo x >>README.md'
  looks
  ran
  judge
}

# bats test_tags=long
@test "commands that show an unprivileged session do not use repositories that it forged" {
  left '
    act="touch /home/op/canary"; mkdir nested away; git init -q nested; git -C nested config core.fsmonitor "$act"
    git init -q --bare bare; git -C bare config core.fsmonitor "$act"; git init -q away; git -C away config core.fsmonitor "$act"
    mkdir pointed; echo "gitdir: ../away/.git" >pointed/.git; mkdir -p twisted/.git; echo ../../away/.git >twisted/.git/commondir
    printf "[submodule \"x\"]\n\tpath = nested\n\turl = ./nested\n\tupdate = !%s\n" "$act" >.gitmodules'
  looks
  ran
  judge
}

@test "commands that show an unprivileged session follow no link that it made" {
  left 'ln -s /home/op/beside/file here; rm -r src; ln -s /home/op/beside src; mkdir -p a/b; ln -s /home/op/beside a/b/c
    ln -s /proc/self/root/home/op/beside around; ln -sf /home/op/.netrc README.md; ln -s loop loop; ln -s / root'
  looks
  seen 'the secret of op'
  judge
}

# bats test_tags=long
@test "a command that shows changes follows no link that replaces a directory meanwhile" {
  sudo -H -u op -- env -C /home/op/mine -- timeout -k 5 60 bawn launch --name left -- bash -c '
    mkdir one; echo mine >one/file; ln -s /home/op/beside two; end=$((SECONDS + 15))
    while ((SECONDS < end)); do mv -T one swap && mv -T two one && mv -T one two && mv -T swap one; done' </dev/null &
  local round tries=0 all=
  until compgen -G "$workspaces/left/upper/*/file" >/dev/null; do
    ((tries += 1)) && ((tries < 100)) || fail 'the session did not begin'
    sleep 0.1
  done
  for round in {1..12}; do
    run sudo -H -u op -- env -C /home/op/mine -- bash -c 'bawn diff left; bawn export left --patch; bawn why left'
    all+=$output
  done
  wait
  output=$all
  [[ $all == *mine* ]] || fail "no command showed the session: $all"
  seen 'the secret of op'
  judge
}

@test "output of bawn contains no control sequence that an unprivileged session wrote" {
  left 'printf "\033]0;owned\007\033[2J\302\2332J\n" >>README.md; printf x >"$(printf "\033]0;owned\007")"; ln -s "$(printf "\033[2J")" way
    printf "x\n" >"$(printf "\342\200\256gpj.exe")"; mkdir -m 0 "$(printf "\033[2Jclosed\342\200\256")"'
  looks list 'info left' 'status left' 'status left --diff' 'status left --json' 'diff left' 'why left' 'why left --json' \
    'destroy left'
  if LC_ALL=C grep -qP '[\x01-\x08\x0b-\x1f\x7f]|\xc2\x9b|\xe2\x80\xae' <<<"$output"; then
    concludes went
  else
    concludes 'refused: all of it was harmless'
  fi
  judge
}

@test "destroy of an unprivileged session removes no target of its links" {
  local before
  install -d -o op -g op /home/op/precious
  as op sh -c 'echo mine >precious/file'
  before=$(print_of /home/op/precious)
  left 'ln -s /home/op/precious way; mkdir -p deep; ln -s /home/op/precious deep/way; ln -s /home/op/precious/file file; chmod 0 deep'
  sudo -H -u op -- bawn destroy left --force
  [ ! -e "$workspaces/left" ]
  unchanged_or_went "$before" /home/op/precious
  judge
}

@test "purge removes no target of links that a session makes meanwhile, and no directory that only a forged record names" {
  local before swaps='mkdir one; ln -s /home/op/beside two
    while [ -d . ] && mv -T one swap && mv -T two one && mv -T one two && mv -T swap one; do :; done'
  before=$(print_of /home/op/beside)
  left 'ln -s /home/op/beside way; mkdir deep; ln -s /home/op/beside deep/way; chmod 0 deep'
  launches --name forged -- sh -c 'echo x >new'
  as op sed -i 's:"changes" *\: *"[^"]*":"changes" \: "/home/op/beside":' "$sessions/forged/plan.json"
  sudo -H -u op -- env -C /home/op/mine bawn spawn swapping -- bash -c "$swaps" 3>&-
  # as a session that still has the directory of another one open
  sudo -H -u op -- env -C "$workspaces/left/upper" bash -c "$swaps" >/dev/null 2>&1 3>&- &
  eventually test -L "$workspaces/swapping/upper/two"
  run sudo -H -u op -- bawn purge --yes --force
  [[ $output == *'removed swapping'*"session 'forged' is damaged"* || $output == *"session 'forged' is damaged"*'removed swapping'* ]] || fail "$output"
  [ -L /home/op/beside/one ] && fail 'the link led into the directory'
  unchanged_or_went "$before" /home/op/beside
  wait
  judge
}

# bats test_tags=long
@test "bawn reads or removes no directory that only a forged record of a session names" {
  local before
  before=$(print_of /home/op/beside)
  left 'echo x >new'
  as op sed -i "s:\"changes\" *\: *\"[^\"]*\":\"changes\" \: \"/home/op/beside\":" "$sessions/left/plan.json"
  looks
  output+=$(sudo -H -u op -- bawn destroy left --force 2>&1)
  [[ $output != *'the secret of op'* ]] || concludes went
  [[ $output == went ]] || unchanged_or_went "$before" /home/op/beside
  judge
}

@test "an unprivileged session cannot hide its changes by permissions" {
  left 'mkdir -p src/closed/in; echo "touch /tmp/x" >src/closed/in/file; chmod 0 src/closed/in src/closed README.md'
  looks
  if [[ $output == *src/closed/in/file* ]]; then concludes 'refused: it was seen'; else concludes went; fi
  judge
}

@test "the line of bawn why is harmless whatever names other users gave files in the project" {
  local name repair
  install -m 0600 /dev/null /var/tmp/precious
  mkdir /home/op/mine/theirs
  for name in $'\e]0;owned\a' $'x\n    sudo touch canary #' '$(touch canary)' "'; touch canary; '" --reference=.; do
    : >"/home/op/mine/theirs/$name"
  done
  ln -s /var/tmp/precious /home/op/mine/theirs/way
  cp -a /home/op/mine/theirs/. /home/op/mine
  chown op: /home/op/mine # cp gave it to root
  chown -hR neighbour: /home/op/mine/theirs /home/op/mine/way
  launches --name left -- true
  run sudo -H -u op -- bawn why left
  if LC_ALL=C grep -qP '[\x01-\x08\x0b-\x1f\x7f]' <<<"$output"; then
    concludes went
  else
    repair=$(grep '^    sudo chown' <<<"$output")
    (cd /home/op/mine && bash -c "$repair")
    if [ -e /home/op/mine/canary ] || [ "$(stat -c %U /var/tmp/precious)" != root ]; then
      concludes went
    elif [ "$(find /home/op/mine ! -user op | wc -l)" -gt 0 ]; then
      fail "the line repairs nothing: $repair"
    else
      concludes 'refused: only files in the project are op'"'"'s now'
    fi
  fi
  rm -f /var/tmp/precious
  forget
  judge
}

@test "a pipe that replaces a receipt or a key blocks no command" {
  local words pair said=''
  launches --workspace bind -- sh -c 'mkfifo work.receipt key.pub; : >key; for name in receipts.key receipts.pub; do ln -s work.receipt $name; done'
  for pair in 'work.receipt --key key' 'README.md --key key.pub' 'receipts.key --key receipts.pub'; do
    read -ra words <<<"$pair"
    run sudo -H -u op -- env -C /home/op/mine timeout -k 5 20 bawn verify --receipt "${words[@]}" </dev/null
    [ "$status" -ne 124 ] || output=went
    said+=$output$'\n'
  done
  rm /home/op/mine/{work.receipt,key,key.pub,receipts.key,receipts.pub}
  concludes "$said"
  mapfile -t lines <<<"$said"
  judge
}

@test "a deep directory of a session blocks no command" {
  local command said=''
  left 'python3 -c "
import os
for top in (\".\", os.path.expanduser(\"~\")):
    os.chdir(top)
    for depth in range(3000):
        os.mkdir(\"d\" * 100)
        os.chdir(\"d\" * 100)
    open(\"file\", \"w\").close()"'
  for command in stats 'info left' 'status left' 'destroy left --force' 'home wipe command --yes'; do
    # du(1) takes hours if it compares each of these paths with multibyte names
    run sudo -H -u op -- env -C /home/op/mine LANG=C.UTF-8 timeout -k 5 20 bash -c "bawn $command"
    said+="$command: $status"$'\n'
  done
  assert_equal "$said" $'stats: 0\ninfo left: 0\nstatus left: 0\ndestroy left --force: 0\nhome wipe command --yes: 0\n'
  concludes 'refused: nothing waited'
  judge
}

# blocks_none SCRIPT COMMAND…: concludes that the attack succeeded if a command takes more than a minute after the script of a session.
blocks_none() {
  local command said=''
  left "$1"
  as op sh -c 'cd mine && echo y >>README.md && git commit -qam other && echo z >>README.md'
  for command in "${@:2}"; do
    sudo -H -u op -- env -C /home/op/mine timeout -k 5 60 bash -c "bawn $command" &>/dev/null || [ "$?" -lt 124 ] || said+=" $command"
  done
  if [ "$said" ]; then concludes went; else concludes 'refused: nothing waited'; fi
}

@test "a sparse file of a session blocks no command" {
  blocks_none 'truncate -s 7T README.md; truncate -s 7T new' list 'status left' 'diff left' 'export left' 'report left' 'merge left --all'
  judge
}

@test "sparse files of a session delay neither its receipt nor the search for staged content" {
  # the index names a content that no file has
  blocks_none 'truncate -s 5G new; git init -q r; cd r; echo text >big; git add big; truncate -s 3900M big' 'receipt left' 'status left' 'destroy left'
  judge
}

@test "a file of a session with many names blocks no command" {
  blocks_none 'yes text | head -c 50000000 >file; for i in $(seq 4000); do ln file $i; done' 'status left' 'export left' 'report left'
  judge
}

@test "indexes of a session with many long paths block no command" {
  # in the fourth version of the format, an entry repeats only the end of its path
  blocks_none 'python3 -c "
import hashlib, os, struct
top = os.getcwd()
for each in range(8):
    os.chdir(top)
    os.makedirs(f\"{each}/.git/objects\")
    os.mkdir(f\"{each}/.git/refs\")
    open(f\"{each}/.git/HEAD\", \"w\").write(\"ref: refs/heads/main\")
    index = open(f\"{each}/.git/index\", \"wb\")
    index.write(struct.pack(\">4sII\", b\"DIRC\", 4, 20000))
    for file in range(20000):
        name = b\"%06d\" % file
        end = b\"\\x06\" + name if file else b\"\\x00\" + b\"d/\" * 1990 + name
        blob = hashlib.sha1(b\"%d %d\" % (each, file)).digest()
        index.write(struct.pack(\">24xI12x20sH\", 0o100644, blob, 0xfff) + end + b\"\\x00\")
    os.chdir(str(each))
    for depth in range(1990):
        os.mkdir(\"d\")
        os.chdir(\"d\")"' 'status left' 'discard left 0' 'destroy left'
  judge
}
