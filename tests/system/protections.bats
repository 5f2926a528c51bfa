#!/usr/bin/env bats
# tests/escape/mutate removes one protection at a time, by edits of the installed programs. An edit that matches no line
# would leave the protection in place.

@test "each removal of a protection changes the installed programs that it edits" {
  local protection prefix=$BATS_TEST_TMPDIR/prefix said
  # shellcheck source=tests/escape/own-attack.bash
  source /src/tests/escape/own-attack.bash
  enter_program() { echo "$prefix/lib/bawn/enter"; }
  PATH=$prefix/bin:$PATH
  while IFS= read -r protection; do
    rm -rf "$prefix"
    cp -a "$(dirname "$(dirname "$(PATH=${PATH#*:} type -P bawn)")")" "$prefix"
    [ ! -e /usr/bin/bwrap.real ] || mv /usr/bin/bwrap.real /usr/bin/bwrap
    # without agents, some removals fail later
    said=$(remove_own_protection "$protection" 2>&1) || :
    [[ $said != *"no line of $prefix"* ]] || fail "$protection: $said"
  done < <(tail -n +2 /src/tests/escape/protections.tsv | cut -f 1 | tr + '\n' | sort -u)
}
