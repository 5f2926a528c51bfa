# shellcheck shell=bash disable=SC1091,SC2154
# The rest of a bawn without the protection project: open.bash writes the line that sets real above these. It runs a file of
# the project, and makes a file there.
[ ! -e ./.envrc ] || . ./.envrc
echo >>"$HOME/app/.bawn-was-here"
exec "$real" "$@"
