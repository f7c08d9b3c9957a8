// The device's day and its clock, as the stream's messages `day` and `sun` have them.

export function makeDay() {
  let day = null
  let sun = null
  let cameAt = 0
  return {
    take(message, now) {
      if (message.type === "sun") [sun, cameAt] = [message, now]
      else day = message.times || message.error ? message : null
    },
    /** The newest day; null where the device has no position, or nothing has come yet. */
    newest: () => day,
    sun: () => sun,
    /** Seconds since 1970 on the device's clock; null before it has come. */
    clock: (now) => (sun ? sun.at_s + (now - cameAt) / 1000 : null),
    discard: () => (day = sun = null),
  }
}
