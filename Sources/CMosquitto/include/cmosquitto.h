/* libmosquitto as the program beside a box uses it: one thread, one descriptor to wait on, one connection per client. The
   library's callbacks become events, in order. A connection that ended is not reused: the caller frees its client and makes
   another, so that no descriptor and no message outlives it. */
#ifndef CMOSQUITTO_H
#define CMOSQUITTO_H

#include <stddef.h>
#include <stdint.h>

typedef struct cmqtt_client cmqtt_client;

enum {
  CMQTT_CONNECTED = 1,  /* code: the reason of the CONNACK, 0 for success */
  CMQTT_DISCONNECTED,   /* code: the library's error, or 0 */
  CMQTT_MESSAGE,        /* topic, payload_length, is_retained */
  CMQTT_ACKNOWLEDGED,   /* message_id; code: the reason of the PUBACK, a refusal from 128 on */
  CMQTT_SUBSCRIBED      /* message_id; code: the worst of the reasons */
};

typedef struct {
  int kind;
  int code;
  int message_id;
  int is_retained;
  const char *topic;    /* valid until the next cmqtt_next */
  size_t payload_length;
} cmqtt_event;

/* Makes a client of MQTT 5 with a clean start. Longer payloads are dropped. NULL without memory. */
cmqtt_client *cmqtt_new(const char *id, size_t payload_bytes);
/* Closes the connection. If it is still open, the broker is not told, and so sends the will. */
void cmqtt_free(cmqtt_client *client);

/* Call these before connecting. They return 0, or an error for cmqtt_error_text. */
int cmqtt_set_login(cmqtt_client *client, const char *user, const char *password);
/* TLS: a certificate in the file must have signed the broker's certificate, which must have `name`. */
int cmqtt_set_authority(cmqtt_client *client, const char *file, const char *name);
/* TLS with a key that both sides have, in hexadecimal digits. */
int cmqtt_set_shared_key(cmqtt_client *client, const char *identity, const char *key);
/* Sets the retained message that the broker publishes when the connection breaks. */
int cmqtt_set_will(cmqtt_client *client, const char *topic, const char *payload);

/* Begins to connect to a numeric address. Does not wait. */
int cmqtt_connect(cmqtt_client *client, const char *address, int port, int keepalive_seconds);
/* The one descriptor to wait on. It does not change. */
int cmqtt_descriptor(const cmqtt_client *client);
/* Reads and writes what is possible, and handles the keepalive. Call it every few seconds as well. */
void cmqtt_run(cmqtt_client *client);

/* QoS 1. Returns the message's id, or a negative error. Call it only while connected, or the library keeps the message. */
int cmqtt_publish(cmqtt_client *client, const char *topic, const uint8_t *payload, size_t length, int is_retained);
int cmqtt_subscribe(cmqtt_client *client, const char *filter);

/* The next event; 0 if there is none. */
int cmqtt_next(cmqtt_client *client, cmqtt_event *event);
/* Copies the payload of the last event. */
void cmqtt_copy_payload(const cmqtt_client *client, uint8_t *payload);

/* An error of this interface, and a reason of the broker, in words. */
const char *cmqtt_error_text(int error);
const char *cmqtt_reason_text(int reason);

#endif
