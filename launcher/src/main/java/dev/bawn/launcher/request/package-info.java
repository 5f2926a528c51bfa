/** The request to start a session. No class here reads the machine. */
package dev.bawn.launcher.request;
