/** Unix accounts of agents, and the sudoers file that says who may start whom. */
package dev.bawn.admin.account;
