/* From inside a session: takes the signal of its parent's death from the first process, by ptrace(2). */
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>

int main(void) {
  struct user_regs_struct before, call;
  int status;
  if (ptrace(PTRACE_SEIZE, 1, 0, 0) != 0 || ptrace(PTRACE_INTERRUPT, 1, 0, 0) != 0) {
    perror("ptrace");
    return 1;
  }
  waitpid(1, &status, __WALL);
  ptrace(PTRACE_GETREGS, 1, 0, &before);
  call = before;
  /* it waits in a system call: its instruction is used once more */
  call.rip = before.rip - 2;
  call.rax = SYS_prctl;
  call.orig_rax = -1;
  call.rdi = PR_SET_PDEATHSIG;
  call.rsi = 0;
  ptrace(PTRACE_SETREGS, 1, 0, &call);
  ptrace(PTRACE_SINGLESTEP, 1, 0, 0);
  waitpid(1, &status, __WALL);
  ptrace(PTRACE_SETREGS, 1, 0, &before);
  ptrace(PTRACE_DETACH, 1, 0, 0);
  puts("done");
  return 0;
}
