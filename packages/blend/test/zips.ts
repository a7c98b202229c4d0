import {
  BlobWriter,
  Uint8ArrayReader,
  ZipWriter,
  type ZipWriterAddDataOptions,
} from '@zip.js/zip.js'

export interface Packed extends ZipWriterAddDataOptions {
  readonly path: string
  readonly bytes?: Uint8Array
}

/** A zip of these files, each with options of the library that writes it. */
export async function zipOf(files: readonly Packed[]): Promise<Uint8Array> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const { path, bytes = new Uint8Array(3), ...options } of files)
    await zip.add(path, path.endsWith('/') ? undefined : new Uint8ArrayReader(bytes), options)
  return new Uint8Array(await (await zip.close()).arrayBuffer())
}

/** The same zip with `from` replaced everywhere: wrong sizes, names that the library does not write. */
export function patched(zip: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array {
  const copy = zip.slice()
  let found = 0
  for (let at = 0; at + from.length <= copy.length; at += 1)
    if (from.every((byte, index) => copy[at + index] === byte)) {
      copy.set(to, at)
      found += 1
    }
  if (found === 0) throw new Error('the zip does not have these bytes')
  return copy
}
