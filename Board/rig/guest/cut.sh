# The box with its directory on a disk, as the guest's scripts of `rig cut` handle it. Sourced after board.sh.

source "$RIG/guest/box.sh"
disk_folder=/run/disk
box_state=$disk_folder/cribside

# As a board mounts its card, and as systemd makes the box's folder before each start (StateDirectory=).
mount_disk() {
  mkdir --parents "$disk_folder"
  mount -t "$1" -o noatime "$2" "$disk_folder" && mkdir --parents "$box_state"
}
