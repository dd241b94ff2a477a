# Assembles the card: partition table, FAT for the firmware and the settings, root, state. Sourced by `build-image`.

# Sizes in MiB, 1 GiB in total: QEMU accepts a card only if its size is a power of two.
boot_start=4 boot_size=128 root_size=828 state_size=64
# Any numbers will do, as long as they are always the same.
disk_id=c21b51de
root_uuid=5fd8e1a4-6a0c-4a0e-9c55-0b1d6c0e7a02
state_uuid=5fd8e1a4-6a0c-4a0e-9c55-0b1d6c0e7a03

# Writes the card: `make_disk WORK FILE`.
make_disk() {
  local work=$1 file=$2
  make_fat "$work/boot" "$work/boot.fat"
  make_ext4 "$work" root "$root_size" "$root_uuid" 4096 4096
  # The log has few files. With the usual number of inodes, growing to a card of 32 GB would write 2 GB of them.
  make_ext4 "$work" state "$state_size" "$state_uuid" 1024 65536
  rm --force "$file"
  truncate --size=$((boot_start + boot_size + root_size + state_size))M "$file"
  partition "$file"
  write_at "$boot_start" "$work/boot.fat" "$file"
  write_at $((boot_start + boot_size)) "$work/root.ext4" "$file"
  write_at $((boot_start + boot_size + root_size)) "$work/state.ext4" "$file"
}

# The firmware of Zero 2 W and 3 knows only this kind of table.
partition() {
  local mib=2048
  sfdisk --quiet "$1" <<TABLE
label: dos
label-id: 0x$disk_id
start=$((boot_start * mib)), size=$((boot_size * mib)), type=c
start=$(((boot_start + boot_size) * mib)), size=$((root_size * mib)), type=83
start=$(((boot_start + boot_size + root_size) * mib)), size=$((state_size * mib)), type=83
TABLE
}

make_fat() {
  truncate --size="${boot_size}M" "$2"
  mkfs.fat -F 32 -n CRIBSIDE -i "$disk_id" --invariant "$2" >/dev/null
  mcopy -s -m -i "$2" "$1"/* ::
}

# Uses the image's own mke2fs in an emulator: an older one writes the time of the build into every inode.
make_ext4() {
  local work=$1 name=$2 size=$3 uuid=$4 block=$5 bytes_per_inode=$6 libraries=$1/root/usr/lib/aarch64-linux-gnu
  qemu-aarch64-static "$libraries/ld-linux-aarch64.so.1" --library-path "$libraries" "$work/root/usr/sbin/mke2fs" \
    -q -t ext4 -b "$block" -i "$bytes_per_inode" -m 0 -L "cribside-$name" -U "$uuid" -E "hash_seed=$uuid,root_owner=0:0" \
    -d "$work/$name" "$work/$name.ext4" "${size}M"
}

write_at() { dd if="$2" of="$3" bs=1M seek="$1" conv=notrunc,sparse status=none; }
