#if FUZZ
  /// The functions that libFuzzer calls.
  enum FuzzEntry {
    nonisolated(unsafe) static var target = FuzzTarget.logLine
  }

  /// Chooses a target by its name; returns 0 if there is one.
  @_cdecl("fuzz_choose")
  public func chooseFuzzTarget(_ name: UnsafePointer<CChar>) -> Int32 {
    guard let target = FuzzTarget(rawValue: String(cString: name)) else {
      print("fuzz: the first word is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
      return 1
    }
    FuzzEntry.target = target
    return 0
  }

  /// Runs the chosen target on an input.
  @_cdecl("fuzz_input")
  public func feedFuzzTarget(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    FuzzEntry.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
#endif
