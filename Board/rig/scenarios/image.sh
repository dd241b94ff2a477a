# On the root of a card's image (`rig run --image`): what the other scenarios run is the image's own, all of it but the
# kernel with its modules, the chips and these scripts.

root_is_the_images() {
  equal "$(findmnt --noheadings --output SOURCE,FSTYPE / | tr --squeeze-repeats ' ') $(blkid --match-tag UUID --output value /dev/vda2)" \
    "/dev/vda2 ext4 5fd8e1a4-6a0c-4a0e-9c55-0b1d6c0e7a02"
}

root_is_read_only() {
  why="it is mounted with $(findmnt --noheadings --output OPTIONS /)"
  [[ $(findmnt --noheadings --output OPTIONS /) == ro,* ]] && ! touch /usr/bin/touched 2>/dev/null
}

# A file and what is mounted at it: the root has all of them, and nothing lies over one.
is_of_the_root() {
  local file
  for file in "$@"; do
    equal "$file of $(findmnt --noheadings --output SOURCE --target "$file")" "$file of /dev/vda2" && [[ -s $file ]] || return
  done
}

# By dpkg's checksums. The image has no documentation, and its settings are on the first partition.
is_as_packaged() {
  local changed
  changed=$(dpkg --verify "$@" 2>&1 | grep --invert-match '^missing .*/usr/share/\(doc\|man\|locale\|lintian\|info\)/\| c /etc/cribside/')
  why="changed: $changed"
  [[ -z $changed ]]
}

is_the_installed_version() {
  equal "$("$CRIBSIDE" --version | grep --only-matching '[0-9][0-9.]*[0-9]' | head --lines=1)" \
    "$(dpkg-query --show --showformat='${Version}' cribside | grep --only-matching '^[0-9.]*[0-9]')"
}

# Whether the box's program and every library that it has loaded are files of the image.
box_is_the_images() {
  local mapped foreign
  equal "$(readlink "/proc/$box_process/exe") $(readlink "/proc/$box_process/root")" "/usr/bin/cribside /" || return
  # The fields of a mapping: addresses, rights, offset, device, inode, file.
  mapped=$(awk '$6 ~ /^\// && !seen[$6]++ { print $4, $6 }' "/proc/$box_process/maps")
  foreign=$(grep --invert-match "^$(printf '%02x:%02x' $(mountpoint --fs-devno / | tr : ' ')) " <<<"$mapped")
  why="mapped from elsewhere: $foreign; of the root: $mapped"
  [[ -z $foreign && $mapped == */usr/bin/cribside* && $mapped == */libgpiod.so.* && $mapped == */libi2c.so.* && $mapped == */libc.so.* ]] || return
  echo "figure image: cribside $(dpkg-query --show --showformat='${Version}' cribside), loaded from the image: $(sed 's|.*/||' <<<"$mapped" | tr '\n' ' ')"
}

check "image/root-is-the-images" root_is_the_images
check "image/root-is-read-only" root_is_read_only
check "image/program-and-time-zones-are-of-the-root" is_of_the_root "$CRIBSIDE" /usr/share/zoneinfo/Europe/Copenhagen
check "image/packages-are-as-packaged" is_as_packaged cribside libgpiod3 libi2c0 libqrencode4 libc6 libstdc++6 tzdata i2c-tools
check "image/program-is-the-installed-one" is_the_installed_version
check "image/box-starts" start_box || return
check "image/box-runs-nothing-else" box_is_the_images
