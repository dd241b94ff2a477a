import ControlLink
import LinuxBoard

/// The page as a process: browsers on one side, the box on the other, and the model between them. It blocks on
/// neither.
public final class PageServer {
  private let web: WebServer
  private let box: BoxLink
  private let clock = LinuxClock()
  private let complain: (String) -> Void
  /// The last complaint about a box that cannot be asked; nil once the box answers.
  private var complaint: String?
  private var model: PageModel
  /// The next inputs of the model.
  private var inputs: [PageInput] = []

  /// Serves on a listening socket, which it takes over, for the box at a socket.
  ///
  /// - Parameters:
  ///   - names: other names by which browsers reach it: see `PageGate`.
  ///   - certificate: what HTTPS needs; nil for plain HTTP.
  ///   - complain: receives the complaint that the box does not answer.
  public convenience init(
    listener: Int32, box path: String, names: Set<String> = [], certificate: PageCertificate? = nil,
    complain: @escaping (String) -> Void
  ) throws(PageFault) {
    try self.init(
      listener: listener, box: path,
      model: PageModel(
        gate: PageGate(names: names), files: PageFiles.all, isSecure: certificate != nil),
      certificate: certificate, complain: complain)
    // Asks the box once, since a mistyped path would otherwise be noticed only in browsers.
    ask(.have, as: 0, 0)
    box.hangUp(0)
    inputs = []
  }

  /// The same with other files or limits.
  init(
    listener: Int32, box path: String, model: PageModel, limits: WebServer.Limits = WebServer.Limits(),
    certificate: PageCertificate? = nil, complain: @escaping (String) -> Void
  ) throws(PageFault) {
    self.complain = complain
    guard let web = WebServer(listener: listener, limits: limits, certificate: certificate) else {
      throw certificate?.mismatch ?? .refused
    }
    self.web = web
    self.model = model
    do throws(SystemFault) {
      box = try BoxLink(path: path)
    } catch {
      throw .system(error)
    }
  }

  /// The descriptors to wait on.
  public var descriptors: [Int32] { [web.descriptor, box.descriptor] }

  /// How many connections there are.
  public var connections: Int { web.connections }

  /// The latest time at which to call `turn`, in milliseconds of the boot clock; nil if nothing is due.
  public var nextDeadline: Int? {
    [model.nextDeadline, web.deadline(at: clock.bootMilliseconds)].compactMap { $0 }.min()
  }

  /// Does all that can be done now. A write may let the next request in, so this repeats until nothing happens.
  public func turn() throws(PageFault) {
    try hearBox()
    inputs.append(.tick)
    repeat {
      decide()
      web.run(at: clock.bootMilliseconds)
      while let id = web.nextClosed() { inputs.append(.streamClosed(id)) }
      while let request = web.next() { inputs.append(.request(request)) }
    } while !inputs.isEmpty
  }

  private func decide() {
    while !inputs.isEmpty {
      for effect in model.handle(inputs.removeFirst(), at: clock.bootMilliseconds) { perform(effect) }
    }
  }

  private func hearBox() throws(PageFault) {
    do throws(SystemFault) {
      for report in try box.serve() {
        switch report {
        case .line(let call, let line):
          complaint = nil
          inputs.append(.box(call: call, line))
        case .ended(let call): inputs.append(.boxEnded(call: call))
        }
      }
    } catch {
      throw .system(error)
    }
  }

  private func perform(_ effect: PageEffect) {
    switch effect {
    case .answer(let id, let response): web.answer(id, response)
    case .openStream(let id): web.openStream(id)
    case .write(let id, let text): web.write(text, to: id)
    case .closeStream(let id): web.closeStream(id)
    case .hangUp(let call): box.hangUp(call)
    case .call(let call, let question, let patience): ask(question, as: call, patience)
    }
  }

  /// A box that is not running is treated as one that ends the conversation at once.
  private func ask(_ question: BoxQuestion, as call: Int, _ patience: Int) {
    do throws(ControlFault) {
      try box.ask(question, as: call, patienceMilliseconds: patience)
    } catch {
      if complaint != error.description { complain(error.description) }
      complaint = error.description
      inputs.append(.boxEnded(call: call))
    }
  }
}

/// Why the page cannot be served.
public enum PageFault: Error, Hashable, Sendable {
  /// libmicrohttpd does not serve on this socket.
  case refused
  /// HTTPS cannot be served with this certificate and key; the text says why.
  case certificate(String)
  /// A call of the system failed.
  case system(SystemFault)
}

extension PageFault: CustomStringConvertible {
  /// The fault in words.
  public var description: String {
    switch self {
    case .refused: "the web server could not be started on the listening socket"
    case .certificate(let words): words
    case .system(let fault): "\(fault)"
    }
  }
}

/// The files of the page, embedded in the program, by their paths.
enum PageFiles {
  /// Every file, and `/` for the page itself.
  static let all: [String: PageFile] = {
    var files: [String: PageFile] = [:]
    for (name, bytes) in embedded { files["/static/" + name] = PageFile(name: name, bytes: bytes) }
    files["/"] = files["/static/index.html"]
    return files
  }()

  /// Every file of `Static`, by its name.
  static let embedded: [(name: String, bytes: [UInt8])] = [
    ("icon.svg", PackageResources.icon_svg),
    ("index.html", PackageResources.index_html),
    ("page.js", PackageResources.page_js),
    ("strings.js", PackageResources.strings_js),
    ("style.css", PackageResources.style_css),
    ("views.js", PackageResources.views_js),
  ]
}

/// What HTTPS needs: a certificate with its chain, and its key, each as PEM.
public struct PageCertificate: Sendable {
  let certificate: [UInt8]
  let key: [UInt8]
  /// The fault to report if the web server refuses the certificate and the key together.
  let mismatch: PageFault

  /// Reads both files once, while the process may read them. Throws if one cannot be read, is not PEM, or if the key
  /// has a password.
  public init(certificateFile: String, keyFile: String) throws(PageFault) {
    do throws(SystemFault) {
      certificate = try PlainFile.read(certificateFile)
      key = try PlainFile.read(keyFile)
    } catch {
      throw .system(error)
    }
    mismatch = .certificate(
      "\(keyFile) is not the key of the certificate in \(certificateFile), or one of them is damaged")
    guard certificate.contains("BEGIN CERTIFICATE".utf8) else {
      throw .certificate("\(certificateFile) has no certificate in PEM")
    }
    guard key.contains("PRIVATE KEY".utf8) else { throw .certificate("\(keyFile) has no private key in PEM") }
    guard !key.contains("ENCRYPTED".utf8) else {
      throw .certificate(
        "\(keyFile) is locked by a password; `openssl pkey -in \(keyFile)` writes it without one")
    }
  }
}
