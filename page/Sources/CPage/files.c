#include "CPage.h"

static const unsigned char app_js[] = {
#embed "../../web/app.js"
};
static const unsigned char cards_js[] = {
#embed "../../web/cards.js"
};
static const unsigned char colour_js[] = {
#embed "../../web/colour.js"
};
static const unsigned char control_js[] = {
#embed "../../web/control.js"
};
static const unsigned char day_js[] = {
#embed "../../web/day.js"
};
static const unsigned char daykeeper_js[] = {
#embed "../../web/daykeeper.js"
};
static const unsigned char dial_js[] = {
#embed "../../web/dial.js"
};
static const unsigned char dom_js[] = {
#embed "../../web/dom.js"
};
static const unsigned char feel_js[] = {
#embed "../../web/feel.js"
};
static const unsigned char fonts_arabic_woff2[] = {
#embed "../../web/fonts/arabic.woff2"
};
static const unsigned char icon_svg[] = {
#embed "../../web/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../../web/index.html"
};
static const unsigned char land_json[] = {
#embed "../../web/land.json"
};
static const unsigned char language_js[] = {
#embed "../../web/language.js"
};
static const unsigned char manifest_json[] = {
#embed "../../web/manifest.json"
};
static const unsigned char map_js[] = {
#embed "../../web/map.js"
};
static const unsigned char mercator_js[] = {
#embed "../../web/mercator.js"
};
static const unsigned char model_js[] = {
#embed "../../web/model.js"
};
static const unsigned char replay_js[] = {
#embed "../../web/replay.js"
};
static const unsigned char sphere_js[] = {
#embed "../../web/sphere.js"
};
static const unsigned char stream_js[] = {
#embed "../../web/stream.js"
};
static const unsigned char style_css[] = {
#embed "../../web/style.css"
};
static const unsigned char theme_js[] = {
#embed "../../web/theme.js"
};
static const unsigned char viewer_js[] = {
#embed "../../web/viewer.js"
};
static const unsigned char views_calibrate_js[] = {
#embed "../../web/views/calibrate.js"
};
static const unsigned char views_check_js[] = {
#embed "../../web/views/check.js"
};
static const unsigned char views_map_js[] = {
#embed "../../web/views/map.js"
};
static const unsigned char views_glance_js[] = {
#embed "../../web/views/glance.js"
};
static const unsigned char views_prayers_js[] = {
#embed "../../web/views/prayers.js"
};
static const unsigned char views_qibla_js[] = {
#embed "../../web/views/qibla.js"
};
static const unsigned char views_replay_js[] = {
#embed "../../web/views/replay.js"
};
static const unsigned char views_settings_js[] = {
#embed "../../web/views/settings.js"
};
static const unsigned char views_tasbih_js[] = {
#embed "../../web/views/tasbih.js"
};
static const unsigned char words_js[] = {
#embed "../../web/words.js"
};
static const unsigned char words_ar_js[] = {
#embed "../../web/words/ar.js"
};
static const unsigned char words_en_js[] = {
#embed "../../web/words/en.js"
};
static const unsigned char words_fr_js[] = {
#embed "../../web/words/fr.js"
};
static const unsigned char words_id_js[] = {
#embed "../../web/words/id.js"
};
static const unsigned char words_tr_js[] = {
#embed "../../web/words/tr.js"
};
static const unsigned char words_ur_js[] = {
#embed "../../web/words/ur.js"
};

#define FILE(path, bytes) {path, bytes, sizeof bytes}

static const struct page_file files[] = {
    FILE("app.js", app_js),
    FILE("cards.js", cards_js),
    FILE("colour.js", colour_js),
    FILE("control.js", control_js),
    FILE("day.js", day_js),
    FILE("daykeeper.js", daykeeper_js),
    FILE("dial.js", dial_js),
    FILE("dom.js", dom_js),
    FILE("feel.js", feel_js),
    FILE("fonts/arabic.woff2", fonts_arabic_woff2),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("land.json", land_json),
    FILE("language.js", language_js),
    FILE("manifest.json", manifest_json),
    FILE("map.js", map_js),
    FILE("mercator.js", mercator_js),
    FILE("model.js", model_js),
    FILE("replay.js", replay_js),
    FILE("sphere.js", sphere_js),
    FILE("stream.js", stream_js),
    FILE("style.css", style_css),
    FILE("theme.js", theme_js),
    FILE("viewer.js", viewer_js),
    FILE("views/calibrate.js", views_calibrate_js),
    FILE("views/check.js", views_check_js),
    FILE("views/map.js", views_map_js),
    FILE("views/glance.js", views_glance_js),
    FILE("views/prayers.js", views_prayers_js),
    FILE("views/qibla.js", views_qibla_js),
    FILE("views/replay.js", views_replay_js),
    FILE("views/settings.js", views_settings_js),
    FILE("views/tasbih.js", views_tasbih_js),
    FILE("words.js", words_js),
    FILE("words/ar.js", words_ar_js),
    FILE("words/en.js", words_en_js),
    FILE("words/fr.js", words_fr_js),
    FILE("words/id.js", words_id_js),
    FILE("words/tr.js", words_tr_js),
    FILE("words/ur.js", words_ur_js),
};

const struct page_file *page_file_at(size_t number) {
  return number < sizeof files / sizeof files[0] ? &files[number] : NULL;
}
