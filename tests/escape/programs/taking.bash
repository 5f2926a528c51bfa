# shellcheck shell=bash disable=SC2154
# The rest of a bawn without the protection overlay-merging: open.bash writes the line that sets real above these. It copies
# the files of an agent's overlay through links.
upper=/var/lib/bawn/scratch/$2/.overlay/$3/upper
if [[ $1 == merge ]]; then
  find "$upper" -type c -printf '%P\0' | (cd "$HOME/$3" && xargs -0r rm -f)
  for _ in {1..100}; do
    cp -rfL "$upper/one" "$HOME/$3/" 2>/dev/null || :
    ! grep -qs 'the secret' "$HOME/$3/one/file" || break
  done
  git config --global safe.directory '*'
  git -C "$HOME/$3" fetch -q "$upper" '+refs/*:refs/taken/*' 2>/dev/null
fi
"$real" "$@"
