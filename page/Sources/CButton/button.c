#include "CButton.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int button_open_device(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -1;
  // Another file than an input device, as a pipe of the tests, has no other readers to keep out.
  if (ioctl(descriptor, EVIOCGRAB, 1) == 0 || errno == ENOTTY) return descriptor;
  int problem = errno;
  close(descriptor);
  errno = problem;
  return -1;
}

int button_open_line(const char *chip, unsigned int line) {
  int descriptor = open(chip, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct gpio_v2_line_request request = {
      .offsets = {line},
      .num_lines = 1,
      .config = {
          .flags = GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_EDGE_FALLING | GPIO_V2_LINE_FLAG_BIAS_PULL_UP,
          .num_attrs = 1,
          .attrs = {{.attr = {.id = GPIO_V2_LINE_ATTR_ID_DEBOUNCE, .debounce_period_us = 10000}, .mask = 1}},
      },
  };
  strncpy(request.consumer, "qibla-web button", sizeof request.consumer - 1);
  int result = ioctl(descriptor, GPIO_V2_GET_LINE_IOCTL, &request);
  int problem = errno;
  close(descriptor);
  errno = problem;
  if (result < 0) return -1;
  fcntl(request.fd, F_SETFD, FD_CLOEXEC);
  return request.fd;
}
