/**
 * The decisions of root about an agent: create, delete, allow, restrict, assign, unassign, sign
 * again. Each decision is based on the signed policy, applied by one transaction, and returned as
 * data; the command line formats it.
 */
package dev.bawn.admin.agent;
