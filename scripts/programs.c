/* qiblad and qiblactl in one file: both contain the same libraries, which are most of it. scripts/join-programs links
   it; the name by which it is called says which of the two runs. */
#include <stdio.h>
#include <string.h>

/* The entry points, by the names that Swift's package manager gives them. */
int qiblad_main(int count, char **arguments);
int qiblactl_main(int count, char **arguments);

/* libgps can send over D-Bus and then loads nine libraries. qiblad only decodes lines with it; with these in place the
   linker leaves that part out. */
int gps_dbus_open(void *data);
int gps_dbus_mainloop(void *data, int timeout, void *hook);

int gps_dbus_open(void *data) {
  (void)data;
  return -1;
}

int gps_dbus_mainloop(void *data, int timeout, void *hook) {
  (void)data;
  (void)timeout;
  (void)hook;
  return -1;
}

int main(int count, char **arguments) {
  const char *path = count > 0 ? arguments[0] : "";
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  if (strcmp(name, "qiblad") == 0) return qiblad_main(count, arguments);
  if (strcmp(name, "qiblactl") == 0) return qiblactl_main(count, arguments);
  fprintf(stderr, "\"%s\": this file is qiblad and qiblactl; call it by one of these names\n", name);
  return 64;
}
