import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { BundleError } from './bundle-error.ts'
import type { ArchiveFile } from './write-archive.ts'

/** The files of a runtime's package that go into a bundle, with their names there. */
const bundledFiles = new Map([
  ['package/bin/node', { name: 'node', mode: 0o755 }],
  ['package/bin/node.exe', { name: 'node.exe', mode: 0o755 }],
  ['package/LICENSE', { name: 'LICENSE-node', mode: 0o644 }],
])

/**
 * Reads the program and the licence from the package's archive, in the order of the archive. Each must be read to its
 * end before the next. @throws BundleError when the archive contains no program
 */
export async function* readRuntime(archive: string): AsyncIterable<ArchiveFile> {
  const entries = extract()
  const read = pipeline(createReadStream(archive), createGunzip(), entries)
  // A read error also ends the loop below, which throws it.
  read.catch(() => undefined)
  let found = false
  for await (const entry of entries) {
    const { name, size = 0 } = entry.header
    const wanted = bundledFiles.get(name)
    if (wanted === undefined) {
      entry.resume()
      continue
    }
    found ||= wanted.mode === 0o755
    yield { ...wanted, size, content: Readable.from(entry, { objectMode: false }) }
  }
  await read
  if (!found) throw new BundleError(`${archive} has no Node.js in it`)
}
