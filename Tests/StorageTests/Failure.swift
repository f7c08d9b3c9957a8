/// What `work` throws, or `nil` where it throws nothing.
func failure<E: Error>(_ work: () throws(E) -> Void) -> E? {
  do {
    try work()
    return nil
  } catch { return error }
}
