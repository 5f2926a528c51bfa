/**
 * Agent tools: their definitions, and the digest of an adopted tool's tree. Both programs read
 * definitions; only {@code bawn-admin} adopts a tool.
 */
package dev.bawn.contract.tool;
