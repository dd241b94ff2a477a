# `rig cut`: the machine is cut off in the middle of presses, in many ways, and every state that its disk may be left in
# is read by the box. Sourced by `rig`.

declare -A disk_sizes=([ext4]=48M [f2fs]=64M)

# Each file system with the box as it is; then each with the sync taken out of the box, which must be noticed.
# Not called `cut`: that is a program.
cut_off() {
  local filesystem expectation filesystems=("$@") jobs=()
  ((${#filesystems[@]})) || filesystems=(ext4 f2fs)
  for filesystem in "${filesystems[@]}"; do [[ -n ${disk_sizes[$filesystem]:-} ]] || usage; done
  require_cut
  require_programs
  open_exchange
  seed=${RIG_SEED:-$RANDOM}
  echo "figure cut/seed $seed; RIG_SEED=$seed makes the same choices"
  for expectation in holds loses; do
    for filesystem in "${filesystems[@]}"; do jobs+=("$filesystem $expectation"); done
  done
  side_by_side cut_one "${jobs[@]}"
  sum_up
}

require_cut() {
  local tool
  for tool in python3 mkfs.ext4 mkfs.f2fs "$guest_compiler"; do
    command -v "$tool" >/dev/null || unavailable "$tool is missing; run Deploy/install-build-deps --rig"
  done
}

# side_by_side COMMAND JOB…: as many jobs at a time as there may be machines.
side_by_side() {
  local command=$1 job guests
  guests=$(guest_count)
  shift
  for job in "$@"; do
    while (($(jobs -rp | wc --lines) >= guests)); do wait -n || true; done
    # The words of a job are its arguments.
    "$command" $job &
  done
  wait
}

# One recording and one check, in a folder that both machines share with this one. Where something is to be lost,
# fewer states show it.
cut_one() {
  local filesystem=$1 expectation=$2 name=cut/$1 states=${RIG_STATES:-24} preload= work
  work=$exchange/$filesystem-$expectation
  mkdir "$work"
  if [[ $expectation == loses ]]; then
    name+=-without-sync
    states=6
    "$guest_compiler" -shared -fPIC -O2 -o "$work/no-sync.so" "$here/cut/no-sync.c"
    preload=/mnt/no-sync.so
  fi
  if { record_writes && build_states && read_states && judge; } | tee "$work/results"; then
    echo 0 >"$work/status"
  else
    echo 1 >"$work/status"
  fi
  [[ -z ${RIG_IMAGES:-} ]] || cp --recursive --sparse=always "$work" "$RIG_IMAGES/"
}

# The box is used on an empty disk, and QEMU records what is written to it and when it is flushed.
record_writes() {
  make_disk "$work/base"
  cp --sparse=always "$work/base" "$work/disk"
  : >"$work/writes"
  write_orders "$work" cut-record "$filesystem" "$name" "${RIG_CUT_SECONDS:-16}" "$preload"
  run_machine \
    -blockdev "driver=file,node-name=disk,filename=$work/disk,cache.no-flush=on" \
    -blockdev "driver=file,node-name=log,filename=$work/writes,cache.no-flush=on" \
    -blockdev driver=blklogwrites,node-name=recorded,file=disk,log=log,log-sector-size=512 \
    -device virtio-blk-pci,drive=recorded |
    python3 "$here/cut/crash.py" note "$work/writes" "$work/notes"
  ended_well
}

make_disk() {
  truncate --size="${disk_sizes[$filesystem]}" "$1"
  case $filesystem in
    ext4) mkfs.ext4 -q "$1" ;;
    f2fs) mkfs.f2fs -q "$1" >/dev/null ;;
  esac
}

build_states() {
  deeds=$(python3 "$here/cut/crash.py" build "$work" "$seed" "$states" 2>&1) || {
    echo "FAILED $name-recording-is-of-use ${deeds##*$'\n'}"
    return 1
  }
}

# One more machine gets all states as disks, of which nothing is kept.
read_states() {
  local image disks=()
  for image in "$work"/image-*; do disks+=(-drive "if=virtio,format=raw,cache=unsafe,file=$image"); done
  # A deed for each disk.
  write_orders "$work" cut-read "$filesystem" $deeds
  run_machine "${disks[@]}"
  ended_well
}

judge() {
  python3 "$here/cut/crash.py" judge "$work" "$name" "$expectation"
}

# Boots a machine with more parts than the others have, and waits for its end.
run_machine() {
  rm --force "$work/status"
  (
    # The firmware leaves queues to these disks behind, which QEMU's own notices would look into.
    machine=(
      -append "$kernel_words rig.modules=virtio_blk,$filesystem" -global virtio-blk-pci.ioeventfd=off "$@"
    )
    boot "$work" timeout "${RIG_SECONDS:-300}"
  ) </dev/null
  rm --force "$work/pid"
}

# The status is the judge's from then on.
ended_well() {
  guest_status "$work" || return 1
  rm "$work/status"
}
