/// The text of a mount in the configuration, as it has to be where the axes that it makes are turned.
///
/// What stands before the three axes, as a board's name, is kept; where there are no axes, the board lies
/// flat with its components up.
///
/// - Parameters:
///   - value: the present value of `board`, `magnetometer` or `inertial`, as `x -y -z`.
///   - turn: which of the axes that `value` makes forward, right and down now really are.
/// - Returns: `nil` where the axes in `value` are no mount.
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
