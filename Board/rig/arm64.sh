# `rig … --arch arm64`: the same scenarios on Debian's arm64 kernel, on QEMU's `virt` board. The program is from the
# package for arm64, and the guest's root is a tree of unpacked Debian packages. Sourced by `rig`.

source "$repository/Deploy/cross/packages.sh"

# The release of the package under test, and the packages that the guest's scripts need.
arm64_release=trixie
arm64_packages=(bash coreutils sed grep mawk findutils util-linux mount i2c-tools kmod python3 tzdata
  libgpiod3 libi2c0 libqrencode4 libstdc++6)

# The clock counts instructions, 8 ns each: otherwise the scenarios would time out on a busy machine.
use_arm64() {
  arch=arm64
  cache=$cache/arm64
  cross=aarch64-linux-gnu-
  guest_compiler=${cross}gcc-12
  make_words=("CROSS_COMPILE=$cross" "CC=$guest_compiler" ARCH=arm64)
  emulator=(qemu-system-aarch64 -machine virt -cpu cortex-a53 -icount shift=3)
  guest_line=(-device pci-serial,chardev=guest)
  guest_tty=/dev/ttyS0
  kernel_words="console=ttyAMA0 quiet panic=-1 mitigations=off norandmaps nokaslr rig.root=$cache/root"
  seen_at=/host
  service_release=$arm64_release
  service_seconds=1800
  dependencies_of="--rig --image"
}

# The packages of both architectures come from the rig's own apt, since this machine's apt knows only its own
# architecture.
use_arm64_apt() {
  suite_apt bookworm true
  export APT_CONFIG=$cache/apt/bookworm/apt.conf
}

# No maintainer script has run in this root, so their links are made here.
make_arm64_root() {
  rm --recursive --force "$cache/root"
  unpack_tree "$arm64_release" arm64 "$cache/root" '^$' "${arm64_packages[@]}"
  ln --symbolic mawk "$cache/root/usr/bin/awk"
  mkdir --parents "$cache/root"/{dev,proc,sys,run,tmp,mnt,host,root,etc}
  echo 'root:x:0:0:root:/root:/bin/bash' >"$cache/root/etc/passwd"
}

# The program from the newest package.
take_arm64_programs() {
  local package
  package=$(newest_package "$arm64_release" arm64)
  [[ -n $package ]] || unavailable "no package for arm64; run Deploy/build-deb --release $arm64_release --arch arm64"
  rm --recursive --force "$cache/package"
  dpkg-deb --extract "$package" "$cache/package"
  RIG_CRIBSIDE=$cache/package/usr/bin/cribside
}

# The chip models that were cross-built with the packages.
take_arm64_chips() {
  RIG_CHIPS=$output/bookworm-arm64/aarch64-unknown-linux-gnu/release/rig-chips
  [[ -x $RIG_CHIPS ]] ||
    unavailable "no chip models for arm64; run Deploy/build-deb --release $arm64_release --arch arm64"
}
