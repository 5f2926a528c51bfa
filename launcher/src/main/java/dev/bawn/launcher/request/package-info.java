/** What the caller typed to start a session. Nothing here looks at the machine. */
package dev.bawn.launcher.request;
