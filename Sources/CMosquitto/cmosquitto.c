#include "cmosquitto.h"

#include <arpa/inet.h>
#include <errno.h>
#include <mosquitto.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

typedef struct entry {
  struct entry *next;
  cmqtt_event event;
  char *topic;
  uint8_t *payload;
} entry;

struct cmqtt_client {
  struct mosquitto *library;
  char *name;             /* required in the broker's certificate, or NULL */
  int poller;
  int watched;            /* the socket in the poller, or -1 */
  bool awaits_room;       /* the poller also waits for room to write */
  bool is_over;           /* a disconnection was reported */
  size_t payload_bytes;
  entry *first, **last;
  entry *current;         /* what cmqtt_next gave last */
};

static void free_entry(entry *one) {
  if (!one) return;
  free(one->topic);
  free(one->payload);
  free(one);
}

static entry *report(cmqtt_client *client, int kind, int message_id, int code) {
  entry *one = calloc(1, sizeof *one);
  if (!one) return NULL;
  one->event.kind = kind;
  one->event.message_id = message_id;
  one->event.code = code;
  *client->last = one;
  client->last = &one->next;
  return one;
}

static void report_end(cmqtt_client *client, int code) {
  /* The library has closed its socket, so the kernel has removed it from the poller; the next one may have its number. */
  client->watched = -1;
  if (client->is_over) return;
  client->is_over = true;
  report(client, CMQTT_DISCONNECTED, 0, code);
}

/* Callbacks. */

static void on_connect(struct mosquitto *library, void *context, int reason, int flags,
                       const mosquitto_property *properties) {
  (void)library;
  (void)flags;
  (void)properties;
  report(context, CMQTT_CONNECTED, 0, reason);
}

static void on_disconnect(struct mosquitto *library, void *context, int code, const mosquitto_property *properties) {
  (void)library;
  (void)properties;
  report_end(context, code);
}

static void on_publish(struct mosquitto *library, void *context, int message_id, int reason,
                       const mosquitto_property *properties) {
  (void)library;
  (void)properties;
  report(context, CMQTT_ACKNOWLEDGED, message_id, reason);
}

static void on_subscribe(struct mosquitto *library, void *context, int message_id, int count, const int *granted,
                         const mosquitto_property *properties) {
  (void)library;
  (void)properties;
  int worst = 0;
  for (int index = 0; index < count; index++)
    if (granted[index] > worst) worst = granted[index];
  report(context, CMQTT_SUBSCRIBED, message_id, worst);
}

static void on_message(struct mosquitto *library, void *context, const struct mosquitto_message *message,
                       const mosquitto_property *properties) {
  (void)library;
  (void)properties;
  cmqtt_client *client = context;
  size_t length = message->payloadlen > 0 ? (size_t)message->payloadlen : 0;
  if (length > client->payload_bytes) return;
  char *topic = strdup(message->topic);
  uint8_t *payload = malloc(length ? length : 1);
  entry *one = topic && payload ? report(client, CMQTT_MESSAGE, message->mid, 0) : NULL;
  if (!one) {
    free(topic);
    free(payload);
    return;
  }
  if (length) memcpy(payload, message->payload, length);
  one->topic = topic;
  one->payload = payload;
  one->event.topic = topic;
  one->event.payload_length = length;
  one->event.is_retained = message->retain;
}

/* Creation and settings. */

cmqtt_client *cmqtt_new(const char *id, size_t payload_bytes) {
  static bool is_ready;
  if (!is_ready) {
    /* Before 2.0.15 the library writes to broken connections without MSG_NOSIGNAL. */
    signal(SIGPIPE, SIG_IGN);
    mosquitto_lib_init();
    is_ready = true;
  }
  cmqtt_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->payload_bytes = payload_bytes;
  client->last = &client->first;
  client->watched = -1;
  client->poller = epoll_create1(EPOLL_CLOEXEC);
  client->library = client->poller < 0 ? NULL : mosquitto_new(id, true, client);
  if (!client->library) {
    if (client->poller >= 0) close(client->poller);
    free(client);
    return NULL;
  }
  mosquitto_int_option(client->library, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_int_option(client->library, MOSQ_OPT_TCP_NODELAY, 1);
  mosquitto_connect_v5_callback_set(client->library, on_connect);
  mosquitto_disconnect_v5_callback_set(client->library, on_disconnect);
  mosquitto_publish_v5_callback_set(client->library, on_publish);
  mosquitto_subscribe_v5_callback_set(client->library, on_subscribe);
  mosquitto_message_v5_callback_set(client->library, on_message);
  return client;
}

void cmqtt_free(cmqtt_client *client) {
  mosquitto_destroy(client->library);
  free(client->name);
  close(client->poller);
  free_entry(client->current);
  while (client->first) {
    entry *one = client->first;
    client->first = one->next;
    free_entry(one);
  }
  free(client);
}

int cmqtt_set_login(cmqtt_client *client, const char *user, const char *password) {
  return mosquitto_username_pw_set(client->library, user, password);
}

/* The library compares the certificate with the address that it connects to. So it is told not to check the name, and
   OpenSSL checks it with the chain: see expect_name. */
int cmqtt_set_authority(cmqtt_client *client, const char *file, const char *name) {
  client->name = strdup(name);
  if (!client->name) return MOSQ_ERR_NOMEM;
  int error = mosquitto_tls_set(client->library, file, NULL, NULL, NULL, NULL);
  return error ? error : mosquitto_tls_insecure_set(client->library, true);
}

/* Before 2.0.12 the library does not know the shared keys of TLS 1.3. */
int cmqtt_set_shared_key(cmqtt_client *client, const char *identity, const char *key) {
  int error = mosquitto_tls_opts_set(client->library, 1, "tlsv1.2", NULL);
  return error ? error : mosquitto_tls_psk_set(client->library, key, identity, NULL);
}

int cmqtt_set_will(cmqtt_client *client, const char *topic, const char *payload) {
  return mosquitto_will_set_v5(client->library, topic, (int)strlen(payload), payload, 1, true, NULL);
}

/* The connection. */

/* Makes the poller wait for what the library needs. */
static void watch(cmqtt_client *client) {
  int number = mosquitto_socket(client->library);
  if (number < 0) {
    client->watched = -1;
    return;
  }
  bool awaits_room = mosquitto_want_write(client->library);
  if (number == client->watched && awaits_room == client->awaits_room) return;
  struct epoll_event event = {.events = EPOLLIN | (awaits_room ? EPOLLOUT : 0)};
  int operation = number == client->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  if (epoll_ctl(client->poller, operation, number, &event) != 0 && errno == EEXIST)
    epoll_ctl(client->poller, EPOLL_CTL_MOD, number, &event);
  client->watched = number;
  client->awaits_room = awaits_room;
}

/* Sets the name that the certificate must have. If the certificate is already there, its name was not checked, and the
   connection is given up. */
static int expect_name(cmqtt_client *client) {
  SSL *tls = mosquitto_ssl_get(client->library);
  if (!tls) return MOSQ_ERR_TLS;
  X509 *early = SSL_get_peer_certificate(tls);
  X509_free(early);
  X509_VERIFY_PARAM *rules = SSL_get0_param(tls);
  unsigned char address[sizeof(struct in6_addr)];
  bool is_address = inet_pton(AF_INET, client->name, address) == 1 || inet_pton(AF_INET6, client->name, address) == 1;
  int is_set = is_address ? X509_VERIFY_PARAM_set1_ip_asc(rules, client->name)
                          : X509_VERIFY_PARAM_set1_host(rules, client->name, 0);
  return early || is_set != 1 ? MOSQ_ERR_TLS : MOSQ_ERR_SUCCESS;
}

int cmqtt_connect(cmqtt_client *client, const char *address, int port, int keepalive_seconds) {
  int error = mosquitto_connect_async(client->library, address, port, keepalive_seconds);
  if (!error && client->name) error = expect_name(client);
  if (!error) watch(client);
  return error;
}

int cmqtt_descriptor(const cmqtt_client *client) { return client->poller; }

/* At most this many packets are read at once, so that a flood does not keep the caller from its other work. */
enum { packets_at_once = 32 };

void cmqtt_run(cmqtt_client *client) {
  if (client->is_over) return;
  struct epoll_event event;
  int error = MOSQ_ERR_SUCCESS;
  if (epoll_wait(client->poller, &event, 1, 0) > 0) {
    if (event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) error = mosquitto_loop_read(client->library, packets_at_once);
    if (!error && event.events & EPOLLOUT) error = mosquitto_loop_write(client->library, packets_at_once);
  }
  if (!error) error = mosquitto_loop_misc(client->library);
  if (error) report_end(client, error);
  if (!client->is_over) watch(client);
}

int cmqtt_publish(cmqtt_client *client, const char *topic, const uint8_t *payload, size_t length, int is_retained) {
  int message_id = 0;
  int error = mosquitto_publish(client->library, &message_id, topic, (int)length, payload, 1, is_retained != 0);
  if (!client->is_over) watch(client);
  return error ? -error : message_id;
}

int cmqtt_subscribe(cmqtt_client *client, const char *filter) {
  int message_id = 0;
  int error = mosquitto_subscribe(client->library, &message_id, filter, 1);
  if (!client->is_over) watch(client);
  return error ? -error : message_id;
}

int cmqtt_next(cmqtt_client *client, cmqtt_event *event) {
  free_entry(client->current);
  client->current = client->first;
  if (!client->current) return 0;
  client->first = client->current->next;
  if (!client->first) client->last = &client->first;
  *event = client->current->event;
  return 1;
}

void cmqtt_copy_payload(const cmqtt_client *client, uint8_t *payload) {
  if (client->current && client->current->event.payload_length)
    memcpy(payload, client->current->payload, client->current->event.payload_length);
}

const char *cmqtt_error_text(int error) { return mosquitto_strerror(error); }

const char *cmqtt_reason_text(int reason) { return mosquitto_reason_string(reason); }
