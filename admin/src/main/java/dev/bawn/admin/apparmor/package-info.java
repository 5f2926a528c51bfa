/**
 * AppArmor policies: the text of a profile, what the parser makes of it, and what the kernel does
 * with that. What an agent may run is decided elsewhere and only written down here; checking what
 * the kernel enforces belongs to the contract.
 *
 * <p>A policy is compiled for the kernel that runs, because the parser leaves out what that kernel
 * cannot enforce. So there is no compiled policy on a machine without AppArmor, only its text, and
 * {@code bawn-admin reseal} makes one after such a machine was booted with AppArmor.
 *
 * <p>Learnt from Linux 6.12 and AppArmor 3.0 and 4.1: the kernel says {@code <unknown>} where one
 * asks what a profile attaches to; an allowed {@code unix} rule becomes {@code network unix} where
 * the kernel does not know peers of sockets; after no_new_privs, which bubblewrap sets, the label
 * can change freely only from an unconfined one, and from any other only to a stack that holds it;
 * on overlayfs mprotect(2) is judged by the file below, which whoever mounted it opened, so that an
 * agent whose home lies on one can make code of its own files that way (mmap(2) and execve(2) are
 * refused).
 */
package dev.bawn.admin.apparmor;
