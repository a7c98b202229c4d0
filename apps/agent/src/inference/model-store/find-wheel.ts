import { z } from 'zod'
import { jsonOf } from '../../json-of.ts'
import { EngineTrouble } from '../engine.ts'

const Index = z.object({
  files: z.array(z.object({ filename: z.string(), url: z.string() })),
})

export interface WheelAsked {
  /** Of the simple API, such as `https://pypi.org/simple`. */
  index: string
  package: string
  version: string
  signal: AbortSignal
}

/** Where a package's wheel lies, by the simple API in JSON (PEP 691), or in HTML (PEP 503) where an index has no other. */
export async function findWheel(asked: WheelAsked): Promise<URL> {
  const { index, version, signal } = asked
  const name = normal(asked.package)
  const page = new URL(`${index.replace(/\/$/, '')}/${name}/`)
  const accept = 'application/vnd.pypi.simple.v1+json, text/html;q=0.2'
  const answer = await fetch(page, { headers: { accept }, signal }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new EngineTrouble(`The package index ${page.host} cannot be reached.`, { cause })
  })
  const text = await answer.text()
  if (!answer.ok) throw new EngineTrouble(`${page.host} answered ${answer.status} for ${name}.`)
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  const files = isJson ? filesOfJson(text) : filesOfHtml(text)
  const begin = `${name.replaceAll('-', '_')}-${version}-`
  const wheel = files.find(({ filename }) => {
    return filename.endsWith('.whl') && filename.toLowerCase().startsWith(begin.toLowerCase())
  })
  if (wheel === undefined) {
    throw new EngineTrouble(`${page.host} has no wheel of ${name} ${version}.`)
  }
  return new URL(wheel.url, page)
}

/** As PEP 503 has names of packages. */
function normal(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase()
}

interface IndexedFile {
  filename: string
  url: string
}

function filesOfJson(text: string): IndexedFile[] {
  const parsed = Index.safeParse(jsonOf(text))
  if (!parsed.success) throw new EngineTrouble('The package index sent something else than a list.')
  return parsed.data.files
}

function filesOfHtml(text: string): IndexedFile[] {
  const anchors = text.matchAll(/<a\b[^>]*\bhref="([^"]+)"[^>]*>([^<]+)<\/a>/gi)
  return [...anchors].map(([, href = '', name = '']) => ({
    filename: name.trim(),
    url: href.replaceAll('&amp;', '&'),
  }))
}
