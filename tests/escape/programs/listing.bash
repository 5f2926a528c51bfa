# shellcheck shell=bash disable=SC2154
# The rest of a bawn without the protection listing: open.bash writes the line that sets real above these. It runs the text of
# the list, whichever user wrote it.
mapfile -d '' -t words </run/bawn/live/.listed-app
"${words[@]:3}" >/dev/null 2>&1
exec "$real" "$@"
