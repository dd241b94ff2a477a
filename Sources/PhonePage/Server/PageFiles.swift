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
