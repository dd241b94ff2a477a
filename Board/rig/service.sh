# `rig service`: boots the system of system.sh, in which the package is installed. Sourced by `rig`.

# In an order in which dealing in turn gives each of three machines about the same time.
service_scenarios=(service-guard service service-crash service-setup service-doctor service-bus)

declare -A debian_numbers=([bookworm]=12 [trixie]=13)

# Boots the system of a release with a package, on all machines, and deals the scenarios. Words may be
# `--release bookworm|trixie`, a package's file, and the names of scenarios.
service() {
  local release=$service_release package= scenarios=() guests guest
  if [[ -n $image ]]; then
    (($# == 0)) || usage
    serve_image
    return
  fi
  parse_service "$@"
  ((${#scenarios[@]})) || scenarios=("${service_scenarios[@]}")
  package=${package:-$(newest_package "$release" "$arch")}
  [[ -s $package ]] || unavailable "no package for $release and $arch; run Deploy/build-deb --release $release --arch $arch"
  prepare_system "$release"
  cribside=/usr/bin/cribside # the package's
  require_chips
  open_exchange
  mkdir "$exchange/packages"
  cp "$package" "$exchange/packages/cribside.deb"
  make_next_version "$exchange/packages"
  guests=$(guest_count)
  # Half of these scenarios' time is spent waiting.
  [[ -n ${RIG_GUESTS:-} || $arch != amd64 ]] || ((guests < 2)) || guests=3
  for ((guest = 0; guest < guests && guest < ${#scenarios[@]}; guest++)); do
    play_service "$exchange/$guest" "$release" $(dealt "$guest" "$guests" "${scenarios[@]}") &
  done
  wait
  rm --recursive --force "$exchange/packages"
  sum_up
}

parse_service() {
  while (($#)); do
    case $1 in
      --release)
        [[ -n ${2:-} && -n ${debian_numbers[$2]:-} ]] || usage
        release=$2
        shift
        ;;
      *.deb) package=$1 ;;
      service*) scenarios+=("$1") ;;
      *) usage ;;
    esac
    shift
  done
}

# Every STEP-th word, from the FIRST one on: `dealt FIRST STEP WORD…`.
dealt() {
  local index first=$1 step=$2
  shift 2
  for ((index = first + 1; index <= $#; index += step)); do echo "${!index}"; done
}

# Runs one machine with its copy of the system, from start to end.
play_service() {
  local exchange=$1 release=$2 here=/host$here chips=/host$chips seen_at=
  shift 2
  mkdir "$exchange"
  ln "$exchange"/../packages/*.deb "$exchange/"
  cp --sparse=always "$(system_image "$release")" "$exchange/disk"
  write_orders "$exchange" service "$@"
  play_system "$exchange"
}

# Runs the machine whose disk and orders are in a folder.
play_system() {
  local exchange=$1
  (boot_system "$exchange" timeout "${RIG_SECONDS:-$service_seconds}") </dev/null |
    grep --line-buffered '' | tee "$exchange/results" || true
  [[ -z ${RIG_KEEP:-} ]] || cp "$exchange/kernel.log" "$RIG_KEEP"
  rm --force "$exchange/disk"
}

# Makes a later version of the same package.
make_next_version() {
  dpkg-deb --raw-extract "$1/cribside.deb" "$1/next"
  sed --in-place 's/^Version: .*/&+next/' "$1/next/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone --build "$1/next" "$1/next.deb" >/dev/null
  rm --recursive --force "$1/next"
}

# Like `boot`, but with the system's disk, and with a clock that was never set, as on a board without a battery.
boot_system() {
  local exchange=$1
  shift
  echo "$BASHPID" >"$exchange/pid"
  exec "$@" "${emulator[@]}" \
    -accel tcg -m 768 -nodefaults -no-user-config -display none -no-reboot \
    -rtc base=1970-01-01T00:00:30 \
    -chardev "file,id=kernel,path=$exchange/kernel.log" -serial chardev:kernel \
    -chardev stdio,id=guest,signal=off "${guest_line[@]}" \
    -kernel "$cache/vmlinux" -initrd "$cache/initramfs.cpio" \
    -append "$kernel_words rig.system systemd.show_status=0" \
    -drive "if=virtio,format=raw,cache=unsafe,file=$exchange/disk" \
    -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap \
    -device virtio-9p-pci,fsdev=host,mount_tag=host \
    -fsdev "local,id=exchange,path=$exchange,security_model=none" \
    -device virtio-9p-pci,fsdev=exchange,mount_tag=exchange
}
