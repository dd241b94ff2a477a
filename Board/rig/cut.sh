# `rig cut`: cuts the machine's power during presses, in many ways, and has the box read every state that the disk may
# be left in. Sourced by `rig`.

declare -A disk_sizes=([ext4]=48M [f2fs]=64M)

# Tests each file system with the box as it is, then without the box's sync, which must be noticed. It is not called
# `cut`, since that is a program.
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

# side_by_side COMMAND JOB…: runs as many jobs at once as machines are allowed.
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

# Makes one recording and one check, in a folder that both machines share with this one. If entries must be lost, fewer
# states are enough.
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

# Uses the box on an empty disk, while QEMU records its writes and flushes.
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

# Gives all states as disks to another machine; its changes to them are not kept.
read_states() {
  local image disks=()
  for image in "$work"/image-*; do disks+=(-drive "if=virtio,format=raw,cache=unsafe,file=$image"); done
  # Each disk has one deed.
  write_orders "$work" cut-read "$filesystem" $deeds
  run_machine "${disks[@]}"
  ended_well
}

judge() {
  python3 "$here/cut/crash.py" judge "$work" "$name" "$expectation"
}

# Boots a machine with additional parts, and waits for its end.
run_machine() {
  rm --force "$work/status"
  (
    # The firmware leaves queues of these disks behind, which QEMU's ioeventfd would read.
    machine=(
      -append "$kernel_words rig.modules=virtio_blk,$filesystem" -global virtio-blk-pci.ioeventfd=off "$@"
    )
    boot "$work" timeout "${RIG_SECONDS:-300}"
  ) </dev/null
  rm --force "$work/pid"
}

# Checks and removes the guest's status; the judge then writes its own.
ended_well() {
  guest_status "$work" || return 1
  rm "$work/status"
}
