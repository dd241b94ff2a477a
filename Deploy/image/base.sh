# The Debian under the box: an arm64 root of a release, with the packages that are only unpacked beside it. Sourced by
# `build-image`; `cache` is where it is kept.

source "$(dirname "${BASH_SOURCE[0]}")/../mirror.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../foreign.sh"

base_packages=systemd-sysv,systemd-timesyncd,systemd-resolved,udev,dbus,kmod,e2fsprogs,fdisk,iproute2
base_packages+=,wpasupplicant,wireless-regdb,openssh-server,i2c-tools,libi2c0,libqrencode4,libstdc++6,tzdata
declare -A gpiod=([bookworm]=libgpiod2 [trixie]=libgpiod3)

# Kernel and firmware are never configured: the root is read-only, so no kernel hook ever has to run in it.
# initramfs-tools, which one of them would bring, does not end under qemu-user.
unpacked_packages="linux-image-arm64 raspi-firmware firmware-brcm80211 busybox-static"

# Files that no one reads on the box. udev's lists of keyboards, mice and vendors are among them: under qemu-user it takes
# minutes to sort them, and no rule that the box needs asks them.
unneeded_files=('/usr/share/doc/*' '/usr/share/locale/*' '/usr/share/man/*' '/usr/share/info/*' '/usr/share/lintian/*'
  '*/udev/hwdb.d/*')

# Makes the root of a release once for each list of packages: `make_base RELEASE`; sets `base`, a tar file.
make_base() {
  local list
  list=$(echo "$base_packages ${gpiod[$1]} $unpacked_packages ${unneeded_files[*]}" | sha256sum | cut --characters=1-8)
  base=$cache/image-$1-$list.tar
  allow_arm64
  [[ -s $base ]] || fetch_base "$1"
}

fetch_base() {
  local mirror
  mirror=$(debian_mirror) || exit
  mmdebstrap --quiet --mode=root --arch=arm64 --variant=minbase --aptopt='Apt::Install-Recommends "false"' \
    "${unneeded_files[@]/#/--dpkgopt=path-exclude=}" --include="$base_packages,${gpiod[$1]}" --customize-hook="$here/image/fetch-unpacked \"\$1\" $unpacked_packages" \
    "$1" "$base.part.tar" \
    "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $1 main non-free-firmware" ||
    unavailable "mmdebstrap could not make an arm64 root of $1"
  mv "$base.part.tar" "$base"
}
