#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2119,SC2120 # shells inside expand what is quoted; `run` gives arguments
# The tokens that sessions used, as a tool records them in its home. A script takes the place of the tool: it runs each line that
# it receives.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() {
  make_alice
  make_fake_tool
  as alice sh -c 'printf "%s\n" "#!/bin/bash" "mkdir -p ~/.fake/kept/app" "echo ready" \
    "while read -r line; do eval \"\$line\"; done" >bin/fake'
  as alice sh -c 'cat >>.config/bawn/tools.d/fake.toml' <<'TOML'
[transcript]
kind = "claude"
directories = [".fake/kept"]
TOML
}

teardown() {
  leave_terminal
  in_app bawn killall --force 2>/dev/null || :
  forget_sessions
}

# starts NAME: starts a session of the tool, which can `tell FILE ID INPUT OUTPUT CACHED`
starts() {
  run -0 bawn_ spawn "$1" --tool fake
  does "$1" 'tell() { printf '\''{"type":"assistant","message":{"id":"%s","usage":{"input_tokens":%s,"output_tokens":%s,"cache_read_input_tokens":%s}},"timestamp":"%s"}\n'\'' "$2" "$3" "$4" "$5" "$(date -u +%FT%T.%3NZ)" >>~/.fake/kept/"$1"; }'
}

# does NAME COMMAND: lets the tool run the command
does() {
  does=$((${does:-0} + 1))
  run -0 bawn_ send "$1" "$2; echo did-\$((9000 + $does))"
  run -0 bawn_ wait "$1" --text "did-$((9000 + does))" --timeout 60
}

# used NAME: prints input, output and cached tokens of a session, and whether the count is complete
used() {
  run -0 timeout 60 sudo -H -u alice env -C /home/alice/app bawn stats --json
  python3 -c '
import json, sys
for each in json.loads(sys.argv[1])["sessions"]:
    if each["name"] == sys.argv[2]:
        print(*[each.get(f) for f in ("input_tokens", "output_tokens", "cached_tokens", "tokens_complete")])' "$output" "$1"
}

@test "stats and watch count the tokens of each session, also of those that share a home" {
  starts one
  does one 'tell app/1.jsonl m1 1 1 0; tell app/1.jsonl m1 1000 260 50000; tell app/1.jsonl m2 500 40 0'
  assert_equal "$(used one)" '1500 300 50000 True'
  run -0 bawn_ kill one
  starts two # in the home of the first
  assert_equal "$(used two)" 'None None None None'
  does two 'tell app/1.jsonl m3 7 3 0; tell app/2.jsonl m3 7 3 0'
  run -0 bawn_ spawn other -- sleep 1000
  run -0 bawn_ stats
  assert_line 'tokens      1.5 k input, 303 output, 50.0 k cached; unknown for 1 session'
  assert_line 'most tokens one 1.8 k, two 10'
  assert_equal "$(used one), $(used two), $(used other)" '1500 300 50000 True, 7 3 0 True, None None None None'
  at_terminal 130 24
  types 'bawn watch -n 1'
  sees ' CHANGES   TOKENS PROJECT'
  presses /
  presses -l one
  presses Enter
  sees 'tokens: 1.5 k input, 300 output, 50.0 k cached'
  sees ' 1.8 k /home/alice/app'
  presses q
}

@test "token files of a session stop no command, link to no other file, and forge no count of another session" {
  as alice sh -c 'mkdir -p shown; echo "{\"type\":\"assistant\",\"message\":{\"id\":\"x\",\"usage\":{\"input_tokens\":666}},\"timestamp\":\"2099-01-01T00:00:00Z\"}" >shown/x.jsonl'
  run -0 bawn_ spawn liar --tool fake --ro /home/alice/shown
  run -0 bawn_ kill liar
  starts liar-2
  local trap
  for trap in 'mkfifo ~/.fake/kept/x.jsonl' 'ln -s /home/alice/shown/x.jsonl ~/.fake/kept/x.jsonl' \
    'ln -s /home/alice/shown ~/.fake/kept/x.jsonl' 'mkdir ~/.fake/kept/x.jsonl' \
    'tell x.jsonl m 1e308 1 1; tell x.jsonl n -5 1 1; tell x.jsonl o 99999999999999999999 1 1' \
    'printf "[%.0s" {1..20000} >~/.fake/kept/x.jsonl' 'seq 300000 | sed "s/.*/\"usage\"/" >~/.fake/kept/x.jsonl'; do
    does liar-2 "$trap; rm -f ~/.fake/kept/app/*; tell app/1.jsonl m$RANDOM 5 4 3"
    assert_regex "$(used liar-2)" '^5 4 3 (True|False)$'
    does liar-2 'rm -rf ~/.fake/kept/x.jsonl'
  done
  does liar-2 'truncate -s 1G ~/.fake/kept/app/1.jsonl; echo >>~/.fake/kept/app/1.jsonl; tell app/1.jsonl last 8 2 0'
  assert_equal "$(used liar-2)" '8 2 0 False'
  run -0 bawn_ stats
  assert_line 'tokens      at least 8 input, 2 output, 0 cached; unknown for 1 session'
  for trap in 'ln -s /home/alice/shown ~/.fake/kept' 'mkfifo ~/.fake/kept' 'mkdir ~/.fake/kept; chmod 0 ~/.fake/kept'; do
    does liar-2 "rm -rf ~/.fake/kept; $trap"
    assert_equal "$(used liar-2)" 'None None None None'
  done
}

@test "resume continues only the conversation of its session" {
  as alice sh -c 'printf "%s\n" "continue = [\"--go-on\"]" >>.config/bawn/tools.d/fake.toml'
  starts one
  run -0 bawn_ kill one
  run -0 bash -c 'echo "echo args=\"\$*\"" | sudo -H -u alice env -C /home/alice/app bawn resume one'
  assert_line 'args='
  starts two
  does two 'tell app/2.jsonl m1 1 1 0'
  run -0 bawn_ kill two
  run -0 bash -c 'echo "echo args=\"\$*\"" | sudo -H -u alice env -C /home/alice/app bawn resume two'
  assert_line 'args=--go-on'
  # also if the tool wrote no record this time
  run -0 bash -c 'echo "echo args=\"\$*\"" | sudo -H -u alice env -C /home/alice/app bawn resume two'
  assert_line 'args=--go-on'
  at_terminal 120 20
  types 'bawn resume one'
  sees 'bawn: one: fake (new conversation: another session used its home later) in /home/alice/app'
  types 'echo "args<$*>"'
  sees 'args<>'
}
