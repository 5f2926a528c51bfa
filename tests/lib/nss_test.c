// A directory service for nsswitch.conf(5). The first line of /run/nss-test selects its behaviour: with "slow" it never
// answers, with "broken" it fails, and a number is the uid and gid of its one account, "remote", which it does not list.
#include <errno.h>
#include <grp.h>
#include <nss.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum nss_status find(const char *name, long number, long *found, int *errnop) {
  char line[64] = "";
  FILE *settings = fopen("/run/nss-test", "r");
  if (settings) {
    if (!fgets(line, sizeof line, settings))
      line[0] = 0;
    fclose(settings);
  }
  if (!strncmp(line, "slow", 4))
    for (;;)
      sleep(60);
  if (!strncmp(line, "broken", 6)) {
    *errnop = EIO;
    return NSS_STATUS_UNAVAIL;
  }
  *found = atol(line);
  if (*found > 0 && (name ? !strcmp(name, "remote") : number == *found))
    return NSS_STATUS_SUCCESS;
  *errnop = ENOENT;
  return NSS_STATUS_NOTFOUND;
}

static enum nss_status user(const char *name, long number, struct passwd *entry, char *text, size_t size, int *errnop) {
  long found;
  enum nss_status status = find(name, number, &found, errnop);
  (void)size;
  if (status != NSS_STATUS_SUCCESS)
    return status;
  strcpy(text, "remote");
  strcpy(text + 16, "/");
  strcpy(text + 32, "/bin/sh");
  *entry = (struct passwd){text, text + 40, found, found, text + 40, text + 16, text + 32};
  text[40] = 0;
  return status;
}

static enum nss_status group(const char *name, long number, struct group *entry, char *text, size_t size, int *errnop) {
  long found;
  enum nss_status status = find(name, number, &found, errnop);
  (void)size;
  if (status != NSS_STATUS_SUCCESS)
    return status;
  strcpy(text + 64, "remote");
  text[80] = 0;
  memset(text + 128, 0, sizeof(char *));
  *entry = (struct group){text + 64, text + 80, found, (char **)(text + 128)};
  return status;
}

enum nss_status _nss_test_getpwuid_r(uid_t uid, struct passwd *entry, char *text, size_t size, int *errnop) {
  return user(NULL, uid, entry, text, size, errnop);
}

enum nss_status _nss_test_getpwnam_r(const char *name, struct passwd *entry, char *text, size_t size, int *errnop) {
  return user(name, 0, entry, text, size, errnop);
}

enum nss_status _nss_test_getgrgid_r(gid_t gid, struct group *entry, char *text, size_t size, int *errnop) {
  return group(NULL, gid, entry, text, size, errnop);
}

enum nss_status _nss_test_getgrnam_r(const char *name, struct group *entry, char *text, size_t size, int *errnop) {
  return group(name, 0, entry, text, size, errnop);
}
