# Fills the three partitions' folders: `root`, `state` and `boot`. Sourced by `build-image`.

# Makes them in a folder: `make_tree WORK`.
make_tree() {
  local work=$1
  mkdir "$work"/{root,state,boot,unpacked}
  tar --extract --file="$base" --directory="$work/root" --numeric-owner --exclude='./dev/*'
  unpack "$work"
  install_box "$work/root"
  make_state "$work/state"
  make_boot "$work"
  settle "$work"
}

unpack() {
  local archive
  mv "$1/root/packages" "$1/packages"
  for archive in "$1"/packages/*.deb; do dpkg-deb --extract "$archive" "$1/unpacked"; done
  kernel=$(basename "$1"/unpacked/boot/vmlinuz-*)
  kernel=${kernel#vmlinuz-}
  cp --archive "$1/unpacked/usr/lib/modules" "$1/root/usr/lib/"
  mkdir --parents "$1/root/usr/lib/firmware"
  (cd "$1/unpacked/usr/lib/firmware" && cp --archive --parents brcm/*4343[06]* brcm/*4345[56]* cypress/*4343[06]* \
    cypress/*43455* "$1/root/usr/lib/firmware/")
  depmod --basedir "$1/root" "$kernel"
}

# The package, our files and the units that run.
install_box() {
  local root=$1
  cp "$package" "$root/tmp/cribside.deb"
  chroot "$root" dpkg --install /tmp/cribside.deb >/dev/null
  cp --recursive "$here/image/root/." "$root/"
  install -D --mode=755 --target-directory="$root/usr/lib/cribside" "$here"/image/card/{apply,update,keep}
  install --mode=644 --target-directory="$root/usr/lib/cribside" "$here"/image/card/*.sh
  mv "$root/tmp/cribside.deb" "$root/usr/lib/cribside/kept.deb"
  [[ -z $update_key ]] || echo "cribside namespaces=\"cribside-update\" $(<"$update_key")" >"$root/usr/lib/cribside/update-key"
  ln --symbolic --force /boot/firmware/cribside.json5 "$root/etc/cribside/cribside.json5"
  ln --symbolic --force /state/wifi/wpa_supplicant.conf "$root/etc/wpa_supplicant/wpa_supplicant-wlan0.conf"
  ln --symbolic --force /run/systemd/resolve/stub-resolv.conf "$root/etc/resolv.conf"
  mkdir --parents "$root/state" "$root/boot/firmware"
  install --directory --mode=700 --owner="$(box_id 3)" --group="$(box_id 4)" "$root/var/lib/cribside"
  systemctl --quiet --root="$root" enable cribside cribside-guard cribside-card cribside-update cribside-keep \
    systemd-networkd systemd-resolved systemd-timesyncd wpa_supplicant@wlan0
  systemctl --quiet --root="$root" mask ssh.socket sshd-keygen.service getty@tty1.service serial-getty@.service \
    wpa_supplicant.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer \
    e2scrub_reap.service fstrim.timer systemd-networkd-wait-online.service systemd-networkd-persistent-storage.service \
    systemd-tpm2-setup.service systemd-tpm2-setup-early.service systemd-pstore.service systemd-logind.service
  systemctl --quiet --root="$root" disable ssh
}

# The partition that is written to. What the box falls back to is the configuration as it comes.
make_state() {
  install --directory --mode=755 "$1/systemd"
  install --directory --mode=700 "$1/ssh" "$1/wifi" "$1/update"
  install --directory --mode=700 --owner="$(box_id 3)" --group="$(box_id 4)" "$1/cribside"
  install --mode=600 --owner="$(box_id 3)" --group="$(box_id 4)" "$here/cribside.json5" "$1/cribside/settings.json5"
}

# A field of the box's user in the image.
box_id() { awk -F: -v field="$1" '$1 == "cribside" { print $field }' "$work/root/etc/passwd"; }

# What the Pi's firmware reads.
make_boot() {
  local firmware=$1/unpacked/usr/lib/raspi-firmware boot=$1/boot
  cp "$firmware"/{bootcode.bin,start.elf,fixup.dat,start4.elf,fixup4.dat} "$boot/"
  cp "$1/unpacked/usr/lib/linux-image-$kernel/broadcom"/bcm2837-rpi-{zero-2-w,3-a-plus,3-b,3-b-plus}.dtb \
    "$1/unpacked/usr/lib/linux-image-$kernel/broadcom/bcm2711-rpi-4-b.dtb" "$boot/"
  cp "$1/unpacked/boot/vmlinuz-$kernel" "$boot/vmlinuz"
  make_initrd "$1" >"$boot/initrd.img"
  cp "$here"/image/boot/* "$boot/"
  make_settings >"$boot/cribside.json5"
  if [[ -n $update_key ]]; then cat "$here/image/updates-on.txt"; else cat "$here/image/updates-off.txt"; fi >>"$boot/README.txt"
  make_overlay "$boot"
}

# The package's configuration, whose head is for a user with a terminal; here it is for an owner with a laptop.
make_settings() {
  cat "$here/image/settings-head.txt"
  sed '1,/^{/{/^{/!d}' "$here/cribside.json5"
}

# The clock with a battery, which config.txt can switch on; every board has to take it.
make_overlay() {
  local board
  mkdir "$1/overlays"
  dtc -q -@ -I dts -O dtb -o "$1/overlays/ds3231.dtbo" "$here/image/ds3231.dts"
  for board in "$1"/*.dtb; do
    fdtoverlay -i "$board" -o /dev/null "$1/overlays/ds3231.dtbo" || fail "$board does not take the overlay of the clock"
  done
}

# Busybox, and the modules without which the root cannot be found. Not compressed: they are.
make_initrd() {
  local initrd=$1/initrd module file
  mkdir --parents "$initrd"/{bin,dev,proc,sys,root,modules}
  cp "$1/unpacked/usr/bin/busybox" "$initrd/bin/"
  cp "$here/image/initrd-init" "$initrd/init"
  for module in bcm2835 sdhci-iproc gpio-regulator fixed virtio_blk virtio_mmio bcm2835_wdt ext4 crc32c_generic; do
    file=$(modinfo --basedir "$1/root" --set-version "$kernel" --field filename "$module") ||
      fail "the kernel has no module $module"
    [[ $file == "(builtin)" ]] || modules_for "$1/root" "$module"
  done | awk '!seen[$0]++' >"$initrd/modules/order.paths"
  while read -r file; do
    xz --decompress --stdout "$file" >"$initrd/modules/$(basename "$file" .xz)"
    basename "$file" .xz
  done <"$initrd/modules/order.paths" >"$initrd/modules/order"
  rm "$initrd/modules/order.paths"
  find "$initrd" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  (cd "$initrd" && find . | sort | cpio --quiet --reproducible --owner=0:0 --format=newc --create)
}

# The files of a module and of what it needs, in the order in which they load.
modules_for() {
  modprobe --dirname "$1" --set-version "$kernel" --show-depends "$2" | sed --quiet 's/^insmod \([^ ]*\).*/\1/p'
}

# Takes away what differs from build to build, and what only this machine knows.
settle() {
  local root=$1/root
  : >"$root/etc/machine-id"
  echo cribside >"$root/etc/hostname"
  rm --recursive --force "$root"/etc/ssh/ssh_host_* "$root"/etc/{shadow,passwd,group,gshadow}- "$root"/var/cache/* \
    "$root"/var/log/* "$root"/var/lib/apt/lists/* "$root"/var/lib/systemd/* "$root"/boot/vmlinuz* \
    "$root"/etc/apt/sources.list "$root"/usr/bin/qemu-aarch64-static
  find "$1/root" "$1/state" "$1/boot" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}
