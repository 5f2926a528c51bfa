/**
 * Unix accounts of agents, and the sudoers file that lets operators start them.
 *
 * <p>Measured with sudo 1.9.16 and sudo-rs 0.2.5. The file uses only what both accept:
 *
 * <ul>
 *   <li>sudo-rs does not have the settings closefrom, umask and setenv, and rejects a file that
 *       contains one. It accepts the tag NOSETENV, which overrides a global setenv.
 *   <li>A variable in env_keep may be set on the command line even with NOSETENV. So the lists are
 *       assigned, which drops the additions of other files.
 *   <li>{@code sudo -P} keeps the caller's own groups, whatever sudoers contains: {@code enter}
 *       refuses those.
 *   <li>sudo-rs panics on an argument that is not UTF-8. After Ctrl-Z, its fg continues only the
 *       first process of the command.
 *   <li>kill(1) of procps refuses the process ID -1; the kill of the shell accepts it.
 * </ul>
 */
package dev.bawn.admin.account;
