# What `rig prepare` does, in three stages; each is skipped when what it depends on is what it was. Sourced by `rig`.

# The kernel modules that the guest may load, as paths under kernel/ in the image package. The file systems are
# here for scenarios that write to a disk of their own.
guest_modules=(
  'drivers/virtio/*' 'drivers/block/virtio_blk.ko' 'drivers/i2c/i2c-dev.ko'
  'net/9p/*' 'fs/9p/*' 'fs/netfs/*' 'fs/fscache/*' 'fs/overlayfs/*' 'fs/configfs/*'
  'fs/ext4/*' 'fs/jbd2/*' 'fs/mbcache.ko' 'fs/f2fs/*' 'fs/fat/*' 'fs/nls/nls_ascii.ko' 'fs/nls/nls_cp437.ko'
  'lib/crc*' 'lib/lz4/*' 'lib/zstd/*' 'crypto/crc32*' 'arch/*/crypto/crc*'
)

# gpio-sim is the kernel's, and Debian does not build it: these files are taken from its source package when
# preparing and are never part of this repository.
kernel_files=(drivers/gpio/gpio-sim.c drivers/gpio/gpiolib.h kernel/irq/irq_sim.c)

prepare() {
  mkdir --parents "$cache"
  local started=$SECONDS
  stage packages "${guest_modules[*]} ${kernel_files[*]}" fetch_packages
  stage modules "$(<"$cache/packages.stamp") $(<"$cache/kernel") $(files_digest "$here"/kernel/*)" build_modules
  stage initramfs "$(<"$cache/modules.stamp") $(files_digest "$here/prepare.sh" "$here/guest/init")" pack_initramfs
  [[ $arch == amd64 ]] || stage root "$arm64_release ${arm64_packages[*]}" make_arm64_root
  echo "rig: ready, kernel $(<"$cache/kernel"), $((SECONDS - started)) s"
}

# Runs a stage unless its stamp says that the same inputs were done before. A newer kernel in the archive is no new
# input: remove the cache to take it.
stage() {
  local name=$1 inputs=$2 work=$3
  local stamp=$cache/$name.stamp
  if [[ -f $stamp && $(<"$stamp") == "$inputs" ]]; then return; fi
  rm --force "$stamp"
  echo "rig: $name"
  "$work"
  echo "$inputs" >"$stamp"
}

files_digest() {
  cat "$@" | sha256sum | cut --delimiter=' ' --fields=1
}

# --- packages -------------------------------------------------------------------------------------------------

fetch_packages() {
  [[ $arch == amd64 ]] || use_arm64_apt
  choose_kernel
  require_tools
  local download=$cache/download
  rm --recursive --force "$download" "$cache/unpacked" "$cache/source"
  mkdir --parents "$download" "$cache/unpacked" "$cache/source"
  download_packages "$download"
  unpack_packages "$download"
  unpack_source "$download"
  unpack_kernel
  echo "$abi" >"$cache/abi"
  echo "$abi ($version)" >"$cache/kernel"
  rm --recursive --force "$download"
}

# The kernel that linux-image-amd64 (or -arm64) stands for today, and what belongs to it.
choose_kernel() {
  [[ $(uname --machine) == x86_64 ]] || unavailable "the rig needs Debian for amd64; this machine is $(uname --machine)"
  command -v apt-cache >/dev/null || unavailable "the kernel comes from Debian packages; there is no apt here"
  abi=$(dependencies "linux-image-$arch:$arch" | sed --quiet 's/^linux-image-//p')
  [[ -n $abi ]] || unavailable "apt offers no linux-image-$arch; run apt-get update with a Debian source"
  series=$(cut --delimiter=. --fields=1,2 <<<"$abi")
  # gpio-sim and its interrupt simulator change from one series to the next, and kernel/ fits this one.
  [[ $series == 6.1 ]] || unavailable "the rig's modules are for Linux 6.1, Debian 12's; apt offers $abi"
  headers=$(dependencies "linux-headers-$abi:$arch")
  common=$(grep --max-count=1 --regexp='-common' <<<"$headers") || unavailable "apt offers no linux-headers-$abi"
  kbuild=$(grep --max-count=1 '^linux-kbuild' <<<"$headers") || unavailable "apt offers no linux-kbuild for $abi"
  compiler=$cross$(sed --quiet 's/^\(linux-compiler-\)\{0,1\}\(gcc-[0-9]*\).*/\2/p' <<<"$headers")
  version=$(apt-cache show "linux-headers-$abi:$arch" | sed --quiet '0,/^Version: /s/^Version: //p')
}

# What a package depends on, a line each, without the architecture; nothing when apt does not know it.
dependencies() {
  { apt-cache depends "$1" 2>/dev/null || true; } | sed --quiet 's/^ *Depends: <\{0,1\}\([^:>]*\).*/\1/p'
}

require_tools() {
  local tool missing=()
  for tool in apt-get dpkg-deb make "$compiler" ld xz "${emulator[0]}" i2ctransfer; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  ((${#missing[@]} == 0)) || unavailable "missing: ${missing[*]}; run Deploy/install-build-deps $dependencies_of"
}

# Nothing is installed: the packages are only unpacked under the cache.
download_packages() {
  local packages=(
    "linux-image-$abi:$arch" "linux-headers-$abi:$arch" "$common" "$kbuild" "linux-source-$series=$version"
    "busybox-static:$arch" kmod cpio
  )
  (cd "$1" && apt-get --quiet --quiet --option APT::Sandbox::User=root download "${packages[@]}") ||
    unavailable "apt-get could not download: ${packages[*]}"
}

unpack_packages() {
  local archive pattern patterns=()
  for archive in "$1"/{linux-headers,linux-kbuild,busybox,kmod,cpio}*.deb; do
    dpkg-deb --extract "$archive" "$cache/unpacked"
  done
  for pattern in "${guest_modules[@]}"; do patterns+=("./lib/modules/$abi/kernel/$pattern"); done
  dpkg-deb --fsys-tarfile "$1"/linux-image-*.deb |
    tar --extract --directory="$cache/unpacked" --wildcards \
      "./boot/vmlinuz-$abi" "./lib/modules/$abi/modules.*" "${patterns[@]}"
}

# The source package is one large compressed archive: stream it and keep three files.
unpack_source() {
  dpkg-deb --fsys-tarfile "$1"/linux-source-*.deb |
    tar --extract --to-stdout "./usr/src/linux-source-$series.tar.xz" | xz --decompress --threads=0 |
    tar --extract --directory="$cache/source" --no-same-owner --transform='s,.*/,,' \
      "${kernel_files[@]/#/linux-source-$series/}"
}

# A bzImage would be decompressed under TCG at every boot, which takes longer than the boot itself; QEMU starts the
# ELF kernel inside it directly. The header's fields: Documentation/x86/boot.rst, setup_sects, payload_offset,
# payload_length. A payload that is not xz is left to the guest. An arm64 kernel is not compressed.
unpack_kernel() {
  local image=$cache/unpacked/boot/vmlinuz-$abi
  local sectors offset length
  if [[ $arch == arm64 ]]; then
    cp "$image" "$cache/vmlinux"
    return
  fi
  sectors=$(unsigned "$image" 0x1f1 1)
  offset=$(unsigned "$image" 0x248 4)
  length=$(unsigned "$image" 0x24c 4)
  dd if="$image" iflag=skip_bytes,count_bytes skip=$(((sectors + 1) * 512 + offset)) count="$length" status=none |
    xz --decompress --single-stream >"$cache/vmlinux" || cp "$image" "$cache/vmlinux"
}

# The little-endian number of some bytes at an offset of a file.
unsigned() {
  od --address-radix=n --format="u$3" --skip-bytes=$(($2)) --read-bytes="$3" "$1" | tr --delete ' '
}

# --- modules --------------------------------------------------------------------------------------------------

build_modules() {
  local abi build=$cache/build module
  abi=$(<"$cache/abi")
  rm --recursive --force "$build"
  mkdir --parents "$build" "$cache/unpacked/lib/modules/$abi/extra"
  cp "$cache"/source/* "$here"/kernel/* "$build/"
  mv "$build/gpio-sim.c" "$build/gpio-sim-core.c"
  point_headers_at_cache "$abi"
  make --silent --jobs=2 --directory="$cache/unpacked/usr/src/linux-headers-$abi" M="$build" "${make_words[@]}" modules \
    >"$cache/modules.log" 2>&1 || {
    cat "$cache/modules.log" >&2
    echo "rig: the kernel modules did not build" >&2
    exit 1
  }
  for module in gpio-sim rig-i2c; do
    "${cross}strip" --strip-debug -o "$cache/unpacked/lib/modules/$abi/extra/$module.ko" "$build/$module.ko"
  done
}

# The headers package expects to lie in /usr/src.
point_headers_at_cache() {
  local sources=$cache/unpacked/usr/src
  echo "include $sources/linux-headers-${1%-"$arch"}-common/Makefile" >"$sources/linux-headers-$1/Makefile"
}

# --- initramfs ------------------------------------------------------------------------------------------------

# Busybox, the modules and one script, not compressed: under TCG decompressing costs more than reading.
pack_initramfs() {
  local abi tree=$cache/initramfs unpacked=$cache/unpacked applet
  abi=$(<"$cache/abi")
  rm --recursive --force "$tree"
  mkdir --parents "$tree"/{bin,sbin,dev,proc,sys,host,new,layer,lib/modules}
  cp "$unpacked/bin/busybox" "$tree/bin/"
  for applet in sh ln mount mkdir chroot poweroff stty setsid; do ln --symbolic busybox "$tree/bin/$applet"; done
  ln --symbolic ../bin/busybox "$tree/sbin/modprobe" # The kernel calls it by this path.
  cp --recursive "$unpacked/lib/modules/$abi" "$tree/lib/modules/"
  ln --symbolic --force kmod "$unpacked/bin/depmod"
  "$unpacked/bin/depmod" --basedir "$tree" "$abi"
  install --mode=755 "$here/guest/init" "$tree/init"
  (cd "$tree" && find . | LC_ALL=C sort | "$unpacked/bin/cpio" --create --format=newc --quiet --owner=0:0) \
    >"$cache/initramfs.cpio"
  rm --recursive --force "$tree"
}
