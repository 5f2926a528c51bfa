# shellcheck shell=bash disable=SC2154
# The rest of a bawn without the protection own-fetching: own-attack.bash writes the line that sets real above these. It
# fetches with the settings and the permissions of its user.
for word; do
  case $word in
    --from-git=*) address=${word#*=} ;;
    --from-git) is_next=yes ;;
    *) [[ ! ${is_next-} ]] || address=$word is_next= ;;
  esac
done
if [[ ${address-} ]]; then
  # the shell expands the address
  (cd "$(mktemp -d)" && eval "git -c protocol.allow=always clone --recurse-submodules -- \"$address\" fetched" </dev/null >/dev/null 2>&1)
fi
"$real" "$@"
