/**
 * Adopts agent tools: processes with other uids, in sandboxes, copy their trees into a directory of
 * root. Root reads the copy only when no other user can write to it, and does not interpret its
 * content.
 */
package dev.bawn.admin.tool;
