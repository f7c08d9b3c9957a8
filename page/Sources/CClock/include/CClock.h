#pragma once

/// Whether the kernel's clock was set by a time server or a receiver: 1, 0, or −1 where the kernel does not say.
/// Source: adjtimex(2).
int clock_is_synchronized(void);
