/** Signing keys in the files of minisign. The launcher signs only receipts. */
package dev.bawn.contract.signing;
