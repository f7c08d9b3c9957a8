// The adapter that the kernel sees: an i2c-tiny-usb on a virtual USB port.
#ifndef USB_H
#define USB_H
#include <stdbool.h>

// The socket that the kernel's USB requests arrive on, or -1 while unplugged.
extern int usb_socket;
// Microseconds that every message takes longer than it must.
extern int usb_delay;

// Plugs the adapter into the first free port; false, with a message, where that is impossible.
bool usb_plug(void);
// Pulls it out.
void usb_unplug(void);
// Answers one request; false where the kernel closed the port.
bool usb_answer(void);
#endif
