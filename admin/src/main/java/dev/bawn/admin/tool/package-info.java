/**
 * Adopts agent tools: brings their trees to a place of root's, by children that have other uids and
 * sandboxes around them. Root looks at what they brought only when nobody else can write to it any
 * more, and gives no byte of it a meaning.
 */
package dev.bawn.admin.tool;
