#define _GNU_SOURCE
#include "cmicrohttpd.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* libmicrohttpd 0.9.71 gave the results of its callbacks a type of their own. */
#if MHD_VERSION >= 0x00097002
typedef enum MHD_Result cweb_result;
#else
typedef int cweb_result;
#endif

/* A client that vanished without closing is noticed after this time (tcp(7), TCP_USER_TIMEOUT). */
enum { vanished_millis = 30000 };

/* One connection. The library's time-out counts from the last byte, so a client that sends one now and then would stay
   for ever. Here each whole request and each whole answer has a deadline. */
typedef struct connection {
  struct connection *next;
  cweb_server *server;
  int socket;
  int64_t deadline; /* 0: none, while the server works on the answer */
} connection;

enum { reading, waiting, answered, streaming };

/* One request and its answer. */
typedef struct exchange {
  struct exchange *next;
  cweb_server *server;
  connection *connection;
  struct MHD_Connection *handle;
  uint64_t id;
  int state;
  int is_taken;     /* by `cweb_next` */
  int is_suspended;
  int is_closing;   /* its stream ends when the client has read it */
  int is_broken;    /* its browser has left, or it is ended at once */
  char *method, *path;
  char address[INET6_ADDRSTRLEN];
  uint8_t *body;
  size_t body_length;
  unsigned refusal; /* the status if the body is refused; 0: none */
  struct MHD_Response *response;
  unsigned status;
  uint8_t *out;
  size_t out_start, out_length;
} exchange;

struct cweb_server {
  struct MHD_Daemon *daemon;
  char *certificate, *key; /* PEM; NULL: HTTP */
  int descriptor; /* an epoll of the library's epoll and of the sockets whose requests wait */
  cweb_limits limits;
  connection *connections;
  exchange *exchanges;
  unsigned connection_count;
  uint64_t last_id;
  int64_t now;
  int has_work; /* something was resumed or closed since the library ran */
  uint64_t closed[64];
  unsigned closed_count;
};

static exchange *find(cweb_server *server, uint64_t id) {
  for (exchange *one = server->exchanges; one; one = one->next)
    if (one->id == id) return one;
  return NULL;
}

static cweb_result reply(struct MHD_Connection *handle, unsigned status) {
  struct MHD_Response *response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
  if (!response) return MHD_NO;
  MHD_add_response_header(response, "Connection", "close");
  cweb_result result = MHD_queue_response(handle, status, response);
  MHD_destroy_response(response);
  return result;
}

static cweb_result add_length(void *sum, enum MHD_ValueKind kind, const char *key, const char *value) {
  (void)kind;
  *(size_t *)sum += strlen(key) + (value ? strlen(value) : 0) + 4;
  return MHD_YES;
}

static void note_address(exchange *one) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(one->handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (!info || !info->client_addr) return;
  const struct sockaddr *address = info->client_addr;
  const void *number = NULL;
  if (address->sa_family == AF_INET) number = &((const struct sockaddr_in *)address)->sin_addr;
  if (address->sa_family == AF_INET6) number = &((const struct sockaddr_in6 *)address)->sin6_addr;
  if (number) inet_ntop(address->sa_family, number, one->address, sizeof one->address);
}

/* Makes the exchange of a request whose head has come, or refuses it. */
static cweb_result begin(cweb_server *server, struct MHD_Connection *handle, const char *path,
                         const char *method, void **state) {
  size_t head = strlen(path) + strlen(method) + 12;
  MHD_get_connection_values(handle, MHD_HEADER_KIND, add_length, &head);
  MHD_get_connection_values(handle, MHD_GET_ARGUMENT_KIND, add_length, &head);
  if (head > server->limits.head_bytes) return reply(handle, 431);
  const char *length = MHD_lookup_connection_value(handle, MHD_HEADER_KIND, "Content-Length");
  if (length && strtoull(length, NULL, 10) > server->limits.body_bytes) return reply(handle, 413);
  exchange *one = calloc(1, sizeof *one);
  if (!one) return MHD_NO;
  one->method = strdup(method);
  one->path = strdup(path);
  if (!one->method || !one->path) {
    free(one->method);
    free(one->path);
    free(one);
    return MHD_NO;
  }
  one->server = server;
  one->handle = handle;
  one->id = ++server->last_id;
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  one->connection = info ? info->socket_context : NULL;
  note_address(one);
  one->next = server->exchanges;
  server->exchanges = one;
  *state = one;
  return MHD_YES;
}

static void append_body(exchange *one, const char *data, size_t length) {
  if (one->refusal) return;
  if (one->body_length + length > one->server->limits.body_bytes) {
    one->refusal = 413;
    return;
  }
  uint8_t *body = realloc(one->body, one->body_length + length);
  if (!body) {
    one->refusal = 503;
    return;
  }
  memcpy(body + one->body_length, data, length);
  one->body = body;
  one->body_length += length;
}

static cweb_result queue(exchange *one) {
  one->state = one->state == streaming ? streaming : answered;
  if (one->connection)
    one->connection->deadline =
        one->state == streaming ? 0 : one->server->now + one->server->limits.answer_millis;
  cweb_result result = MHD_queue_response(one->handle, one->status, one->response);
  MHD_destroy_response(one->response);
  one->response = NULL;
  return result;
}

/* The library ignores a suspended connection, so it would keep the place of a browser that has left. */
static void watch(exchange *one) {
  struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT, .data.u64 = one->id};
  if (one->connection) epoll_ctl(one->server->descriptor, EPOLL_CTL_ADD, one->connection->socket, &event);
}

/* The library calls this with a request's head, with its body in pieces, at its end, and again when it is resumed. */
static cweb_result deliver(void *context, struct MHD_Connection *handle, const char *path, const char *method,
                           const char *version, const char *data, size_t *length, void **state) {
  (void)version;
  cweb_server *server = context;
  exchange *one = *state;
  if (!one) return begin(server, handle, path, method, state);
  if (*length > 0) {
    append_body(one, data, *length);
    *length = 0;
    return MHD_YES;
  }
  if (one->is_broken) return MHD_NO;
  if (one->response) return queue(one);
  if (one->state != reading) return MHD_YES;
  if (one->refusal) return reply(handle, one->refusal);
  one->state = waiting;
  one->is_suspended = 1;
  watch(one);
  if (one->connection) one->connection->deadline = 0;
  MHD_suspend_connection(handle);
  return MHD_YES;
}

static void note_closed(cweb_server *server, uint64_t id) {
  unsigned room = sizeof server->closed / sizeof server->closed[0];
  if (server->closed_count < room) server->closed[server->closed_count++] = id;
}

static void complete(void *context, struct MHD_Connection *handle, void **state,
                     enum MHD_RequestTerminationCode code) {
  (void)handle;
  (void)code;
  cweb_server *server = context;
  exchange *one = *state;
  if (!one) return;
  *state = NULL;
  for (exchange **link = &server->exchanges; *link; link = &(*link)->next)
    if (*link == one) {
      *link = one->next;
      break;
    }
  if (one->state == streaming) note_closed(server, one->id);
  if (one->connection) epoll_ctl(server->descriptor, EPOLL_CTL_DEL, one->connection->socket, NULL);
  if (one->connection) one->connection->deadline = server->now + server->limits.request_millis;
  if (one->response) MHD_destroy_response(one->response);
  free(one->method);
  free(one->path);
  free(one->body);
  free(one->out);
  free(one);
}

static void meet(void *context, struct MHD_Connection *handle, void **socket_context,
                 enum MHD_ConnectionNotificationCode code) {
  cweb_server *server = context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    connection *one = calloc(1, sizeof *one);
    if (!one) return;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD);
    one->server = server;
    one->socket = info ? info->connect_fd : -1;
    one->deadline = server->now + server->limits.request_millis;
    unsigned vanished = vanished_millis;
    setsockopt(one->socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &vanished, sizeof vanished);
    one->next = server->connections;
    server->connections = one;
    server->connection_count++;
    *socket_context = one;
    return;
  }
  connection *one = *socket_context;
  if (!one) return;
  for (connection **link = &server->connections; *link; link = &(*link)->next)
    if (*link == one) {
      *link = one->next;
      break;
    }
  server->connection_count--;
  /* With all places taken the library does not listen. It listens again when it next runs. */
  server->has_work = 1;
  free(one);
}

/* Writes nothing to the standard error: what strangers send is not worth reporting. */
static void ignore(void *context, const char *format, va_list arguments) {
  (void)context;
  (void)format;
  (void)arguments;
}

/* Makes the epoll, which also waits for the library's descriptor. */
static int watch_daemon(cweb_server *server) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = 0};
  server->descriptor = epoll_create1(EPOLL_CLOEXEC);
  if (server->descriptor < 0) return -1;
  int daemon = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
  return epoll_ctl(server->descriptor, EPOLL_CTL_ADD, daemon, &event);
}

/* The key is overwritten before its memory is freed. */
static void forget(cweb_server *server) {
  if (server->key) explicit_bzero(server->key, strlen(server->key));
  free(server->key);
  free(server->certificate);
  free(server);
}

cweb_server *cweb_start(int listener, cweb_limits limits, const char *certificate, const char *key) {
  cweb_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->limits = limits;
  server->descriptor = -1;
  /* The library needs room for its own answer beside the head. */
  size_t memory = limits.head_bytes * 2;
  /* The library does not copy them. */
  server->certificate = certificate ? strdup(certificate) : NULL;
  server->key = key ? strdup(key) : NULL;
  struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem secured[] = {{MHD_OPTION_HTTPS_MEM_CERT, 0, server->certificate},
                                     {MHD_OPTION_HTTPS_MEM_KEY, 0, server->key},
                                     {MHD_OPTION_END, 0, NULL}};
  int is_secured = server->certificate && server->key;
  server->daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | (is_secured ? MHD_USE_TLS : 0), 0, NULL, NULL, deliver, server,
      MHD_OPTION_EXTERNAL_LOGGER, ignore, NULL,
      MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_ARRAY, is_secured ? secured : plain,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.per_address,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_NOTIFY_COMPLETED, complete, server,
      MHD_OPTION_NOTIFY_CONNECTION, meet, server, MHD_OPTION_END);
  if (server->daemon && watch_daemon(server) == 0) return server;
  if (server->daemon) MHD_stop_daemon(server->daemon);
  if (server->descriptor >= 0) close(server->descriptor);
  forget(server);
  return NULL;
}

static void resume(exchange *one) {
  if (!one->is_suspended) return;
  one->is_suspended = 0;
  one->server->has_work = 1;
  MHD_resume_connection(one->handle);
}

void cweb_stop(cweb_server *server) {
  /* The library must not be stopped while connections are suspended. */
  for (exchange *one = server->exchanges; one; one = one->next) {
    one->is_broken = 1;
    resume(one);
  }
  MHD_run(server->daemon);
  MHD_stop_daemon(server->daemon);
  close(server->descriptor);
  forget(server);
}

int cweb_descriptor(const cweb_server *server) { return server->descriptor; }

/* Ends a request or a stream at once. */
static void break_off(exchange *one) {
  one->is_broken = 1;
  if (one->connection) shutdown(one->connection->socket, SHUT_RDWR);
  resume(one);
}

static void notice_leavers(cweb_server *server) {
  struct epoll_event events[16];
  int count = epoll_wait(server->descriptor, events, 16, 0);
  for (int index = 0; index < count; index++) {
    exchange *one = events[index].data.u64 ? find(server, events[index].data.u64) : NULL;
    if (one && (one->state == waiting || one->state == streaming)) break_off(one);
  }
}

int64_t cweb_timeout(cweb_server *server, int64_t now) {
  if (server->has_work) return 0;
  MHD_UNSIGNED_LONG_LONG wait;
  int64_t least = MHD_get_timeout(server->daemon, &wait) == MHD_YES ? (int64_t)wait : -1;
  for (connection *one = server->connections; one; one = one->next) {
    if (!one->deadline) continue;
    int64_t left = one->deadline > now ? one->deadline - now : 0;
    if (least < 0 || left < least) least = left;
  }
  return least;
}

void cweb_run(cweb_server *server, int64_t now) {
  server->now = now;
  notice_leavers(server);
  /* The library reads the end of a socket that is shut down, and closes the connection. */
  for (connection *one = server->connections; one; one = one->next)
    if (one->deadline && one->deadline <= now) {
      one->deadline = now + server->limits.request_millis;
      shutdown(one->socket, SHUT_RDWR);
    }
  do {
    server->has_work = 0;
    MHD_run(server->daemon);
  } while (server->has_work);
}

int cweb_next(cweb_server *server, cweb_request *request) {
  exchange *oldest = NULL;
  for (exchange *one = server->exchanges; one; one = one->next)
    if (one->state == waiting && !one->is_taken && (!oldest || one->id < oldest->id)) oldest = one;
  if (!oldest) return 0;
  oldest->is_taken = 1;
  request->id = oldest->id;
  request->method = oldest->method;
  request->path = oldest->path;
  request->address = oldest->address;
  request->body = oldest->body;
  request->body_length = oldest->body_length;
  return 1;
}

typedef struct {
  const char *name;
  const char *value;
  unsigned count;
} field_search;

static cweb_result match(void *context, enum MHD_ValueKind kind, const char *key, const char *value) {
  (void)kind;
  field_search *search = context;
  if (strcasecmp(key, search->name) != 0) return MHD_YES;
  search->count++;
  if (!search->value) search->value = value ? value : "";
  return MHD_YES;
}

const char *cweb_header(cweb_server *server, uint64_t id, const char *name, unsigned *count) {
  exchange *one = find(server, id);
  field_search search = {name, NULL, 0};
  if (one) MHD_get_connection_values(one->handle, MHD_HEADER_KIND, match, &search);
  if (count) *count = search.count;
  return search.value;
}

const char *cweb_query(cweb_server *server, uint64_t id, const char *name) {
  exchange *one = find(server, id);
  return one ? MHD_lookup_connection_value(one->handle, MHD_GET_ARGUMENT_KIND, name) : NULL;
}

static void add_headers(struct MHD_Response *response, const char *headers) {
  char *copy = strdup(headers);
  if (!copy) return;
  char *rest = copy;
  for (char *line; (line = strsep(&rest, "\n"));) {
    char *value = strstr(line, ": ");
    if (!value) continue;
    *value = 0;
    MHD_add_response_header(response, line, value + 2);
  }
  free(copy);
}

void cweb_answer(cweb_server *server, uint64_t id, unsigned status, const char *headers, const uint8_t *body,
                 size_t length) {
  exchange *one = find(server, id);
  if (!one || one->state != waiting || one->response) return;
  one->response = MHD_create_response_from_buffer(length, (void *)body, MHD_RESPMEM_MUST_COPY);
  one->status = status;
  if (one->response) add_headers(one->response, headers);
  resume(one);
}

/* Gives the library the bytes of a stream; without any, the connection is suspended. */
static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t room) {
  (void)position;
  exchange *one = context;
  size_t length = one->out_length - one->out_start;
  if (one->is_broken) return MHD_CONTENT_READER_END_WITH_ERROR;
  if (length == 0 && one->is_closing) return MHD_CONTENT_READER_END_OF_STREAM;
  if (length == 0) {
    one->is_suspended = 1;
    MHD_suspend_connection(one->handle);
    return 0;
  }
  if (length > room) length = room;
  memcpy(buffer, one->out + one->out_start, length);
  one->out_start += length;
  if (one->out_start == one->out_length) one->out_start = one->out_length = 0;
  return (ssize_t)length;
}

void cweb_open_stream(cweb_server *server, uint64_t id, const char *headers) {
  exchange *one = find(server, id);
  if (!one || one->state != waiting || one->response) return;
  one->response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read_stream, one, NULL);
  one->status = 200;
  if (!one->response) return;
  one->state = streaming;
  add_headers(one->response, headers);
  resume(one);
}

int64_t cweb_write(cweb_server *server, uint64_t id, const uint8_t *bytes, size_t length) {
  exchange *one = find(server, id);
  if (!one || one->state != streaming || one->is_broken) return -1;
  size_t unread = one->out_length - one->out_start;
  uint8_t *out = unread + length > server->limits.backlog_bytes ? NULL : malloc(unread + length);
  if (!out) {
    break_off(one);
    return -1;
  }
  if (unread) memcpy(out, one->out + one->out_start, unread);
  memcpy(out + unread, bytes, length);
  free(one->out);
  one->out = out;
  one->out_start = 0;
  one->out_length = unread + length;
  resume(one);
  return (int64_t)one->out_length;
}

void cweb_close_stream(cweb_server *server, uint64_t id) {
  exchange *one = find(server, id);
  if (!one || one->state != streaming) return;
  one->is_closing = 1;
  resume(one);
}

uint64_t cweb_next_closed(cweb_server *server) {
  return server->closed_count ? server->closed[--server->closed_count] : 0;
}

unsigned cweb_connections(const cweb_server *server) { return server->connection_count; }
