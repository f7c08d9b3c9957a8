// Before anything is drawn: the viewer's colours. Not a module, because modules run after the first drawing.
(function () {
  let chosen = {}
  try { chosen = JSON.parse(localStorage.getItem("viewer") || "{}") || {} } catch {}
  const isDark = chosen.scheme === "dark" || (chosen.scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  const root = document.documentElement
  root.dataset.scheme = isDark ? "dark" : "light"
  root.dataset.theme = chosen.theme || (matchMedia("(prefers-contrast: more)").matches ? "contrast" : "green")
})()
