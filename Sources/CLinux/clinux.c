#define _GNU_SOURCE /* pthread_setname_np, accept4, environ */
#include "clinux.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

int clinux_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

int clinux_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

char **clinux_environment(void) { return environ; }
