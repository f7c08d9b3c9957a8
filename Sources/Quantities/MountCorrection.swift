/// Corrects the text of a mount in the configuration by a rotation.
///
/// A text before the three axes, such as a board's name, is kept. Without axes, the board is flat
/// with its components up.
///
/// - Parameters:
///   - value: the present value of `board`, `magnetometer` or `inertial`, such as `x -y -z`.
///   - turn: the axes of the present body frame that really point forward, right and down.
/// - Returns: `nil` if the axes in `value` are not a mount.
package func correctedMount(_ value: String, by turn: BoardMount) -> String? {
  let words = value.split(separator: " ")
  let axes = words.suffix(3)
  let hasAxes = axes.count == 3 && axes.allSatisfy { $0.drop { $0 == "-" }.count == 1 }
  let name = hasAxes ? words.dropLast(3) : words[...]
  let present =
    hasAxes ? try? BoardMount(parsing: axes.joined(separator: " ")) : BoardMount.componentsUp
  guard let present,
    let corrected = BoardMount(turn.bodyFromBoard * present.bodyFromBoard)
  else { return nil }
  return (name.map(String.init) + [corrected.description]).joined(separator: " ")
}
