#ifndef CQRENCODE_H
#define CQRENCODE_H

#include <stdint.h>

/* Encodes a text as a QR code (ISO/IEC 18004) of the smallest version that holds it, with error correction level L.
   Writes one byte per module, row by row, 1 for a dark one. Returns the number of modules of a side; 0 if they do not fit
   into `room`; -errno if the library refuses. */
int cqr_encode(const char *text, uint8_t *modules, int room);

#endif
