// All that the command line's parser takes from Foundation, under the name that it imports: Foundation's own is 4 MB
// of the program, of which the parser uses a cast and, for the manual page, an encoder. What a later parser wants
// beyond it shows as an error when the package is built.

/// An error that describes itself to people.
public protocol LocalizedError: Error {
  /// What went wrong; nil where there is nothing better than the error's name.
  var errorDescription: String? { get }
}

extension LocalizedError {
  /// Nothing better.
  public var errorDescription: String? { nil }
}
