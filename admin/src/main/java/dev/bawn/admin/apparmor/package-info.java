/**
 * AppArmor policies: the text of a profile, its compiled form, and its state in the kernel. Other
 * packages decide what an agent may run; this one only writes it down. The contract verifies what
 * the kernel enforces.
 *
 * <p>A policy is compiled for the running kernel, because the parser leaves out what that kernel
 * cannot enforce. So a machine without AppArmor has no compiled policy, only its text. After such a
 * machine was booted with AppArmor, {@code bawn-admin reseal} compiles it.
 *
 * <p>Measured with Linux 6.12 and AppArmor 3.0 and 4.1: the kernel publishes {@code <unknown>} as
 * the programs to which a profile attaches. An allowed {@code unix} rule becomes {@code network
 * unix} if the kernel does not know peers of sockets. After no_new_privs, which bubblewrap sets,
 * the label can change freely only from an unconfined one, and from any other only to a stack that
 * contains it. On overlayfs, mprotect(2) is checked against the file of the lower or upper layer,
 * which the mounter opened; so an agent whose home directory is on one can make code of its own
 * files executable that way (mmap(2) and execve(2) are refused).
 */
package dev.bawn.admin.apparmor;
