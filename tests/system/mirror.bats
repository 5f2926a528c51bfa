#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# The files of a mirror, and how a sync updates them when the project changes.

load ../lib/world.bash
load ../lib/mirrors.bash

setup_file() {
  make_mirrored_project
}

@test "a mirror has the files that git does not ignore, and no file at reserved paths" {
  in_project 'mkdir -p build .claude .scratch docs
    echo o >build/o; echo x >.claude/settings.json; echo x >.scratch/notes; echo x >CLAUDE.md; echo x >AGENTS.md
    echo mine >docs/CLAUDE.md; echo untracked >new'
  sync_app
  assert_copied README.md src/hello.py .gitignore new docs/CLAUDE.md
  assert_left_out .git build CLAUDE.md AGENTS.md .claude/settings.json .scratch/notes
}

@test "a mirror applies ignore rules of all files that git reads" {
  in_project 'mkdir -p sub; echo "*.log" >sub/.gitignore; echo "*.tmp" >>.git/info/exclude
    git config --global core.excludesFile ~/ignored; echo "*.bak" >~/ignored
    touch sub/a.log a.log a.tmp a.bak sub/a.bak sub/a'
  sync_app
  assert_left_out sub/a.log a.tmp a.bak sub/a.bak
  assert_copied a.log sub/a
}

@test "a mirror applies the owner's default ignore file without a setting" {
  in_project 'git config --global --unset core.excludesFile; mkdir -p ~/.config/git
    echo "*.mine" >~/.config/git/ignore; touch a.mine a.bak'
  sync_app
  assert_left_out a.mine
  assert_copied a.bak
}

@test "files of a mirror have mode 0644 or 0755, whatever their mode in the project" {
  in_project 'umask 0; mkdir -m 0700 modes; cd modes
    for mode in 0600 0640 0666 0700 0777 4755 2755 1777 0444 0500; do echo x >$mode; chmod $mode $mode; done'
  sync_app
  run find "$mirror/modes" -printf '%m %f\n'
  assert_line '755 modes'
  for mode in 0600 0640 0666 0444; do assert_line "644 $mode"; done
  for mode in 0700 0777 4755 2755 1777 0500; do assert_line "755 $mode"; done
  in_project 'chmod 0755 modes/0600; chmod 0600 modes/0700'
  sync_app
  run find "$mirror/modes" -printf '%m %f\n'
  assert_line '755 0600'
  assert_line '644 0700'
}

@test "a sync copies links as links, hard links as files, and ends in loops" {
  in_project 'mkdir -p links; cd links; echo secret >~/outside; ln -s ~/outside absolute; ln -s ../../outside relative
    ln -s . loop; ln -s nowhere dangling; ln -s .. up; echo x >one; ln one two'
  sync_app
  run find "$mirror/links" -mindepth 1 -printf '%y %n %f %l\n'
  assert_line 'l 1 absolute /home/alice/outside'
  assert_line 'l 1 relative ../../outside'
  assert_line 'l 1 loop .'
  assert_line 'l 1 dangling nowhere'
  assert_line 'l 1 up ..'
  assert_line 'f 1 one '
  assert_line 'f 1 two '
}

@test "a sync leaves out sockets, pipes and devices" {
  in_project 'mkdir -p odd; mkfifo odd/pipe; echo x >odd/file
    python3 -c "import socket; socket.socket(socket.AF_UNIX).bind(\"odd/socket\")"'
  mknod "$project/odd/device" c 1 3
  sync_app
  assert_copied odd/file
  assert_left_out odd/pipe odd/socket odd/device
}

@test "a sync copies names of any bytes" {
  in_project 'mkdir bytes; cd bytes; for name in "a b" "-n" "--delete" "*" "\\" "\"" "$(printf "a\nb")" "$(printf "\nc")" \
    "$(printf "\377\376")" "$(printf "tab\there")" "$(printf "\033[31m")" "%s" "é" ":x" "#y" "!z" " " "[x]"; do
      echo "$name" >"$name"; mkdir "d$name"; echo "$name" >"d$name/f"; done'
  sync_app
  run diff -r "$project/bytes" "$mirror/bytes"
  assert_success
  in_project 'rm -r bytes/-n "bytes/$(printf "a\nb")" "bytes/$(printf "da\nb")" "bytes/$(printf "\377\376")"'
  sync_app
  run diff -r "$project/bytes" "$mirror/bytes"
  assert_success
}

@test "a sync copies names of 255 bytes and paths of 2,000" {
  in_project 'long=$(printf "%0255d" 1); echo x >$long; for i in 1 2 3 4 5 6 7; do mkdir $long.d 2>/dev/null || long=$(printf "%0250d" 2)
    mkdir -p $long; cd $long; done; echo deep >deep'
  sync_app
  run find "$mirror" -name deep -size -2
  assert_output --partial /deep
  [ -f "$mirror/$(printf '%0255d' 1)" ]
}

@test "a sync names an unreadable file and succeeds" {
  in_project 'echo x >closed-file; chmod 0 closed-file; echo 2 >after'
  run --separate-stderr sync_app
  assert_success
  [[ $stderr == *"cannot read"*closed-file* ]]
  assert_copied after
  assert_left_out closed-file
  in_project 'chmod 600 closed-file'
  run --separate-stderr sync_app
  [[ $stderr != *"cannot read"* ]]
  assert_copied closed-file
}

@test "a sync copies additions, changes and removals" {
  in_project 'mkdir -p life; echo 1 >life/changed; echo 1 >life/removed; mkdir life/gone; echo 1 >life/gone/x'
  sync_app
  in_project 'echo 2 >>life/changed; rm -r life/removed life/gone; echo 1 >life/added'
  run --separate-stderr sync_app
  assert_output --regexp '^app: 2 changed, 3 removed, [0-9]+ files$'
  assert_copied life/changed life/added
  assert_left_out life/removed life/gone
}

@test "a sync detects a change that keeps size and second" {
  in_project 'echo aaaa >same; touch -d "2026-01-01 10:00:00.100" same'
  sync_app
  in_project 'echo bbbb >same; touch -d "2026-01-01 10:00:00.200" same'
  sync_app
  assert_copied same
}

# changes_quietly FILE…: changes each file in another way, and keeps its size and time.
changes_quietly() {
  in_project 'for way in touched copied over renamed link; do
    echo bbbb >~/new; touch -h -r $way ~/new
    case $way in
      touched) echo bbbb >$way; touch -r ~/new $way ;;
      copied) cp -p ~/new $way ;;
      over) dd if=/home/alice/new of=$way conv=notrunc status=none; touch -r ~/new $way ;;
      renamed) cp -p ~/new new; mv new $way ;;
      link) ln -s bbbb new; touch -h -r $way new; mv -T new $way ;;
    esac
  done'
}

@test "a sync detects a change that keeps size and time" {
  in_project 'for way in touched copied over renamed; do echo aaaa >$way; done; ln -s aaaa link
    touch -h -d "2026-01-01 10:00" touched copied over renamed link'
  sync_app
  changes_quietly
  run find "$project" "$mirror" \( -name touched -o -name copied -o -name over -o -name renamed -o -name link \) -printf '%s %T@\n'
  assert_equal "$(sort -u <<<"$output" | wc -l)" 2
  sync_app
  assert_copied touched copied over renamed
  assert_equal "$(<"$mirror/touched")" bbbb
  assert_equal "$(readlink "$mirror/link")" bbbb
  run --separate-stderr sync_app
  assert_output ''
}

@test "the next sync copies files again that changed at the time of the list" {
  cp "$library/owner-list" /root/owner-list
  sed -i 's/^tick=12000$/tick=60000000000/' "$library/owner-list" # a moment of a day
  sync_app
  run --separate-stderr sync_app
  assert_output --regexp '^app: [0-9]+ changed, 0 removed'
  cp /root/owner-list "$library/owner-list"
  sync_app
  run --separate-stderr sync_app
  assert_output ''
}

@test "only root can write the stored list, and a sync without a valid one copies all files" {
  list=/var/lib/bawn/mirrors/.list-app
  assert_equal "$(stat -c '%U %a' "$list")" 'root 600'
  run find /var/lib/bawn/mirrors -name '.newlist-*'
  assert_output ''
  for harm in 'rm $list' ': >$list' 'truncate -s 40 $list' 'echo 99999999999 >$list' 'head -c 100000 /dev/urandom >$list' \
    'printf "end\n7 1:1\nx" >$list'; do
    eval "$harm"
    run --separate-stderr sync_app
    assert_output --regexp '^app: [0-9]+ changed, 0 removed'
    run --separate-stderr sync_app
    assert_output ''
  done
}

@test "a sync replaces files, directories and links by each other" {
  in_project 'mkdir -p swap/dir/deep swap/dir2; echo f >swap/file; echo d >swap/dir/deep/x; echo d >swap/dir2/x
    ln -s file swap/link; ln -s dir2 swap/link2; echo f >swap/file2'
  sync_app
  in_project 'cd swap; rm -r file dir dir2 link link2 file2; mkdir -p file/deep link/deep; echo 1 >file/deep/x
    echo 2 >link/deep/y; echo 3 >dir; ln -s dir dir2; echo 4 >link2; ln -s ../README.md file2'
  sync_app
  assert_copied swap/file/deep/x swap/link/deep/y swap/dir swap/link2
  [ "$(readlink "$mirror/swap/dir2")" = dir ]
  [ "$(readlink "$mirror/swap/file2")" = ../README.md ]
  [ ! -L "$mirror/swap/link" ]
}

@test "a sync without changes writes nothing" {
  sync_app
  find "$mirror" -printf '%p %i %C@\n' | sort >"$BATS_TEST_TMPDIR/before"
  run --separate-stderr sync_app
  assert_output ''
  find "$mirror" -printf '%p %i %C@\n' | sort | diff "$BATS_TEST_TMPDIR/before" -
}

@test "a sync repairs a mirror that was changed" {
  sync_app
  rm "$mirror/README.md"
  install -o bawn-mirror -g bawn-mirror -m 644 /dev/null "$mirror/planted"
  run -0 --separate-stderr sync_app
  assert_output --regexp '^app: 1 changed, 1 removed'
  assert_copied README.md
  assert_left_out planted
}

@test "a new mirror uses no file of a directory that a crash left, whatever the stored list says" {
  local half=/var/lib/bawn/mirrors/.new-app
  sync_app
  cp -a "$mirror" "$half"
  tr a-z n-za-m <"$mirror/README.md" >"$half/README.md"
  touch -r "$mirror/README.md" "$half/README.md"
  rm -r "$mirror"
  sync_app
  assert_copied README.md
}

@test "assign of an existing mirror reports its files and masks" {
  in_project 'date +%N >stamp'
  run -0 --separate-stderr sync_app
  local files=${output##*, }
  bawn-admin create b.rouge
  run -0 bawn-admin assign b.rouge "$project"
  assert_line "b.rouge works on $project as 'app', $files"
  assert_line --regexp '^left out: .*\.env'
  bawn-admin delete b.rouge --yes
  in_project 'rm stamp'
}

@test "a sync never replaces the directories on which sessions mount" {
  places() { stat -c '%i %F %n' "$mirror/.scratch" "$mirror/.claude"; }
  before=$(places)
  in_project 'rm -rf .scratch .claude; ln -s /etc .scratch; echo file >.claude; echo x >x1'
  sync_app
  assert_equal "$(places)" "$before"
  in_project 'rm .scratch .claude'
}

@test "only agent and operator can read a mirror, and only its account and root can write it" {
  run stat -c '%U:%G %a' "$mirror" "$mirror/.." "$mirror/README.md" "$mirror/src"
  assert_line --index 0 'bawn-mirror:bawn-mirror 750'
  assert_line --index 1 --regexp '^root:root 7.1$'
  for reader in a.noir alice; do
    run sudo -u "$reader" cat "$mirror/README.md"
    assert_success
    run sudo -u "$reader" sh -c 'echo x >>"$1"' - "$mirror/README.md"
    assert_failure
    run sudo -u "$reader" touch "$mirror/planted"
    assert_failure
  done
  run sudo -u bob cat "$mirror/README.md"
  assert_failure
}

@test "a sync copies submodules and nested repositories" {
  in_project 'export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
    git init -q ~/library; cd ~/library; echo l >lib; echo "*.o" >.gitignore; git add .; git commit -qm l; cd -
    git -c protocol.file.allow=always submodule --quiet add ~/library vendor/lib; echo o >vendor/lib/x.o; echo n >vendor/lib/new
    git init -q "nested%s&\\x"; cd "nested%s&\\x"; echo n >n; echo "*.o" >.gitignore; echo o >x.o; mkdir d; git init -q d/inner
    echo i >d/inner/i; git add n; git commit -qm n; cd ..; git init -q fresh; echo f >fresh/f; echo K >fresh/.env'
  sync_app
  assert_copied vendor/lib/lib vendor/lib/new 'nested%s&\x/n' 'nested%s&\x/d/inner/i' fresh/f .gitmodules
  assert_left_out vendor/lib/.git vendor/lib/x.o 'nested%s&\x/.git' 'nested%s&\x/x.o' fresh/.git fresh/.env
}

@test "a mirror has the files of the work tree, whatever filters git applies" {
  as alice sh -c 'git init -q tree; cd tree; git config user.email a@b; git config user.name a; mkdir in out
    echo 1 >in/x; echo 2 >out/y; echo "in/x export-ignore" >.gitattributes; echo "*.bin filter=f" >>.gitattributes; echo real >q.bin
    git add .; git commit -qm x; git config filter.f.clean "touch /tmp/filtered; cat"; git config filter.f.smudge "touch /tmp/filtered; cat"
    git sparse-checkout set in; git update-index --assume-unchanged in/x; echo 22 >in/x; echo more >q.bin; rm -f /tmp/filtered'
  bawn-admin assign a.noir /home/alice/tree
  refute [ -e /tmp/filtered ]
  copy=/var/lib/bawn/mirrors/tree
  diff -r --exclude=.git --exclude=.claude --exclude=.scratch ~alice/tree "$copy"
  refute [ -e "$copy/out" ]
  as alice sh -c 'cd tree; git update-index --no-assume-unchanged in/x; git update-index --skip-worktree in/x; echo 333 >in/x'
  bawn-admin sync a.noir tree
  diff ~alice/tree/in/x "$copy/in/x"
  bawn-admin unassign a.noir tree
}

@test "a sync skips deleted files that git tracks, and files behind a link" {
  in_project 'mkdir t other; echo 1 >t/tracked; echo 1 >gone; git add t gone; rm gone; mv t other/; ln -s other/t t'
  sync_app
  assert_left_out gone
  [ "$(readlink "$mirror/t")" = other/t ]
  assert_copied other/t/tracked
}

@test "a sync copies 5,000 changes at once" {
  in_project 'mkdir -p many; cd many; seq 5000 | split -l 1 -a 4 - f'
  run --separate-stderr sync_app
  assert_output --regexp '^app: 5000 changed'
  in_project 'cd many; for f in f*; do echo more >>$f; done; ls | head -n 2500 | xargs rm'
  run --separate-stderr sync_app
  assert_output --regexp '^app: 2500 changed, 2500 removed'
  run diff -r "$project/many" "$mirror/many"
  assert_success
  in_project 'rm -r many'
}

@test "a sync makes, compares and changes a mirror of 200,000 files and 10 GB of holes" {
  local copy=/var/lib/bawn/mirrors/large
  as alice sh -c 'git init -q large; cd large; truncate -s 10G huge
    perl -e "for my \$d (1 .. 400) { mkdir \$d; open my \$file, q(>), qq(\$d/\$_) for 1 .. 500 }"'
  bawn-admin assign a.noir /home/alice/large
  assert_equal "$(find "$copy" -type f | wc -l)" 200001
  assert_equal "$(stat -c '%s %b' "$copy/huge")" '10737418240 0'
  run -0 --separate-stderr bawn-admin sync a.noir large
  assert_output ''
  as alice sh -c 'cd large; echo 1 >7/7; echo 1 >400/new; rm 8/8 9/9'
  run -0 --separate-stderr bawn-admin sync a.noir large
  assert_output 'large: 2 changed, 2 removed, 200000 files'
  diff -r --exclude=.git --exclude=.claude --exclude=.scratch --exclude=huge ~alice/large "$copy"
  bawn-admin unassign a.noir large
  rm -r ~alice/large
}

@test "files that appear, disappear, grow and shrink meanwhile do not stop a sync" {
  in_project 'mkdir -p busy; cd busy; exec >/dev/null 2>&1
    while [ ! -e ~/enough ]; do for i in 1 2 3 4 5 6 7 8 9; do head -c $((i * 30000)) /dev/zero >f$i; mkdir d$i; echo x >d$i/x
      rm -r f$(((i + 4) % 9)) d$(((i + 5) % 9)); : >f$i; done; done' &
  for _ in 1 2 3 4 5 6; do
    run sync_app
    assert_success
  done
  as alice touch enough
  wait
  sync_app
  run diff -r "$project/busy" "$mirror/busy"
  assert_success
}

@test "a sync of files that are replaced all the time copies no old content" {
  in_project 'mkdir -p swift; exec >/dev/null 2>&1
    for i in 1 2 3; do (n=0; while [ ! -e ~/still ]; do n=$((n + 1)); echo $n >swift/new$i.$n; mv swift/new$i.$n swift/f$i
      echo $n >swift/fixed.tmp$i; mv swift/fixed.tmp$i swift/g$i; rm swift/h$i; echo $n >swift/h$i; done) & done; wait' &
  for _ in 1 2 3 4 5 6 7 8; do
    run sync_app
    assert_success
  done
  as alice touch still
  wait
  sync_app
  run diff -r "$project/swift" "$mirror/swift"
  assert_success
  in_project 'rm -r swift ~/still'
}

@test "two syncs of one mirror wait for each other" {
  in_project 'mkdir -p twice; seq 300 | split -l 1 -a 3 - twice/f'
  sync_app &
  sync_app
  wait $!
  run diff -r "$project/twice" "$mirror/twice"
  assert_success
}

@test "a sync of a project without git applies the same rules" {
  as alice sh -c 'mkdir plain; cd plain; echo "*.o" >.gitignore; echo x >x; echo o >x.o; mkdir secrets; echo s >secrets/s
    git init -q inner; echo i >inner/i'
  run bawn-admin assign a.noir /home/alice/plain
  assert_success
  assert_line 'left out: secrets/s'
  run find /var/lib/bawn/mirrors/plain -type f -printf '%P\n'
  assert_line x
  assert_line inner/i
  assert_line .gitignore
  refute_line x.o
  refute_line --partial .git/
}

@test "a sync without tar names its package" {
  in_project 'date >now'
  mv /usr/bin/tar /usr/bin/tar.away
  run -1 bawn-admin sync a.noir app
  mv /usr/bin/tar.away /usr/bin/tar
  assert_line 'bawn-admin: hint: install the package tar'
  sync_app
}

@test "assign accepts a project without files" {
  as alice mkdir empty
  run bawn-admin assign a.noir /home/alice/empty
  assert_output --partial "0 files"
  as alice sh -c 'echo 1 >empty/x'
  bawn-admin sync a.noir empty
  [ -f /var/lib/bawn/mirrors/empty/x ]
  as alice rm empty/x
  bawn-admin sync a.noir empty
  run ls -A /var/lib/bawn/mirrors/empty
  assert_output $'.claude\n.scratch'
}

@test "assign accepts a subdirectory of a repository, and a worktree" {
  in_project 'git worktree add -q ~/twig; mkdir -p part/of; echo p >part/of/it; echo "*.o" >>.gitignore; touch part/x.o'
  bawn-admin assign a.noir /home/alice/twig
  [ -f /var/lib/bawn/mirrors/twig/README.md ]
  [ ! -e /var/lib/bawn/mirrors/twig/.git ]
  run -0 bawn-admin assign a.noir "$project/part"
  refute_output --partial '--with-git'
  run find /var/lib/bawn/mirrors/part -type f -printf '%P\n'
  assert_output of/it
}

@test "a sync of a directory that its outer repository ignores copies its files" {
  as alice sh -c 'mkdir -p dots/code/thing; cd dots; git init -q; echo "*" >.gitignore; echo t >code/thing/t'
  bawn-admin assign a.noir /home/alice/dots/code/thing
  [ -f /var/lib/bawn/mirrors/thing/t ]
}

@test "masks leave out tracked files, and assign names them" {
  as alice sh -c 'git init -q masked; cd masked; mkdir -p secrets deep/secrets data; echo 1 >secrets/a; echo 1 >deep/secrets/b
    echo 1 >.env; echo 1 >.env.local; echo 1 >.env.example; echo 1 >deep/id_rsa; echo 1 >tls.pem; echo 1 >data/x.sqlite
    ln -s ../tls.pem deep/server.key; ln -s deep/secrets sec; mkdir links; ln -s .. links/secrets; echo 1 >stays
    printf 1 >"$(printf ".env.\033[2Jx")"; git add -f .'
  run bawn-admin assign a.noir /home/alice/masked --mask '*.sqlite'
  assert_success
  assert_line --partial 'left out: '
  assert_output --partial 'and 2 more'
  refute_output --partial $'\033'
  run find /var/lib/bawn/mirrors -path '*masked*' ! -type d -printf '%P\n'
  assert_line --partial stays
  assert_line --partial sec
  assert_line --partial .env.example
  refute_line --partial secrets
  refute_line --regexp 'id_rsa|pem|key|sqlite|local'
}

@test "a sync leaves out secret names in any case, and their backups, but no examples" {
  as alice sh -c 'git init -q names; cd names; mkdir -p Secrets .ssh; for file in .ENV .env~ .env-prod prod.env .envrc.local id_rsa.bak x.pem.bak \
    server.PEM Secrets/x .ssh/id_foo .netrc .npmrc .git-credentials credentials.json .env.example id_rsa.pub stays; do echo x >$file; done; git add -f .'
  run bawn-admin assign a.noir /home/alice/names
  assert_success
  run find /var/lib/bawn/mirrors/names -type f -printf '%P\n'
  assert_equal "$(sort <<<"$output")" $'.env.example\nid_rsa.pub\nstays'
}

@test "a mask has git's pattern syntax, and assign warns if it matches no file" {
  as alice sh -c 'git init -q patterns; cd patterns; mkdir -p a/b docs/drafts; for file in server.dat a/b/x.dat todo a/todo docs/drafts/x a1b cafe\\314\\201; do
    echo x >"$(printf "$file")"; done'
  run --separate-stderr bawn-admin assign a.noir /home/alice/patterns --mask '**/*.dat' --mask /todo --mask docs/drafts/ --mask 'a[0-9]b' \
    --mask $'caf\xc3\xa9' --mask nowhere
  assert_success
  assert_equal "$(find /var/lib/bawn/mirrors/patterns* -type f -printf '%P\n')" a/todo
  [[ $stderr == *"--mask 'nowhere' hides nothing: no file has this name, or git ignores all such files"* ]] || fail "$stderr"
  [[ $stderr != *drafts* ]] || fail "$stderr"
  run --separate-stderr bawn-admin sync a.noir patterns
  [[ $stderr == *"--mask 'nowhere' hides nothing: no file has this name, or git ignores all such files"* ]] || fail "$stderr"
}

@test "a sync leaves out a masked file under its other names, also if git ignores it" {
  in_project 'echo K >.env.local; echo .env.local >>.gitignore; ln .env.local settings.txt; mkdir -p secrets "n
m"; echo S >secrets/s
    ln secrets/s "n
m/copy]\$x"; echo P >pair; ln pair pair2; ln -s settings.txt to-settings'
  run --separate-stderr sync_app
  assert_success
  assert_left_out .env.local settings.txt secrets "n
m"
  assert_copied pair pair2
  [ -L "$mirror/to-settings" ]
  as alice sh -c 'mkdir twins; echo K >twins/.env; ln twins/.env twins/plain; echo x >twins/x'
  run bawn-admin assign a.noir /home/alice/twins
  assert_line 'left out: .env plain'
  in_project 'rm -r settings.txt secrets "n
m" .env.local; echo now >settings.txt'
  sync_app
  assert_copied settings.txt
}

@test "a masked file stays left out when another file gets its masked name" {
  in_project 'echo KEY >.env.hard; echo .env.hard >>.gitignore; ln .env.hard backup; mkdir -p listed; echo KEY2 >listed/.env; git add -f listed/.env'
  sync_app
  assert_left_out backup .env.hard listed/.env
  in_project 'echo NEW >next; mv next .env.hard; ln listed/.env listed/second; echo NEW >next; mv next listed/.env'
  for _ in 1 2 3; do
    sync_app
    assert_left_out backup .env.hard listed/.env listed/second
  done
  in_project 'echo other >backup; rm listed/second; echo other >listed/second'
  sync_app
  assert_copied backup listed/second
  in_project 'git rm -rqf --cached listed; rm -r backup .env.hard listed'
}

@test "assign refuses invalid masks before it reads the project" {
  run --separate-stderr bawn-admin assign a.noir "$project/docs" --mask '*'
  assert_failure 2
  [[ $stderr == *"cannot be a mask"* ]]
}

@test "assign --instructions and --link make a link in the project, and git ignores it" {
  as alice sh -c 'git init -q linked; echo 1 >linked/x; echo "be kind" >rules'
  bawn-admin assign a.noir /home/alice/linked --link --instructions /home/alice/rules
  [ "$(readlink /home/alice/linked/.scratch/reviews/a.noir)" = /var/lib/bawn/scratch/a.noir/linked ]
  run as alice git -C linked status --short
  assert_output '?? x'
  run find /var/lib/bawn/mirrors -path '*/linked*' -name '*.md' -size 0 -printf '%f\n'
  assert_line CLAUDE.md
  assert_line AGENTS.md
  run stat -c '%U' /home/alice/linked/.scratch /home/alice/linked/.scratch/reviews
  assert_output $'alice\nalice'
  bawn-admin unassign a.noir linked
  [ ! -e /home/alice/linked/.scratch ]
  run grep -c scratch /home/alice/linked/.git/info/exclude
  assert_output 0
}

@test "delete removes the agent's link from the project, and succeeds without it" {
  bawn-admin create b.brief
  bawn-admin assign b.brief /home/alice/linked --link
  [ -L /home/alice/linked/.scratch/reviews/b.brief ]
  bawn-admin delete --yes b.brief
  [ ! -e /home/alice/linked/.scratch ]
  bawn-admin create b.brief
  bawn-admin assign b.brief /home/alice/linked --link
  mv /home/alice/linked /home/alice/moved
  bawn-admin delete --yes b.brief
  mv /home/alice/moved /home/alice/linked
  [ ! -e /var/lib/bawn/scratch/b.brief ]
}

@test "bawn removes a mirror that no agent uses" {
  as alice sh -c 'mkdir -p passing; echo 1 >passing/x'
  bawn-admin assign a.noir /home/alice/passing
  [ -e /var/lib/bawn/mirrors/.lock-passing ]
  bawn-admin unassign a.noir passing
  run find /var/lib/bawn/mirrors -name '*passing*'
  assert_output ''
  [ -e /var/lib/bawn/mirrors/.lock-app ]
}

@test "a long first sync shows its progress on a terminal, and clears the line" {
  as alice sh -c 'mkdir -p large; cd large; seq 3000 | split -l 1 -a 4 - f'
  cp "$library/owner-send" /root/owner-send
  sed -i 's/^exec tar/tar/; $s/$/ | { head -c 2000000; sleep 3; cat; }/' "$library/owner-send"
  run --separate-stderr bawn-admin assign a.noir /home/alice/large
  assert_success
  [[ $stderr != *'['* && $stderr != *$'\r'* && $stderr == *'KiB so far'* ]]
  bawn-admin unassign a.noir large
  TERM=xterm script -qec 'bawn-admin assign a.noir /home/alice/large' /tmp/typescript >/dev/null
  cp /root/owner-send "$library/owner-send"
  run grep -aoE '\[#+-+\] +[0-9]+ % of 3,000 files  /home/alice/large' /tmp/typescript
  assert_success
  ((${#lines[@]} > 3))
  # the last output removed the progress bar
  run grep -aoE $'\r\e\\[K[a-z]*' /tmp/typescript
  assert_line --index -1 --partial $'\r\e[K'
  grep -q 'works on /home/alice/large' /tmp/typescript
}

@test "sync, assign and unassign accept agent and project in either order, and sync a project alone" {
  in_project 'echo 1 >order'
  bawn-admin sync app a.noir
  assert_copied order
  in_project 'echo 2 >order'
  bawn-admin sync app
  assert_copied order
  in_project 'echo 3 >order'
  bawn-admin sync /home/alice/app
  assert_copied order
  bawn-admin unassign app a.noir
  bawn-admin assign /home/alice/app a.noir
  assert_copied order
  run -4 bawn-admin sync nope
  assert_line "bawn-admin: error: there is no agent or project 'nope'"
  for words in 'a.nobody app' 'app a.nobody' '/home/alice/app a.nobody'; do
    # shellcheck disable=SC2086 # two words
    run -4 bawn-admin sync $words
    assert_line "bawn-admin: error: there is no agent 'a.nobody'"
  done
}

@test "a sync names the package of a program that is missing" {
  mv /usr/bin/bwrap /root/bwrap
  run -1 bawn-admin sync a.noir app
  mv /root/bwrap /usr/bin/bwrap
  assert_output $'bawn-admin: error: bubblewrap is not installed\nbawn-admin: hint: install the package bubblewrap'
  mv /usr/bin/setpriv /root/setpriv
  run -1 bawn-admin sync a.noir app
  mv /root/setpriv /usr/bin/setpriv
  assert_line --partial 'setpriv cannot be started: it is not installed'
  assert_line 'bawn-admin: hint: install the package util-linux'
  mount --bind /dev/null /usr/bin/perl
  local command
  for command in 'sync a.noir app' 'assign a.noir /home/alice/app' 'tool add demo --from /home/alice/app/README.md'; do
    # shellcheck disable=SC2086 # several words
    run -1 bawn-admin $command
    assert_output $'bawn-admin: error: perl is not installed\nbawn-admin: hint: install the package perl'
  done
  umount /usr/bin/perl
  sync_app
}
