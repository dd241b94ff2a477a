#define _GNU_SOURCE /* pthread_setname_np, accept4, environ */
#include "clinux.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

/* For one thread: Linux keeps the nice value of each (setpriority(2), NOTES). glibc has no function for the other call;
   its numbers are those of include/uapi/linux/ioprio.h: 3 is the idle class, from bit 13 on, and 1 names a thread. */
int clinux_lower_priority(void) {
  int idle = 3 << 13;
  if (setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 19) != 0) return errno;
  if (syscall(SYS_ioprio_set, 1, 0, idle) != 0) return errno;
  return 0;
}

int clinux_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

char **clinux_environment(void) { return environ; }
