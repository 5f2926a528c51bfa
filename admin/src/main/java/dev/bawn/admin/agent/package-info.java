/**
 * What root can decide about an agent: create, delete, allow, restrict, assign, unassign, seal
 * again. Each decision is made from the sealed state, handed to one transaction, and told as data;
 * words are the command line's work.
 */
package dev.bawn.admin.agent;
