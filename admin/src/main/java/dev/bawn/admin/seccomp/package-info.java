/**
 * The system calls that a session must not make, as data. {@code linux} compiles it to the program
 * that the kernel runs.
 *
 * <p>As a consequence, these do not work inside: setgid directories ({@code git init --shared}),
 * because a filter sees a mode and not the type of the file; and 32-bit programs, which would need
 * their own rules. Tested and working: threads and child processes of Python, Node.js and Java,
 * git, gcc, rsync, curl, strace.
 */
package dev.bawn.admin.seccomp;
