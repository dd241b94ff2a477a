/* libcurl for one server: a request is sent, the caller's thread waits, an answer comes. The library is loaded when the first
   client is made and not with the program: it brings a dozen others along, and most households have no use for it. */
#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

typedef struct ccurl_client ccurl_client;

typedef struct {
  int error;             /* of libcurl, 0 for none; ccurl_error_text says it */
  long status;           /* of HTTP */
  int64_t date_seconds;  /* the server's clock, seconds since 1970; -1 where it does not say it */
  size_t length;         /* of the body; ccurl_copy_body has it until the next request */
} ccurl_answer;

/* A client whose requests have a header `Authorization: Token …`. NULL where the library is not there, or no memory. */
ccurl_client *ccurl_new(const char *token);
void ccurl_free(ccurl_client *client);

/* Sends a request, with a body of JSON unless it is NULL, and waits at most `timeout_seconds` for the answer. Follows no
   redirection; speaks HTTP and HTTPS only. An answer of more than `body_bytes` is an error. */
ccurl_answer ccurl_perform(ccurl_client *client, const char *method, const char *url, const char *body,
                           long timeout_seconds, size_t body_bytes);

void ccurl_copy_body(const ccurl_client *client, uint8_t *body);

const char *ccurl_error_text(const ccurl_client *client, int error);

#endif
