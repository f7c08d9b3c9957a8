#pragma once

/// Opens an input device of which no other program gets an event until the descriptor is closed.
///
/// - path: the path of the device node.
/// Returns a descriptor from which `struct input_event` is read, or −1 with `errno`: EBUSY where another program has the device for itself.
/// Source: linux/input.h, EVIOCGRAB.
int button_open_device(const char *path);

/// Requests a GPIO line for a button that connects it to ground: pulled up, with events of falling edges, after 10 ms
/// without a change.
///
/// - chip: the path of the chip's device node.
/// - line: the line's number on that chip.
/// Returns a descriptor from which `struct gpio_v2_line_event` is read, or −1 with `errno`.
/// Source: linux/gpio.h, version 2 of the interface (Linux 5.10).
int button_open_line(const char *chip, unsigned int line);
