/**
 * Unix accounts of agents, and the sudoers file that says who may start whom.
 *
 * <p>Measured with sudo 1.9.16 and sudo-rs 0.2.5, of which the file uses what both take:
 *
 * <ul>
 *   <li>sudo-rs knows no setting closefrom, umask or setenv and fails on a file that has one; the
 *       tag NOSETENV, which holds against a global setenv, it takes.
 *   <li>A variable in env_keep may be set on the command line even with NOSETENV: so the lists are
 *       assigned, which empties what the rest of sudoers added.
 *   <li>{@code sudo -P} brings the caller's own groups along, whatever sudoers says: {@code enter}
 *       refuses those.
 *   <li>sudo-rs panics on an argument that is not UTF-8, and after Ctrl-Z its fg wakes only the
 *       first process of the command.
 *   <li>kill(1) of procps refuses the process id -1; the shell's own does not.
 * </ul>
 */
package dev.bawn.admin.account;
