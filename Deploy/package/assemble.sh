# Assembles a package from its programs and the files of a folder. Sourced by `build-deb`, which sets `repository`,
# `here` and `output`; sets `tree`, the package's content, and `package`, its file.

# Assembles the box's package of a release and an architecture around the program in a folder.
assemble() {
  local release=$1 architecture=$2 files=$here/package
  open_package cribside "$release" "$architecture"
  install_program cribside "$3" "$files" "$release" "$architecture"
  install_service "$files"
  install_documents cribside "$files"
  install_box_documents "$files"
  install_control "$files" "$release" "$architecture"
  seal
}

# Begins a package: `open_package NAME RELEASE ARCHITECTURE`. Sets `tree`, `package` and `version`.
open_package() {
  version=$(package_version)~${release_suffixes[$2]}
  tree=$output/$2-$3-package-$1
  package=$output/$1_${version}_$3.deb
  rm --recursive --force "$tree" "$package"
}

# Installs a program with its completions and its manual page: `install_program NAME BUILT FILES RELEASE ARCHITECTURE`.
install_program() {
  install -D --mode=755 "$2/$1" "$tree/usr/bin/$1"
  blank_module_hashes "$tree/usr/bin/$1"
  install_program_texts "$1" "$3" "$4" "$5"
}

# The changelog's version, which must be the program's.
package_version() {
  local version program_version
  version=$(sed --quiet '1s/^cribside (\(.*\)) .*/\1/p' "$here/package/changelog")
  program_version=$(sed --quiet 's/.*static let text = "\(.*\)"/\1/p' "$repository/Sources/BoxRuntime/Configuration/BedsideSettings+Configuration.swift")
  [[ $version == "$program_version" ]] || fail "the changelog is at $version, the program at $program_version"
  echo "$version"
}

# The time of the changelog's last entry, which every file in the package gets.
package_time() {
  date --date="$(sed --quiet '/^ -- /{s/.*>  //p;q}' "$here/package/changelog")" +%s
}

# Swift's compiler leaves hashes of its command lines in the program, for its own next run. They depend on the folder of
# the build, and nothing reads them in a finished program.
blank_module_hashes() {
  local offset size
  read -r offset size < <(readelf --sections --wide "$1" | sed --quiet 's/.* \.swift_modhash  *[A-Z]*  *[0-9a-f]* \([0-9a-f]*\) \([0-9a-f]*\) .*/0x\1 0x\2/p')
  dd if=/dev/zero of="$1" bs=1 seek=$((offset)) count=$((size)) conv=notrunc status=none
}

# Installs a program's completions, where Debian's shells look for those of packages, and its manual page.
install_program_texts() {
  local name=$1 files=$2 manual=$tree/usr/share/man/man1/$1.1
  shift 2
  install_completion bash "bash-completion/completions/$name" "$@"
  install_completion zsh "zsh/vendor-completions/_$name" "$@"
  install_completion fish "fish/vendor_completions.d/$name.fish" "$@"
  mkdir --parents "$(dirname "$manual")"
  manual_page "$name" "$files" "$@" >"$manual"
  gzip --best --no-name "$manual"
}

# install_completion SHELL FILE WORD…: the words are those of run_released. Uses its caller's `name`.
install_completion() {
  local shell=$1 file=$tree/usr/share/$2
  shift 2
  mkdir --parents "$(dirname "$file")"
  run_released "$@" "$tree/usr/bin/$name" --generate-completion-script "$shell" | without_shebang >"$file"
}

manual_page() {
  local name=$1 files=$2
  shift 2
  sed --expression="s/@version@/$(package_version)/; s/@date@/$(date --date="@$(package_time)" +%Y-%m-%d)/" \
    "$files/$name.1.head"
  run_released "$@" "$tree/usr/bin/$name" --experimental-dump-help | jq --raw-output --from-file "$here/package/manual.jq"
  cat "$files/$name.1.tail"
}

without_shebang() {
  sed '1{/^#!/d}'
}

# --- files ----------------------------------------------------------------------------------------------------

install_service() {
  local files=$1 unit
  units=()
  for unit in cribside cribside-guard; do
    if has_command_of "$files/$unit.service"; then
      units+=("$unit.service")
      install_unit "$files/$unit.service"
    else
      echo "build-deb: $unit.service is left out: the program has no such command"
    fi
  done
  install -D --mode=644 "$files/cribside.sysusers" "$tree/usr/lib/sysusers.d/cribside.conf"
  install -D --mode=644 "$files/cribside.modules" "$tree/usr/lib/modules-load.d/cribside.conf"
  install -D --mode=644 "$files/60-cribside.rules" "$tree/usr/lib/udev/rules.d/60-cribside.rules"
  install -D --mode=644 "$here/cribside.json5" "$tree/etc/cribside/cribside.json5"
}

install_unit() { install -D --mode=644 --target-directory="$tree/usr/lib/systemd/system" "$1"; }

# Whether the program has the command that a unit starts: the completion has a function for each command.
has_command_of() {
  local command
  command=$(sed --quiet 's,^ExecStart=/usr/bin/cribside \([a-z]*\).*,\1,p' "$1")
  grep --quiet "^_cribside_$command()" "$tree/usr/share/bash-completion/completions/cribside"
}

# Installs the documents of every package: `install_documents NAME FILES`.
install_documents() {
  local documents=$tree/usr/share/doc/$1
  install -D --mode=644 "$here/package/copyright" "$documents/copyright"
  install -D --mode=644 "$2/lintian-overrides" "$tree/usr/share/lintian/overrides/$1"
  gzip --best --no-name --stdout "$here/package/changelog" >"$documents/changelog.gz"
}

install_box_documents() {
  install -D --mode=644 --target-directory="$tree/usr/share/cribside/profiles" "$repository"/Board/profiles/*.json
  install -D --mode=644 "$repository/Board/wiring.svg" "$tree/usr/share/doc/cribside/wiring.svg"
}

# --- control --------------------------------------------------------------------------------------------------

# The package's description and scripts, with `units` and `version`: `install_control FILES RELEASE ARCHITECTURE`.
install_control() {
  local files=$1 release=$2 architecture=$3 script size
  mkdir "$tree/DEBIAN"
  size=$(du --summarize --apparent-size --block-size=1K --exclude=DEBIAN "$tree" | cut --fields=1)
  sed --expression="s/@version@/$version/; s/@architecture@/$architecture/; s/@size@/$size/" \
    --expression="s/@depends@/$(dependencies)/" "$files/control" >"$tree/DEBIAN/control"
  for script in postinst prerm postrm; do
    sed "s/@units@/${units[*]}/" "$files/$script" >"$tree/DEBIAN/$script"
    chmod 755 "$tree/DEBIAN/$script"
  done
  (cd "$tree" && find . -path './etc/*' -type f | sort | sed 's,^.,,') >"$tree/DEBIAN/conffiles"
  [[ -s $tree/DEBIAN/conffiles ]] || rm "$tree/DEBIAN/conffiles"
  (cd "$tree" && find usr -type f | sort | xargs md5sum) >"$tree/DEBIAN/md5sums"
}

# The packages whose libraries the programs need, with the oldest version that has the symbols they use. Packages with
# the time of day in their interface were renamed when it became 64 bits wide.
declare -A renamed=([bookworm]="" [trixie]=t64)
dependencies() {
  local needed library list=()
  needed=$(readelf --dynamic "$tree"/usr/bin/* | sed --quiet 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort --unique)
  for library in $needed; do
    case $library in
      libc.so.6) list+=("libc6 (>= $(newest_symbol 'GLIBC_[0-9.]*'))") ;;
      ld-linux-* | libm.so.6 | libpthread.so.0 | libdl.so.2 | librt.so.1 | libutil.so.1) ;; # libc6's too
      libstdc++.so.6) list+=("libstdc++6 (>= $(cxx_version "$(newest_symbol 'GLIBCXX_[0-9.]*')"))") ;;
      libgcc_s.so.1) list+=(libgcc-s1) ;;
      libgpiod.so.[23]) list+=("libgpiod${library##*.}") ;;
      libi2c.so.0) list+=(libi2c0) ;;
      libmicrohttpd.so.12) list+=(libmicrohttpd12) ;;
      libmosquitto.so.1) list+=(libmosquitto1) ;;
      libssl.so.3 | libcrypto.so.3) list+=("libssl3${renamed[$release]}") ;;
      libqrencode.so.4) list+=(libqrencode4) ;;
      *) fail "a program wants $library, and no package is known for it" ;;
    esac
  done
  printf '%s\n' "${list[@]}" | sort --unique | paste --serial --delimiters=, | sed 's/,/, /g'
}

# The highest version among symbols of a form. The symbol of DT_RELR has no number; it came with glibc 2.36.
newest_symbol() {
  { readelf --version-info "$tree"/usr/bin/* | grep --only-matching "$1" | sed 's/.*_//'
    [[ $1 != GLIBC_* ]] || echo 2.36
  } | sort --version-sort | tail --lines=1
}

# GCC's release by libstdc++'s symbols (GCC manual, "ABI Policy and Guidelines").
cxx_version() {
  case $1 in
    3.4.31) echo 13 ;;
    3.4.32) echo 13.2 ;;
    3.4.33) echo 14 ;;
    3.4.34) echo 15 ;;
    *) echo 12 ;;
  esac
}

# --- the archive ----------------------------------------------------------------------------------------------

# Writes the package. The same files give the same bytes.
seal() {
  local SOURCE_DATE_EPOCH
  SOURCE_DATE_EPOCH=$(package_time)
  export SOURCE_DATE_EPOCH
  find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$tree" "$package" >/dev/null
}
