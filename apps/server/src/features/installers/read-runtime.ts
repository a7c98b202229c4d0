import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { ArchiveFile } from './write-archive.ts'

/** What of a runtime's package goes into a pack, and under which name. */
const taken = new Map([
  ['package/bin/node', { name: 'node', mode: 0o755 }],
  ['package/bin/node.exe', { name: 'node.exe', mode: 0o755 }],
  ['package/LICENSE', { name: 'LICENSE-node', mode: 0o644 }],
])

/**
 * The program and the licence out of the package's archive, in its order. Each is to be read to its end before
 * the next is asked for. @throws Error when there is no program in it
 */
export async function* readRuntime(archive: string): AsyncIterable<ArchiveFile> {
  const entries = extract()
  const read = pipeline(createReadStream(archive), createGunzip(), entries)
  // An archive that cannot be read ends the loop below with the same error.
  read.catch(() => undefined)
  let found = false
  for await (const entry of entries) {
    const { name, size = 0 } = entry.header
    const wanted = taken.get(name)
    if (wanted === undefined) {
      entry.resume()
      continue
    }
    found ||= wanted.mode === 0o755
    yield { ...wanted, size, content: Readable.from(entry, { objectMode: false }) }
  }
  await read
  if (!found) throw new Error(`${archive} has no Node.js in it`)
}
