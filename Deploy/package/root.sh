# A small Debian with systemd, in which packages are tried out. Sourced; `cache` is where it is kept.

source "$(dirname "${BASH_SOURCE[0]}")/../mirror.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../foreign.sh"

# What the package depends on and what a board's system has anyway.
declare -A root_packages=(
  [bookworm]="libgpiod2,libssl3,libcurl4"
  [trixie]="libgpiod3,libssl3t64,libcurl4t64"
)
common_packages="systemd-sysv,udev,dbus,kmod,i2c-tools,libi2c0,libmicrohttpd12,libmosquitto1,libqrencode4,libstdc++6,tzdata"

# Lays a fresh root of a release to a folder: `make_root RELEASE FOLDER [ARCHITECTURE]`.
make_root() {
  local architecture=${3:-amd64} archive
  archive=$cache/roots/$1-$architecture.tar
  [[ -s $archive ]] || fetch_root "$1" "$archive" "$architecture"
  mkdir --parents "$2"
  tar --extract --file="$archive" --directory="$2" --numeric-owner --exclude='./dev/*'
}

# Documents and translations are left out: no one reads them there. Nor does a rule of the box ask udev's lists of
# keyboards and vendors, which take minutes to sort under qemu-user.
fetch_root() {
  local mirror folder exclusions=()
  mirror=$(debian_mirror) || exit
  for folder in /usr/share/doc /usr/share/locale /usr/share/man '*/udev/hwdb.d'; do
    exclusions+=("--dpkgopt=path-exclude=$folder/*")
  done
  [[ $3 != arm64 ]] || allow_arm64
  mkdir --parents "$(dirname "$2")"
  mmdebstrap --quiet --mode=root --arch="$3" --variant=apt --include="$common_packages,${root_packages[$1]}" "${exclusions[@]}" "$1" "$2.part.tar" \
    "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $1 main" ||
    unavailable "mmdebstrap could not make a root of $1"
  mv "$2.part.tar" "$2"
}
