#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside and hooks expand what is quoted; own-attack.bash and bats set the variables
# Programs that bawn starts for the user outside of a session: hooks, notifications, and those that show changes of a session.
# They run, read and show nothing that the session wrote.

load own-attack

hooks=/home/op/.config/bawn/hooks

setup_file() { begin_own_world; }

teardown() {
  in_mine bawn killall --force 2>/dev/null || :
  rm -rf "$hooks" /home/op/{canary,told,shown}
  forget
}

in_mine() { sudo -H -u op -- env -C /home/op/mine "$@"; }

# hook NAME SCRIPT: creates a hook of op.
hook() { as op sh -c 'mkdir -p "${1%/*}" && printf "#!/bin/sh\n%s\n" "$2" >"$1" && chmod 755 "$1"' hook "$hooks/$1" "$2"; }

ran() {
  if [ -e /home/op/canary ]; then concludes went; else concludes 'refused: nothing was run'; fi
}

@test "a hook runs no file that a session wrote into the project" {
  local name
  for name in pre-start post-start notify; do
    hook "$name" "python3 -c 'import json'; echo $name >>~/told"
  done
  launches --workspace bind --bind-anyway --notify hook -- sh -c 'echo "open(\"/home/op/canary\", \"w\")" >json.py; sleep 1'
  eventually grep -q notify /home/op/told
  rm /home/op/told
  launches --workspace bind --bind-anyway --notify hook -- sleep 1
  for name in pre-start post-start notify; do eventually grep -q "$name" /home/op/told; done
  ran
  judge
}

@test "a notification of the end of a session contains no text that the session wrote" {
  local write='printf "\033]9;planted\007\033]777;notify;planted;planted\007\033]99;;planted\033\\\033]0;planted\007\033kplanted\033\\"'
  local note='{ printf "<%s>" "$@"; env; }'
  hook notify "$note >~/told.new; mv ~/told.new ~/told"
  printf '#!/bin/sh\n%s >~/shown.new; mv ~/shown.new ~/shown\n' "$note" >/usr/bin/notify-send
  chmod 755 /usr/bin/notify-send
  in_mine bawn spawn told --notify hook -- bash -c "read x; export BAWN_SESSION=planted; $write; echo done; sleep 1; exit 3" 3>&-
  in_mine bawn spawn shown --notify desktop -- bash -c "$write; exit 4" 3>&-
  run as op env TERM=xterm-256color expect -c 'set timeout 60
    spawn -noecho bawn attach told
    expect "detach:"
    send "go\r"
    expect eof'
  local attached=$output
  [[ $attached == *done* ]] || fail "it was not attached: $attached"
  eventually [ -e /home/op/told ]
  eventually [ -e /home/op/shown ]
  rm /usr/bin/notify-send
  run cat /home/op/told /home/op/shown
  if [[ $output == *planted* || $attached =~ $'\e]'(9|777|99)';' ]]; then
    concludes went
  elif [[ $output == '<told><ended><3>'*'<-a><bawn><--><shown ended><exit status 4>'* ]]; then
    concludes 'refused: name and exit status alone'
  fi
  judge
}

@test "environment variables for a shell and a pager run no command when bawn shows changes of a session" {
  local act='touch /home/op/canary' name variables=()
  for name in PROMPT_COMMAND PAGER GIT_PAGER MANPAGER LESSCLOSE GIT_EXTERNAL_DIFF GIT_EDITOR GIT_SSH_COMMAND BROWSER; do
    variables+=("$name=$act")
  done
  for name in PS0 PS1 PS4 PROMPT RPROMPT debian_chroot; do variables+=("$name=\$($act)"); done
  variables+=("LESSOPEN=|$act" "LESS=+!$act" "MORE=!$act" GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor "GIT_CONFIG_VALUE_0=$act")
  launches --name left -- sh -c 'git config user.name agent; git config user.email agent@localhost; echo x >>README.md; git commit -qam x
    echo y >new; for file in .bashrc .profile .envrc .lessfilter; do echo "touch /home/op/canary" | tee ~/$file >$file; done'
  run in_mine "${variables[@]}" script -qec 'for command in list "info left" "status left --diff" "diff left" "log left" "report left" \
      "history left" "exec left -- env"; do timeout --foreground 60 bawn $command; done' /dev/null </dev/null
  [[ $output == *left*new* && $output == *BAWN_SESSION=left* ]] || fail "nothing was shown: $output"
  local shown=$output
  ran
  [[ $shown != *"=$act"* ]] || concludes went
  judge
}

@test "open names no server of another session or of another user as one of the session" {
  local base port
  in_mine bawn spawn victim -- sh -c 'exec python3 -m http.server "$BAWN_PORT_BASE"' 3>&-
  base=$(in_mine bawn info victim --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["port_base"])')
  in_mine bawn spawn hostile -- python3 -m http.server $((base + 1)) 3>&-
  as neighbour python3 -m http.server $((base + 2)) >/dev/null 2>&1 3>&- &
  for port in 0 1 2; do eventually grep -q ":$(printf %04X $((base + port))) 00000000:0000 0A" /proc/net/tcp; done
  run in_mine bawn open victim
  pkill -u neighbour -x python3
  [[ $output == *"http://localhost:$base"* ]] || fail "its own server is missing: $output"
  if [[ $output == *"localhost:$((base + 1))"* || $output == *"localhost:$((base + 2))"* ]]; then
    concludes went
  else
    concludes 'refused: only its own server'
  fi
  judge
}
