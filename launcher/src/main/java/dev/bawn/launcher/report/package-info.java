/** What a session did as a document for a pull request, in Markdown and in HTML. */
package dev.bawn.launcher.report;
