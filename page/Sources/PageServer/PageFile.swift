private import CPage
package import NIOCore

/// A file of the page.
package struct PageFile: Sendable {
  /// Path in the folder `page/web`, without a leading slash.
  package let path: String
  package let bytes: ByteBuffer

  /// The media type, by the extension of the path.
  package var mediaType: String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "svg": "image/svg+xml"
    case "woff2": "font/woff2"
    default: "application/octet-stream"
    }
  }

  /// The files that the program was built with.
  package static let all: [PageFile] = {
    var files: [PageFile] = []
    while let file = page_file_at(files.count)?.pointee {
      let bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.count)
      files.append(PageFile(path: String(cString: file.path), bytes: ByteBuffer(bytes: bytes)))
    }
    return files
  }()
}
