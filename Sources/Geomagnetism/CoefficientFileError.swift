/// Why a coefficient file cannot be used, and at which line.
package struct CoefficientFileError: Error, Equatable, Sendable {
  /// What is wrong. Texts from the file are cut to 24 characters and hold no control characters.
  package enum Problem: Equatable, Sendable {
    /// Nothing but blanks.
    case empty
    /// More than `GeomagneticModel.limitBytes`.
    case tooLong
    /// The first line is not an epoch, a name and a date.
    case notAHeader(found: String)
    /// The epoch is no number from 2000 to 2100.
    case badEpoch(found: String)
    /// The name is not that of a World Magnetic Model.
    case unknownName(found: String)
    /// The name's year is not the epoch's.
    case nameOfAnotherEpoch(name: String, epoch: Double)
    /// A model of more than degree 12, such as WMMHR.
    case degreeTooHigh(found: String)
    /// The line has not six words.
    case notACoefficientLine(words: Int)
    /// A word that is no finite decimal number.
    case notANumber(CoefficientColumn, found: String)
    /// Another degree and order than the next.
    case outOfOrder(degree: Int, order: Int, expectedDegree: Int, expectedOrder: Int)
    /// A number that the Earth's field does not have.
    case implausible(CoefficientColumn, found: Double, allowed: String)
    /// The file, or its list, ends before this degree and order.
    case endsEarly(degree: Int, order: Int)
    /// The line of nines after the last coefficients is missing.
    case noClosingLine
    /// Something after the line of nines.
    case trailingText(found: String)
  }

  /// Counted from 1; the last line where the file ends too early.
  package let line: Int
  package let problem: Problem

  package init(line: Int, _ problem: Problem) {
    self.line = line
    self.problem = problem
  }
}

/// The columns of a coefficient line, as the format names them.
package enum CoefficientColumn: String, CaseIterable, Sendable {
  case degree = "n"
  case order = "m"
  case cosine = "g"
  case sine = "h"
  case cosineChange = "g-dot"
  case sineChange = "h-dot"
}

extension CoefficientFileError: CustomStringConvertible {
  /// One line: where, what is wrong, and what to do.
  package var description: String { "line \(line): \(problem.text)" }
}

extension CoefficientFileError.Problem {
  fileprivate var text: String {
    switch self {
    case .empty: "the file is empty; \(again)"
    case .tooLong:
      "the file is longer than \(GeomagneticModel.limitBytes) bytes, and a model of degree 12 is "
        + "a tenth of that; give WMM.COF (not WMMHR.COF)"
    case .notAHeader(let found):
      "it begins with \"\(found)\" where the epoch, the model's name and its date are expected, "
        + "such as 2025.0 WMM-2025 11/13/2024; give the file WMM.COF as it was published"
    case .badEpoch(let found):
      "the epoch is \"\(found)\"; it must be a year from 2000 to 2100; \(again)"
    case .unknownName(let found):
      "the model is called \"\(found)\"; this program reads the World Magnetic Model only, "
        + "whose names begin with WMM; give WMM.COF"
    case .nameOfAnotherEpoch(let name, let epoch):
      "\(name) does not belong to the epoch \(epoch); \(again)"
    case .degreeTooHigh(let found):
      "\(found) is of a higher degree than 12, such as the 133 of WMMHR; give WMM.COF"
    case .notACoefficientLine(let words):
      "it has \(words) \(words == 1 ? "word" : "words") where the six of n m g h g-dot h-dot are "
        + "expected; \(again)"
    case .notANumber(let column, let found):
      "\(column.rawValue) is \"\(found)\", which is not a \(column.kind); \(again)"
    case .outOfOrder(let n, let m, let expectedN, let expectedM):
      "n m are \(n) \(m) where \(expectedN) \(expectedM) are next; put the lines in order, "
        + "each once, or copy the file again"
    case .implausible(let column, let found, let allowed):
      "\(column.rawValue) is \(found), and the Earth's is \(allowed); "
        + "use a World Magnetic Model in nT"
    case .endsEarly(let degree, let order):
      "the list ends before n m = \(degree) \(order), and it goes to 12 12; \(again)"
    case .noClosingLine:
      "no line of nines follows the last coefficients, so the file may be cut; \(again)"
    case .trailingText(let found):
      "\"\(found)\" stands after the line of nines that ends the list; \(again)"
    }
  }

  private var again: String { "copy the file again" }
}

extension CoefficientColumn {
  fileprivate var kind: String {
    self == .degree || self == .order ? "whole number" : "decimal number"
  }
}
