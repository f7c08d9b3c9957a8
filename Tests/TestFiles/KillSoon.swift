import Glibc

/// Kills this process within 60 ms, at an instant that has nothing to do with what it is at.
package func killSoon() {
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { _ in
      usleep(.random(in: 0...60_000))
      kill(getpid(), SIGKILL)
      return nil
    }, nil)
}
