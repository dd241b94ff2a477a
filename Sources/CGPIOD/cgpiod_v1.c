/* libgpiod 1.5 and 1.6 (Debian 12). Every version 1 has this macro, and no version 2 has it. */
#include <gpiod.h>
#ifdef GPIOD_LINE_BULK_MAX_LINES

#include "cgpiod.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kernel keeps this many unread edges of a line (drivers/gpio/gpiolib-cdev.c). */
enum { QUEUE_LENGTH = 16 };

struct cgpiod_lines {
  struct gpiod_chip *chip;
  struct gpiod_line_bulk bulk;
};

static int failure(void) { return errno ? -errno : -EIO; }

int cgpiod_label(const char *path, char *label, size_t capacity) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failure();
  snprintf(label, capacity, "%s", gpiod_chip_label(chip));
  gpiod_chip_close(chip);
  return 0;
}

int cgpiod_consumer(const char *path, unsigned int offset, char *consumer, size_t capacity) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failure();
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  int result = line ? gpiod_line_is_used(line) : failure();
  const char *name = line ? gpiod_line_consumer(line) : NULL;
  snprintf(consumer, capacity, "%s", name ? name : "");
  gpiod_chip_close(chip);
  return result;
}

static struct cgpiod_lines *open_lines(const char *path, const unsigned int *offsets, size_t count) {
  struct cgpiod_lines *lines = calloc(1, sizeof *lines);
  if (!lines) return NULL;
  lines->chip = gpiod_chip_open(path);
  if (lines->chip &&
      gpiod_chip_get_lines(lines->chip, (unsigned int *)offsets, (unsigned int)count, &lines->bulk) == 0)
    return lines;
  int error = errno;
  cgpiod_release(lines);
  errno = error;
  return NULL;
}

/* Returns the lines if the request worked, otherwise frees them. */
static int finish(struct cgpiod_lines *opened, int status, struct cgpiod_lines **lines) {
  if (status == 0) {
    *lines = opened;
    return 0;
  }
  int result = failure();
  cgpiod_release(opened);
  return result;
}

int cgpiod_request_inputs(const char *path, const unsigned int *offsets, size_t count,
                          enum cgpiod_wiring wiring, const char *consumer, struct cgpiod_lines **lines) {
  if (count == 0 || count > GPIOD_LINE_BULK_MAX_LINES) return -EINVAL;
  struct cgpiod_lines *opened = open_lines(path, offsets, count);
  if (!opened) return failure();
  int flags = wiring == CGPIOD_SWITCH_TO_GROUND
                  ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP
                  : GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
  return finish(opened, gpiod_line_request_bulk_both_edges_events_flags(&opened->bulk, consumer, flags), lines);
}

int cgpiod_request_output(const char *path, unsigned int offset, int active, const char *consumer,
                          struct cgpiod_lines **lines) {
  struct cgpiod_lines *opened = open_lines(path, &offset, 1);
  if (!opened) return failure();
  return finish(opened, gpiod_line_request_bulk_output_flags(&opened->bulk, consumer, 0, &active), lines);
}

int cgpiod_descriptors(const struct cgpiod_lines *lines, int *descriptors, size_t capacity) {
  size_t count = 0;
  for (; count < lines->bulk.num_lines && count < capacity; count++) {
    descriptors[count] = gpiod_line_event_get_fd(lines->bulk.lines[count]);
    if (descriptors[count] < 0) return failure();
  }
  return (int)count;
}

/* The library's read blocks if there is nothing to read, so ask first. */
static int is_readable(int descriptor) {
  struct pollfd wait = {.fd = descriptor, .events = POLLIN};
  int ready = poll(&wait, 1, 0);
  return ready < 0 ? (errno == EINTR ? 0 : failure()) : ready > 0;
}

static int read_line(struct gpiod_line *line, struct cgpiod_event *events, size_t capacity) {
  struct gpiod_line_event raw[QUEUE_LENGTH];
  int descriptor = gpiod_line_event_get_fd(line);
  int ready = is_readable(descriptor);
  if (ready <= 0) return ready;
  unsigned int room = capacity < QUEUE_LENGTH ? (unsigned int)capacity : QUEUE_LENGTH;
  int count = gpiod_line_event_read_fd_multiple(descriptor, raw, room);
  if (count < 0) return failure();
  for (int i = 0; i < count; i++)
    events[i] = (struct cgpiod_event){
        .offset = gpiod_line_offset(line),
        .active = raw[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE,
        .monotonic_ns = (uint64_t)raw[i].ts.tv_sec * 1000000000u + (uint64_t)raw[i].ts.tv_nsec,
        .line_sequence = 0};
  return count;
}

int cgpiod_read(struct cgpiod_lines *lines, struct cgpiod_event *events, size_t capacity) {
  size_t total = 0;
  for (unsigned int i = 0; i < lines->bulk.num_lines && total < capacity; i++) {
    int count = read_line(lines->bulk.lines[i], events + total, capacity - total);
    if (count < 0) return count;
    total += (size_t)count;
  }
  return (int)total;
}

int cgpiod_levels(struct cgpiod_lines *lines, int *levels, size_t capacity) {
  size_t count = 0;
  for (; count < lines->bulk.num_lines && count < capacity; count++) {
    levels[count] = gpiod_line_get_value(lines->bulk.lines[count]);
    if (levels[count] < 0) return failure();
  }
  return (int)count;
}

int cgpiod_set(struct cgpiod_lines *lines, int active) {
  return gpiod_line_set_value(lines->bulk.lines[0], active) == 0 ? 0 : failure();
}

void cgpiod_release(struct cgpiod_lines *lines) {
  if (!lines) return;
  if (lines->chip) gpiod_chip_close(lines->chip); /* also releases the chip's lines */
  free(lines);
}

#endif
