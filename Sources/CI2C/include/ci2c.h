#ifndef CI2C_H
#define CI2C_H

#include <stdint.h>

/* I2C transfers on an open /dev/i2c-N: plain messages through I2C_RDWR, and libi2c's SMBus calls for adapters without
   them. Every function returns 0, or -errno. */

/* What an adapter can do. */
struct ci2c_abilities {
  int plain;            /* I2C_RDWR */
  int smbus_byte;       /* one byte without a register */
  int smbus_block;      /* up to 32 bytes at a register, read and write */
};

/* Asks the adapter what it can do. */
int ci2c_ask_abilities(int descriptor, struct ci2c_abilities *abilities);

/* One transfer: writes the bytes out, then reads the bytes in after a repeated start. One of the counts may be 0. */
int ci2c_transfer(int descriptor, uint8_t address, const uint8_t *out, uint16_t out_count, uint8_t *in,
                  uint16_t in_count);

/* Writes 1 to 32 bytes at a register, or only the register's byte if count is 0. */
int ci2c_smbus_write(int descriptor, uint8_t address, uint8_t reg, const uint8_t *bytes, uint8_t count);

/* Reads exactly 1 to 32 bytes from a register. */
int ci2c_smbus_read(int descriptor, uint8_t address, uint8_t reg, uint8_t *bytes, uint8_t count);

/* Reads one byte without naming a register. */
int ci2c_smbus_read_byte(int descriptor, uint8_t address, uint8_t *byte);

#endif
