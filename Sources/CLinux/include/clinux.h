#ifndef CLINUX_H
#define CLINUX_H

/* The kernel interfaces that Swift's Glibc module leaves out. */
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/* Names the calling thread, for `top -H` and debuggers; 15 characters at most. Returns 0, or an errno. */
int clinux_name_thread(const char *name);

/* Gives the calling thread the lowest priority: nice 19, and the disk only when no one else wants it. Returns 0, or an
   errno; what was refused is left as it was. */
int clinux_lower_priority(void);

/* Accepts a connection that is closed on exec and never blocks. Returns its descriptor, or -1 with errno. */
int clinux_accept(int listener);

/* Lets go of the program's pages that were read from its files and never written. Those that are needed again are mapped
   again from the page cache; what only the start needed is not. */
void clinux_release_pages(void);

/* The process's environment, as posix_spawn(3) wants it. */
char **clinux_environment(void);

#endif
