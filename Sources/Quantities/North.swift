/// The north from which an azimuth is measured. As types, the two cannot be mixed.
public protocol North: Sendable {}

/// Geographic north: the direction of the Earth's axis.
public enum TrueNorth: North {}

/// Magnetic north: the direction of the horizontal part of the local field.
public enum MagneticNorth: North {}
