#ifndef CGPIOD_H
#define CGPIOD_H

#include <stddef.h>
#include <stdint.h>

/* GPIO lines through libgpiod, version 1 or 2, whichever the system has.
   This header does not include gpiod.h: the two versions give the same names different values, and none may reach the
   program. Every function that can fail returns -errno. */

/* Lines of one chip that were requested together. */
struct cgpiod_lines;

/* How an input is wired. */
enum cgpiod_wiring {
  CGPIOD_SWITCH_TO_GROUND, /* pull-up, active-low: a button */
  CGPIOD_DRIVEN_HIGH       /* no bias, active-high: another chip's interrupt output */
};

/* One edge. Active is the logical level after it. */
struct cgpiod_event {
  unsigned int offset;
  int active;
  uint64_t monotonic_ns;
  uint32_t line_sequence; /* from 1; 0 if the library does not count */
};

/* Copies the label of the chip at a path, cut to capacity - 1 bytes. Returns 0. */
int cgpiod_label(const char *path, char *label, size_t capacity);

/* Copies the name of a line's holder, which may be empty. Returns 1 if the line is held, 0 if it is free. */
int cgpiod_consumer(const char *path, unsigned int offset, char *consumer, size_t capacity);

/* Requests inputs with both edges. Returns 0 and sets *lines, which the caller releases. */
int cgpiod_request_inputs(const char *path, const unsigned int *offsets, size_t count,
                          enum cgpiod_wiring wiring, const char *consumer, struct cgpiod_lines **lines);

/* Requests one output, active-high, at a level. Returns 0 and sets *lines, which the caller releases. */
int cgpiod_request_output(const char *path, unsigned int offset, int active, const char *consumer,
                          struct cgpiod_lines **lines);

/* Fills in the descriptors to wait on: one per line in version 1, only one in version 2. Returns their number, at most
   capacity. */
int cgpiod_descriptors(const struct cgpiod_lines *lines, int *descriptors, size_t capacity);

/* Reads the waiting edges without blocking, in order within each line. Returns their number, at most capacity. */
int cgpiod_read(struct cgpiod_lines *lines, struct cgpiod_event *events, size_t capacity);

/* Reads the logical levels, in the order of the request. Returns their number, at most capacity. */
int cgpiod_levels(struct cgpiod_lines *lines, int *levels, size_t capacity);

/* Drives a requested output. Returns 0. */
int cgpiod_set(struct cgpiod_lines *lines, int active);

/* Releases the lines. NULL is allowed. */
void cgpiod_release(struct cgpiod_lines *lines);

#endif
