private import Glibc

/// A chime of three notes, each of three partials that fade: synthesized, so that no recording is bundled.
package enum Chime {
  static let rate = 48_000
  /// Seconds.
  private static let length = 1.5
  /// Hertz of the first note: the A below the middle C, and above it a fifth and an octave.
  private static let notes = [220.0, 330.0, 440.0]
  /// Multiples of a note and their amplitudes, as a bar's that is struck.
  private static let partials = [(1.0, 0.6), (2.76, 0.25), (5.4, 0.1)]

  /// - Returns: a WAV file of 16 bits, one channel, 48 kHz.
  package static func wave() -> [UInt8] {
    let count = Int(length * Double(rate))
    var samples = [Double](repeating: 0, count: count)
    for (index, note) in notes.enumerated() {
      let start = index * rate / 4
      for sample in start..<count {
        let time = Double(sample - start) / Double(rate)
        let sound = partials.reduce(0.0) { sum, partial in
          sum + partial.1 * sin(2 * .pi * note * partial.0 * time) * exp(-3 * time * partial.0)
        }
        // The first 5 ms rise, or each note would begin with a click.
        samples[sample] += sound * min(time / 0.005, 1) / Double(notes.count)
      }
    }
    return header(bytes: count * 2)
      + samples.flatMap { sample in
        let value = Int16((max(-1, min(1, sample)) * 32_767).rounded())
        return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
  }

  /// Source: Multimedia Programming Interface and Data Specifications 1.0, "Waveform Audio File Format".
  private static func header(bytes: Int) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + little(36 + bytes, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2)
      + little(16, 2) + Array("data".utf8) + little(bytes, 4)
  }
}
