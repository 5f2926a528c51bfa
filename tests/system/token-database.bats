#!/usr/bin/env bats
# The tokens in the database of a tool, with the table of OpenCode 1.18.33. A shell takes the place of the tool; sqlite3 writes the
# database into its home.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() {
  make_alice
  make_fake_tool
  as alice sh -c 'cat >>.config/bawn/tools.d/fake.toml' <<'TOML'
[transcript]
kind = "opencode"
directories = [".fake/kept"]
TOML
}

setup() {
  run -0 in_app bawn spawn base --tool fake
  kept=$(echo /home/alice/.local/share/bawn/homes/fake/app-*/)
  kept+=.fake/kept
  as alice mkdir -p "$kept"
}

teardown() {
  leave_terminal
  in_app bawn killall --force 2>/dev/null || :
  forget_sessions /tmp/runs
  [ ! -e /usr/local/lib/bawn/read-database.real ] || mv /usr/local/lib/bawn/read-database{.real,}
  [ ! -e /usr/bin/sqlite3.real ] || mv /usr/bin/sqlite3{.real,}
}

table='create table if not exists message (id text primary key, session_id text not null, time_created integer not null,
  time_updated integer not null, data text not null);'
later=9000000000000
now="cast(unixepoch('subsec') * 1000 as integer)"

# answer ID INPUT OUTPUT CACHED [COST]: prints SQL that inserts an answer as OpenCode does.
answer() {
  echo "insert into message select '$1', 's', $now, $now, json('{\"role\":\"assistant\",\"cost\":${5:-0.25},\"tokens\":{\"total\":9,
    \"input\":$2,\"output\":$3,\"reasoning\":5,\"cache\":{\"write\":7,\"read\":$4}},\"modelID\":\"m\"}');"
}

# writes SQL…: writes to the database with a log, as the tool.
writes() {
  as alice sqlite3 "$kept/opencode.db" 'pragma journal_mode = wal' "$table" "$@" >/dev/null
}

# used: prints input, output and cached tokens, whether the count is complete, and the cost.
used() {
  run -0 timeout 60 sudo -H -u alice env -C /home/alice/app bawn stats --json
  python3 -c '
import json, sys
each = json.loads(sys.argv[1])["sessions"][0]
print(*[each.get(f) for f in ("input_tokens", "output_tokens", "cached_tokens", "tokens_complete", "cost_usd")])' "$output"
}

# counts_runs: makes each reading of a database add a line to /tmp/runs.
counts_runs() {
  mv /usr/local/lib/bawn/read-database{,.real}
  printf '%s\n' '#!/bin/bash' 'echo >>/tmp/runs' 'exec "$0.real" "$@"' >/usr/local/lib/bawn/read-database
  chmod 755 /usr/local/lib/bawn/read-database
  install -m 666 /dev/null /tmp/runs
}

@test "stats counts the tokens and the cost in a database that the tool has open and locked, and writes nothing there" {
  assert_equal "$(used)" 'None None None None None'
  coproc tool { as alice sqlite3 "$kept/opencode.db"; }
  {
    echo 'pragma journal_mode = wal;' "$table"
    answer a 100 10 1000
    answer b 200 20 2000
    echo "insert into message select 'user', 's', $now, $now, '{\"role\":\"user\"}';"
    echo "insert into message select 'copy of b', session_id, time_created, time_updated, json_set(data, '\$.time.completed', 5)
      from message where id = 'b'; update message set data = json_set(data, '\$.time.completed', 5) where id = 'b';"
    echo "insert into message select 'old', session_id, 1000, 1000, data from message where id = 'b';"
    echo 'begin exclusive;'
    answer open 1000 1000 1000
    echo 'select "locked";'
  } >&"${tool[1]}"
  local line
  until [ "$line" = locked ]; do read -r -t 60 line <&"${tool[0]}"; done
  run -0 as alice find "$kept" -printf '%P %s %T@ %C@\n'
  local before=$output
  assert_equal "$(used)" '314 40 3000 True 0.5'
  run -0 as alice find "$kept" -printf '%P %s %T@ %C@\n'
  assert_equal "$output" "$before"
  printf 'commit;\n.quit\n' >&"${tool[1]}"
  wait
  assert_equal "$(used)" '1321 1045 4000 True 0.75'
  run -0 in_app bawn stats
  assert_line 'tokens      1.3 k input, 1.0 k output, 4.0 k cached, $0.75'
}

@test "watch reads a database only after a change, and list never reads one" {
  counts_runs
  writes "$(answer a 100 10 1000)"
  run -0 in_app bawn list
  assert_equal "$(wc -l </tmp/runs)" 0
  at_terminal 130 24
  types 'bawn watch -n 1'
  sees 'tokens: 107 input, 15 output, 1.0 k cached, $0.25'
  sleep 5
  assert_equal "$(wc -l </tmp/runs)" 1
  writes "$(answer b 100 10 1000)"
  sees 'tokens: 214 input, 30 output, 2.0 k cached, $0.50'
  assert_equal "$(wc -l </tmp/runs)" 2
  presses q
}

@test "the tokens are unknown for what is no database of the tool, and bawn follows no link to one" {
  writes "$(answer a 100 10 1000)" 'pragma wal_checkpoint(truncate)'
  assert_equal "$(used)" '107 15 1000 True 0.25'
  local trap
  for trap in 'ln -s ../other opencode.db' 'mkfifo opencode.db' 'mkdir opencode.db' ': >opencode.db' 'head -c 100000 /dev/urandom >opencode.db' \
    '(head -c 4096 ../other; head -c 4096 /dev/urandom; tail -c +8193 ../other) >opencode.db' 'cp ../other opencode.db; chmod 0 opencode.db' \
    'sqlite3 opencode.db "create table other (id)"' 'sqlite3 opencode.db "create table message (id, time_created, data)" \
      "insert into message values (1, 9000000000000, 2), (2, null, null), (3, 9000000000000, x'\''00ff'\'')"' \
    'rmdir ../kept; mkdir ../real; cp ../other ../real/opencode.db; ln -s real ../kept'; do
    run -0 as alice sh -ec 'cd "$1/.."; rm -rf real; [ -e other ] || mv kept/opencode.db other; rm -rf kept; mkdir kept; cd kept; eval "$2"' sh "$kept" "$trap"
    SECONDS=0
    assert_equal "$trap: $(used)" "$trap: None None None None None"
    assert [ "$SECONDS" -lt 20 ]
  done
  # a log that is no file does not count
  for trap in 'mkfifo opencode.db-wal' 'ln -s /dev/zero opencode.db-wal'; do
    run -0 as alice sh -ec 'cd "$1/.."; rm -rf kept; mkdir kept; cp other kept/opencode.db; cd kept; eval "$2"' sh "$kept" "$trap"
    assert_equal "$trap: $(used)" "$trap: 107 15 1000 True 0.25"
  done
  # a file that was replaced after its check
  identity=$(printf '%x:%x' $(stat -c '%d %i' "$kept/../other"))
  reads() { as alice /usr/local/lib/bawn/read-database /usr/local/lib/bawn/own.bpf /usr/bin/bwrap 'select 5 from message' "$identity" "$1"; }
  run -0 --separate-stderr reads "$kept/../other"
  assert_line 5
  as alice ln -s other "$kept/../link"
  run -3 reads "$kept/../link"
  run -3 reads "$kept/opencode.db"
}

@test "a database that never ends or needs all memory stops no command" {
  local column trap endless='with recursive n(i) as (select 1 union all select i + 1 from n) select'
  column="i as rowid, i as id, $later as time_created, '{}' as data"
  for trap in "create view message as $endless $column from n" \
    "create view message as $endless $column from n where i < 0" \
    "create view message as $endless hex(zeroblob(100000000)) as data, i as id, $later as time_created, i as rowid from n" \
    "create table message (id, time_created, data as (hex(zeroblob(time_created / 40000)))); insert into message values ('x', $later)"; do
    as alice rm -f "$kept/opencode.db"*
    as alice sqlite3 "$kept/opencode.db" "$trap"
    SECONDS=0
    run -0 used
    assert_output 'None None None None None'
    assert [ "$SECONDS" -lt 20 ]
    run ! pgrep -u alice -x sqlite3
  done
  # a huge message does not count, and the later ones do
  as alice rm -f "$kept/opencode.db"*
  writes "insert into message select 'huge', 's', $now, $now, json_object('role', hex(zeroblob(5000000)), 'tokens', json_object('input', 1))" \
    "$(answer a 100 10 1000)"
  assert_equal "$(used)" '107 15 1000 False 0.25'
  run -0 in_app bawn stats
  assert_line 'tokens      at least 107 input, 15 output, 1.0 k cached, $0.25'
}

@test "stats names the package that is missing for a database, and only if a tool has one" {
  writes "$(answer a 100 10 1000)"
  mv /usr/bin/sqlite3{,.real}
  run -0 --separate-stderr in_app bawn stats
  refute_line --partial tokens
  assert_equal "$stderr" 'bawn: hint: to see the tokens of more sessions, install the package sqlite3 (Arch Linux: sqlite)'
  run -0 in_app bawn kill base
  run -0 in_app bawn destroy base --force
  run -0 --separate-stderr in_app bawn stats
  assert_equal "$stderr" ''
}
