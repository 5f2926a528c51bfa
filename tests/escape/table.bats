#!/usr/bin/env bats
# The tests, expected.tsv and README.md list the same attacks.

bats_require_minimum_version 1.5.0
bats_load_library bats-support
bats_load_library bats-assert

setup() {
  here=$BATS_TEST_DIRNAME
}

attacks() {
  find "$here" -maxdepth 1 -name '*.bats' ! -name table.bats -exec sed -n 's/^@test "\(.*\)" {$/\1/p' {} + | sort
}

@test "the table has each attack once, and no others" {
  assert_equal "$(tail -n +2 "$here/expected.tsv" | cut -f 1 | sort)" "$(attacks)"
}

@test "the table has rows, a result for each kernel and the protections of each attack" {
  run grep -vnP '^[^\t]+\t\d+(,\d+)*\t(refused|absent|possible)\t(refused|absent|possible)\t[a-zA-Z,+-]+$' \
    <(tail -n +2 "$here/expected.tsv")
  assert_output ''
}

@test "the list of README.md is that of the table, and has each row" {
  run diff <("$here/rows") <(sed '1,/^<!-- made by /d' "$here/README.md" | tail -n +2; echo)
  assert_success
  run grep -c '' <("$here/rows" | grep -A 1 '^\*\*' | grep '^$')
  assert_output 0
}

@test "each protection is named by an attack that fails without it, and no other one is named" {
  run comm -3 <(cut -f 1 "$here/protections.tsv" | tail -n +2 | sort) \
    <(tail -n +2 "$here/expected.tsv" | cut -f 5 | tr , '\n' | grep -vxE 'AppArmor|open' | sort -u)
  assert_output ''
}
