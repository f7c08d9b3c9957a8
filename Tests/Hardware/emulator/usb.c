// An i2c-tiny-usb adapter at the other end of USB/IP: the kernel's own drivers vhci-hcd and
// i2c-tiny-usb make a real I2C bus of it.
// Sources: Linux 6.1 Documentation/usb/usbip_protocol.rst (the 48-byte headers, big-endian) and
// drivers/i2c/busses/i2c-tiny-usb.c (requests and statuses); USB 2.0 chapter 9 (descriptors).
#include "usb.h"
#include "chip.h"
#include <arpa/inet.h>
#include <errno.h>
#include <linux/i2c.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int usb_socket = -1;
int usb_delay;

enum { SUBMIT = 1, UNLINK = 2, SUBMITTED = 3, UNLINKED = 4 };
enum { GET_FUNCTIONS = 1, SET_DELAY = 2, GET_STATUS = 3, MESSAGE = 4, FIRST = 1, LAST = 2 };
enum { IDLE = 0, ACKNOWLEDGED = 1, NOT_ACKNOWLEDGED = 2 };

static uint8_t status = IDLE;
// Decided once for each transfer, at its first message.
static enum fault transfer_fault;

static const uint8_t device_descriptor[18] = {
    18, 1, 0x10, 0x01, 0xff, 0, 0, 8, 0x03, 0x04, 0x31, 0xc6, 0x00, 0x02, 0, 0, 0, 1};
static const uint8_t configuration_descriptor[18] = {
    9, 2, 18, 0, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 0, 0xff, 0, 0, 0};

static bool transfer_all(bool writing, void *bytes, size_t count) {
  for (uint8_t *at = bytes; count > 0;) {
    ssize_t done = writing ? send(usb_socket, at, count, MSG_NOSIGNAL) : read(usb_socket, at, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done;
    count -= done;
  }
  return true;
}

// The first port of full-speed devices that is free: 004 is VDEV_ST_NULL.
static int free_port(void) {
  char line[256];
  int port = -1, number, state;
  FILE *file = fopen("/sys/devices/platform/vhci_hcd.0/status", "r");
  if (!file) return -1;
  while (port < 0 && fgets(line, sizeof line, file))
    if (sscanf(line, "hs %d %d", &number, &state) == 2 && state == 4) port = number;
  fclose(file);
  return port;
}

bool usb_plug(void) {
  int ends[2], port = free_port();
  if (port < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
    fprintf(stderr, "virtual-i2c: no free virtual USB port (modprobe vhci-hcd)\n");
    return false;
  }
  FILE *attach = fopen("/sys/devices/platform/vhci_hcd.0/attach", "w");
  bool done = attach && fprintf(attach, "%d %d %d 2", port, ends[1], 0x10000 | (port + 2)) > 0;
  done = (!attach || !fclose(attach)) && done;
  close(ends[1]);
  if (!done) {
    perror("virtual-i2c: attaching to the virtual USB port");
    close(ends[0]);
    return false;
  }
  usb_socket = ends[0];
  return true;
}

void usb_unplug(void) {
  if (usb_socket >= 0) close(usb_socket);
  usb_socket = -1;
}

// What goes wrong with the next transfer to this chip.
static enum fault next_fault(struct chip *chip) {
  if (!chip || chip->fault > FAULT_SHORT || chip->fault == FAULT_NONE) return FAULT_NONE;
  if (chip->fault_after > 0) {
    chip->fault_after--;
    return FAULT_NONE;
  }
  enum fault fault = chip->fault;
  if (chip->fault_count > 0 && --chip->fault_count == 0) chip->fault = FAULT_NONE;
  return fault;
}

// One message of a transfer: how many bytes, or -errno; 1 with *silent where nothing is answered.
static int message(int request, int flags, int address, uint8_t *bytes, int count, bool *silent) {
  struct chip *chip = chip_at(address);
  if (usb_delay > 0) usleep(usb_delay);
  if (request & FIRST) transfer_fault = next_fault(chip);
  if (transfer_fault == FAULT_ERROR) return -EPIPE;
  *silent = transfer_fault == FAULT_HANG;
  status = chip && transfer_fault != FAULT_NACK ? ACKNOWLEDGED : NOT_ACKNOWLEDGED;
  if (status == NOT_ACKNOWLEDGED || *silent) return count;
  if (!(flags & I2C_M_RD)) {
    chip_write(chip, bytes, count);
    return count;
  }
  chip_read(chip, bytes, count);
  return transfer_fault == FAULT_SHORT ? count - 1 : count;
}

static int standard_request(const uint8_t *setup, uint8_t *bytes, int count) {
  bool in = setup[0] & 0x80;
  const uint8_t *descriptor = setup[3] == 1   ? device_descriptor
                              : setup[3] == 2 ? configuration_descriptor
                                              : NULL;
  switch (setup[1]) {
  case 0: memset(bytes, 0, count); return count; // GET_STATUS
  case 6:                                        // GET_DESCRIPTOR
    if (!descriptor) return -EPIPE;
    count = count < 18 ? count : 18;
    memcpy(bytes, descriptor, count);
    return count;
  default: return in ? -EPIPE : count;
  }
}

static int request(const uint8_t *setup, uint8_t *bytes, int count, bool *silent) {
  uint32_t functions = I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
  int value = setup[2] | setup[3] << 8, index = setup[4] | setup[5] << 8;
  if (!(setup[0] & 0x60)) return standard_request(setup, bytes, count);
  switch (setup[1]) {
  case GET_FUNCTIONS: memcpy(bytes, &functions, 4); return 4;
  case SET_DELAY: return 0;
  case GET_STATUS: bytes[0] = status; return 1;
  case MESSAGE:
  case MESSAGE | FIRST:
  case MESSAGE | LAST:
  case MESSAGE | FIRST | LAST: return message(setup[1], value, index, bytes, count, silent);
  default: return -EPIPE;
  }
}

static bool answer_submit(uint32_t *header) {
  static uint8_t bytes[65536];
  bool in = ntohl(header[3]), silent = false;
  uint32_t count = ntohl(header[6]);
  if (count > sizeof bytes) return false;
  memset(bytes, 0, count);
  if (!in && count && !transfer_all(false, bytes, count)) return false;
  int result = request((const uint8_t *)(header + 10), bytes, count, &silent);
  if (silent) return true;
  int sent = result < 0 ? 0 : result;
  uint32_t answer[12] = {htonl(SUBMITTED), header[1], 0, 0, 0, htonl(result < 0 ? result : 0),
                         htonl(sent)};
  return transfer_all(true, answer, sizeof answer) && (!in || !sent || transfer_all(true, bytes, sent));
}

bool usb_answer(void) {
  uint32_t header[12];
  if (!transfer_all(false, header, sizeof header)) return false;
  if (ntohl(header[0]) == SUBMIT) return answer_submit(header);
  if (ntohl(header[0]) != UNLINK) return false;
  // Only a request that was left without an answer is ever taken back.
  uint32_t answer[12] = {htonl(UNLINKED), header[1], 0, 0, 0, htonl(-ECONNRESET)};
  return transfer_all(true, answer, sizeof answer);
}
