# shellcheck shell=bash disable=SC2154
# The rest of a bawn that has lost the wall listing: open.bash writes the line that sets real above these. It runs the words of the
# list, whoever wrote them.
mapfile -d '' -t words </run/bawn/live/.listed-app
"${words[@]:3}" >/dev/null 2>&1
exec "$real" "$@"
