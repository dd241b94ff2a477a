# The box with its directory on a disk, for the guest's scripts of `rig cut`. Sourced after board.sh.

source "$RIG/guest/box.sh"
disk_folder=/run/disk
box_state=$disk_folder/cribside

# Mounts the disk as a board mounts its card, and makes the box's folder as systemd does before each start
# (StateDirectory=).
mount_disk() {
  mkdir --parents "$disk_folder"
  mount -t "$1" -o noatime "$2" "$disk_folder" && mkdir --parents "$box_state"
}
