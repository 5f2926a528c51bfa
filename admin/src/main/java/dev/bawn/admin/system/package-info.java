/** Carries a change out on the real system: accounts, sudoers, AppArmor, access lists. */
package dev.bawn.admin.system;
