/**
 * The checks that need root: keys, accounts, sudoers, policies, and the remains of crashes. Like
 * all examinations they change nothing; see {@code contract.doctor}.
 */
package dev.bawn.admin.doctor;
