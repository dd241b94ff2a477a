// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * rig-i2c: an I2C adapter whose chips are a user-space program.
 *
 * Everything above the adapter is the kernel's own: i2c-dev, i2c-core, the SMBus emulation. One transfer is one
 * record to read from /dev/rig-i2c and one reply to write back, in the machine's byte order:
 *
 *   read:  u32 sequence, u16 count, u16 0, then count times { u16 address, u16 flags, u16 length, u16 0 },
 *          then the bytes of the write messages, one after the other
 *   write: u32 sequence, s32 result, then the bytes of the read messages
 *
 * result is the count of messages, or a negative errno. While no process has the device open every address stays
 * without acknowledge; when no reply comes within the adapter's timeout, the transfer has timed out.
 */
#include <linux/fs.h>
#include <linux/i2c.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

struct record_head { u32 sequence; u16 count; u16 zero; };
struct record_message { u16 address; u16 flags; u16 length; u16 zero; };
struct reply_head { u32 sequence; s32 result; };

/* Where the one transfer under way stands. */
enum stage { IDLE, OFFERED, TAKEN, ANSWERED };

static int nr = -1;
module_param(nr, int, 0444);
MODULE_PARM_DESC(nr, "bus number; -1 takes the next free one");

static DEFINE_MUTEX(lock);
static DECLARE_WAIT_QUEUE_HEAD(chips_wait);
static DECLARE_WAIT_QUEUE_HEAD(bus_wait);
static struct i2c_msg *messages;
static int message_count;
static int result;
static enum stage stage;
static bool chips_present;
static u32 sequence;

static bool is_read(const struct i2c_msg *message)
{
	return message->flags & I2C_M_RD;
}

/* As i2c-bcm2835 does: only the last message of a transfer may read. */
static bool reads_before_last(const struct i2c_msg *list, int count)
{
	int i;

	for (i = 0; i < count - 1; i++)
		if (is_read(&list[i]))
			return true;
	return false;
}

/* The core serialises transfers, so there is one at a time. EREMOTEIO is what i2c-bcm2835 says without an ACK. */
static int rig_transfer(struct i2c_adapter *adapter, struct i2c_msg *list, int count)
{
	int outcome;

	if (reads_before_last(list, count))
		return -EOPNOTSUPP;

	mutex_lock(&lock);
	if (!chips_present) {
		mutex_unlock(&lock);
		return -EREMOTEIO;
	}
	messages = list;
	message_count = count;
	sequence++;
	stage = OFFERED;
	mutex_unlock(&lock);

	wake_up_interruptible(&chips_wait);
	wait_event_timeout(bus_wait, READ_ONCE(stage) == ANSWERED || !READ_ONCE(chips_present), adapter->timeout);

	mutex_lock(&lock);
	if (stage == ANSWERED)
		outcome = result;
	else
		outcome = chips_present ? -ETIMEDOUT : -EREMOTEIO;
	messages = NULL;
	message_count = 0;
	stage = IDLE;
	mutex_unlock(&lock);
	return outcome;
}

/* The same as i2c-bcm2835. */
static u32 rig_functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm rig_algorithm = {
	.master_xfer = rig_transfer,
	.functionality = rig_functionality,
};

static struct i2c_adapter rig_adapter = {
	.owner = THIS_MODULE,
	.algo = &rig_algorithm,
	.name = "rig: chips in user space",
};

static int rig_open(struct inode *inode, struct file *file)
{
	int outcome = 0;

	mutex_lock(&lock);
	if (chips_present)
		outcome = -EBUSY;
	else
		chips_present = true;
	mutex_unlock(&lock);
	return outcome;
}

static int rig_release(struct inode *inode, struct file *file)
{
	mutex_lock(&lock);
	chips_present = false;
	mutex_unlock(&lock);
	wake_up(&bus_wait);
	return 0;
}

/* Waits for an offered transfer and returns with the lock held, or with an errno and without it. */
static int lock_offered(struct file *file)
{
	for (;;) {
		if (!(file->f_flags & O_NONBLOCK) &&
		    wait_event_interruptible(chips_wait, READ_ONCE(stage) == OFFERED))
			return -ERESTARTSYS;
		mutex_lock(&lock);
		if (stage == OFFERED)
			return 0;
		mutex_unlock(&lock);
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
	}
}

static size_t record_size(void)
{
	size_t size = sizeof(struct record_head) + message_count * sizeof(struct record_message);
	int i;

	for (i = 0; i < message_count; i++)
		if (!is_read(&messages[i]))
			size += messages[i].len;
	return size;
}

static int copy_record(char __user *at)
{
	struct record_head head = { sequence, message_count, 0 };
	int i;

	if (copy_to_user(at, &head, sizeof(head)))
		return -EFAULT;
	at += sizeof(head);
	for (i = 0; i < message_count; i++, at += sizeof(struct record_message)) {
		struct record_message message = { messages[i].addr, messages[i].flags, messages[i].len, 0 };

		if (copy_to_user(at, &message, sizeof(message)))
			return -EFAULT;
	}
	for (i = 0; i < message_count; i++) {
		if (is_read(&messages[i]))
			continue;
		if (copy_to_user(at, messages[i].buf, messages[i].len))
			return -EFAULT;
		at += messages[i].len;
	}
	return 0;
}

static ssize_t rig_read(struct file *file, char __user *buffer, size_t room, loff_t *offset)
{
	size_t size;
	ssize_t outcome = lock_offered(file);

	if (outcome)
		return outcome;
	size = record_size();
	outcome = room < size ? -EMSGSIZE : copy_record(buffer);
	if (!outcome) {
		stage = TAKEN;
		outcome = size;
	}
	mutex_unlock(&lock);
	return outcome;
}

/* Fills the read messages from the reply's bytes. */
static int take_bytes(const char __user *at, size_t size)
{
	int i;

	for (i = 0; i < message_count; i++) {
		if (!is_read(&messages[i]))
			continue;
		if (size < messages[i].len)
			return -EINVAL;
		if (copy_from_user(messages[i].buf, at, messages[i].len))
			return -EFAULT;
		at += messages[i].len;
		size -= messages[i].len;
	}
	return 0;
}

static ssize_t rig_write(struct file *file, const char __user *buffer, size_t size, loff_t *offset)
{
	struct reply_head head;
	ssize_t outcome = 0;

	if (size < sizeof(head))
		return -EINVAL;
	if (copy_from_user(&head, buffer, sizeof(head)))
		return -EFAULT;

	mutex_lock(&lock);
	if (stage != TAKEN || head.sequence != sequence)
		outcome = -ESTALE; /* The transfer timed out meanwhile. */
	else if (head.result >= 0)
		outcome = take_bytes(buffer + sizeof(head), size - sizeof(head));
	if (!outcome) {
		result = head.result;
		WRITE_ONCE(stage, ANSWERED);
		outcome = size;
	}
	mutex_unlock(&lock);
	wake_up(&bus_wait);
	return outcome;
}

static __poll_t rig_poll(struct file *file, poll_table *table)
{
	poll_wait(file, &chips_wait, table);
	return READ_ONCE(stage) == OFFERED ? EPOLLIN | EPOLLRDNORM : 0;
}

static const struct file_operations rig_operations = {
	.owner = THIS_MODULE,
	.open = rig_open,
	.release = rig_release,
	.read = rig_read,
	.write = rig_write,
	.poll = rig_poll,
	.llseek = no_llseek,
};

static struct miscdevice rig_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "rig-i2c",
	.fops = &rig_operations,
	.mode = 0600,
};

static int __init rig_init(void)
{
	int outcome = misc_register(&rig_device);

	if (outcome)
		return outcome;
	rig_adapter.nr = nr;
	outcome = i2c_add_numbered_adapter(&rig_adapter);
	if (outcome)
		misc_deregister(&rig_device);
	return outcome;
}

static void __exit rig_exit(void)
{
	i2c_del_adapter(&rig_adapter);
	misc_deregister(&rig_device);
}

module_init(rig_init);
module_exit(rig_exit);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("I2C adapter with chips in user space, for tests");
