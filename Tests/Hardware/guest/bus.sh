# To source in scripts that run in the guest: an emulated bus and the kernel's drivers on it.

emulator=${QIBLA_HARDWARE_CACHE:?}/virtual-i2c
control=/run/virtual-i2c

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

# Waits until the command succeeds, at most 10 s.
until_it_holds() {
  local tries
  for ((tries = 0; tries < 200; tries++)); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.05
  done
  fail "not reached within 10 s: $*"
}

# The number of the first bus whose adapter's name contains $1.
bus_named() {
  local name
  for name in /sys/bus/i2c/devices/i2c-*/name; do
    if [[ -e $name && $(<"$name") == *"$1"* ]]; then
      name=${name%/name}
      printf '%s\n' "${name##*-}"
      return
    fi
  done
  return 1
}

# Starts the emulated bus with the chips given, as MODEL[@ADDRESS]; sets `bus` to its number.
start_bus() {
  "$emulator" serve "$control" "$@" &
  emulator_process=$!
  until_it_holds bus_named i2c-tiny-usb
  bus=$(bus_named i2c-tiny-usb)
  until_it_holds test -e "/dev/i2c-$bus"
}

# Each argument is one command to the emulated bus.
tell() { "$emulator" tell "$control" "$@"; }

# The folder of the IIO device that the driver of bus $1, address $2 made; of the quantity $3 where
# it made one for each.
iio_device() {
  local first
  first=$(compgen -G "/sys/bus/i2c/devices/$1-00${2#0x}/iio:device*/in_${3-}*_x_raw" | head -n 1)
  [[ -n $first ]] && printf '%s\n' "${first%/*}"
}

# Binds the kernel's driver of the name $3 to bus $1, address $2; sets `device` to its folder, or
# that for the quantity $4.
bind_driver() {
  printf '%s %s\n' "$3" "$2" >"/sys/bus/i2c/devices/i2c-$1/new_device"
  (until_it_holds iio_device "$1" "$2" "${4-}") || {
    dmesg | tail -n 5 >&2
    fail "the driver did not take $3"
  }
  device=$(iio_device "$1" "$2" "${4-}")
}

unbind_driver() { printf '%s\n' "$2" >"/sys/bus/i2c/devices/i2c-$1/delete_device"; }

# One vector of an IIO device in its own units: read_iio FOLDER magn|accel|anglvel.
read_iio() {
  local axis scale line=''
  for axis in x y z; do
    scale=$(cat "$1/in_$2_${axis}_scale" 2>/dev/null || cat "$1/in_$2_scale")
    line+=" $(cat "$1/in_$2_${axis}_raw") $scale"
  done
  awk 'NF == 6 { print $1 * $2, $3 * $4, $5 * $6 }' <<<"$line"
}
