#include "ci2c.h"

#include <errno.h>
#include <i2c/smbus.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <string.h>
#include <sys/ioctl.h>

static int status(long result) { return result < 0 ? -errno : 0; }

int ci2c_ask_abilities(int descriptor, struct ci2c_abilities *abilities) {
  unsigned long bits = 0;
  int failure = status(ioctl(descriptor, I2C_FUNCS, &bits));
  if (failure) return failure;
  abilities->plain = (bits & I2C_FUNC_I2C) != 0;
  abilities->smbus_byte = (bits & I2C_FUNC_SMBUS_BYTE) == I2C_FUNC_SMBUS_BYTE;
  abilities->smbus_block = (bits & I2C_FUNC_SMBUS_I2C_BLOCK) == I2C_FUNC_SMBUS_I2C_BLOCK;
  return 0;
}

int ci2c_transfer(int descriptor, uint8_t address, const uint8_t *out, uint16_t out_count, uint8_t *in,
                  uint16_t in_count) {
  struct i2c_msg messages[2];
  struct i2c_rdwr_ioctl_data transfer = {.msgs = messages, .nmsgs = 0};
  if (out_count > 0)
    messages[transfer.nmsgs++] = (struct i2c_msg){.addr = address, .len = out_count, .buf = (uint8_t *)out};
  if (in_count > 0)
    messages[transfer.nmsgs++] =
        (struct i2c_msg){.addr = address, .flags = I2C_M_RD, .len = in_count, .buf = in};
  if (transfer.nmsgs == 0) return -EINVAL;
  long done = ioctl(descriptor, I2C_RDWR, &transfer);
  if (done < 0) return -errno;
  return done == (long)transfer.nmsgs ? 0 : -EIO;
}

/* The SMBus calls use the address that is set on the descriptor. EBUSY means that a kernel driver has the chip. */
static int select_chip(int descriptor, uint8_t address) {
  return status(ioctl(descriptor, I2C_SLAVE, (long)address));
}

int ci2c_smbus_write(int descriptor, uint8_t address, uint8_t reg, const uint8_t *bytes, uint8_t count) {
  if (count > I2C_SMBUS_BLOCK_MAX) return -EINVAL;
  int failure = select_chip(descriptor, address);
  if (failure) return failure;
  int result = count == 0 ? i2c_smbus_write_byte(descriptor, reg)
                          : i2c_smbus_write_i2c_block_data(descriptor, reg, count, bytes);
  return result < 0 ? result : 0;
}

int ci2c_smbus_read(int descriptor, uint8_t address, uint8_t reg, uint8_t *bytes, uint8_t count) {
  uint8_t block[I2C_SMBUS_BLOCK_MAX];
  if (count == 0 || count > I2C_SMBUS_BLOCK_MAX) return -EINVAL;
  int failure = select_chip(descriptor, address);
  if (failure) return failure;
  int result = i2c_smbus_read_i2c_block_data(descriptor, reg, count, block);
  if (result < 0) return result;
  if (result != count) return -EIO;
  memcpy(bytes, block, count);
  return 0;
}

int ci2c_smbus_read_byte(int descriptor, uint8_t address, uint8_t *byte) {
  int failure = select_chip(descriptor, address);
  if (failure) return failure;
  int result = i2c_smbus_read_byte(descriptor);
  if (result < 0) return result;
  *byte = (uint8_t)result;
  return 0;
}
