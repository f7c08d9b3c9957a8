import Wire

/// Has the daemon keep what a check found with its calibration. What stops that is a note: the check itself was made.
func keepCheck(_ result: HeadingCheckResult, _ socketDirectory: String?) {
  do {
    _ = try ControlConnection(socketDirectory).perform(.calibration(.check(result)))
  } catch { complain("not kept with the calibration: \(error)") }
}
