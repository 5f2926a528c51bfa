# Procedures for expect(1) at a terminal of 33 lines and 101 columns: types, presses, sees. The test ends when `sees` does not
# find its text within 30 seconds.
log_user 1
set timeout 30
set stty_init "rows 33 columns 101"

proc types {line} { send -- "$line\r" }
proc presses {key} { send -- [dict get [dict create Ctrl-C "\003" Ctrl-Z "\032" Ctrl-D "\004"] $key] }
proc sees {text} {
    expect {
        -ex $text {}
        timeout { puts stderr "\nnot seen: $text"; exit 1 }
        eof { puts stderr "\nended before: $text"; exit 1 }
    }
}
# tmux takes keys that follow others within a millisecond as pasted text, not as a command (assume-paste-time in tmux(1)).
proc detaches {} { after 50; send "\002d"; sees "detached" }
proc resizes {rows columns} { stty rows $rows columns $columns < $::spawn_out(slave,name) }

# Without this, `sees` would take echoed input for output.
proc sits_down {args} {
    global spawn_id spawn_out
    spawn -noecho {*}$args
    sees "\$ "
    types "stty -echo; PS1=ready'> '"
    sees "ready> "
}
