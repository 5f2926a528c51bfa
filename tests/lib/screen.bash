# shellcheck shell=bash disable=SC2119,SC2120 # tests give arguments
# A terminal of alice in tmux: the functions type text, press keys, and wait for text on the screen.

# at_terminal COLUMNS ROWS [NAME=VALUE…]: starts alice's shell on a terminal of this size.
at_terminal() {
  in_app env PS1='ready> ' "${@:3}" tmux -L review -f /dev/null new-session -d -x "$1" -y "$2" 'bash --norc --noprofile' 3>&-
}

leave_terminal() { as alice tmux -L review kill-server 2>/dev/null || :; }

types() { as alice tmux -L review send-keys -l "$1" && as alice tmux -L review send-keys Enter; }
presses() { as alice tmux -L review send-keys "$@"; }
screen() { as alice tmux -L review capture-pane -p "$@"; }
resizes() { as alice tmux -L review resize-window -x "$1" -y "$2"; }

# sees TEXT: requires it on the screen within a minute. The real Claude Code draws its screen after 20 s without a network.
sees() {
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    [[ $(screen) != *"$1"* ]] || return 0
    sleep 0.1
  done
  fail "not seen: $1"$'\n'"$(screen)"
}

sees_no() {
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    [[ $(screen) == *"$1"* ]] || return 0
    sleep 0.1
  done
  fail "still seen: $1"$'\n'"$(screen)"
}
