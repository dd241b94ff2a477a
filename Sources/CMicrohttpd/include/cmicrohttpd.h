/* libmicrohttpd as the page uses it: one thread, one epoll descriptor, whole requests out, answers and streams in. What
   the library does by callbacks is done here, so that its caller only takes requests and gives answers. */
#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stddef.h>
#include <stdint.h>

typedef struct cweb_server cweb_server;

/* How much is allowed to clients. */
typedef struct {
  unsigned connections;      /* at once */
  unsigned per_address;      /* at once from one address */
  unsigned head_bytes;       /* of a request's first line and fields */
  unsigned body_bytes;       /* of a request's body */
  unsigned request_millis;   /* for a whole request, and for a connection that asks nothing */
  unsigned answer_millis;    /* for reading an answer */
  unsigned backlog_bytes;    /* of a stream that its client has not read; then it is closed */
} cweb_limits;

/* A whole request. The strings stay until it is answered. */
typedef struct {
  uint64_t id;
  const char *method;
  const char *path;
  const char *address;       /* the client's, without its port */
  const uint8_t *body;
  size_t body_length;
} cweb_request;

/* Serves on a listening socket, which it takes over: by HTTPS with a certificate and its key, both PEM with a zero at the
   end, else by HTTP. NULL when the library refuses, as it does for a certificate that is none. */
cweb_server *cweb_start(int listener, cweb_limits limits, const char *certificate, const char *key);
/* Ends every connection. */
void cweb_stop(cweb_server *server);
/* The one descriptor to wait on. */
int cweb_descriptor(const cweb_server *server);
/* Milliseconds until `cweb_run` wants to be called at the latest; -1: only when the descriptor is readable. */
int64_t cweb_timeout(cweb_server *server, int64_t now);
/* Does what can be done at a time of a monotonic clock in milliseconds. */
void cweb_run(cweb_server *server, int64_t now);
/* The next request that is whole; 0 when there is none. */
int cweb_next(cweb_server *server, cweb_request *request);
/* A field of a request's head by its name: its value, or NULL. `count`: how many fields have the name. */
const char *cweb_header(cweb_server *server, uint64_t id, const char *name, unsigned *count);
/* A parameter of a request's query; NULL where it is missing. */
const char *cweb_query(cweb_server *server, uint64_t id, const char *name);
/* Answers a request. `headers` are `Name: value` lines, each with its line end. */
void cweb_answer(cweb_server *server, uint64_t id, unsigned status, const char *headers, const uint8_t *body,
                 size_t length);
/* Answers a request by a stream of unknown length. */
void cweb_open_stream(cweb_server *server, uint64_t id, const char *headers);
/* Adds to a stream. Returns how many bytes of it its client has not read, or -1 when it is over. */
int64_t cweb_write(cweb_server *server, uint64_t id, const uint8_t *bytes, size_t length);
/* Ends a stream once its client has read it. */
void cweb_close_stream(cweb_server *server, uint64_t id);
/* The next stream that is over; 0 when there is none. */
uint64_t cweb_next_closed(cweb_server *server);
/* How many connections there are. */
unsigned cweb_connections(const cweb_server *server);

#endif
