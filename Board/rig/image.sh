# `rig … --image cribside.img`: the guest's root is the root partition of a card's image, read-only as on the card. The
# kernel and its modules stay the rig's, since the card's kernel has no simulated lines. Sourced by `rig`.

# QEMU keeps what the guest writes to the card apart, so the image stays as it is and several machines can share it.
use_image() {
  installed=/usr/bin/cribside
  seen_at=/run/host
  kernel_words="${kernel_words% rig.root=*} rig.image"
  machine=(-drive "if=virtio,format=raw,snapshot=on,file=$image")
}

# `rig service --image`: starts the card's own systemd, which starts the card's own units.
serve_image() {
  local board=pi-zero-2w # as the card's settings say
  require_programs
  open_exchange
  mkdir "$exchange/0"
  cp --sparse=always "$image" "$exchange/0/disk"
  rig_unit >"$exchange/0/rig.service"
  write_orders "$exchange/0" service service-image
  play_system "$exchange/0"
  sum_up
}
