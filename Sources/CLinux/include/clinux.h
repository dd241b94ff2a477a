#ifndef CLINUX_H
#define CLINUX_H

/* The kernel interfaces that Swift's Glibc module leaves out. */
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/* Names the calling thread, for `top -H` and debuggers; at most 15 characters. Returns 0, or an errno. */
int clinux_name_thread(const char *name);

/* Gives the calling thread the lowest priority: nice 19, and the disk only when nothing else uses it. Returns 0, or an
   errno; a priority that was refused stays as it was. */
int clinux_lower_priority(void);

/* Accepts a connection that is closed on exec and never blocks. Returns its descriptor, or -1 with errno. */
int clinux_accept(int listener);

/* Releases the program's read-only pages and the unused heap. Pages that are needed again are mapped again from the page
   cache; those that only the start needed are not. */
void clinux_release_pages(void);

/* The process's environment, for posix_spawn(3). */
char **clinux_environment(void);

#endif
