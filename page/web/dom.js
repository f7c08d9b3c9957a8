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
  node.replaceChildren(...rows.map(make))
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

/** A row of a table: a head and its cells. */
export function row([head, ...cells]) {
  return element("tr", {}, element("th", { scope: "row" }, head), ...cells.map((text) => element("td", {}, text)))
}
