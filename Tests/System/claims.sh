# To source in the scripts that run in the guest: claims, and what they ask of the daemon.
set -uo pipefail
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
faults=0

# Prints whether a command is true; where it is false, also the end of its output.
claim() {
  local text=$1
  shift
  if "$@" >/tmp/said 2>&1; then
    printf 'ok    %s\n' "$text"
  else
    printf 'FALSE %s\n' "$text"
    sed 's/^/      /' /tmp/said | tail -n 15
    faults=$((faults + 1))
  fi
}

# Tries a command again until it is true, for so many seconds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.25
  done
}

fails() { ! "$@"; }

# Runs a command as a user types it, with its output.
show() {
  printf '      $ %s\n' "$*"
  "$@" 2>&1 | sed 's/^/      /'
  return "${PIPESTATUS[0]}"
}

property() { systemctl show -p "$1" --value qiblad; }
main_pid() { property MainPID; }
is_another_pid() { [[ $(main_pid) != "$1" && $(main_pid) != 0 ]]; }
status_has() { [[ $(property StatusText) == *$1* ]]; }
# Where the journal ends now, and whether the daemon has logged a text since then: logged_since CURSOR TEXT
journal_end() { journalctl -q -u qiblad -n 1 --show-cursor -o cat | sed -n 's/^-- cursor: //p'; }
logged_since() { journalctl -q -u qiblad --after-cursor="$1" --no-pager -o cat | grep -- "$2"; }
as_stranger() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
as_member() { setpriv --reuid=member --regid=member --init-groups "$@"; }
answer() { echo "$1" | as_stranger timeout 5 nc -U -N /run/qiblad/stream.sock; }
stream_answers() { answer '{"do":"ping"}' | grep -q '"ok":true'; }
control_refuses() { ! as_stranger timeout 5 nc -U -N /run/qiblad/control.sock </dev/null; }
# Whether the newest reading's heading comes from the magnetometer; and that there is a reading whose does not.
reading() { answer '{"do":"get","topic":"reading"}' | grep '"type":"reading"'; }
heads_by_field() { reading | grep -q '"source":"mag'; }
heads_by_no_field() { ! { reading || echo '"source":"mag'; } | grep -q '"source":"mag'; }
state_has() { answer '{"do":"get","topic":"state"}' | grep -q "$1"; }
install_package() {
  apt-get -q -y --no-install-recommends --allow-downgrades -o APT::Sandbox::User=root install "$@"
}

# kB of the daemon since its start.
peak_resident() { awk '$1 == "VmHWM:" { print $2 }' "/proc/$(main_pid)/status"; }

# What the service took, in the guest's time: its processor does 250 million instructions a second.
figures() {
  local exec ready
  exec=$(property ExecMainStartTimestampMonotonic) ready=$(property ActiveEnterTimestampMonotonic)
  printf '      exec to READY=1: %d ms; most resident memory: %d kB; most memory of the control group: %d kB\n' \
    $(((ready - exec) / 1000)) "$(peak_resident)" $(($(cat /sys/fs/cgroup/system.slice/qiblad.service/memory.peak) / 1024))
}

# The emulated compass, on a USB adapter.
plug_compass() { systemd-run -q --unit=compass /guest/virtual-i2c serve /run/virtual-i2c qmc5883l mpu6050; }
tell_compass() { /guest/virtual-i2c tell /run/virtual-i2c "$@"; }

# Ends a start. `run` looks for the line that says that all claims hold.
finish() {
  ((faults == 0)) || {
    printf 'claims of this start that are false: %d\n' "$faults"
    exit 1
  }
  printf 'all claims of this start hold\n'
  exit 0
}
