mount -t tmpfs -o mode=0755 home /home; mount -t tmpfs -o mode=1777 t /tmp
useradd --create-home --shell /bin/bash op; chmod 700 /home/op
op() { setpriv --reuid=op --regid=op --init-groups env -i PATH="$PATH" HOME=/home/op USER=op LANG=C.UTF-8 TERM=xterm-256color bash -c "$1"; }
op 'cd; git config --global user.name O; git config --global user.email o@l; git config --global init.defaultBranch main; git init -q app; cd app; mkdir src; echo "print(1)" >src/hello.py; echo "# A" >README.md; printf "build/\n" >.gitignore; git add .; git commit -qm A; mkdir -p ~/bin'
