// The device's day and its clock, as the stream's messages `day` and `sun` have them.

/** Seconds: a change of the day comes at most so late. */
const mostDelay = 5

export function makeDay() {
  let day = null
  let sun = null
  let cameAt = 0
  const clock = (now) => (sun ? sun.at_s + (now - cameAt) / 1000 : null)
  return {
    take(message, now) {
      if (message.type === "sun") [sun, cameAt] = [message, now]
      else day = message.times || message.error ? message : null
    },
    /** The newest day; null where the device has no position, or nothing has come yet. It is over where the one after it
     *  did not come: then nothing is known of what is now and next. */
    newest(now) {
      const isOver = day?.next_change_s + mostDelay < clock(now)
      return isOver ? { ...day, isOver, current: undefined, next: undefined, ramadan_day: undefined } : day
    },
    sun: () => sun,
    /** Seconds since 1970 on the device's clock; null before it has come. */
    clock,
    discard: () => (day = sun = null),
  }
}
