# Finds the package of a release and an architecture, and runs its program on this machine. Sourced; `cache` has the
# SDKs, `output` the packages.

declare -A release_suffixes=([bookworm]=deb12 [trixie]=deb13)
declare -A emulators=([arm64]=qemu-aarch64-static [amd64]="")

# The newest package in the output folder, if there is one: `newest_package RELEASE ARCHITECTURE [NAME]`.
newest_package() {
  find "$output" -maxdepth 1 -name "${3:-cribside}_*~${release_suffixes[$1]}_$2.deb" 2>/dev/null | sort --version-sort | tail --lines=1
}

# Runs a program, emulated if it is for another processor, with the loader and the libraries of its release, since this
# machine's may be older: `run_released RELEASE ARCHITECTURE PROGRAM ARGUMENT…`. The environment is not passed on.
run_released() {
  local libraries=$cache/sdks/$1-$2.artifactbundle/$1-$2/sysroot/usr/lib emulator=${emulators[$2]} program=$3 loader
  shift 3
  loader=$(find "$libraries" -name 'ld-linux-*.so.*' | sort | head --lines=1)
  libraries=$(dirname "$(find "$libraries" -name libc.so.6 | head --lines=1)")
  env --ignore-environment PATH=/usr/bin:/bin LC_ALL=C.UTF-8 ${emulator:+"$emulator"} \
    "$loader" --library-path "$libraries" "$program" "$@"
}
