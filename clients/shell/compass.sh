#!/bin/sh
# A compass in the shell: compass.sh SOCKET prints what qiblad streams; Ctrl-C ends it.
# nc must know Unix sockets: on Debian that is the package netcat-openbsd.
value() { # of the member $1; what is not known is absent
  case $line in *"\"$1\":"*) rest=${line#*"\"$1\":"} ;; *) rest=unknown ;; esac
  rest=${rest%%[,\}]*}
  rest=${rest#\"}
  printf '%s' "${rest%\"}"
}
echo '{"do":"watch","topics":{"reading":{"rate_hz":4}}}' | nc -U "${1:-/run/qiblad/stream.sock}" |
  while read -r line; do
    case $line in '{"type":"reading",'*) ;; *) continue ;; esac
    printf 'heading %s ± %s  ' "$(value heading_true_deg)" "$(value error68_deg)"
    printf 'Qibla %s  %s\n' "$(value pointer_deg)" "$(value status)"
  done
