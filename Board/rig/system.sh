# The system that `rig service` boots: a Debian with systemd, of a release, as an ext4 image made of Debian's packages
# and the rig's kernel modules; each run works on a copy. The host's own root is at /host there, read-only, for the scripts and the
# chip models, and the exchange folder at /mnt. Sourced by `rig`.

# What a board's system does at its start and the rig does not need: under TCG every unit takes seconds.
unneeded_units=(
  getty.target getty@tty1.service serial-getty@ttyS0.service systemd-timesyncd.service systemd-logind.service
  apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer
  systemd-update-utmp.service systemd-update-utmp-runlevel.service systemd-pcrphase.service
  systemd-pcrphase-sysinit.service systemd-machine-id-commit.service systemd-firstboot.service
  systemd-hwdb-update.service systemd-user-sessions.service systemd-journal-flush.service
  modprobe@drm.service modprobe@efi_pstore.service modprobe@dm_mod.service modprobe@loop.service
  dev-hugepages.mount dev-mqueue.mount modprobe@fuse.service systemd-udev-load-credentials.service run-lock.mount
)

prepare_system() {
  require_qemu
  (($(id --user) == 0)) || unavailable "the system's root is made with mmdebstrap, which needs root"
  for tool in mmdebstrap mke2fs; do
    command -v "$tool" >/dev/null || unavailable "$tool is missing; run Deploy/install-build-deps --rig --deb"
  done
  source "$repository/Deploy/package/root.sh"
  local release=$1 inputs
  inputs="$(<"$cache/modules.stamp") $(files_digest "$here/system.sh" "$repository/Deploy/package/root.sh")"
  stage "system-$release" "$inputs" make_system
}

system_image() { echo "$cache/system-$1.img"; }

make_system() {
  local root=$cache/system abi image
  image=$(system_image "$release")
  abi=$(<"$cache/abi")
  rm --recursive --force "$root"
  # The same archive as the packages are tried out in.
  cache=${DEB_CACHE:-$repository/.build-deb/cache} make_root "$release" "$root" "$arch"
  mkdir --parents "$root/lib/modules" "$root/host" "$root/opt"
  cp --recursive "$cache/unpacked/lib/modules/$abi" "$root/lib/modules/"
  "$cache/unpacked/bin/depmod" --basedir "$root" "$abi"
  trim_system "$root"
  add_rig "$root"
  rm --force "$image"
  mke2fs -q -t ext4 -d "$root" "$image" 500M >/dev/null
  rm --recursive --force "$root"
}

trim_system() {
  local root=$1 unit
  for unit in "${unneeded_units[@]}"; do
    ln --symbolic --force --no-dereference /dev/null "$root/etc/systemd/system/$unit"
  done
  mkdir --parents "$root/etc/systemd/journald.conf.d" "$root/etc/systemd/system/systemd-udev-trigger.service.d"
  printf '[Journal]\nStorage=volatile\n' >"$root/etc/systemd/journald.conf.d/rig.conf"
  printf '[Service]\nExecStart=\nExecStart=-udevadm trigger --type=devices --action=add --subsystem-match=%s --subsystem-match=block --subsystem-match=tty\n' \
    'gpio --subsystem-match=i2c-dev' >"$root/etc/systemd/system/systemd-udev-trigger.service.d/rig.conf"
  # A machine that is not at its first start spares itself that work.
  echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"
  touch "$root/etc/.updated" "$root/var/.updated"
  echo rigbox >"$root/etc/hostname"
  echo '/dev/vda / ext4 defaults 0 1' >"$root/etc/fstab"
}

add_rig() {
  local root=$1
  ln --symbolic /host/opt/swift "$root/opt/swift" # The chip models may be linked with its libraries.
  printf 'gpio-sim\nrig-i2c\n' >"$root/etc/modules-load.d/rig.conf"
  echo 'options rig-i2c nr=1' >"$root/etc/modprobe.d/rig.conf"
  rig_unit >"$root/etc/systemd/system/rig.service"
  mkdir --parents "$root/etc/systemd/system/multi-user.target.wants"
  ln --symbolic ../rig.service "$root/etc/systemd/system/multi-user.target.wants/rig.service"
  cat >>"$root/etc/fstab" <<'FSTAB'
host /host 9p ro,trans=virtio,version=9p2000.L,msize=524288,cache=loose 0 0
exchange /mnt 9p trans=virtio,version=9p2000.L,msize=524288 0 0
FSTAB
}

# The rig's own unit: runs the orders on the second serial line once the system is up, and ends the machine.
rig_unit() {
  cat <<UNIT
[Unit]
After=basic.target sys-kernel-config.mount sys-kernel-debug.mount

[Service]
Type=exec
Environment=HOME=/root TERM=dumb
ExecStart=/bin/bash -c 'stty -F $guest_tty -onlcr -echo; exec >$guest_tty 2>&1; bash /mnt/orders; echo \$? >/mnt/status; systemctl poweroff --force --force'
UNIT
}
