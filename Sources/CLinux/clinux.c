#define _GNU_SOURCE /* pthread_setname_np, accept4, environ, dl_iterate_phdr */
#include "clinux.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

/* Linux has a nice value for each thread (setpriority(2), NOTES). glibc has no function for ioprio_set; the numbers are
   from include/uapi/linux/ioprio.h: class 3, at bit 13, is idle, and 1 selects one thread. */
int clinux_lower_priority(void) {
  int idle = 3 << 13;
  if (setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 19) != 0) return errno;
  if (syscall(SYS_ioprio_set, 1, 0, idle) != 0) return errno;
  return 0;
}

int clinux_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

static int release_object(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  (void)context;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    uintptr_t start = (object->dlpi_addr + segment->p_vaddr) / page * page;
    madvise((void *)start, object->dlpi_addr + segment->p_vaddr + segment->p_memsz - start, MADV_DONTNEED);
  }
  return 0;
}

void clinux_release_pages(void) {
  malloc_trim(0);
  dl_iterate_phdr(release_object, NULL);
}

char **clinux_environment(void) { return environ; }
