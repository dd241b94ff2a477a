# `rig service`: boots the system of system.sh, in which the package is installed. Sourced by `rig`.

# Boots the system with a package for bookworm and amd64 beside it, and runs the scenario.
service() {
  local package=${1:-} disk
  package=${package:-$(find "$repository/.build-deb" -maxdepth 1 -name 'cribside_*~deb12_amd64.deb' | sort --version-sort | tail --lines=1)}
  [[ -s $package ]] || unavailable "no package for bookworm and amd64; run Deploy/build-deb --release bookworm --arch amd64"
  prepare_system
  cribside=/usr/bin/cribside # the package's
  require_chips
  open_exchange
  mkdir "$exchange/service"
  cp "$package" "$exchange/service/cribside.deb"
  make_next_version "$exchange/service"
  disk=$exchange/service/disk
  cp --sparse=always "$cache/system.img" "$disk"
  here=/host$here chips=/host$chips write_orders "$exchange/service" service
  (boot_system "$exchange/service" timeout "${RIG_SECONDS:-600}") </dev/null |
    grep --line-buffered '' | tee "$exchange/service/results" || true
  [[ -z ${RIG_KEEP:-} ]] || cp "$exchange/service/kernel.log" "$RIG_KEEP"
  rm --force "$disk"
  sum_up
}

# The same package as a later version.
make_next_version() {
  dpkg-deb --raw-extract "$1/cribside.deb" "$1/next"
  sed --in-place 's/^Version: .*/&+next/' "$1/next/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone --build "$1/next" "$1/next.deb" >/dev/null
  rm --recursive --force "$1/next"
}

# As `boot`, with the system's disk, and with a clock that was never set, as on a board without a battery.
boot_system() {
  local exchange=$1
  shift
  echo "$BASHPID" >"$exchange/pid"
  exec "$@" qemu-system-x86_64 \
    -accel tcg -machine q35 -cpu Nehalem -m 768 -nodefaults -no-user-config -display none -no-reboot \
    -rtc base=1970-01-01T00:00:30 \
    -chardev "file,id=kernel,path=$exchange/kernel.log" -serial chardev:kernel \
    -chardev stdio,id=guest,signal=off -serial chardev:guest \
    -kernel "$cache/vmlinux" -initrd "$cache/initramfs.cpio" \
    -append "console=ttyS0 quiet panic=-1 mitigations=off norandmaps nokaslr rig.system systemd.show_status=0" \
    -drive "if=virtio,format=raw,cache=unsafe,file=$exchange/disk" \
    -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap \
    -device virtio-9p-pci,fsdev=host,mount_tag=host \
    -fsdev "local,id=exchange,path=$exchange,security_model=none" \
    -device virtio-9p-pci,fsdev=exchange,mount_tag=exchange
}
