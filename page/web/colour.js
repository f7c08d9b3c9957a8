// Contrast by WCAG 2.1, and a colour of the viewer's own that stays readable.

function channels(hex) {
  return [1, 3, 5].map((index) => parseInt(hex.slice(index, index + 2), 16))
}

function luminance(hex) {
  const [red, green, blue] = channels(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21. */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The same colour, darker or lighter until its contrast to each ground is at least 4.5. */
export function readable(hex, grounds, isDark) {
  const end = isDark ? 255 : 0
  for (let step = 0; step <= 20; step++) {
    const mixed = "#" + channels(hex).map((value) => Math.round(value + ((end - value) * step) / 20).toString(16).padStart(2, "0")).join("")
    if (grounds.every((ground) => contrast(mixed, ground) >= 4.5)) return mixed
  }
  return isDark ? "#ffffff" : "#000000"
}
