/**
 * The examinations that a caller can do: of their agents and their own records. Like every
 * examination they read and change nothing; see {@code contract.doctor}.
 */
package dev.bawn.launcher.doctor;
