/**
 * AppArmor policies: the text of a profile, what the parser makes of it, and what the kernel does
 * with that. What an agent may run is decided elsewhere and only written down here; checking what
 * the kernel enforces belongs to the contract.
 *
 * <p>A policy is compiled for the kernel that runs, because the parser leaves out what that kernel
 * cannot enforce. So there is no compiled policy on a machine without AppArmor, only its text, and
 * {@code bawn-admin reseal} makes one after such a machine was booted with AppArmor.
 */
package dev.bawn.admin.apparmor;
