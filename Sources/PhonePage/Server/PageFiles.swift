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
    ("app.js", PackageResources.app_js),
    ("box-view.js", PackageResources.box_view_js),
    ("box.js", PackageResources.box_js),
    ("charts.js", PackageResources.charts_js),
    ("commands.js", PackageResources.commands_js),
    ("dom.js", PackageResources.dom_js),
    ("entry.js", PackageResources.entry_js),
    ("forms.js", PackageResources.forms_js),
    ("history.js", PackageResources.history_js),
    ("household.js", PackageResources.household_js),
    ("icon.svg", PackageResources.icon_svg),
    ("index.html", PackageResources.index_html),
    ("night.js", PackageResources.night_js),
    ("now.js", PackageResources.now_js),
    ("pair.js", PackageResources.pair_js),
    ("plan.js", PackageResources.plan_js),
    ("queue.js", PackageResources.queue_js),
    ("quiet.js", PackageResources.quiet_js),
    ("strings.js", PackageResources.strings_js),
    ("style.css", PackageResources.style_css),
    ("time.js", PackageResources.time_js),
    ("timeline.js", PackageResources.timeline_js),
    ("trends.js", PackageResources.trends_js),
  ]
}
