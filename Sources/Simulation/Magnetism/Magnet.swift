private import Glibc
package import Quantities

/// A source of interference: a magnet, steel or a coil, present for a while or always.
package struct Magnet: Equatable, Sendable {
  /// The frame in which the source is fixed.
  package enum Frame: Equatable, Sendable {
    /// The earth frame: north, east, down.
    case earth
    /// The body frame: x forward, y right, z down.
    case body
  }

  /// The kind of source.
  package enum Source: Equatable, Sendable {
    /// The same field everywhere, µT.
    case uniform(Vector3)
    /// A point dipole, m and A·m². Its track is relative to the device's start in the earth frame,
    /// and to the magnetometer in the body frame.
    case dipole(Track, moment: Vector3)
    /// Iron that the Earth's field magnetises: it adds the matrix times that field.
    case induced(Matrix3)
  }

  package var frame: Frame
  package var source: Source
  package var envelope: Envelope
  /// The frequency of a coil, Hz: the field varies as a cosine. 0 for a constant field.
  package var hertz: Double

  package init(
    _ source: Source, in frame: Frame, during envelope: Envelope = .always, hertz: Double = 0
  ) {
    self.frame = frame
    self.source = source
    self.envelope = envelope
    self.hertz = hertz
  }

  /// The relative strength at `time`, s; in [−1, 1].
  func strength(at time: Double) -> Double {
    let strength = envelope.jet(at: time).value
    return hertz == 0 || strength == 0 ? strength : strength * cos(2 * .pi * hertz * time)
  }

  /// The field that it adds at full strength, µT, in its frame.
  ///
  /// - Parameters:
  ///   - device: the device's position in that frame, m.
  ///   - undisturbed: the Earth's field in that frame, µT.
  func field(at time: Double, device: Vector3, undisturbed: Vector3) -> Vector3 {
    switch source {
    case .uniform(let field): field
    case .dipole(let track, let moment):
      dipoleField(moment: moment, at: device - track.position(at: time))
    case .induced(let matrix): matrix * undisturbed
    }
  }
}

/// The field of a point dipole, µT.
///
/// - Parameters:
///   - moment: A·m².
///   - offset: from the dipole to the point of the field, m. Below 1 mm, 1 mm is used; at the
///     dipole itself the field is 0.
/// - Source: J. D. Jackson, *Classical Electrodynamics*, 3rd ed., eq. 5.56, with μ0/4π = 1e-7 T·m/A.
package func dipoleField(moment: Vector3, at offset: Vector3) -> Vector3 {
  guard let direction = offset.normalized else { return .zero }
  let distance = max(offset.length, 1e-3)
  return (direction * (3 * moment.dot(direction)) - moment)
    * (0.1 / (distance * distance * distance))
}
