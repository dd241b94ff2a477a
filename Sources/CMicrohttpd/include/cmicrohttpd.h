/* libmicrohttpd as the page uses it: one thread, one epoll descriptor, whole requests out, answers and streams in. It
   handles the library's callbacks, so that the caller only receives requests and answers them. */
#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stddef.h>
#include <stdint.h>

typedef struct cweb_server cweb_server;

/* The limits for clients. */
typedef struct {
  unsigned connections;      /* at once */
  unsigned per_address;      /* at once from one address */
  unsigned head_bytes;       /* of a request's first line and fields */
  unsigned body_bytes;       /* of a request's body */
  unsigned request_millis;   /* for a whole request, and for an idle connection */
  unsigned answer_millis;    /* for reading an answer */
  unsigned backlog_bytes;    /* of a stream's unread bytes; beyond, it is closed */
} cweb_limits;

/* A whole request. The strings are valid until it is answered. */
typedef struct {
  uint64_t id;
  const char *method;
  const char *path;
  const char *address;       /* the client's, without its port */
  const uint8_t *body;
  size_t body_length;
} cweb_request;

/* Serves on a listening socket, which it then owns: HTTPS with a certificate and its key, both zero-terminated PEM,
   otherwise HTTP. NULL if the library refuses, as for an invalid certificate. */
cweb_server *cweb_start(int listener, cweb_limits limits, const char *certificate, const char *key);
/* Ends every connection. */
void cweb_stop(cweb_server *server);
/* The one descriptor to wait on. */
int cweb_descriptor(const cweb_server *server);
/* Milliseconds until `cweb_run` must be called at the latest; -1: only when the descriptor is readable. */
int64_t cweb_timeout(cweb_server *server, int64_t now);
/* Does all possible work; `now` is on a monotonic clock, in milliseconds. */
void cweb_run(cweb_server *server, int64_t now);
/* The next whole request; 0 if there is none. */
int cweb_next(cweb_server *server, cweb_request *request);
/* The value of a request's first header with a name, or NULL. `count` is set to the number of such headers. */
const char *cweb_header(cweb_server *server, uint64_t id, const char *name, unsigned *count);
/* A parameter of a request's query; NULL if it is missing. */
const char *cweb_query(cweb_server *server, uint64_t id, const char *name);
/* Answers a request. `headers` are `Name: value` lines, each with its line end. */
void cweb_answer(cweb_server *server, uint64_t id, unsigned status, const char *headers, const uint8_t *body,
                 size_t length);
/* Answers a request with a stream of unknown length. */
void cweb_open_stream(cweb_server *server, uint64_t id, const char *headers);
/* Adds bytes to a stream. Returns how many its client has not read, or -1 if the stream has ended. */
int64_t cweb_write(cweb_server *server, uint64_t id, const uint8_t *bytes, size_t length);
/* Ends a stream once its client has read it. */
void cweb_close_stream(cweb_server *server, uint64_t id);
/* The next stream that has ended; 0 if there is none. */
uint64_t cweb_next_closed(cweb_server *server);
/* The number of connections. */
unsigned cweb_connections(const cweb_server *server);

#endif
