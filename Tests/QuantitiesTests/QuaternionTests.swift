import Randomness
import Glibc
import Quantities
import Testing

@Suite struct QuaternionTests {
  private let x = Vector3(1, 0, 0)
  private let y = Vector3(0, 1, 0)
  private let z = Vector3(0, 0, 1)

  @Test func aQuarterTurnAboutEachAxisFollowsTheRightHand() {
    let quarter = Double.pi / 2
    #expect(distance(Quaternion(rotationVector: Vector3(0, 0, quarter)).rotate(x), y) < 1e-15)
    #expect(distance(Quaternion(rotationVector: Vector3(quarter, 0, 0)).rotate(y), z) < 1e-15)
    #expect(distance(Quaternion(rotationVector: Vector3(0, quarter, 0)).rotate(z), x) < 1e-15)
  }

  @Test func aRotationVectorGivesTheHandCalculatedComponents() {
    // 120° about (1,1,1)/√3: w = cos 60° = ½, and x = y = z = sin 60°/√3 = ½
    let third = 2 * Double.pi / 3 / 3.0.squareRoot()
    let q = Quaternion(rotationVector: Vector3(third, third, third))
    for component in [q.w, q.x, q.y, q.z] { #expect(abs(component - 0.5) < 1e-15) }
    // it permutes the axes
    #expect(distance(q.rotate(x), y) < 1e-15)
    #expect(distance(q.rotate(y), z) < 1e-15)
    #expect(distance(q.rotate(z), x) < 1e-15)
  }

  @Test func smallRotationsLoseNothingWhereTheSeriesTakesOver() {
    for angle in [0, 1e-300, 1e-12, 1e-5, 0.999e-4, 1e-4, 1.001e-4, 1e-3] {
      let q = Quaternion(rotationVector: Vector3(0, 0, angle))
      #expect(abs(q.z - sin(angle / 2)) <= 1e-15 * max(angle, 1e-300))
      #expect(q.w == cos(angle / 2))
    }
    #expect(Quaternion(rotationVector: .zero) == .identity)
  }

  @Test func aProductIsOneRotationAfterTheOther() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<1_000 {
      let a = random.rotation()
      let b = random.rotation()
      let v = random.vector(-5...5)
      #expect(distance((a * b).rotate(v), a.rotate(b.rotate(v))) < 1e-13)
      #expect(distance(a.inverse.rotate(a.rotate(v)), v) < 1e-13)
      #expect(abs(a.rotate(v).length - v.length) < 1e-13)
    }
  }

  // Yaw, pitch, roll in the aerospace order (Diebel 2006, "Representing Attitude", §5.6): body
  // (x forward, y right, z down) to north, east, down; nose up and right side down are positive.
  @Test func yawPitchAndRollTurnTheBodyInNorthEastDown() {
    let degree = Double.pi / 180
    let yawed = Quaternion(yaw: 90 * degree, pitch: 0, roll: 0)
    #expect(distance(yawed.rotate(x), y) < 1e-15)  // the nose points east
    let pitched = Quaternion(yaw: 0, pitch: 30 * degree, roll: 0)
    #expect(distance(pitched.rotate(x), Vector3(sqrt(3) / 2, 0, -0.5)) < 1e-15)  // nose up
    let rolled = Quaternion(yaw: 0, pitch: 0, roll: 30 * degree)
    #expect(distance(rolled.rotate(y), Vector3(0, sqrt(3) / 2, 0.5)) < 1e-15)  // right side down
    // all three: x forward = (cos ψ cos θ, sin ψ cos θ, −sin θ) whatever the roll
    let (yaw, pitch) = (200 * degree, -40 * degree)
    let all = Quaternion(yaw: yaw, pitch: pitch, roll: 70 * degree)
    let forward = Vector3(cos(yaw) * cos(pitch), sin(yaw) * cos(pitch), -sin(pitch))
    #expect(distance(all.rotate(x), forward) < 1e-15)
    // and down in the body = (−sin θ, sin φ cos θ, cos φ cos θ)
    let roll = 70 * degree
    let down = Vector3(-sin(pitch), sin(roll) * cos(pitch), cos(roll) * cos(pitch))
    #expect(distance(all.inverse.rotate(z), down) < 1e-15)
  }

  @Test func turningOneDirectionIntoAnotherTakesTheShortestWay() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1_000 {
      let a = try #require(random.vector(-1...1).normalized)
      let b = try #require(random.vector(-1...1).normalized)
      let q = Quaternion(turning: a, into: b)
      #expect(distance(q.rotate(a), b) < 1e-12)
      // the angle of the rotation is the angle between the two
      #expect(abs(2 * acos(min(1, q.w)) - acos(max(-1, min(1, a.dot(b))))) < 1e-6)
    }
  }

  @Test func oppositeDirectionsTurnHalfWayAround() {
    for direction in [x, y, z, -x, -y, -z] {
      let q = Quaternion(turning: direction, into: -direction)
      #expect(distance(q.rotate(direction), -direction) < 1e-9)
      #expect(abs(q.normalized.w - q.w) < 1e-15)
    }
    #expect(Quaternion(turning: x, into: x) == .identity)
  }

  @Test func normalizingTakesOutTheDriftAndKeepsTheRotation() {
    var q = Quaternion.identity
    let step = Quaternion(rotationVector: Vector3(0.01, -0.02, 0.03))
    for _ in 0..<10_000 { q = (q * step).normalized }
    let length = (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
    #expect(abs(length - 1) < 1e-15)
    let whole = Quaternion(rotationVector: Vector3(100, -200, 300))
    #expect(distance(q.rotate(x), whole.rotate(x)) < 1e-9)
  }

  @Test func theRotationVectorIsTheInverseOfItsInitialiser() {
    // just under half a turn, the identity, and less than a double resolves beside 1
    for v in [Vector3(0.1, -0.2, 0.3), Vector3(0, 3.14, 0), .zero, Vector3(0, 0, 1e-12)] {
      let q = Quaternion(rotationVector: v)
      #expect(distance(q.rotationVector, v) < 1e-14)
      // the same rotation
      #expect(distance(Quaternion(w: -q.w, x: -q.x, y: -q.y, z: -q.z).rotationVector, v) < 1e-14)
    }
    // three quarters of a turn are one quarter back
    let back = Quaternion(rotationVector: Vector3(0, 0, 1.5 * .pi)).rotationVector
    #expect(distance(back, Vector3(0, 0, -0.5 * .pi)) < 1e-14)
  }
}
