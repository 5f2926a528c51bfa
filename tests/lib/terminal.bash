# shellcheck shell=bash
# Tests that every kind of session must pass at a terminal. The suite defines at_a_terminal, which reads Tcl from standard
# input, and sets $bawn in it to the command that starts a session.

keeps_its_size() {
  at_a_terminal <<'TCL'
    sits_down sh
    types "$bawn sh -c 'stty size; tty'"
    sees "33 101"
    sees "/dev/"
    sees "ready> "
    types "$bawn sh"
    sees "\$ "
    resizes 20 70
    # a signal tells sudo the new size, and it may arrive after the text that is typed next
    types "until stty size | grep -q '20 70'; do sleep 0.1; done; stty size"
    sees "20 70"
TCL
}

ctrl_c_ends_a_command_inside() {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn bash --norc"
    sees "\$ "
    types "sleep 100; echo after=\$?"
    after 500
    presses Ctrl-C
    types "echo still=here"
    sees "still=here"
    types "exit 9"
    sees "ready> "
    types "echo status=\$?"
    sees "status=9"
TCL
}

ctrl_c_ends_a_session_of_one_command() {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo be\"\"gun; exec sleep 100'"
    sees "begun"
    presses Ctrl-C
    sees "ready> "
    types "echo status=\$?"
    sees "status=130"
TCL
}

ctrl_z_stops_it_and_fg_continues_it() {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo begun; read -r line; echo got=\$line'"
    # The shell itself must wait in read: dash starts a program by vfork(2), and while the child is stopped before its exec,
    # the parent cannot be stopped.
    sees "begun"
    presses Ctrl-Z
    sees "Stopped"
    sees "ready> "
    types "fg"
    sees "got="
    types "typed"
    sees "got=typed"
    sees "ready> "
TCL
}
