/**
 * When agents were active, as the kernel and root's own record say: nothing that an agent could
 * write. Reading only; {@code bawn-admin} keeps the record.
 */
package dev.bawn.contract.activity;
