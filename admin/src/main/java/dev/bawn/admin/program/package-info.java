/**
 * The system's own programs as root starts them: fixed PATH, clean environment, no input, bounded
 * output.
 */
package dev.bawn.admin.program;
