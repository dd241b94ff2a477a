/* libcurl for one server: the caller's thread sends a request and waits for the answer. The library is loaded with the
   first client and not with the program: it needs a dozen other libraries, and most households do not use it. */
#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

typedef struct ccurl_client ccurl_client;

typedef struct {
  int error;             /* libcurl's error, 0 for none; see ccurl_error_text */
  long status;           /* the HTTP status */
  int64_t date_seconds;  /* the server's clock, in seconds since 1970; -1 if the answer has none */
  size_t length;         /* of the body; ccurl_copy_body copies it until the next request */
} ccurl_answer;

/* Makes a client whose requests have a header `Authorization: Token …`. NULL without the library or without memory. */
ccurl_client *ccurl_new(const char *token);
void ccurl_free(ccurl_client *client);

/* Sends a request, with a JSON body unless it is NULL, and waits at most `timeout_seconds` for the answer. It follows no
   redirection and uses only HTTP and HTTPS. An answer of more than `body_bytes` is an error. */
ccurl_answer ccurl_perform(ccurl_client *client, const char *method, const char *url, const char *body,
                           long timeout_seconds, size_t body_bytes);

void ccurl_copy_body(const ccurl_client *client, uint8_t *body);

const char *ccurl_error_text(const ccurl_client *client, int error);

#endif
