// Before anything is drawn: the viewer's colours. Not a module, because modules run after the first drawing.
function showColours({ scheme, theme }) {
  const isDark = scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  const shown = document.documentElement.dataset
  shown.scheme = isDark ? "dark" : "light"
  shown.theme = theme || (matchMedia("(prefers-contrast: more)").matches ? "contrast" : "green")
}
try { showColours(JSON.parse(localStorage.getItem("viewer")) ?? {}) } catch { showColours({}) }
