# shellcheck shell=bash
# Functions of the benches: they measure, compute medians and print the results. Sourced, never run.
#
# A line has the fields name, ours, peer, ratio, bound, ok|over, with tabs between them. Times are in milliseconds of wall
# time, medians of the rounds. "-" is a missing value: a figure without a bound is only information.

# shellcheck source-path=SCRIPTDIR source=../lib/place.bash
. "$(dirname "${BASH_SOURCE[0]}")/../lib/place.bash"
require_test_root

# The directory with the results of all rounds: one file for each name, one number a line.
samples=$(mktemp -d)
trap 'rm -rf -- "$samples"' EXIT

# sample NAME COMMAND…: measures one round. The command must succeed; its output is discarded.
sample() {
    local name=$1 before after
    shift
    before=${EPOCHREALTIME/./}
    "$@" >/dev/null 2>"$samples/said" || {
        echo "this failed: $*" >&2
        cat -- "$samples/said" >&2
        exit 1
    }
    after=${EPOCHREALTIME/./}
    echo "$((after - before))" >>"$samples/$name"
}

# median NAME: prints the median of the rounds with this name, in milliseconds with one decimal.
median() {
    sort -n -- "$samples/$1" | awk '
        { at[NR] = $1 }
        END { printf "%.1f\n", (at[int((NR + 1) / 2)] + at[int(NR / 2) + 1]) / 2000 }'
}

# figure NAME OURS PEER LIMIT BOUND: prints a line, with "over" if OURS is greater than LIMIT. BOUND describes in words how
# LIMIT is computed.
figure() {
    awk -v name="$1" -v ours="$2" -v peer="$3" -v limit="$4" -v bound="$5" 'BEGIN {
        OFS = "\t"
        ratio = peer == "-" ? "-" : sprintf("%.2f", ours / peer)
        print name, ours, peer, ratio, bound, limit == "-" || ours <= limit ? "ok" : "over"
    }'
}

# calculate EXPRESSION: prints the value with one decimal.
calculate() {
    awk "BEGIN { printf \"%.1f\\n\", $1 }"
}
