// Commands, as text: what the chips feel and what goes wrong. The list is in control.c.
#ifndef CONTROL_H
#define CONTROL_H

// Carries out one command and writes the answer, which starts with "error" where it failed.
void control_do(char *command, char *answer, int size);
#endif
