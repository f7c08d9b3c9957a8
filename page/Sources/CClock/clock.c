#include "CClock.h"
#include <sys/timex.h>

int clock_is_synchronized(void) {
  struct timex clock = {.modes = 0};
  int state = adjtimex(&clock);
  if (state < 0) return -1;
  return state != TIME_ERROR && !(clock.status & STA_UNSYNC);
}
