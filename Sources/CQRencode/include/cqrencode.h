#ifndef CQRENCODE_H
#define CQRENCODE_H

#include <stdint.h>

/* A text as a QR code (ISO/IEC 18004) of the smallest version that holds it, with error correction of level L. Writes
   one byte a module, row by row, 1 for a dark one. Returns the modules of a side; 0 where they do not fit into `room`,
   and -errno where the library refuses. */
int cqr_encode(const char *text, uint8_t *modules, int room);

#endif
