#!/usr/bin/env bats
# Two sessions edit different lines of one file, and the project gets both edits, by each kind of merge: in a git repository, in a
# subdirectory of one, and without git.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() { make_alice; }

setup() {
  as alice sh -c 'mkdir -p plain repository/sub/deep && seq 20 >plain/list && cp plain/list repository && cp plain/list repository/sub/deep &&
    cd repository && git init -q && git add . && git -c user.name=alice -c user.email=alice@localhost commit -qm start'
}

teardown() {
  leave_terminal
  forget_sessions /home/alice/plain /home/alice/repository
}

# at PROJECT COMMAND…: alice runs the command in the project.
at() { as alice env -C "/home/alice/$1" "${@:2}"; }

# in_every_project WAY: two sessions edit the list, and WAY PROJECT SESSION merges each one.
in_every_project() {
  local project
  for project in repository repository/sub/deep plain; do
    at "$project" bawn launch --name one -- sed -i 's/^3$/three/' list
    at "$project" bawn launch --name two -- sed -i 's/^17$/seventeen/' list
    recorded one
    recorded two
    "$1" "$project" one
    assert_equal "$project: $(at "$project" sed -n '3p;17p' list | paste -sd ' ')" "$project: three 17"
    "$1" "$project" two
    assert_equal "$project: $(at "$project" sed -n '3p;17p' list | paste -sd ' ')" "$project: three seventeen"
    assert_equal "$(at "$project" wc -l list)" '20 list'
    as alice bawn destroy one --force
    as alice bawn destroy two --force
  done
  assert_equal "$(at repository git status --porcelain)" ' M list
 M sub/deep/list'
}

merges() { run -0 at "$1" bawn merge "$2" --all; }
exports() { run -0 at "$1" bash -c "set -o pipefail; bawn export $2 --patch | git apply"; }

reviews() {
  as alice env -C "/home/alice/$1" PS1='ready> ' tmux -L review -f /dev/null new-session -d -x 100 -y 30 'bash --norc --noprofile' 3>&-
  types "bawn review $2; echo status=\$?"
  sees '1 open'
  presses y m
  sees 'merge 1 change into the project'
  presses y
  sees 'status=0'
  leave_terminal
}

@test "a merge of each of two sessions keeps the edits of both" { in_every_project merges; }
# bats test_tags=long
@test "a patch of each of two sessions keeps the edits of both" { in_every_project exports; }
# bats test_tags=long
@test "a review of each of two sessions keeps the edits of both" { in_every_project reviews; }

# has COUNT NAME: the session has this number of changes.
has() {
  run -0 at repository bawn list
  assert_line --regexp "^$2 +ended 0 +$1 "
}

@test "changes that the user committed are merged, also after the user edits the same lines" {
  at repository git config user.name alice
  at repository git config user.email alice@localhost
  local where
  for where in overlay worktree; do
    at repository bawn launch --workspace $where --name one -- sh -c 'sed -i "s/^3$/three/" list; echo new >new; rm sub/deep/list'
    has 3 one
    run -0 at repository bash -c 'set -o pipefail; bawn export one --patch | git apply --index && git commit -qm one'
    has 0 one
    at repository sh -c 'sed -i "s/^three$/THREE/" list; echo newer >new; echo again >sub/deep/list; git add .; git commit -qm later'
    has 0 one
    run -0 at repository bawn status one
    refute_output --partial list
    run -0 at repository bawn merge one --all
    assert_equal "$(at repository sed -n 3p list)" THREE
    # the user takes the commit back, and edits the line
    at repository sh -c 'git reset -q --hard HEAD~2; sed -i "s/^3$/drei/" list; git commit -qam other'
    has 3 one
    run -3 at repository bawn destroy one
    run -0 at repository bawn destroy one --force
    at repository git reset -q --hard HEAD~1
  done
}

@test "a change that a later commit takes back counts again" {
  at repository git config user.name alice
  at repository git config user.email alice@localhost
  at repository bawn launch --name one -- sed -i 's/^3$/three/' list
  recorded one
  at repository sh -c 'sed -i "s/^3$/three/" list; git commit -qam one; git revert --no-edit HEAD; sed -i "s/^3$/drei/" list; git commit -qam other'
  has 1 one
  run -3 at repository bawn destroy one
}

@test "a removal of a file with a line break in its name stays a change after the user edits the file" {
  at repository git config user.name alice
  at repository git config user.email alice@localhost
  at repository sh -c 'echo one >"a
b"; git add .; git commit -qm break'
  at repository bawn launch --name one -- sh -c 'rm a*b'
  recorded one
  at repository sh -c 'echo two >"a
b"; git commit -qam edit'
  has 1 one
  run -3 at repository bawn destroy one
}
