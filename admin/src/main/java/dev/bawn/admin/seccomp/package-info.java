/**
 * Which system calls a sealed session may not make, as data. Pure: {@code linux} turns it into the
 * program that the kernel runs.
 *
 * <p>What does not work inside because of it: setgid directories ({@code git init --shared}), since
 * a filter sees a mode and not what has it; 32-bit programs, which would need rules of their own.
 * Seen to work: threads and child processes of Python, Node.js and Java, git, gcc, rsync, curl,
 * strace.
 */
package dev.bawn.admin.seccomp;
