# Lets this machine run programs for arm64, as maintainer scripts in a root for arm64 are. Sourced.

# In a container without systemd nothing registers the emulator with the kernel.
allow_arm64() {
  local formats=/proc/sys/fs/binfmt_misc
  [[ -e $formats/register ]] || mount -t binfmt_misc none "$formats" ||
    unavailable "the kernel has no binfmt_misc, so maintainer scripts for arm64 cannot run"
  [[ -e $formats/qemu-aarch64 ]] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >"$formats/register"
}
