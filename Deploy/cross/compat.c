// What Debian's Swift runtime takes from a C library that is newer than bookworm's.
//
// The runtime of trixie is compiled against glibc 2.41 and libstdc++ 14. Of all that is newer than bookworm's glibc
// 2.36 and libstdc++ 12 it uses what stands here and nothing else; a further name would show as an undefined symbol
// when the program is linked. The parts say the same as the standard's functions (C23, 7.24.1) and POSIX (strlcpy,
// Issue 8); only the spelling of binary numbers, `0b101`, is not read.
#include <features.h>

#if !__GLIBC_PREREQ(2, 38)
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

size_t strlcpy(char *target, const char *source, size_t size) {
  size_t length = strlen(source);
  if (size > 0) {
    size_t copied = length < size ? length : size - 1;
    memcpy(target, source, copied);
    target[copied] = '\0';
  }
  return length;
}

size_t strlcat(char *target, const char *source, size_t size) {
  size_t present = strnlen(target, size);
  if (present == size) return size + strlen(source);
  return present + strlcpy(target + present, source, size - present);
}

// libstdc++ 13 made the streams' initializer a call into the library; 12 has one in every object that needs it.
void _ZSt21ios_base_library_initv(void) {}
#endif
