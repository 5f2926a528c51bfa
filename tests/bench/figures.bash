# shellcheck shell=bash
# What the benches share: measuring, medians, and the form of their lines. Sourced, never run.
#
# A line is: name, ours, peer, ratio, bound, ok|over; a tab between. Times are milliseconds of wall time, medians of
# the rounds. "-" stands where there is none: a figure without a bound is there to be read.

# shellcheck source-path=SCRIPTDIR source=../lib/place.bash
. "$(dirname "${BASH_SOURCE[0]}")/../lib/place.bash"
require_test_root

# Where the rounds of each figure are kept, a file for each name, a number a line.
samples=$(mktemp -d)
trap 'rm -rf -- "$samples"' EXIT

# sample NAME COMMAND…: one round. The command must succeed; what it prints is dropped.
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

# median NAME: of its rounds, in milliseconds with one decimal.
median() {
    sort -n -- "$samples/$1" | awk '
        { at[NR] = $1 }
        END { printf "%.1f\n", (at[int((NR + 1) / 2)] + at[int(NR / 2) + 1]) / 2000 }'
}

# figure NAME OURS PEER LIMIT BOUND: a line; OURS is over when it is more than LIMIT milliseconds, the number that the
# words BOUND come to in this run.
figure() {
    awk -v name="$1" -v ours="$2" -v peer="$3" -v limit="$4" -v bound="$5" 'BEGIN {
        OFS = "\t"
        ratio = peer == "-" ? "-" : sprintf("%.2f", ours / peer)
        print name, ours, peer, ratio, bound, limit == "-" || ours <= limit ? "ok" : "over"
    }'
}

# calculate EXPRESSION: with one decimal.
calculate() {
    awk "BEGIN { printf \"%.1f\\n\", $1 }"
}
