#include "cqrencode.h"

#include <errno.h>
#include <qrencode.h>

int cqr_encode(const char *text, uint8_t *modules, int room) {
  QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
  if (!code) return errno ? -errno : -EINVAL;
  int count = code->width * code->width;
  int width = count <= room ? code->width : 0;
  /* The lowest bit of a module is its colour; the others say what it is for (qrencode.h). */
  for (int index = 0; width && index < count; index++) modules[index] = code->data[index] & 1;
  QRcode_free(code);
  return width;
}
