# shellcheck shell=bash
# Reads the output of bats (TAP) and counts results. Scripts outside the test root source this.

# tap_verdict NAME FILE SECONDS: prints one summary line, and below it every failure with its diagnostics. A test that was
# skipped, or planned and never reported, counts as failed, and so does a file without tests.
tap_verdict() {
  awk -v name="$1" -v seconds="$3" '
    function bad(line) { failures = failures "    " line "\n" }
    /^1\.\.[0-9]+/ { planned = substr($1, 4) + 0; next }
    /^ok .*# skip/ { failed++; bad($0); next }
    /^ok / { passed++; shown = 0; next }
    /^not ok / { failed++; shown = 1; bad($0); next }
    /^#/ { if (shown) bad($0); next }
    { shown = 0; if ($0 != "") stray = stray "    " $0 "\n" }
    END {
      missing = planned - passed - failed
      if (missing > 0) { failed += missing; bad(missing " planned tests never ended") }
      if (!planned) { failed++; bad("no test was run"); failures = failures stray }
      printf "%s: %d passed, %d failed in %d s\n%s", name, passed, failed, seconds, failures
    }' "$2"
}

# tap_total: reads summary lines, and sets passed and failed to their sums.
tap_total() {
  local p f
  read -r p f < <(sed -nE 's/^[^ ].*: ([0-9]+) passed, ([0-9]+) failed( in [0-9]+ s)?$/\1 \2/p' |
    awk '{ p += $1; f += $2 } END { print p + 0, f + 0 }')
  passed=$((passed + p))
  failed=$((failed + f))
}
