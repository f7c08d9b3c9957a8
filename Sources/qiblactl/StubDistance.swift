func distanceText(kilometres: Double) -> String { "\(Int(kilometres.rounded())) km" }
