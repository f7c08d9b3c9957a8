#pragma once

/// Starts a program that plays one file. It inherits standard input, output and error, and no other descriptor, and it
/// blocks no signal.
///
/// - program: the path of the program.
/// - file: its only argument.
/// - identifier: gets the number of its process.
/// Returns 0, or the `errno` of what failed.
/// Source: posix_spawn(3); posix_spawn_file_actions_addclosefrom_np of glibc 2.34, which Swift does not import.
int player_start(const char *program, const char *file, int *identifier);
