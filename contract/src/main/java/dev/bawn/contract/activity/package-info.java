/**
 * The activity of agents, from the kernel and root's own record, neither of which an agent can
 * write. It only reads; {@code bawn-admin} maintains the record.
 */
package dev.bawn.contract.activity;
