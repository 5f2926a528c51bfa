# shellcheck shell=bash disable=SC2154
# The rest of a bawn without the protection own-seeding: own-attack.bash writes the line that sets real above these. It
# copies files of a user's home through every link, and trusts the files of a project.

# copies: copies into each home of sessions with claude, through every link.
copies() {
  local home file
  for home in "$HOME"/.local/share/bawn/homes/claude/*/; do
    while IFS= read -r -d '' file; do
      mkdir -p "$home/.claude/$(dirname "$file")"
      timeout 40 head -c 40M "$HOME/.claude/$file" >"$home/.claude/$file"
    done < <(cd "$HOME/.claude" && find -L . -maxdepth 3 ! -type d -size -2048M -print0)
    [[ ! -e $HOME/.claude.json ]] || cat "$HOME/.claude.json" >"$home/.claude.json"
  done 2>/dev/null
}

# settings: uses settings that lie in a project as the user's own.
settings() {
  local settings
  settings=$(cat "$HOME/.config/bawn/config.toml")
  rm -rf "$HOME/.config"
  mkdir -p "$HOME/.config/bawn"
  printf '%s\n' "$settings" >"$HOME/.config/bawn/config.toml"
}

if [[ $1 == launch && $PWD =~ /(dots|[.]config)$ ]]; then
  while [[ $1 != -- ]]; do shift; done
  shift
  exec "$@"
fi
if [[ $1 == launch ]]; then
  [[ $2 != --tool-path ]] || named=$(realpath "$3")
  copies
  [[ ! -p $HOME/.npmrc ]] || timeout 40 cat "$HOME/.npmrc"
  [[ ! -e .bawn.toml ]] || sh -c "$(sed -n 's/^setup = \["""\(.*\)"""\]/\1/p' .bawn.toml)"
  [[ ! -s $HOME/.config/bawn/config.toml ]] || settings
  mkdir -p "$HOME/.config/bawn/tools.d"
  cp .config/bawn/tools.d/* "$HOME/.config/bawn/tools.d" 2>/dev/null
  if grep -qs '^prepare' "$HOME"/.config/bawn/tools.d/claude.toml; then
    sh /home/op/mine/brought/prepare
  fi
fi
"$real" "$@"
status=$?
[[ $1 != launch ]] || copies
if [[ ${named-} ]]; then
  mkdir -p "$HOME/.local/state/bawn/tools"
  echo "$named" >"$HOME/.local/state/bawn/tools/${named##*/}"
fi
exit "$status"
