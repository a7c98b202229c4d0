/** The response types requested from a package index (PEP 691, PEP 503). */
export const packageIndexTypes = 'application/vnd.pypi.simple.v1+json, text/html;q=0.2'

/** The page of a package in the simple API, such as `https://pypi.org/simple`. */
export function packagePage(index: string, name: string): URL {
  return new URL(`${index.replace(/\/$/, '')}/${normal(name)}/`)
}

export interface PackagePage {
  page: URL
  contentType: string | null
  text: string
  package: string
  version: string
}

/**
 * The URL of a package's wheel, from its page in JSON (PEP 691), or in HTML (PEP 503) if an index has no other;
 * `undefined` if it has none, `unreadable` if the page is not such a list.
 */
export function wheelIn(asked: PackagePage): URL | 'unreadable' | undefined {
  const isJson = asked.contentType?.includes('json') === true
  const files = isJson ? filesOfJson(asked.text) : filesOfHtml(asked.text)
  if (files === undefined) return 'unreadable'
  const begin = `${normal(asked.package).replaceAll('-', '_')}-${asked.version}-`.toLowerCase()
  const wheel = files.find(({ filename }) => {
    return filename.endsWith('.whl') && filename.toLowerCase().startsWith(begin)
  })
  if (wheel === undefined) return undefined
  return URL.parse(wheel.url, asked.page.href) ?? 'unreadable'
}

/** Normalises a package name as in PEP 503. */
function normal(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase()
}

interface IndexedFile {
  filename: string
  url: string
}

function filesOfJson(text: string): IndexedFile[] | undefined {
  const { files } = Object(jsonIn(text))
  return Array.isArray(files) ? files.filter(isIndexed) : undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE it is not JSON, whatever its header says.
    return undefined
  }
}

function isIndexed(file: unknown): file is IndexedFile {
  const { filename, url } = Object(file)
  return typeof filename === 'string' && typeof url === 'string'
}

function filesOfHtml(text: string): IndexedFile[] {
  const anchors = text.matchAll(/<a\b[^>]*\bhref="([^"]+)"[^>]*>([^<]+)<\/a>/gi)
  return [...anchors].map(([, href = '', name = '']) => ({
    filename: name.trim(),
    url: href.replaceAll('&amp;', '&'),
  }))
}
