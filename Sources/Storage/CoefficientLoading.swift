package import Geomagnetism

/// Why a magnetic model cannot be had from a file; one line with path, place and remedy.
package enum CoefficientLoadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file cannot be read.
  case storage(StorageError)
  /// The file is not a coefficient file of the World Magnetic Model.
  case content(path: String, CoefficientFileError)

  package var description: String {
    switch self {
    case .storage(let error): "\(error)"
    case .content(let path, let error): "\(path): \(error)"
    }
  }
}

extension GeomagneticModel {
  /// Reads a coefficient file (`WMM.COF`) of the form that NOAA publishes.
  ///
  /// - Throws: `CoefficientLoadError`; a file that is too large is not read.
  package init(coefficientFile path: String) throws(CoefficientLoadError) {
    let bytes: [UInt8]
    do { bytes = try readSmallFile(path: path, limitBytes: Self.limitBytes) } catch {
      throw .storage(error)
    }
    do { try self.init(parsing: bytes) } catch { throw .content(path: path, error) }
  }
}
