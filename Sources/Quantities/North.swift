/// The north that an azimuth is measured from; the compiler keeps the two apart.
public protocol North: Sendable {}

/// Geographic north: the direction of the Earth's axis.
public enum TrueNorth: North {}

/// Magnetic north: where the horizontal part of the local field points.
public enum MagneticNorth: North {}
