# shellcheck shell=bash disable=SC2154
# The rest of a bawn without the protection own-following: own-attack.bash writes the line that sets real above these. It mounts
# each named path, through every link, and the home of its user.

options=(--tmpfs / --dev-bind /usr /usr --dev-bind /etc /etc --dev-bind /home /home --dev /dev --proc /proc)
for name in bin lib lib64; do
  options+=(--symlink "usr/$name" "/$name")
done
place=$PWD
show() { # HOST[:INSIDE]
  options+=(--bind "$(realpath "${1%%:*}")" "${1#*:}")
}

again() { # NAME
  local plan option
  plan=$(cat "$HOME/.local/state/bawn/sessions/$1/plan.json")
  [[ ! $plan =~ \"project\":\"([^\"]+)\" ]] || place=${BASH_REMATCH[1]}
  while IFS= read -r option; do
    show "${option#--rw=}"
  done < <(grep -o -- '--rw=[^"]*' <<<"$plan" | sort -u)
}

words=("$@")
command=$1
shift
while [[ ${1---} != -- ]]; do
  case $1 in
    --rw) show "$2" && shift ;;
    --workspace | --name) shift ;;
    --*) ;;
    *) if [[ $command == launch ]]; then place=$1; else again "$1"; fi ;;
  esac
  shift
done
# a session that an attack prepares is a normal one
[[ $command != launch || $place != "$PWD" || $PWD == */mine ]] || exec "$real" "${words[@]}"
cd "$place" || exit
exec /usr/bin/bwrap "${options[@]}" -- "${@:2}"
