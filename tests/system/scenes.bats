#!/usr/bin/env bats
# shellcheck disable=SC2016 # the shells of sessions expand what is quoted
# Projects of many kinds: bawn lists the changes of a session, merges them, takes them back and merges them again, and every other
# file of the project stays unchanged.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -c 'git config --global user.name alice; git config --global user.email alice@localhost; git config --global protocol.file.allow always'
}

teardown() {
  forget_sessions
  rm -rf /home/alice/scene /home/alice/origin
  as alice sh -c 'cd app && git worktree prune'
}

# scene SCRIPT: alice creates the project ~/scene with the script.
scene() { as alice bash -euc "$1" >/dev/null; }
in_scene() { as alice env -C /home/alice/scene "$@"; }
session() { in_scene bawn launch --name one -- bash -ec "export GIT_{AUTHOR,COMMITTER}_NAME=agent GIT_{AUTHOR,COMMITTER}_EMAIL=agent@localhost; $1"; }
# tree: prints all files of the project with their content, and the output of git status and diff.
tree() {
  in_scene sh -c 'find . -path "*/.git" -prune -o ! -type d -printf "%p %m %l " -exec sha256sum {} \; | sort; git status --porcelain 2>/dev/null; git diff --cached --raw 2>/dev/null'
}

# comes_back LINE…: asserts that status has exactly these lines, that merge makes the session's tree, and undo the earlier one.
comes_back() {
  local before after
  run -0 --separate-stderr as alice bawn status one
  assert_equal "$(printf '%s\n' "${lines[@]:1}")" "$(printf '%s\n' "$@")"
  before=$(tree)
  run -0 --separate-stderr as alice bawn merge one --all
  after=$(tree)
  refute [ "$before" = "$after" ]
  assert_equal "$(as alice bawn status one | tail -n +2)" ''
  run -0 as alice bawn undo one
  assert_equal "$(tree)" "$before"
  run -0 as alice bawn merge one --all
  assert_equal "$(tree)" "$after"
}

@test "a session and a merge work in a project with submodules" {
  scene 'git init -q origin; cd origin; echo 1 >part; echo 1 >also; git add .; git commit -qm part; cd ..
    git init -q scene; cd scene; echo 1 >file; git submodule --quiet add ~/origin sub; git add .; git commit -qm scene
    git init -q clone; echo 1 >clone/its; sleep 0.1'
  session 'echo 2 >>file; echo 2 >>sub/part; echo n >sub/new'
  in_scene sh -c 'echo mine >mine'
  comes_back '  modified  file' '  added     sub/new' '  modified  sub/part'
  assert_equal "$(in_scene cat mine sub/part)" $'mine\n1\n2'
  in_scene bawn resume one -- sh -c 'rm sub/also; echo 3 >>clone/its'
  in_scene sh -c 'echo mine >>sub/also; rm clone/its'
  run -1 --separate-stderr as alice bawn merge one --all
  assert_equal "$(grep -F conflict: <<<"$stderr")" 'bawn: conflict: clone/its: also created or changed in the project; its version at the start is unknown
bawn: conflict: sub/also: also created or changed in the project; its version at the start is unknown'
}

@test "git in a session works in a repository that a group shares" {
  scene 'git init -q --shared=group scene; cd scene; echo 1 >file; git add .; git commit -qm scene'
  session 'echo 2 >>file; git commit -qam two; git gc -q; git stash list'
  run -0 in_scene bawn log one
  assert_output --partial two
}

@test "in a session on a submodule itself, log says why there are no commits" {
  scene 'git init -q origin; cd origin; echo 1 >part; git add .; git commit -qm part; cd ..
    git init -q around; cd around; git submodule --quiet add ~/origin sub; cd ..; mv around scene'
  run -0 --separate-stderr as alice env -C scene/sub bawn launch --name within -- sh -c 'echo 2 >>part'
  assert_regex "$stderr" 'git does not work in the session: .*/sub is a submodule, whose repository lies in another project'
  run -1 --separate-stderr as alice bawn log within
  assert_equal "$stderr" "bawn: error: git does not work in session 'within', so it has no commits to list or fetch
bawn: hint: its files: bawn status within; the reason: bawn exec within -- git log"
  run -0 as alice bawn merge within --all
  assert_equal "$(in_scene cat sub/part)" $'1\n2'
  run -0 as alice bawn destroy within
}

@test "a session and a merge work with git LFS and a filter of the user" {
  scene 'git init -q scene; cd scene; git config filter.lfs.clean "sh -c \"printf \\\"version https://git-lfs.github.com/spec/v1\\noid sha256:\\\"; sha256sum | cut -d \\\" \\\" -f 1; echo size 3\""
    git config filter.lfs.smudge cat; echo "*.bin filter=lfs" >.gitattributes; echo 1 >a.bin; echo 1 >b.bin; echo 1 >c.bin; echo 1 >file; git add .; git commit -qm scene'
  assert_equal "$(in_scene git show HEAD:a.bin | head -n 1)" 'version https://git-lfs.github.com/spec/v1'
  session 'echo 2 >>a.bin; echo 2 >>file'
  in_scene sh -c 'echo 3 >>b.bin; touch c.bin'
  comes_back '  modified  a.bin' '  modified  file'
  assert_equal "$(in_scene cat a.bin b.bin)" $'1\n2\n1\n3'
}

@test "merge --branch fetches an LFS pointer without its content, and names the file" {
  scene 'git init -q scene; cd scene; mkdir .git/lfs; echo 1 >file; git add .; git commit -qm scene'
  session 'lfs() { printf "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 2\n" "$1"; }
    hash=$(echo 1 | sha256sum | cut -c -64); lfs "$hash" >here.bin; lfs "$(printf %064d 0)" >gone.bin; git add .; git commit -qm pointers
    mkdir -p .git/lfs/objects/${hash:0:2}/${hash:2:2}; echo 1 >.git/lfs/objects/${hash:0:2}/${hash:2:2}/$hash'
  run -0 --separate-stderr as alice bawn merge one --branch bawn/one
  assert_equal "$stderr" 'bawn: copied to .git/lfs: 1 large file
bawn: warning: neither the session nor the project has the git LFS content of gone.bin'
}

@test "a pointer that the user commits after a merge does not drop the content that only the session has" {
  scene 'git init -q scene; cd scene; echo 1 >file; git add .; git commit -qm scene'
  session 'hash=$(echo 1 | sha256sum | cut -c -64); printf "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 2\n" "$hash" >here.bin; git add .
    mkdir -p .git/lfs/objects/${hash:0:2}/${hash:2:2}; echo 1 >.git/lfs/objects/${hash:0:2}/${hash:2:2}/$hash'
  run -0 as alice bawn merge one --all
  in_scene sh -c 'git add -A; git -c core.hooksPath=/dev/null commit -qm pointer'
  run -3 --separate-stderr as alice bawn destroy one
  assert_regex "$stderr" 'contents of git LFS'
}

@test "a session commits in a shallow clone, and a merge fetches it" {
  scene 'git init -q origin; cd origin; for i in 1 2 3; do echo $i >>file; git add .; git commit -qm "$i"; done; cd ..
    git clone -q --depth 1 "file://$PWD/origin" scene'
  session 'echo 4 >>file; git commit -qam four; echo 5 >>file'
  assert_equal "$(in_scene git rev-list --count HEAD)" 1
  run -0 --separate-stderr as alice bawn log one
  assert_output --regexp '^[0-9a-f]{10} .* four$'
  run -0 as alice bawn merge one --branch bawn/one
  assert_equal "$(in_scene git log --format=%s bawn/one)" $'four\n3'
  in_scene git fsck
  run -0 as alice bawn merge one --all
  assert_equal "$(in_scene cat file)" $'1\n2\n3\n4\n5'
}

@test "in a partial clone, a removal does not count as merged because a commit's content is missing" {
  as alice sh -euc 'git init -qb main up; cd up; git config uploadpack.allowFilter true
    for i in 1 2 3; do echo $i >f; mkdir -p d; echo d$i >d/g; git add .; git -c user.name=a -c user.email=a@b commit -qm $i; done
    cd; git clone -q --filter=blob:none "file://$PWD/up" partial; cd partial; git checkout -q -B main origin/main~2
    bawn launch --name part -- rm f d/g; sleep 1; git reset -q --soft origin/main~1; git reset -q --hard origin/main'
  run -0 as alice bawn status part
  assert_line --partial 'removed   f  ! also changed in the project'
  assert_line --partial 'removed   d/g  ! also changed in the project'
  run -3 as alice bawn destroy part
  as alice sh -c 'bawn destroy part --force; rm -rf up partial'
}

@test "a merge keeps staged and unstaged changes of the user" {
  scene 'git init -q scene; cd scene; for i in staged unstaged both new-staged; do seq 9 >$i; done; git rm -q --cached new-staged --ignore-unmatch; git add staged unstaged both; git commit -qm scene
    sed -i s/2/two/ staged; git add staged new-staged; sed -i s/2/two/ unstaged; sed -i s/2/two/ both; git add both; sed -i s/4/four/ both'
  session 'sed -i s/8/eight/ staged unstaged both new-staged; echo n >new'
  in_scene sh -c 'sed -i s/6/six/ staged unstaged both new-staged; git add staged'
  local index
  index=$(in_scene git ls-files --stage)
  run -0 --separate-stderr as alice bawn merge one --all
  for file in staged unstaged both; do
    assert_equal "$(in_scene sed -n '2p;6p;8p' $file)" $'two\nsix\neight'
  done
  assert_equal "$(in_scene sed -n '6p;8p' new-staged)" $'six\neight'
  assert_equal "$(in_scene git ls-files --stage)" "$index"
}

@test "a session and a merge work in a linked worktree with a sparse checkout" {
  scene 'cd app; git worktree prune; git branch -f side; git worktree add -q ../scene side; cd ../scene; git sparse-checkout set --no-cone /src /README.md'
  session 'echo more >>README.md; echo n >src/new'
  comes_back '  modified  README.md' '  added     src/new'
}

@test "a session and a merge work in a directory without git, with unusual names" {
  scene 'mkdir scene; cd scene; echo 1 >"$(printf "caf\351")"; echo 1 >"$(printf "two\nlines")"; echo 1 >-x; echo 1 >"*"; mkdir -p "a b/c"; echo 1 >"a b/c/d"; ln -s ./-x link'
  session 'for file in *; do [ -d "$file" ] || [ -L "$file" ] || echo 2 >>"./$file"; done; echo 2 >>"a b/c/d"; rm -- -x'
  run -0 --separate-stderr as alice bawn merge one --all --accept-hazards
  assert_equal "$(in_scene sh -c 'find . -type f -exec cat {} +' | sort | uniq -c | tr -s ' ')" $' 4 1\n 4 2'
  run -0 as alice bawn undo one
  assert_equal "$(in_scene sh -c 'find . -type f -exec cat {} +' | sort | uniq -c | tr -s ' ')" ' 5 1'
}

@test "a session and a merge work with CRLF files, a split index and a file system monitor" {
  scene 'git init -q scene; cd scene; git config core.autocrlf true; git config core.splitIndex true
    for file in one two both; do seq 20 | sed "s/\$/\r/" >$file; done; git add .; git commit -qm scene
    git update-index --split-index --fsmonitor --assume-unchanged two; sleep 0.1'
  session 'sed -i "s/^3\r/three\r/" one both; rm two'
  in_scene sed -i "s/^17\r/seventeen\r/" both
  comes_back '  modified  both  ! also changed in the project' '  modified  one' '  removed   two'
  assert_equal "$(in_scene sed -n '3p;17p' both)" $'three\r\nseventeen\r'
  run -0 in_scene git diff --numstat
  assert_output $'2\t2\tboth\n1\t1\tone'
}

@test "a session and a merge work in a project of 100,000 files with thousands of changes" {
  scene 'git init -q scene; cd scene; for d in {1..100}; do mkdir $d; for f in {1..1000}; do echo $d/$f >$d/$f; done; done; git add .; git commit -qm scene; sleep 0.1'
  session 'for f in 1/*; do echo more >>$f; done; rm -r 2; mv 3 moved; for f in {1..1000}; do echo new >4/new$f; done'
  as alice sh -c 'cd scene && echo mine >>5/1 && git mv 6 7/six && git commit -qam mine'
  all() { in_scene sh -c 'find . -path ./.git -prune -o -type f -print0 | sort -z | tee /dev/stderr | xargs -0 cat' 2>&1 | sha256sum; }
  local before
  before=$(all)
  run -0 as alice bawn status one
  assert_line --index 0 'one (ended 0): 4000 changes in /home/alice/scene'
  run -0 as alice bawn merge one --all
  run -0 in_scene git status --porcelain=v1 --no-renames -uall
  assert_equal "$(cut -c-2 <<<"$output" | sort | uniq -c)" $'   2000  D\n   1000  M\n   2000 ??'
  assert_equal "$(in_scene cat 1/7 moved/7 4/new7 5/1 7/six/7)" $'1/7\nmore\n3/7\nnew\n5/1\nmine\n6/7'
  run -0 as alice bawn undo one
  assert_equal "$(all)" "$before"
}

@test "a merge works beside a sparse file of a terabyte" {
  scene 'mkdir scene; cd scene; echo 1 >file; truncate -s 1T had; git init -q'
  session 'truncate -s 1T made; echo 2 >>file'
  in_scene touch had
  run -0 --separate-stderr as alice timeout 60 bawn status one
  assert_line '  added     made  ! very large'
  run -1 --separate-stderr as alice timeout 60 bawn merge one --all
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'left out: made: '
  assert_equal "$(in_scene cat file)" $'1\n2'
  run -0 as alice bawn destroy one --force
}

@test "a session and a merge work in a repository with the reftable format" {
  scene 'git init -q --ref-format=reftable scene; cd scene; git checkout -qb main; echo 1 >file; git add .; git commit -qm scene'
  session 'echo 2 >>file; git commit -qam two; echo 3 >>file'
  run -0 --separate-stderr as alice bawn status one
  assert_line '  modified  file'
  assert_line '  commits   list: bawn log one; fetch: bawn merge one --branch bawn/one'
  run -0 --separate-stderr as alice bawn merge one --branch bawn/one
  assert_output 'one: 1 commit fetched to bawn/one'
  assert_equal "$(in_scene git show bawn/one:file; in_scene git branch --show-current)" $'1\n2\nmain'
  as alice bawn merge one --all || true
  assert_equal "$(in_scene cat file)" $'1\n2\n3'
  run -3 --separate-stderr as alice bawn destroy one
  # shellcheck disable=SC2154
  assert_regex "$stderr" 'the commits of references in the reftable format, which bawn does not read'
}
