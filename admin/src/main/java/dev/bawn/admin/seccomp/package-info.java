/**
 * Which system calls a sealed session may not make, as data. Pure: {@code linux} turns it into the
 * program that the kernel runs.
 */
package dev.bawn.admin.seccomp;
