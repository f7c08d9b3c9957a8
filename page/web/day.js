// What the page shows of a day. Pure: no clock, no document. The times are the device's: the phone's clock and time zone
// are never used. `elapsed` is the number of seconds since the answer came.

export const prayerNames = {
  fajr: "Fajr", sunrise: "Sunrise", dhuhr: "Dhuhr", asr: "Asr", maghrib: "Maghrib", isha: "Isha",
}
const nightNames = { imsak: "Imsak", duha: "Duha", midnight: "Midnight", last_third: "Last third of the night" }
const friday = 5

export function nameOf(prayer, weekday) {
  return prayer === "dhuhr" && weekday === friday ? "Jumu\u2019ah" : (prayerNames[prayer] ?? prayer)
}

/** `in 2 h 15 min`, `in 4 min`, `now`. */
export function left(seconds) {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 0) return "now"
  if (minutes < 60) return `in ${minutes} min`
  return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Whether another answer is due: something changed, or a day that was wrong may be right now. */
export function isOver(day, elapsed) {
  if (!day || day.error) return elapsed > 10
  return day.now_s + elapsed >= day.next_change_s || elapsed > 3600
}

/** The large line. */
export function nextWords(day) {
  if (!day) return "Times of prayer"
  if (day.error) return "No times"
  return day.next ? `${nameOf(day.next.name, weekdayOfNext(day))} ${day.next.clock}` : "No times of prayer here today"
}

/** The weekday of the next time, which may be tomorrow's. */
function weekdayOfNext(day) {
  const isToday = day.times.some((time) => time.at_s === day.next.at_s)
  return isToday ? day.weekday : (day.weekday % 7) + 1
}

export function countdown(day, elapsed) {
  return day?.next ? left(day.next.at_s - day.now_s - elapsed) : (day?.error ?? "")
}

/** Both dates in words. */
export function dates(day) {
  if (!day || day.error) return ""
  const hijri = day.hijri
  const grade = hijri?.grade === "published" ? "" : ` (${hijri?.grade})`
  return hijri ? `${hijri.day} ${hijri.month_name} ${hijri.year}${grade}, ${day.date}` : day.date
}

/** What a user must know. */
export function dayNotice(day) {
  return day?.zone_doubtful ? "The device's time zone is over 3 h from the sun's time here: set it (timedatectl)." : ""
}

/** Rows of the table: name, time, note, and whether it is now or next. */
export function prayerRows(day) {
  if (!day || day.error) return []
  return day.times.map((time) => ({
    name: nameOf(time.name, day.weekday),
    clock: time.clock ?? "–",
    iqama: time.iqama ?? "",
    note: time.absent ?? basisWords(time.basis),
    mark: time.name === day.current ? "now" : day.next && time.at_s === day.next.at_s ? "next" : "",
  }))
}

export function nightRows(day) {
  if (!day || day.error) return []
  const rows = day.night.filter((time) => time.clock).map((time) => [nightNames[time.name] ?? time.name, time.clock])
  return [...rows, ["Method", day.method]]
}

/** What a time follows from where it is not the sun at the place. */
export function basisWords(basis) {
  if (basis === undefined) return ""
  const [kind, value] = basis.split(":")
  switch (kind) {
    case "rule":
      return { seventh: "a seventh of the night", middle: "the middle of the night", angle: "a part of the night",
        moonsighting: "by the season" }[value] ?? "by a rule"
    case "near_latitude": return `as at ${value}° of latitude`
    case "near_day": return `as on ${value}`
    case "mecca": return "as at the latitude of Mecca"
    case "ratio": return "a part of the afternoon"
    case "timetable": return "by the timetable"
    default: return basis
  }
}
