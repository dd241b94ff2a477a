/* The counter-test of `rig cut`: loaded before the C library, it disables a program's syncs. */
#include <sys/types.h>

int fsync(int file) { (void)file; return 0; }
int fdatasync(int file) { (void)file; return 0; }
int syncfs(int file) { (void)file; return 0; }
void sync(void) {}
int msync(void *from, size_t length, int flags) { (void)from; (void)length; (void)flags; return 0; }

int sync_file_range(int file, off_t from, off_t length, unsigned int flags)
{
	(void)file; (void)from; (void)length; (void)flags;
	return 0;
}
