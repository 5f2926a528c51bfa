/**
 * The events and changes of a session as a document for a pull request, in Markdown and in HTML.
 */
package dev.bawn.launcher.report;
