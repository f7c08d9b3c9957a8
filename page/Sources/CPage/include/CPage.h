#pragma once
#include <stddef.h>

/// A file of the page, as it is in the folder page/web.
struct page_file {
  /// Path inside the folder, without a leading slash.
  const char *path;
  const unsigned char *bytes;
  size_t count;
};

/// The file with this number, from 0; NULL after the last.
const struct page_file *page_file_at(size_t number);
