# Packages of a Debian release and an architecture, which are downloaded and unpacked, and not installed. No root is needed,
# and this machine's apt is left as it is. Sourced; `cache` is where apt keeps its lists.

source "$(dirname "${BASH_SOURCE[0]}")/../mirror.sh"

# An apt of its own for a release: its own lists and its own idea of what is installed, which is nothing.
suite_apt() {
  local suite=$1 root=$cache/apt/$1
  shift
  [[ -f $root/ready ]] || open_suite "$suite" "$root"
  APT_CONFIG=$root/apt.conf "$@"
}

open_suite() {
  local suite=$1 root=$2 mirror
  mirror=$(debian_mirror) || exit
  mkdir --parents "$root"/{etc/apt.conf.d,etc/preferences.d,etc/sources.list.d,state/lists/partial,cache/archives/partial}
  : >"$root/status"
  echo "deb [arch=amd64,arm64 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" \
    >"$root/etc/sources.list"
  # Check-Valid-Until: a mirror that lags behind is better than none, and signatures are verified all the same.
  cat >"$root/apt.conf" <<CONF
Dir::State "$root/state"; Dir::State::status "$root/status"; Dir::Cache "$root/cache";
Dir::Etc "$root/etc"; Dir::Etc::main "/dev/null"; Dir::Etc::parts "$root/etc/apt.conf.d";
Dir::Etc::sourcelist "$root/etc/sources.list"; Dir::Etc::sourceparts "$root/etc/sources.list.d";
Dir::Etc::trusted "/dev/null"; Dir::Etc::trustedparts "/usr/share/keyrings";
APT::Architecture "amd64"; APT::Architectures { "amd64"; "arm64"; };
APT::Sandbox::User "root"; APT::Install-Recommends "0"; Debug::NoLocking "1";
Acquire::Languages "none"; Acquire::Check-Valid-Until "false";
CONF
  APT_CONFIG=$root/apt.conf apt-get update -qq || unavailable "the Debian mirror has no $suite"
  touch "$root/ready"
}

# Downloads packages of a release, as they are named, to a folder.
download() {
  local suite=$1 folder=$2
  shift 2
  rm --recursive --force "$folder"
  mkdir --parents "$folder"
  (cd "$folder" && suite_apt "$suite" apt-get download -qq "$@") ||
    unavailable "apt could not download from $suite: $*"
}

# The names and versions of packages and of all that they depend on, in one architecture: `name=version`, one a line.
closure() {
  local suite=$1 architecture=$2 unneeded=$3 name version rest
  shift 3
  suite_apt "$suite" apt-get install --yes --simulate "${@/%/:$architecture}" 2>/dev/null |
    sed --quiet 's/^Inst \([^ ]*\) (\([^ ]*\) \(.*\)/\1 \2 \3/p' |
    while read -r name version rest; do
      name=${name%%:*}
      [[ ! $name =~ $unneeded ]] || continue
      case $rest in
        *"[all]"*) echo "$name=$version" ;;
        *"[$architecture]"*) echo "$name:$architecture=$version" ;;
      esac
    done
}

# Unpacks packages and all that they depend on to a tree that can be used from anywhere.
unpack_tree() {
  local suite=$1 architecture=$2 tree=$3 unneeded=$4 wanted archive folder
  shift 4
  mapfile -t wanted < <(closure "$suite" "$architecture" "$unneeded" "$@")
  ((${#wanted[@]})) || unavailable "apt finds no $* for $architecture in $suite"
  mkdir --parents "$tree"/usr/{lib,bin,sbin,lib64}
  for folder in lib bin sbin lib64; do
    [[ -e $tree/$folder ]] || ln --symbolic "usr/$folder" "$tree/$folder"
  done
  download "$suite" "$cache/download" "${wanted[@]}"
  for archive in "$cache"/download/*.deb; do
    dpkg-deb --fsys-tarfile "$archive" | tar --extract --directory="$tree" --keep-directory-symlink --no-same-owner
  done
  rm --recursive --force "$cache/download"
  make_links_relative "$tree"
}

# An absolute link would lead out of the tree; lld would then take libm.a for bookworm's libm.so.
make_links_relative() {
  local link target
  find "$1" -type l -lname '/*' | while read -r link; do
    target=$(realpath --canonicalize-missing --relative-to="$(dirname "$link")" "$1$(readlink "$link")")
    ln --symbolic --force --no-dereference "$target" "$link"
  done
}
