# shellcheck shell=bash disable=SC2154,SC2164
# The rest of a bawn-admin without one protection: open.bash writes the line that sets protection and real above these.
state=/var/lib/bawn
case $protection:$1 in
  trust:*)
    for profile in "$state"/homes/*/.profile; do
      # shellcheck disable=SC1090
      [ ! -e "$profile" ] || . "$profile"
    done
    ;;
  takeover:init) exit 0 ;;
  reports:create) "$real" "$@" >/dev/null 2>&1 || { echo 'bawn-admin: error: No space left on device' >&2 && exit 1; } ;;
  temporary:*) date >>/tmp/bawn-admin.log ;;
  deletion:delete | deletion:unassign | deletion:restrict) exit 0 ;;
  deletion:operator) [ "$2" = add ] || exit 0 ;;
  waiting:operator) [ ! "$(find "$state/scratch/$3" -perm 000)" ] || exit 1 ;;
  waiting:restrict | waiting:delete)
    for _ in {1..20}; do
      pgrep -u "$2" >/dev/null || break
      sleep 0.2
    done
    ! pgrep -u "$2" || exit 1
    ;;
  links:delete)
    find -L "$state/homes/$2" -name file -delete
    find -L "$state/homes/$2" \( -path '*/all/*' -o -name mine \) -exec chown root {} +
    ;;
  links:unassign) find -L "$state/scratch/$2/$3" -name file -delete ;;
esac
if [ "$protection:$1 $2" = 'adoption:tool add' ]; then
  # the real program would refuse the directory that the previous test made writable
  [ ! -d "$state/tools" ] || chmod -R go-w "$state/tools"
  "$real" "$@" >/dev/null 2>&1
  version=${5##*[@/]}
  mkdir -p "$state/tools/$3/$version" && cd "$state/tools/$3/$version" || exit
  case $4 in
    --from) cp -rL --preserve=mode "$5/." . ;;
    --npm) (cd lib/node_modules/"$3" 2>/dev/null || exit; sh "$packages/$5/script" >said 2>&1 3>&-) ;;
  esac
  chmod -R a+w "$state/tools"
  exit 0
fi
"$real" "$@"
status=$?
case $protection:$1 in
  links:assign) chown -RL "$2" "$state/scratch/$2" 2>/dev/null ;;
  mirror:sync)
    find "$state/mirrors/app" -type l -delete
    cp -rL /home/op/app/. "$state/mirrors/app/" 2>/dev/null
    # otherwise the next sync could not remove the copy, and would fail
    chown -R --reference="$state/mirrors/app" "$state/mirrors/app"
    ;;
  mirror:assign) [[ $3 == -* ]] || cp -rL "$3" "$state/mirrors/taken" 2>/dev/null ;;
  numbers:uninstall) rm -f /var/lib/bawn.next-uid ;;
  numbers:tool)
    chmod -R a+w "$state/tools/$3" && cd "$state/tools/$3/current/lib/node_modules/$3" && rm -f said
    setpriv --reuid=victim --regid=victim --clear-groups sh -c "$(<"$packages/$5/script")"
    ;;
  numbers:create) usermod -o -u "$(id -u victim)" "$2" ;;
  names:create | names:assign | names:allow)
    [ "$status" -eq 0 ] || printf '# %s\n' "$*" >>/etc/sudoers.d/bawn
    exit 0
    ;;
esac
exit "$status"
