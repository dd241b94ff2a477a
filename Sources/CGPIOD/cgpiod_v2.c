/* libgpiod 2 (Debian 13). It has no version macro; this macro is from version 1. */
#include <gpiod.h>
#ifndef GPIOD_LINE_BULK_MAX_LINES

#include "cgpiod.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Edges read in one call; the kernel keeps 16 for each line. */
enum { BUFFER_LENGTH = 64, LINES_MAX = 64 };

struct cgpiod_lines {
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *buffer;
  unsigned int first_offset;
};

static int failure(void) { return errno ? -errno : -EIO; }

int cgpiod_label(const char *path, char *label, size_t capacity) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failure();
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  int result = info ? 0 : failure();
  if (info) snprintf(label, capacity, "%s", gpiod_chip_info_get_label(info));
  if (info) gpiod_chip_info_free(info);
  gpiod_chip_close(chip);
  return result;
}

int cgpiod_consumer(const char *path, unsigned int offset, char *consumer, size_t capacity) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failure();
  struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
  int result = info ? gpiod_line_info_is_used(info) : failure();
  const char *name = info ? gpiod_line_info_get_consumer(info) : NULL;
  snprintf(consumer, capacity, "%s", name ? name : "");
  if (info) gpiod_line_info_free(info);
  gpiod_chip_close(chip);
  return result;
}

/* Requests lines that all have the same settings. */
static struct gpiod_line_request *request_lines(struct gpiod_chip *chip, const unsigned int *offsets,
                                                size_t count, struct gpiod_line_settings *settings,
                                                const char *consumer) {
  struct gpiod_line_request *request = NULL;
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *config = gpiod_request_config_new();
  if (lines && config && gpiod_line_config_add_line_settings(lines, offsets, count, settings) == 0) {
    gpiod_request_config_set_consumer(config, consumer);
    request = gpiod_chip_request_lines(chip, config, lines);
  }
  int error = errno;
  if (config) gpiod_request_config_free(config);
  if (lines) gpiod_line_config_free(lines);
  errno = error;
  return request;
}

static int request(const char *path, const unsigned int *offsets, size_t count,
                   struct gpiod_line_settings *settings, const char *consumer, struct cgpiod_lines **lines) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failure();
  struct cgpiod_lines *opened = calloc(1, sizeof *opened);
  if (opened) {
    opened->first_offset = offsets[0];
    opened->buffer = gpiod_edge_event_buffer_new(BUFFER_LENGTH);
    opened->request = opened->buffer ? request_lines(chip, offsets, count, settings, consumer) : NULL;
  }
  int result = opened && opened->request ? 0 : failure();
  gpiod_chip_close(chip); /* a request outlives its chip */
  if (result == 0)
    *lines = opened;
  else
    cgpiod_release(opened);
  return result;
}

/* Fills in the settings of an input; 0 if all were accepted. */
static int describe_input(struct gpiod_line_settings *settings, enum cgpiod_wiring wiring) {
  int is_switch = wiring == CGPIOD_SWITCH_TO_GROUND;
  gpiod_line_settings_set_active_low(settings, is_switch);
  return gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) ||
         gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) ||
         gpiod_line_settings_set_bias(settings, is_switch ? GPIOD_LINE_BIAS_PULL_UP : GPIOD_LINE_BIAS_DISABLED) ||
         gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
}

int cgpiod_request_inputs(const char *path, const unsigned int *offsets, size_t count,
                          enum cgpiod_wiring wiring, const char *consumer, struct cgpiod_lines **lines) {
  if (count == 0 || count > LINES_MAX) return -EINVAL;
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (!settings) return failure();
  int result = describe_input(settings, wiring) ? failure()
                                                : request(path, offsets, count, settings, consumer, lines);
  gpiod_line_settings_free(settings);
  return result;
}

int cgpiod_request_output(const char *path, unsigned int offset, int active, const char *consumer,
                          struct cgpiod_lines **lines) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (!settings) return failure();
  enum gpiod_line_value value = active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  int refused = gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) ||
                gpiod_line_settings_set_output_value(settings, value);
  int result = refused ? failure() : request(path, &offset, 1, settings, consumer, lines);
  gpiod_line_settings_free(settings);
  return result;
}

int cgpiod_descriptors(const struct cgpiod_lines *lines, int *descriptors, size_t capacity) {
  if (capacity == 0) return 0;
  descriptors[0] = gpiod_line_request_get_fd(lines->request);
  return 1;
}

int cgpiod_read(struct cgpiod_lines *lines, struct cgpiod_event *events, size_t capacity) {
  /* The library's read blocks if there is nothing to read, so ask first. */
  int ready = gpiod_line_request_wait_edge_events(lines->request, 0);
  if (ready <= 0) return ready == 0 || errno == EINTR ? 0 : failure();
  size_t room = capacity < BUFFER_LENGTH ? capacity : BUFFER_LENGTH;
  int count = gpiod_line_request_read_edge_events(lines->request, lines->buffer, room);
  if (count < 0) return failure();
  for (int i = 0; i < count; i++) {
    struct gpiod_edge_event *raw = gpiod_edge_event_buffer_get_event(lines->buffer, (unsigned long)i);
    events[i] = (struct cgpiod_event){
        .offset = gpiod_edge_event_get_line_offset(raw),
        .active = gpiod_edge_event_get_event_type(raw) == GPIOD_EDGE_EVENT_RISING_EDGE,
        .monotonic_ns = gpiod_edge_event_get_timestamp_ns(raw),
        .line_sequence = (uint32_t)gpiod_edge_event_get_line_seqno(raw)};
  }
  return count;
}

int cgpiod_levels(struct cgpiod_lines *lines, int *levels, size_t capacity) {
  enum gpiod_line_value values[LINES_MAX];
  size_t count = gpiod_line_request_get_num_requested_lines(lines->request);
  if (gpiod_line_request_get_values(lines->request, values) < 0) return failure();
  if (count > capacity) count = capacity;
  for (size_t i = 0; i < count; i++) levels[i] = values[i] == GPIOD_LINE_VALUE_ACTIVE;
  return (int)count;
}

int cgpiod_set(struct cgpiod_lines *lines, int active) {
  enum gpiod_line_value value = active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  return gpiod_line_request_set_value(lines->request, lines->first_offset, value) == 0 ? 0 : failure();
}

void cgpiod_release(struct cgpiod_lines *lines) {
  if (!lines) return;
  if (lines->request) gpiod_line_request_release(lines->request);
  if (lines->buffer) gpiod_edge_event_buffer_free(lines->buffer);
  free(lines);
}

#endif
