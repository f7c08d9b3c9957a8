// What the views need of the document. Nothing is written that is there already: a still device costs no layout.

export const byID = (id) => document.getElementById(id)

export function setText(id, text) {
  const node = typeof id === "string" ? byID(id) : id
  if (node.textContent !== text) node.textContent = text
}

export function setHidden(id, isHidden) {
  const node = byID(id)
  if (node.hidden !== isHidden) node.hidden = isHidden
}

/** A text with its own paragraph, hidden where it is empty. */
export function setNotice(id, text) {
  setText(id, text)
  setHidden(id, text === "")
}

/** The children of a node, made anew where the rows are others. */
export function setRows(id, rows, make) {
  const node = byID(id)
  const key = JSON.stringify(rows)
  if (node.dataset.key === key) return
  node.dataset.key = key
  replace(node, rows.map(make))
}

/** Elements in place of the children of a node, where those are others. */
export function renew(node, ...children) {
  if (node.innerHTML !== children.map((each) => each.outerHTML).join("")) replace(node, children)
}

/** The fields of a node with a text that its user has typed and not sent yet. */
export function typed(node) {
  return [...node.querySelectorAll("input:not([type=checkbox])")].filter((each) => each.value !== each.defaultValue)
}

/** Other children of a node: a field keeps its focus and what is typed, by its name. */
function replace(node, children) {
  const focused = node.querySelector(":focus")?.name
  const kept = typed(node)
  node.replaceChildren(...children)
  const named = (wanted) => [...node.querySelectorAll("[name]")].find(({ name }) => name === wanted)
  for (const { name, value } of kept) if (named(name)) named(name).value = value
  named(focused)?.focus()
}

/** An element with properties and children; a text is a child as it is. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(properties))
    if (key.includes("-") || key === "role") made.setAttribute(key, value)
    else made[key] = value
  made.append(...children)
  return made
}

/** A button that is no form's; the focus finds it again by its name. */
export function button(name, words, work) {
  return element("button", { type: "button", name, onclick: work }, words)
}

/** A row of a table: a head and its cells. */
export function row([head, ...cells]) {
  return element("tr", {}, element("th", { scope: "row" }, head), ...cells.map((text) => element("td", {}, text)))
}

/** Colours of the page by their names in style.css. */
export function colours(...names) {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]))
}

/** Draws on a canvas, a square until `draw` makes it another shape, where what is drawn or its size has changed. */
export function drawOn(node, given, draw) {
  const size = Math.round(node.clientWidth * devicePixelRatio)
  const key = JSON.stringify([given, size])
  if (size === 0 || node.dataset.key === key) return
  node.dataset.key = key
  node.width = node.height = size
  draw(node.getContext("2d"), size)
}

export function trace(context, points) {
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)))
}

/** Calls `draw` in each frame, also after one in which it failed. */
export function eachFrame(draw) {
  requestAnimationFrame(() => eachFrame(draw))
  draw(performance.now())
}
