import { Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { limits } from '../limits.ts'
import { SceneBroken } from '../scene-broken.ts'
import type { ByteSource } from '../source.ts'
import type { ZipEntry, ZipListing } from './zip-entry.ts'
import { checkEntry, type ListedEntry, ZipTotals } from './zip-safety.ts'

/**
 * Lists the files of a zip from its directory; nothing is unpacked. Throws `SceneBroken` for rejected entries, by name,
 * and the reason of `signal`.
 */
export async function listZip(source: ByteSource, signal?: AbortSignal): Promise<ZipListing> {
  const entries = new Map<string, ZipEntry>()
  const totals = new ZipTotals(source.size)
  for await (const entry of listedEntries(source)) {
    signal?.throwIfAborted()
    checkEntry(entry)
    if (entry.isFolder) continue
    if (entries.has(entry.path))
      throw new SceneBroken('zip_duplicate', `The zip contains “${entry.path}” twice.`)
    if (entries.size === limits.zipEntries) throw tooManyFiles()
    totals.add(entry)
    const { path, method, packedBytes, unpackedBytes, offset } = entry
    entries.set(path, { path, method, packedBytes, unpackedBytes, offset })
  }
  return { entries: [...entries.values()], unpackedBytes: totals.unpacked }
}

/** Maps every error of the library to `zip_damaged`. */
async function* listedEntries(source: ByteSource): AsyncGenerator<ListedEntry> {
  const zip = new ZipReader(new SourceReader(source), {
    useWebWorkers: false,
    // Names are validated here, where the error can include them.
    filenameValidation: 'tolerant',
  })
  try {
    for await (const entry of zip.getEntriesGenerator())
      yield {
        path: entry.filename.replaceAll('\\', '/'),
        method: entry.compressionMethod,
        packedBytes: entry.compressedSize,
        unpackedBytes: entry.uncompressedSize,
        offset: entry.offset,
        isFolder: entry.directory,
        isLink: entry.symlink,
        isEncrypted: entry.encrypted,
      }
  } catch (cause) {
    if (cause instanceof SceneBroken) throw cause
    throw new SceneBroken('zip_damaged', 'The zip is damaged: its list of files cannot be read.', {
      cause,
    })
  }
}

/** Lets the library read a source; only the directory is read at once. */
class SourceReader extends Reader<ByteSource> {
  readonly #source: ByteSource

  constructor(source: ByteSource) {
    super(source)
    this.#source = source
    this.size = source.size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    if (length > limits.zipListBytes) throw tooManyFiles()
    return this.#source.read(index, length)
  }
}

function tooManyFiles() {
  return new SceneBroken(
    'zip_too_many_files',
    `The zip has more than ${limits.zipEntries.toLocaleString('en')} files.`,
  )
}
