extension String {
  /// The text in a buffer that a C call filled in, up to its zero byte.
  init(terminated buffer: [CChar]) {
    self.init(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
