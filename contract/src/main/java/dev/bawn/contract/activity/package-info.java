/**
 * The activity of agents, from the kernel and root's own record: an agent can write neither. It
 * only reads; {@code bawn-admin} maintains the record.
 */
package dev.bawn.contract.activity;
