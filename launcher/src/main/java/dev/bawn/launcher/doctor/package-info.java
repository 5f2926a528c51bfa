/**
 * What is wrong from where a caller stands: their agents and their own records. Like every
 * examination it looks and changes nothing; see {@code contract.doctor}.
 */
package dev.bawn.launcher.doctor;
