/* Says for each line of standard input whether clients/c/qiblad.h takes it, with the number heading_true_deg, and with
 * how many bytes its string text has: for scripts/fuzz-clients. */
#include "../../clients/c/qiblad.h"

int main(void) {
  static struct qiblad_client client;
  char *line = NULL, text[4096];
  size_t size = 0;
  ssize_t length;
  while ((length = getline(&line, &size, stdin)) > 0) {
    double number;
    char *end = line + length - 1;
    *end = '\0';
    const char *behind = qiblad__value(line, end, QIBLAD_DEPTH);
    if (behind == NULL || qiblad__blank(behind, end) != end || *qiblad__blank(line, end) != '{') {
      printf("bad\n");
      continue;
    }
    client.message = line;
    bool whole = qiblad_string(&client, "text", text, sizeof text);
    printf("ok %.17g %d\n", qiblad_number(&client, "heading_true_deg", &number) ? number : -1,
        whole ? (int)strlen(text) : -1);
  }
  free(line);
  return 0;
}
