/**
 * What only root can see to be wrong: keys, accounts, sudoers, sealed states, and what a crash left
 * behind. Like every examination it looks and changes nothing; see {@code contract.doctor}.
 */
package dev.bawn.admin.doctor;
