/** Keys that sign, as minisign keeps them in files. The launcher signs receipts alone. */
package dev.bawn.contract.signing;
