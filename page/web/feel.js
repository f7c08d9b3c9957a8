// What the viewer feels and hears: vibration where the browser has it, a tone where the viewer wants one.

/** Milliseconds of vibration and pause: the daemon's patterns, for a phone's motor. */
export const patterns = {
  aligned: [60, 60, 60], aligned_uncertain: [40], locked: [120], passed: [20], left: [30, 40, 30],
}
const tones = { aligned: 880, aligned_uncertain: 660, locked: 1047, passed: 440, left: 330 }

export function makeFeel(viewer) {
  let audio = null

  function tone(hertz) {
    audio ??= new AudioContext()
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()]
    oscillator.frequency.value = hertz
    gain.gain.setValueAtTime(0.2, audio.currentTime)
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start()
    oscillator.stop(audio.currentTime + 0.25)
  }

  return (name) => {
    if (!(name in patterns)) return
    // Browsers refuse both until the viewer has touched the page.
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return
    if (viewer().vibrate) navigator.vibrate?.(patterns[name])
    if (viewer().sound) tone(tones[name])
  }
}
