// Simulates a wrong clock: the time functions of the C library add the seconds in /run/clock-is-off to the real time.
// The kernel's own times, such as those of files, stay right. For /etc/ld.so.preload in the test root.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long off(void) {
  long seconds = 0;
  FILE *file = fopen("/run/clock-is-off", "re");
  if (file) {
    if (fscanf(file, "%ld", &seconds) != 1) seconds = 0;
    fclose(file);
  }
  return seconds;
}

int clock_gettime(clockid_t id, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, id, now);
  if (!failed && id == CLOCK_REALTIME) now->tv_sec += off();
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec at;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &at)) return -1;
  now->tv_sec = at.tv_sec;
  now->tv_usec = at.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *into) {
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  if (into) *into = at.tv_sec;
  return at.tv_sec;
}
