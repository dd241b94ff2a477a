# Puts a package together from the program and the files of this folder. Sourced by `build-deb`, which sets
# `repository`, `here` and `output`; sets `tree`, what is in the package, and `package`, the file.

# Assembles the package of a release and an architecture around its program.
assemble() {
  local release=$1 architecture=$2 program=$3 files=$here/package
  local version
  version=$(package_version)~${release_suffixes[$release]}
  tree=$output/$release-$architecture-package
  package=$output/cribside_${version}_$architecture.deb
  rm --recursive --force "$tree" "$package"
  install -D --mode=755 "$program" "$tree/usr/bin/cribside"
  blank_module_hashes "$tree/usr/bin/cribside"
  install_program_texts "$release" "$architecture"
  install_service "$files"
  install_documents "$files"
  install_control "$files" "$release" "$architecture" "$version"
  seal "$files"
}

# The changelog's version, which has to be the program's: the same place is not told twice.
package_version() {
  local version program_version
  version=$(sed --quiet '1s/^cribside (\(.*\)) .*/\1/p' "$here/package/changelog")
  program_version=$(sed --quiet 's/.*static let text = "\(.*\)"/\1/p' "$repository/Sources/cribside/Commands/Cribside.swift")
  [[ $version == "$program_version" ]] || fail "the changelog is at $version, the program at $program_version"
  echo "$version"
}

# When the changelog's last entry was made: the time of everything in the package.
package_time() {
  date --date="$(sed --quiet '/^ -- /{s/.*>  //p;q}' "$here/package/changelog")" +%s
}

# Swift's compiler leaves hashes of its command lines in the program, for its own next run: with them the folder of the
# build would be in the bytes. Nothing reads them in a finished program.
blank_module_hashes() {
  local offset size
  read -r offset size < <(readelf --sections --wide "$1" | sed --quiet 's/.* \.swift_modhash  *[A-Z]*  *[0-9a-f]* \([0-9a-f]*\) \([0-9a-f]*\) .*/0x\1 0x\2/p')
  dd if=/dev/zero of="$1" bs=1 seek=$((offset)) count=$((size)) conv=notrunc status=none
}

# What the program tells about itself: the completion and the manual page.
install_program_texts() {
  local completion=$tree/usr/share/bash-completion/completions/cribside manual=$tree/usr/share/man/man1/cribside.1
  mkdir --parents "$(dirname "$completion")" "$(dirname "$manual")"
  run_released "$@" "$tree/usr/bin/cribside" --generate-completion-script bash | without_shebang >"$completion"
  manual_page "$@" >"$manual"
  gzip --best --no-name "$manual"
}

manual_page() {
  local files=$here/package
  sed --expression="s/@version@/$(package_version)/; s/@date@/$(date --date="@$(package_time)" +%Y-%m-%d)/" \
    "$files/cribside.1.head"
  run_released "$@" "$tree/usr/bin/cribside" --experimental-dump-help | jq --raw-output --from-file "$files/manual.jq"
  cat "$files/cribside.1.tail"
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
      install -D --mode=644 "$files/$unit.service" "$tree/usr/lib/systemd/system/$unit.service"
    else
      echo "build-deb: $unit.service is left out: the program has no such command"
    fi
  done
  install -D --mode=644 "$files/cribside.sysusers" "$tree/usr/lib/sysusers.d/cribside.conf"
  install -D --mode=644 "$files/cribside.modules" "$tree/usr/lib/modules-load.d/cribside.conf"
  install -D --mode=644 "$files/60-cribside.rules" "$tree/usr/lib/udev/rules.d/60-cribside.rules"
  install -D --mode=644 "$here/cribside.json5" "$tree/etc/cribside/cribside.json5"
}

# Whether the program has the command that a unit starts: the completion has a function for each.
has_command_of() {
  local command
  command=$(sed --quiet 's,^ExecStart=/usr/bin/cribside \([a-z]*\).*,\1,p' "$1")
  grep --quiet "^_cribside_$command()" "$tree/usr/share/bash-completion/completions/cribside"
}

install_documents() {
  local files=$1 documents=$tree/usr/share/doc/cribside
  install -D --mode=644 --target-directory="$tree/usr/share/cribside/profiles" "$repository"/Board/profiles/*.json
  install -D --mode=644 "$files/copyright" "$documents/copyright"
  install -D --mode=644 "$repository/Board/wiring.svg" "$documents/wiring.svg"
  install -D --mode=644 "$files/lintian-overrides" "$tree/usr/share/lintian/overrides/cribside"
  gzip --best --no-name --stdout "$files/changelog" >"$documents/changelog.gz"
}

# --- control --------------------------------------------------------------------------------------------------

install_control() {
  local files=$1 release=$2 architecture=$3 version=$4 script size
  mkdir "$tree/DEBIAN"
  size=$(du --summarize --apparent-size --block-size=1K --exclude=DEBIAN "$tree" | cut --fields=1)
  sed --expression="s/@version@/$version/; s/@architecture@/$architecture/; s/@size@/$size/" \
    --expression="s/@depends@/$(dependencies)/" "$files/control" >"$tree/DEBIAN/control"
  for script in postinst prerm postrm; do
    sed "s/@units@/${units[*]}/" "$files/$script" >"$tree/DEBIAN/$script"
    chmod 755 "$tree/DEBIAN/$script"
  done
  echo /etc/cribside/cribside.json5 >"$tree/DEBIAN/conffiles"
  (cd "$tree" && find usr -type f | sort | xargs md5sum) >"$tree/DEBIAN/md5sums"
}

# The packages whose libraries the program wants, with the oldest version that has the symbols it uses.
dependencies() {
  local needed library list=()
  needed=$(readelf --dynamic "$tree/usr/bin/cribside" | sed --quiet 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  for library in $needed; do
    case $library in
      libc.so.6) list+=("libc6 (>= $(newest_symbol 'GLIBC_[0-9.]*'))") ;;
      ld-linux-* | libm.so.6 | libpthread.so.0 | libdl.so.2 | librt.so.1 | libutil.so.1) ;; # libc6's too
      libstdc++.so.6) list+=("libstdc++6 (>= $(cxx_version "$(newest_symbol 'GLIBCXX_[0-9.]*')"))") ;;
      libgcc_s.so.1) list+=(libgcc-s1) ;;
      libgpiod.so.[23]) list+=("libgpiod${library##*.}") ;;
      libi2c.so.0) list+=(libi2c0) ;;
      *) fail "the program wants $library, and no package is known for it" ;;
    esac
  done
  printf '%s\n' "${list[@]}" | sort | paste --serial --delimiters=, | sed 's/,/, /g'
}

# The highest version among symbols of a form. DT_RELR's own name says no number; glibc 2.36 brought it.
newest_symbol() {
  { readelf --version-info "$tree/usr/bin/cribside" | grep --only-matching "$1" | sed 's/.*_//'
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

# Writes the package: the same files make the same bytes.
seal() {
  local SOURCE_DATE_EPOCH
  SOURCE_DATE_EPOCH=$(package_time)
  export SOURCE_DATE_EPOCH
  find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$tree" "$package" >/dev/null
}
