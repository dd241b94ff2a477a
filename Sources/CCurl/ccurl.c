#include "ccurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct ccurl_client {
  void *library;
  CURL *handle;
  struct curl_slist *headers;
  uint8_t *body;
  size_t length, limit;
  int64_t date_seconds;
  CURLcode (*setopt)(CURL *, CURLoption, ...);
  CURLcode (*getinfo)(CURL *, CURLINFO, ...);
  CURLcode (*perform)(CURL *);
  void (*reset)(CURL *);
  void (*cleanup)(CURL *);
  struct curl_slist *(*append)(struct curl_slist *, const char *);
  void (*free_list)(struct curl_slist *);
  time_t (*date)(const char *, const time_t *);
  const char *(*error_text)(CURLcode);
};

/* Looks up the functions that are used; false if one is missing. */
static bool find(ccurl_client *client, CURL *(**make)(void)) {
  struct {
    const char *name;
    void *place;
  } wanted[] = {
      {"curl_easy_init", make},
      {"curl_easy_setopt", &client->setopt},
      {"curl_easy_getinfo", &client->getinfo},
      {"curl_easy_perform", &client->perform},
      {"curl_easy_reset", &client->reset},
      {"curl_easy_cleanup", &client->cleanup},
      {"curl_slist_append", &client->append},
      {"curl_slist_free_all", &client->free_list},
      {"curl_getdate", &client->date},
      {"curl_easy_strerror", &client->error_text},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
    void *function = dlsym(client->library, wanted[index].name);
    if (!function) return false;
    memcpy(wanted[index].place, &function, sizeof function);
  }
  return true;
}

static bool add_header(ccurl_client *client, const char *text) {
  struct curl_slist *longer = client->append(client->headers, text);
  if (!longer) return false;
  client->headers = longer;
  return true;
}

ccurl_client *ccurl_new(const char *token) {
  ccurl_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  CURL *(*make)(void) = NULL;
  client->library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (client->library && find(client, &make)) client->handle = make();
  size_t size = strlen(token) + 32;
  char *authorization = malloc(size);
  if (client->handle && authorization) {
    snprintf(authorization, size, "Authorization: Token %s", token);
    if (add_header(client, authorization) && add_header(client, "Content-Type: application/json") &&
        add_header(client, "Accept: application/json")) {
      free(authorization);
      return client;
    }
  }
  free(authorization);
  ccurl_free(client);
  return NULL;
}

/* The library stays loaded: it may have given out data that lives as long as the process. */
void ccurl_free(ccurl_client *client) {
  if (client->headers) client->free_list(client->headers);
  if (client->handle) client->cleanup(client->handle);
  free(client->body);
  free(client);
}

static size_t keep_body(char *bytes, size_t size, size_t count, void *context) {
  ccurl_client *client = context;
  size_t length = size * count;
  if (length > client->limit - client->length) return 0;
  uint8_t *longer = realloc(client->body, client->length + length + 1);
  if (!longer) return 0;
  client->body = longer;
  memcpy(client->body + client->length, bytes, length);
  client->length += length;
  return length;
}

static size_t keep_header(char *bytes, size_t size, size_t count, void *context) {
  ccurl_client *client = context;
  size_t length = size * count;
  char text[64];
  if (length > 5 && length - 5 < sizeof text && strncasecmp(bytes, "Date:", 5) == 0) {
    memcpy(text, bytes + 5, length - 5);
    text[length - 5] = 0;
    client->date_seconds = client->date(text, NULL);
  }
  return length;
}

static void set_up(ccurl_client *client, const char *method, const char *url, const char *body, long timeout_seconds) {
  CURL *handle = client->handle;
  client->reset(handle); /* connections stay open */
  client->setopt(handle, CURLOPT_URL, url);
  client->setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  client->setopt(handle, CURLOPT_CUSTOMREQUEST, method);
  client->setopt(handle, CURLOPT_HTTPHEADER, client->headers);
  client->setopt(handle, CURLOPT_NOSIGNAL, 1L);
  client->setopt(handle, CURLOPT_TIMEOUT, timeout_seconds);
  client->setopt(handle, CURLOPT_CONNECTTIMEOUT, timeout_seconds);
  client->setopt(handle, CURLOPT_WRITEFUNCTION, keep_body);
  client->setopt(handle, CURLOPT_WRITEDATA, client);
  client->setopt(handle, CURLOPT_HEADERFUNCTION, keep_header);
  client->setopt(handle, CURLOPT_HEADERDATA, client);
  /* On a connection that the server has closed meanwhile, libcurl sends a request again by itself. The server may have
     carried it out, and then creates twice. */
  if (strcmp(method, "POST") == 0) client->setopt(handle, CURLOPT_FRESH_CONNECT, 1L);
  if (!body) return;
  client->setopt(handle, CURLOPT_POSTFIELDSIZE, (long)strlen(body));
  client->setopt(handle, CURLOPT_POSTFIELDS, body);
}

ccurl_answer ccurl_perform(ccurl_client *client, const char *method, const char *url, const char *body,
                           long timeout_seconds, size_t body_bytes) {
  client->length = 0;
  client->limit = body_bytes;
  client->date_seconds = -1;
  set_up(client, method, url, body, timeout_seconds);
  ccurl_answer answer = {0};
  answer.error = (int)client->perform(client->handle);
  if (!answer.error) client->getinfo(client->handle, CURLINFO_RESPONSE_CODE, &answer.status);
  answer.date_seconds = client->date_seconds;
  answer.length = client->length;
  return answer;
}

void ccurl_copy_body(const ccurl_client *client, uint8_t *body) {
  if (client->length) memcpy(body, client->body, client->length);
}

const char *ccurl_error_text(const ccurl_client *client, int error) { return client->error_text((CURLcode)error); }
