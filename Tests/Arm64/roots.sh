# To source in `run` and `programs`: fetches the compiler and the libraries, and runs commands with them. Who sources
# it sets `here`, `package` and `cache`.
# shellcheck shell=bash disable=SC2154
PATH=$PATH:/usr/sbin:/sbin

# Debian's only release with a Swift that reads this package's manifest.
release=sid
compiler=(swiftlang bash coreutils git libc6-dev libstdc++-15-dev base-files qemu-user binutils-gold-aarch64-linux-gnu)
libraries=(libswiftlang libc6-dev libstdc++-15-dev libgps-dev libi2c-dev libmosquitto-dev zlib1g-dev base-files
  bash dash coreutils python3 gpsd gpsd-clients)
# Parts of the compiler's package that are not needed here: 1 GB.
unneeded=(--exclude='*lldb*' --exclude='*sourcekit*' --exclude='*embedded*' --exclude='*clangd' --exclude='*docc*')
# Debian's package has the module of this library and not the library itself.
broken=(--exclude='*/Testing.swiftcrossimport*' --exclude='*/_Testing_Foundation.swiftmodule*')

# What the released programs are linked with: of the release that users have, for its libc.
program_release=trixie
program_libraries=(libc6-dev libstdc++-14-dev libgps-dev libi2c-dev libmosquitto-dev zlib1g-dev base-files bash coreutils)

fail() {
  printf 'Arm64: %s\n' "$*" >&2
  exit 1
}

# Programs with the rights of root over their own mounts alone.
alone() { unshare --user --map-root-user --mount "$@"; }

check_machine() {
  [[ $(uname -m) == x86_64 ]] ||
    fail "this machine is $(uname -m); on arm64 itself 'make test' is the same and more"
  local command
  for command in apt-get dpkg unshare swift; do
    command -v "$command" >/dev/null || fail "needs $command"
  done
  alone true 2>/dev/null || fail 'needs user namespaces, which this kernel or its settings refuse'
  # shellcheck disable=SC2016
  alone bash -c 'mount -t binfmt_misc none "$0"' "$cache" 2>/dev/null ||
    fail "needs Linux 6.7 or newer, which knows programs for other processors by namespace; this is $(uname -r)"
}

# apt-get with lists, packages and settings of its own: apt_for ARCHITECTURE ARGUMENT…
apt_for() {
  local folder=$cache/$1
  apt-get -q -o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::Etc::preferencesparts=/dev/null -o "Dir::State=$folder" -o "Dir::State::lists=$folder/lists" \
    -o "Dir::State::status=$folder/status" -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=root \
    -o "APT::Architecture=$1" -o "APT::Architectures=$1" -o APT::Install-Recommends=false "${@:2}" \
    >"$folder/log" 2>&1 || fail "Debian for $1: ${*:2}: $(tail -n 3 "$folder/log")"
}

# Reads the lists of a release: prepare ARCHITECTURE RELEASE
prepare() {
  local mirror architecture=$1 release=$2
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
    grep -m 1 '/debian/*$') || fail 'apt knows no mirror of Debian'
  rm -rf -- "${cache:?}/$architecture"
  mkdir -p "$cache/$architecture"/{lists/partial,cache/archives/partial}
  printf 'deb [signed-by=%s] %s %s main\n' \
    /usr/share/keyrings/debian-archive-keyring.gpg "$mirror" "$release" >"$cache/$architecture/sources.list"
  : >"$cache/$architecture/status"
  apt_for "$architecture" update
}

# Downloads packages and what they depend on: fetch ARCHITECTURE RELEASE PACKAGE…
fetch() {
  prepare "$1" "$2"
  apt_for "$1" --download-only -y install "${@:3}"
}

# Unpacks what was fetched: unpack ARCHITECTURE ROOT
unpack() {
  local archives=$cache/$1/cache/archives package
  rm -rf -- "$2"
  mkdir -p "$2"
  # First, for its links from /lib to /usr/lib.
  dpkg -x "$archives"/base-files_*.deb "$2"
  for package in "$archives"/*.deb; do
    if [[ ${package##*/} == swiftlang_* ]]; then
      dpkg --fsys-tarfile "$package" | tar -x -C "$2" "${unneeded[@]}" --exclude='*swift_static*'
    else
      dpkg -x "$package" "$2"
    fi
  done
}

# What dpkg-shlibdeps reads of the packages that were unpacked, as if they were one: the versions that each symbol needs. And the
# source of each package, with its version, for the field Static-Built-Using: describe ARCHITECTURE ROOT
describe() {
  local package name
  mkdir "$2/DEBIAN"
  for package in "$cache/$1/cache/archives"/*.deb; do
    for name in symbols shlibs; do
      dpkg-deb --ctrl-tarfile "$package" | tar -x -O --ignore-failed-read "./$name" 2>/dev/null >>"$2/DEBIAN/$name" || true
    done
    # shellcheck disable=SC2016
    dpkg-deb --show --showformat '${Package} ${source:Package} (= ${source:Version})\n' "$package" >>"$2/DEBIAN/sources"
  done
}

# The standard library's modules and its static form, which are in the arm64 compiler's package beside the compiler:
# add_modules ROOT FOLDER…
add_modules() {
  local root=$1 folder
  for folder in "${@:2}"; do
    mkdir -p "$root/usr/libexec/swift/lib" "$root/usr/lib"
    # Links to the one copy, of 1 GB.
    cp -al "$cache/modules/$folder" "$root/usr/libexec/swift/lib/"
    ln -sfn "../libexec/swift/lib/$folder" "$root/usr/lib/$folder"
  done
}

# What `swift build --swift-sdk` reads.
write_sdk() {
  local folder=$cache/sdks/debian-arm64.artifactbundle
  mkdir -p "$folder"
  printf '{"schemaVersion":"1.0","artifacts":{"debian-arm64":{"type":"swiftSDK","version":"1",%s}}}\n' \
    '"variants":[{"path":"."}]' >"$folder/info.json"
  printf '{"schemaVersion":"4.0","targetTriples":{"aarch64-unknown-linux-gnu":{%s,%s,%s}}}\n' \
    '"sdkRootPath":"/arm64"' '"swiftResourcesPath":"/arm64/usr/libexec/swift/lib/swift"' \
    '"swiftStaticResourcesPath":"/arm64/usr/libexec/swift/lib/swift_static","toolsetPaths":["toolset.json"]' >"$folder/swift-sdk.json"
  printf '{"schemaVersion":"1.0","swiftCompiler":{"extraCLIOptions":["-use-ld=lld"]}}\n' \
    >"$folder/toolset.json"
}

# Runs a function once for each form of this file: once FUNCTION DOWNLOAD
once() {
  local stamp
  stamp=$cache/$1-$(sha256sum "$here/roots.sh" | cut -c 1-16)
  [[ ! -e $stamp ]] || return 0
  printf 'Arm64: fetching %s into %s\n' "$2" "$cache" >&2
  rm -f -- "$cache/$1"-*
  "$1"
  touch "$stamp"
}

# The compiler and QEMU, and the modules of the standard library for arm64.
make_compiler() {
  rm -rf -- "$cache"/{build,build-programs,modules} "$cache"/swiftlang_*
  fetch amd64 "$release" "${compiler[@]}"
  unpack amd64 "$cache/host"
  prepare arm64 "$release"
  (cd "$cache" && apt_for arm64 download swiftlang)
  mkdir "$cache/modules"
  dpkg --fsys-tarfile "$cache"/swiftlang_*_arm64.deb | tar -x -C "$cache/modules" --strip-components=5 --wildcards \
    './usr/libexec/swift/lib/swift/*' './usr/libexec/swift/lib/clang/*' './usr/libexec/swift/lib/swift_static/*' \
    "${unneeded[@]}" "${broken[@]}"
  write_sdk
  rm -rf -- "${cache:?}"/{amd64,arm64} "$cache"/swiftlang_*
}

# What the tests are compiled and run with: the root `target`.
make_test_root() {
  fetch arm64 "$release" "${libraries[@]}"
  unpack arm64 "$cache/target"
  add_modules "$cache/target" swift clang
  rm -rf -- "${cache:?}/arm64"
}

# What the programs of a release are compiled and run with: the root `programs`.
make_program_root() {
  fetch arm64 "$program_release" "${program_libraries[@]}"
  unpack arm64 "$cache/programs"
  describe arm64 "$cache/programs"
  add_modules "$cache/programs" swift clang swift_static
  rm -rf -- "${cache:?}/arm64"
}

# Runs a command in a root, which sees the package and the cache where they are here, for some seconds or for ever
# (0), and kills all that it started: inside SECONDS ROOT COMMAND…      SYSROOT: see `inside`
inside() {
  timeout --signal KILL "$1" unshare --user --map-root-user --mount --pid --fork --kill-child \
    "$here/inside" "$cache" "$package" "${@:2}"
}

