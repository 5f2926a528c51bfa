/** Applies a change to the running system: accounts, sudoers, AppArmor, access lists. */
package dev.bawn.admin.system;
