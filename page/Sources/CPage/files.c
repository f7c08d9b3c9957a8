#include "CPage.h"

static const unsigned char index_html[] = {
#embed "../../web/index.html"
};
static const unsigned char style_css[] = {
#embed "../../web/style.css"
};
static const unsigned char icon_svg[] = {
#embed "../../web/icon.svg"
};
static const unsigned char app_js[] = {
#embed "../../web/app.js"
};
static const unsigned char dial_js[] = {
#embed "../../web/dial.js"
};
static const unsigned char model_js[] = {
#embed "../../web/model.js"
};
static const unsigned char stream_js[] = {
#embed "../../web/stream.js"
};
static const unsigned char day_js[] = {
#embed "../../web/day.js"
};
static const unsigned char map_js[] = {
#embed "../../web/map.js"
};
static const unsigned char land_json[] = {
#embed "../../web/land.json"
};
static const unsigned char words_js[] = {
#embed "../../web/words.js"
};

#define FILE(path, bytes) {path, bytes, sizeof bytes}

static const struct page_file files[] = {
    FILE("index.html", index_html), FILE("style.css", style_css), FILE("icon.svg", icon_svg),
    FILE("app.js", app_js),         FILE("dial.js", dial_js),     FILE("model.js", model_js),
    FILE("stream.js", stream_js),   FILE("words.js", words_js), FILE("day.js", day_js),
    FILE("map.js", map_js),         FILE("land.json", land_json),
};

const struct page_file *page_file_at(size_t number) {
  return number < sizeof files / sizeof files[0] ? &files[number] : NULL;
}
