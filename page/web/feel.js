// Vibration for the viewer, or where the browser has none a frame that lights up; a tone where the viewer wants one.

/** Milliseconds of vibration and pause: the daemon's patterns, for a phone's motor. */
export const patterns = {
  aligned: [60, 60, 60], aligned_uncertain: [40], locked: [120], passed: [20], left: [30, 40, 30],
}
const tones = { aligned: 880, aligned_uncertain: 660, locked: 1047, passed: 440, left: 330 }

export function makeFeel(viewer, isMotionLess) {
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
    // Browsers refuse vibration and sound until the viewer has touched the page.
    const isTouched = navigator.userActivation?.hasBeenActive ?? true
    if (navigator.vibrate) {
      if (isTouched && viewer().vibrate) navigator.vibrate(patterns[name])
    } else if (viewer().flash && !isMotionLess()) {
      // Once, because a light that flickers may harm its viewer.
      document.getElementById("flash").animate({ opacity: [1, 0] }, 600)
    }
    if (isTouched && viewer().sound) tone(tones[name])
  }
}
