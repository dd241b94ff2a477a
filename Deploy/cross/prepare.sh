# What builds a program for another Debian: a compiler, and for each release and architecture a Swift SDK of that
# release's own libraries. All of it comes from Debian packages that apt verifies and that are only unpacked, under
# the cache; nothing is installed and no root is needed. Sourced by `build-deb`, which sets `cache`.
#
# The host's SwiftPM builds; the compiler is Debian's, because the modules of Debian's Swift runtime can be read by
# the compiler that made them only.

source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

# The Debian release that the Swift compiler and runtime come from.
swift_suite=${DEB_SWIFT_SUITE:-trixie}

# What is linked against, and the C++ library's development package, which is named after its version.
board_packages=(libc6-dev libgpiod-dev libi2c-dev libqrencode-dev libmicrohttpd-dev libmosquitto-dev libssl-dev
  libcurl4-openssl-dev)
declare -A cxx_packages=([bookworm]=libstdc++-12-dev [trixie]=libstdc++-14-dev)

# As Debian's runtime is built for them; its modules are found by these names.
declare -A triples=([arm64]=aarch64-unknown-linux-gnu [amd64]=x86_64-pc-linux-gnu)

# What the compiler's packages depend on, and it never runs.
unneeded_for_compiler='^(swiftlang$|libpython|python|cpp|gcc-[0-9]+$|gcc$|gcc-x86|gcc-[0-9]+-x86|debconf|netbase'
unneeded_for_compiler+='|media-types|tzdata|lib[altu]b?san|libhwasan|libgprofng|libitm|libquadmath|openssl-provider'
unneeded_for_compiler+='|binutils|libbinutils|libctf|libsframe|libgomp|libisl|libmp|libgmp10$)'
unneeded_for_sysroot='^(lib[aht]?w?asan|liblsan|libtsan|libubsan|openssl)'

# Makes the compiler, and the SDK of a release and an architecture, unless they are there.
prepare_cross() {
  local release=$1 architecture=$2 sdk=$cache/sdks/$1-$2.artifactbundle/$1-$2
  require_cross_tools
  stage compiler "$swift_suite" make_compiler
  stage "runtime-$architecture" "$swift_suite" fetch_runtime "$architecture"
  stage "sdk-$release-$architecture" "$swift_suite ${board_packages[*]} ${cxx_packages[$release]} $(files_digest "$here/cross/compat.c")" \
    make_sdk "$release" "$architecture"
  stage "foundation-$release-$architecture" "$(<"$cache/sdk-$release-$architecture.stamp") $(foundation_digest)" \
    compile_foundation "$sdk/foundation" "$cache/tool/usr/bin/swiftc" -target "${triples[$architecture]}" \
    -sdk "$sdk/sysroot" -resource-dir "$sdk/sysroot/usr/lib/swift_static"
  rm --recursive --force "$cache"/swiftlang-*
}

foundation_digest() { files_digest "$here"/cross/FoundationEssentials/*; }

# Runs a stage unless its stamp says that the same inputs were done before. A newer package in the archive is no new
# input: remove the cache to take it.
stage() {
  local name=$1 inputs=$2
  shift 2
  local stamp=$cache/$name.stamp
  if [[ -f $stamp && $(<"$stamp") == "$inputs" ]]; then return; fi
  rm --force "$stamp"
  echo "build-deb: $name"
  "$@"
  echo "$inputs" >"$stamp"
}

files_digest() {
  cat "$@" | sha256sum | cut --delimiter=' ' --fields=1
}

require_cross_tools() {
  local tool missing=()
  [[ $(uname --machine) == x86_64 ]] || unavailable "the compiler is Debian's for amd64; this machine is $(uname --machine)"
  for tool in apt-get apt-cache dpkg-deb patchelf swift; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  ((${#missing[@]} == 0)) || unavailable "missing: ${missing[*]}; run Deploy/install-build-deps --deb"
}

# --- the compiler ---------------------------------------------------------------------------------------------

# Debian's swiftc, clang and lld, with the C library that they need beside them: they run on an older Debian too.
make_compiler() {
  local tool=$cache/tool host=$cache/tool/host swift=usr/libexec/swift
  rm --recursive --force "$tool"
  mkdir --parents "$host" "$tool/usr/lib" "$tool/usr/bin"
  unpack_tree "$swift_suite" amd64 "$host" "$unneeded_for_compiler" swiftlang
  rm --recursive --force "${host:?}/usr/share" "${host:?}/etc"
  unpack_swift amd64 "$tool/unpacked" \
    "./$swift/bin/swift-frontend" "./$swift/bin/swift-driver" "./$swift/bin/swiftc" \
    "./$swift/bin/swift-autolink-extract" "./$swift/bin/clang" "./$swift/bin/clang++" "./$swift/bin/clang-[0-9]*" \
    "./$swift/bin/lld" "./$swift/bin/ld.lld" "./$swift/bin/llvm-ar" \
    "./$swift/lib/swift/host/*" "./$swift/lib/swift/shims/*" "./$swift/lib/clang/*/include/*" "./$swift/lib/swift/clang"
  mv "$tool/unpacked/$swift"/bin/* "$tool/usr/bin/"
  mv "$tool/unpacked/$swift"/lib/* "$tool/usr/lib/"
  mv "$host/$swift/lib/swift/linux" "$tool/usr/lib/swift/linux"
  if [[ -d $host/$swift/lib/swift/host ]]; then cp --archive "$host/$swift/lib/swift/host/." "$tool/usr/lib/swift/host/"; fi
  rm --recursive --force "$tool/unpacked" "$host/usr/libexec"
  let_compiler_find_libraries
  "$tool/usr/bin/swiftc" --version 2>&1 | head --lines=1 | sed 's/^/build-deb: /'
}

let_compiler_find_libraries() {
  local tool=$cache/tool loader program folders
  loader=$(find "$tool/host" -name ld-linux-x86-64.so.2 | head --lines=1)
  folders=$tool/usr/lib/swift/linux:$tool/usr/lib/swift/host/compiler:$tool/usr/lib/swift/host
  folders+=:$tool/host/usr/lib/x86_64-linux-gnu
  for program in "$tool"/usr/bin/*; do
    [[ -L $program ]] || patchelf --set-interpreter "$loader" --force-rpath --set-rpath "$folders" "$program"
  done
}

# Unpacks parts of the swiftlang package, which is too large to be unpacked whole, and to be fetched twice: it stays
# until the SDK is made, because the compiler and the runtime for amd64 are two parts of one.
unpack_swift() {
  local architecture=$1 tree=$2 folder=$cache/swiftlang-$1
  shift 2
  if [[ ! -d $folder ]]; then
    download "$swift_suite" "$cache/download" "swiftlang:$architecture"
    mv "$cache/download" "$folder"
  fi
  mkdir --parents "$tree"
  dpkg-deb --fsys-tarfile "$folder"/swiftlang_*.deb |
    tar --extract --directory="$tree" --no-same-owner --wildcards "$@"
}

# --- SDKs -----------------------------------------------------------------------------------------------------

# The Swift modules and static libraries of an architecture.
fetch_runtime() {
  local runtime=$cache/runtime/$1
  rm --recursive --force "$runtime"
  unpack_swift "$1" "$runtime" './usr/libexec/swift/lib/*' \
    --exclude '*/lib/lib*.so*' --exclude '*/embedded' --exclude '*/swift/host' --exclude '*/FrameworkABIBaseline' \
    --exclude '*/migrator' --exclude '*/swift/pm' --exclude '*/libclang_rt.*san*' --exclude '*/libclang_rt.fuzzer*' \
    --exclude '*/libclang_rt.xray*' --exclude '*/libclang_rt.memprof*'
  download "$swift_suite" "$cache/download" "libswiftlang:$1"
  dpkg-deb --fsys-tarfile "$cache"/download/libswiftlang_*.deb |
    tar --extract --directory="$runtime" --no-same-owner --wildcards './usr/libexec/swift/lib/*' --exclude '*/swift/host'
  rm --recursive --force "$cache/download"
}

# The release's libraries, the runtime's, and the descriptions by which SwiftPM finds them
# (Swift Evolution SE-0387, SE-0421).
make_sdk() {
  local release=$1 architecture=$2 name=$1-$2
  local bundle=$cache/sdks/$name.artifactbundle
  local sysroot=$bundle/$name/sysroot
  rm --recursive --force "$bundle"
  mkdir --parents "$sysroot"
  unpack_tree "$release" "$architecture" "$sysroot" "$unneeded_for_sysroot" "${board_packages[@]}" "${cxx_packages[$release]}"
  rm --recursive --force "${sysroot:?}/usr/share" "${sysroot:?}/etc"
  cp --archive --link "$cache/runtime/$architecture"/usr/libexec/swift/lib/{swift,swift_static,clang} "$sysroot/usr/lib/"
  describe_sdk "$bundle" "$name" "${triples[$architecture]}"
  compile_compat "$sysroot" "${triples[$architecture]}" "$bundle/$name/compat.o"
}

describe_sdk() {
  local bundle=$1 name=$2 triple=$3
  cat >"$bundle/info.json" <<JSON
{ "schemaVersion": "1.0", "artifacts": { "$name": {
    "type": "swiftSDK", "version": "1", "variants": [{ "path": "$name" }] } } }
JSON
  cat >"$bundle/$name/swift-sdk.json" <<JSON
{ "schemaVersion": "4.0", "targetTriples": { "$triple": {
    "sdkRootPath": "sysroot", "swiftResourcesPath": "sysroot/usr/lib/swift",
    "swiftStaticResourcesPath": "sysroot/usr/lib/swift_static", "toolsetPaths": ["toolset.json"] } } }
JSON
  echo '{ "schemaVersion": "1.0", "swiftCompiler": { "extraCLIOptions": ["-use-ld=lld"] } }' >"$bundle/$name/toolset.json"
}

compile_compat() {
  "$cache/tool/usr/bin/clang" --target="$2" --sysroot="$1" -O2 -fPIC -ffunction-sections -c "$here/cross/compat.c" -o "$3"
}

# The stand-in for FoundationEssentials, as a module that is found before the runtime's, and an object to link:
# `compile_foundation FOLDER COMPILER ARGUMENT…`.
compile_foundation() {
  local folder=$1 name=FoundationEssentials
  shift
  rm --recursive --force "$folder"
  mkdir --parents "$folder"
  "$@" -swift-version 6 -warnings-as-errors -parse-as-library -O -whole-module-optimization -module-name "$name" \
    -file-prefix-map "$here=/cribside/Deploy" -emit-module -emit-module-path "$folder/$name.swiftmodule" \
    -c -o "$folder/$name.o" "$here/cross/$name"/*.swift || fail "the stand-in for $name did not build"
}
