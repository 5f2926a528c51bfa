#!/usr/bin/env bats
# The screens of popular tools while they work, and the tokens that they record, from their own packages at /packages; see real.bats.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() {
  make_alice
}

teardown() {
  leave_terminal
  in_app bawn killall --force 2>/dev/null || :
}

# presses KEY…: presses the keys in the terminal of the session.
presses() {
  local key
  for key in "$@"; do
    as alice tmux -S /home/alice/.local/state/bawn/tmux/socket send-keys -t =seen: "$key"
    sleep 1
  done
}

@test "Claude Code shows whether it waits, is idle or works, in a session in the background" {
  as alice sh -c 'mkdir -p .local/bin; tar xzOf "$1" package/claude >.local/bin/claude; chmod 755 .local/bin/claude
    echo "{\"hasCompletedOnboarding\": true, \"theme\": \"dark\"}" >.claude.json' sh \
    '/packages/@anthropic-ai+claude-code-linux-x64@2.1.330.tgz'
  run -0 in_app env ANTHROPIC_API_KEY=sk-ant-none bawn spawn seen --tool claude
  # answers the questions of the screen: trust in the project, then use of the key
  run -0 in_app bawn wait seen --for waiting --timeout 120
  run -0 in_app bawn info seen --explain
  assert_line "activity   waiting: its screen shows 'Esc to cancel'"
  presses Down Enter
  run -0 in_app bawn wait seen --text 'Do you want to use this API key?' --timeout 60
  presses Up Enter
  run -0 in_app bawn wait seen --for idle --timeout 60
  run -0 in_app bawn info seen --explain
  assert_line 'activity   idle: the tool reports it in its home'
  # it tries to connect to its server for minutes
  run -0 in_app bawn send seen hello
  run -0 in_app bawn wait seen --for working --timeout 60
  run -0 in_app bawn info seen --explain
  assert_line 'activity   working: the tool reports it in its home'
  run -0 in_app bawn kill seen --grace 1
  # it continues at the same place
  at_terminal 100 30 ANTHROPIC_API_KEY=sk-ant-none
  types 'bawn resume seen'
  sees 'hello'
}

# answers_as_a_model: starts a server at $model_port of this machine, which answers each prompt as a model of OpenAI.
answers_as_a_model() {
  model_port=8017
  python3 -I - "$model_port" 3>&- <<'PYTHON' &
import http.server
import json
import sys


class Model(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        choice = {"index": 0, "delta": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1000, "completion_tokens": 200, "total_tokens": 1200,
                 "prompt_tokens_details": {"cached_tokens": 300}, "completion_tokens_details": {"reasoning_tokens": 50}}
        for more in {"choices": [choice]}, {"choices": [], "usage": usage}:
            event = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", **more}
            self.wfile.write(b"data: " + json.dumps(event).encode() + b"\n\n")
        self.wfile.write(b"data: [DONE]\n\n")


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Model).serve_forever()
PYTHON
  model_pid=$!
  timeout 60 bash -c 'until (: </dev/tcp/127.0.0.1/$1) 2>/dev/null; do sleep 0.1; done' bash "$model_port"
}

@test "stats counts the tokens and the cost that OpenCode records" {
  local model_port model_pid
  answers_as_a_model
  as alice sh -c 'mkdir -p .opencode/bin; tar xzOf "$1" package/bin/opencode >.opencode/bin/opencode; chmod 755 .opencode/bin/opencode
    printf "{\"model\": \"mock/m\", \"small_model\": \"mock/m\", \"provider\": {\"mock\": {\"npm\": \"@ai-sdk/openai-compatible\",
      \"options\": {\"baseURL\": \"http://127.0.0.1:%s/v1\", \"apiKey\": \"k\"}, \"models\": {\"m\": {\"cost\":
      {\"input\": 2000, \"output\": 10000, \"cache_read\": 500}}}}}}" "$2" >app/opencode.json' sh '/packages/opencode-linux-x64@1.18.33.tgz' "$model_port"
  run -0 in_app env OPENAI_API_KEY=none timeout 120 bawn launch --name counted -- opencode run hi
  kill "$model_pid"
  assert_output --partial hello
  run -0 in_app bawn stats
  assert_line --partial 'tokens      700 input, 200 output, 300 cached, $3.55'
}
