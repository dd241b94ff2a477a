/* libFuzzer brings main; what it calls is in Swift. A C file, since main of a Swift executable is Swift's. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int fuzz_choose(const char *target);
int fuzz_input(const uint8_t *bytes, size_t count);

/* The first word names the target; libFuzzer does not get to see it. A merge starts this program again without it, so
   the environment passes it on. */
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  const char *target = getenv("FUZZ_TARGET");
  if (target == NULL && *argc > 1) {
    target = (*argv)[1];
    setenv("FUZZ_TARGET", target, 1);
    memmove(*argv + 1, *argv + 2, sizeof(char *) * (size_t)(*argc - 1));
    --*argc;
  }
  if (fuzz_choose(target == NULL ? "" : target) != 0) exit(64);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) { return fuzz_input(bytes, count); }
