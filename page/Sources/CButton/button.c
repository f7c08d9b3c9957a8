#include "CButton.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The kernel waits for so long without a change. */
enum { DEBOUNCE_US = 10000 };

/* A descriptor of the line, or -1 with errno. */
static int request_line(int chip, unsigned int line, int is_debounced) {
  struct gpio_v2_line_request request = {
      .offsets = {line},
      .num_lines = 1,
      .config = {
          .flags = GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_EDGE_RISING | GPIO_V2_LINE_FLAG_EDGE_FALLING |
                   GPIO_V2_LINE_FLAG_BIAS_PULL_UP,
          .num_attrs = is_debounced ? 1 : 0,
          .attrs = {{.attr = {.id = GPIO_V2_LINE_ATTR_ID_DEBOUNCE, .debounce_period_us = DEBOUNCE_US}, .mask = 1}},
      },
  };
  strncpy(request.consumer, "qibla-web button", sizeof request.consumer - 1);
  return ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request) < 0 ? -1 : request.fd;
}

int button_open_line(const char *chip, unsigned int line) {
  int device = open(chip, O_RDWR | O_CLOEXEC);
  if (device < 0) return -1;
  int descriptor = request_line(device, line, 1);
  /* Chips behind a bus, whose interrupts are threads, take no debouncing of the kernel's. */
  if (descriptor < 0 && errno == EINVAL) descriptor = request_line(device, line, 0);
  int problem = errno;
  close(device);
  errno = problem;
  if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}
