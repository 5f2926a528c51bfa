#!/usr/bin/env bats
# The start stub of `bawn`: from the JVM's plan to the session.
# shellcheck disable=SC2016,SC2154 # dollars are for the session; $stage and the like are staged.bash's

load staged

setup() {
  stage_stub
}

@test "the stub prints the version without a JVM" {
  rm -r "${stage:?}"/{jdk,lib}
  run "$stub" --version
  [[ $status -eq 0 && $output == 'bawn 1.2.3' ]]
}

@test "the stub executes the command of the plan, with the caller's arguments at the end" {
  session /usr/bin/printf '<%s>' planned
  run "$stub" launch a.noir app -- git log --oneline
  [[ $status -eq 0 && $output == '<planned><git><log><--oneline>' ]]
}

@test "the stub keeps the bytes of arguments, also without valid UTF-8" {
  session /usr/bin/printf '%s\0'
  "$stub" launch a.noir app -- $'caf\xe9' '' $'line\nbreak' '*' "\$HOME" -- >"$stage/out"
  words $'caf\xe9' '' $'line\nbreak' '*' "\$HOME" -- | cmp - "$stage/out"
}

@test "the stub appends no argument without arguments of the caller" {
  session /usr/bin/printf '<%s>' planned
  run "$stub" shell a.noir
  [[ $output == '<planned>' ]]
}

@test "the JVM gets each argument of the caller" {
  jvm_does 'printf "<%s>" "${@:$#-4}"'
  run "$stub" launch a.noir app -- git
  [[ $output == '<launch><a.noir><app><--><git>' ]]
}

@test "the session gets the environment variables of the plan" {
  jvm_plans bawn1 2 ANTHROPIC_API_KEY='a=b c' EMPTY= 1 /usr/bin/env end
  run "$stub" launch x
  [[ $output == *'ANTHROPIC_API_KEY=a=b c'* && $output == *$'\nEMPTY='* ]]
}

@test "the stub refuses variables for a shell or the loader, and invalid names" {
  local record
  for record in PATH=/tmp IFS=x ENV=x BASH_ENV=x BASHOPTS=x SHELLOPTS=x LD_PRELOAD=x GLIBC_TUNABLES=x \
    GCONV_PATH=x lower=x =x KEY 'A[$(touch '"$stage"'/ran)]=x' $'A\nB=x' '1A=x' 'ÄA=x'; do
    jvm_plans bawn1 1 "$record" 2 /usr/bin/touch "$stage/started" end
    run "$stub" launch x
    [[ $status -eq 1 && $output == *'nothing was started'* ]]
    [[ ! -e $stage/started && ! -e $stage/ran ]]
  done
}

@test "the session gets the sandbox on descriptor 9 unchanged, without environment variables" {
  # shellcheck disable=SC2016 # the session's shell expands it
  jvm_plans bawn1 0 3 /bin/sh -c 'tr "\\0" "|" <&9; /usr/bin/tr "\\0" "\\n" </proc/$$/environ; ls /proc/$$/fd' args 3 --setenv A $'b\nc' end
  run env SECRET=1 "$stub" launch
  [[ $status -eq 0 && $output == $'--setenv|A|b\nc|0\n1\n2\n9' ]]
  local plan
  for plan in 'bawn1 0 1 /bin/true args 2 a end' 'bawn1 0 1 /bin/true args end' 'bawn1 0 1 /bin/true args 0' \
    'bawn1 0 1 /bin/true args 1 a args 1 b end' 'bawn1 0 1 /bin/true args -1 end'; do
    # shellcheck disable=SC2086 # words
    jvm_plans $plan
    run "$stub" launch
    [[ $status -eq 1 && $output == *'nothing was started'* ]]
  done
}

@test "the stub passes no directory to a session" {
  session /bin/true
  run "$stub" launch x <"$stage"
  [[ $status -eq 2 && $output == *'nothing was started'* ]]
}

@test "the stub refuses a plan that is truncated anywhere" {
  local length
  session /usr/bin/touch "$stage/started"
  cp "$stage/plan" "$stage/whole"
  # Without the last byte, because the plan is complete before it.
  for ((length = 1; length < $(stat -c %s "$stage/whole") - 1; length++)); do
    head -c "$length" "$stage/whole" >"$stage/plan"
    run "$stub" launch x
    [[ $status -eq 1 && ! -e $stage/started ]]
  done
}

@test "the stub refuses a plan with wrong counts" {
  local plan
  for plan in 'bawn2 0 1 /bin/true end' 'bawn1 0 2 /bin/true end' 'bawn1 1 1 /bin/true end' \
    'bawn1 0 1 /bin/true end more' 'bawn1 0 0 end' 'bawn1 0 1 true end' 'bawn1 00 1 /bin/true end' \
    'bawn1 0 -1 /bin/true end' 'bawn1 0 0x1 /bin/true end' 'bawn1 0 plan[0] /bin/true end' \
    'bawn1 0 9999999999999999999 /bin/true end'; do
    # shellcheck disable=SC2086
    jvm_plans $plan
    run "$stub" launch x
    [[ $status -eq 1 && $output == *'bawn: error: '*'bawn: hint: '* ]]
  done
}

@test "the stub returns the exit status of a JVM without a plan" {
  jvm_does 'echo refused >&2; exit 3'
  run "$stub" launch x
  [[ $status -eq 3 && $output == refused ]]
  jvm_does 'echo only shown'
  run "$stub" launch --dry-run
  [[ $status -eq 0 && $output == 'only shown' ]]
}

@test "the stub ignores the plan of a JVM that failed" {
  session /usr/bin/touch "$stage/started"
  echo 'exit 1' >>"$jvm"
  run "$stub" launch x
  [[ $status -eq 1 && ! -e $stage/started ]]
}

@test "the stub returns the exit status of the tool" {
  session /bin/sh -c 'exit 42'
  run "$stub" launch x
  [[ $status -eq 42 ]]
  session /bin/sh -c 'kill -9 $$'
  run "$stub" launch x
  [[ $status -eq 137 ]]
}

@test "the stub closes other descriptors of the caller for the session" {
  # ls itself opens one descriptor for the list.
  session /bin/ls -l /proc/self/fd
  run "$stub" launch x 3</ 4</etc 7</ 200</etc/passwd 255</
  [[ $status -eq 0 && $output != *'/etc'* && $output != *' -> /' && $output != *stage* ]]
  [[ $(grep -c -- '->' <<<"$output") -eq 4 ]]
}

@test "a standard descriptor that the caller closed is /dev/null in the session" {
  session /bin/ls -l /proc/self/fd
  "$stub" launch x <&- >"$stage/out"
  grep -q '0 -> /dev/null' "$stage/out"
}

@test "the session reads the caller's standard input" {
  session /bin/cat
  run "$stub" launch x <<<'a line'
  [[ $output == 'a line' ]]
}

@test "environment variables of the caller do not reach the JVM" {
  jvm_does 'env'
  run env JAVA_TOOL_OPTIONS=-Dx=1 JDK_JAVA_OPTIONS=x _JAVA_OPTIONS=x CLASSPATH=x LD_LIBRARY_PATH=x \
    GLIBC_TUNABLES=x GCONV_PATH=x PATH="$stage:$PATH" "$stub" launch x
  [[ $status -eq 0 ]]
  [[ ! $output =~ (^|$'\n')(JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|CLASSPATH|LD_|GLIBC_|GCONV) ]]
  [[ $output == *PATH=/usr/local/sbin:* ]]
}

@test "environment variables of the caller do not reach the stub's shell" {
  echo "touch $stage/ran" >"$stage/env"
  session /bin/true
  run env BASH_ENV="$stage/env" ENV="$stage/env" SHELLOPTS=xtrace PS4="\$(touch $stage/ran)" \
    'BASH_FUNC_exec%%=() { touch '"$stage"'/ran; }' 'BASH_FUNC_mapfile%%=() { touch '"$stage"'/ran; }' \
    "$stub" launch x
  [[ $status -eq 0 && $output == '' && ! -e $stage/ran ]]
}

@test "the JVM runs under UTF-8, the session under the caller's locale" {
  jvm_plans bawn1 0 2 /bin/sh '-c' end
  jvm_does "echo jvm \$LC_ALL; cat $stage/plan >&3"
  run env LC_ALL=C "$stub" launch x -- 'echo session $LC_ALL'
  [[ $output == $'jvm C.UTF-8\nsession C' ]]
}

@test "neither the JVM nor the session ignores a signal" {
  jvm_plans bawn1 0 3 /bin/grep SigIgn /proc/self/status end
  jvm_does "grep SigIgn /proc/self/status; cat $stage/plan >&3"
  # A shell ignores some signals for its children, and the whole suite may be such a child.
  run env --default-signal "$stub" launch x
  [[ $output == $'SigIgn:\t0000000000000000\nSigIgn:\t0000000000000000' ]]
}

# interrupted SIGNAL: sends the signal after the JVM started, and asserts that the stub dies of it, without session and JVM.
interrupted() {
  local status=0
  rm -f "$stage/pid"
  session /usr/bin/touch "$stage/started"
  # by a rename, because the test could read a part of the PID
  jvm_does "echo \$\$ >$stage/pid.new; mv $stage/pid.new $stage/pid; exec sleep 600"
  # A background job of a script ignores INT, and a child of nohup ignores HUP.
  env --default-signal=INT,TERM,HUP "$stub" launch x 3>&- &
  stub_pid=$!
  timeout 60 sh -c 'until [ -e "$1" ]; do sleep 0.05; done' sh "$stage/pid"
  kill "-$1" "$stub_pid"
  wait "$stub_pid" || status=$?
  [[ $status -eq $((128 + $(kill -l "$1"))) && ! -e $stage/started ]]
  # the stub has waited for the JVM
  [[ ! -e /proc/$(<"$stage/pid") ]]
}

@test "the stub ends the JVM and starts nothing when it is interrupted during the plan" {
  local signal
  for signal in INT TERM HUP; do
    interrupted "$signal"
  done
}

@test "the stub ends the JVM when it is interrupted before it knows the JVM's PID" {
  local signal
  sed -i '/^make_plan() {$/,/^}$/s/^  planner=\$!$/  \/usr\/bin\/sleep 2\n&/' "$stub"
  grep -q '^  /usr/bin/sleep 2$' "$stub"
  for signal in INT TERM HUP; do
    interrupted "$signal"
  done
}

@test "on a terminal, the session is the foreground job, and the terminal is unchanged" {
  type -P script >/dev/null
  session /bin/bash -c '[[ -t 0 && -t 1 && -t 2 ]] && ps -o stat= -p $$ && stty -g'
  before=$(script -qec 'stty -g' /dev/null)
  run script -qec "$stub launch x" /dev/null
  [[ $status -eq 0 && ${lines[0]} == *+* && ${lines[1]} == "$before" ]]
}

@test "the stub finds its installation through a link" {
  session /bin/echo started
  mkdir "$stage/elsewhere"
  ln -s ../bin/bawn "$stage/elsewhere/bawn"
  run "$stage/elsewhere/bawn" launch x
  [[ $output == started ]]
  cd "$stage/elsewhere"
  PATH=$PWD:$PATH run bawn launch x
  [[ $output == started ]]
}

@test "the stub reports a missing Java with a hint" {
  rm -r "$stage/jdk"
  run "$stub" launch x
  [[ $status -eq 1 && $output == *'bawn: error: the Java of this installation is missing'*"$stage/lib/bawn/train"* ]]
}
