private import Glibc
package import Quantities

/// Something that bends the field: a magnet, steel or a coil, there for a while or always.
package struct Magnet: Equatable, Sendable {
  /// Whose axes a field turns with.
  package enum Frame: Equatable, Sendable {
    /// The room's: north, east, down.
    case earth
    /// The device's: x forward, y right, z down.
    case body
  }

  /// What it is.
  package enum Source: Equatable, Sendable {
    /// The same field everywhere, µT.
    case uniform(Vector3)
    /// A point dipole. In the earth frame its track counts from where the device started, in the
    /// body frame from the magnetometer; m and A·m².
    case dipole(Track, moment: Vector3)
    /// Iron that the Earth's field magnetises: it adds the matrix times that field, which may turn it.
    case induced(Matrix3)
  }

  package var frame: Frame
  package var source: Source
  package var envelope: Envelope
  /// A coil's tone: the field swings as a cosine of so many Hz. 0: it does not.
  package var hertz: Double

  package init(
    _ source: Source, in frame: Frame, during envelope: Envelope = .always, hertz: Double = 0
  ) {
    self.frame = frame
    self.source = source
    self.envelope = envelope
    self.hertz = hertz
  }

  /// The part of its full strength that it has at `time`, s; in [−1, 1].
  func strength(at time: Double) -> Double {
    let strength = envelope.jet(at: time).value
    return hertz == 0 || strength == 0 ? strength : strength * cos(2 * .pi * hertz * time)
  }

  /// What it adds at full strength, µT, in its frame.
  ///
  /// - Parameters:
  ///   - device: where the device is in that frame, m.
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
///   - offset: from the dipole to where it is asked, m; below 1 mm it is taken for 1 mm, and at the
///     dipole itself there is no field.
/// - Source: J. D. Jackson, *Classical Electrodynamics*, 3rd ed., eq. 5.56, with μ0/4π = 1e-7 T·m/A.
package func dipoleField(moment: Vector3, at offset: Vector3) -> Vector3 {
  guard let direction = offset.normalized else { return .zero }
  let distance = max(offset.length, 1e-3)
  return (direction * (3 * moment.dot(direction)) - moment)
    * (0.1 / (distance * distance * distance))
}
