import { once } from 'node:events'
import { Readable } from 'node:stream'
import { asError } from '@gridloom/async/as-error'
import { encodeFileBytes } from '@gridloom/contract/files/file-path'
import { ZipFile } from 'yazl'
import type { FileSource, OpenedFile, WalkedFile } from './file-source.ts'
import { joinBytes } from './path-bytes.ts'
import { kindOf } from './sftp/attributes.ts'
import { unlessFailure } from './tar-folder.ts'

/** Beyond this an entry needs the numbers of zip64; it may still grow by some. */
const zip64FromBytes = 4_000_000_000

/**
 * Yields a folder as a zip, made as it is read, one file at a time. Links are left out: many programs unpack them as
 * files. Names that a zip cannot have are written as their texts.
 */
export async function* zipFolder(
  source: Pick<FileSource, 'signal' | 'walk'>,
  { folder, name }: { folder: Buffer; name: Buffer },
): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile()
  const out = outputOf(zip)
  const left = new AbortController()
  const fail = (error: unknown) => void out.destroy(asError(error))
  // The types leave out that a zip is an emitter of the errors of what it reads.
  Object(zip).on('error', fail)
  const added = addAll(zip, source, { folder, name, signal: left.signal })
  added.catch(fail)
  try {
    for await (const bytes of out) yield bytes
  } finally {
    left.abort()
    // @NOTE its failure has been thrown to the reader, or the reader has left
    await added.catch(() => {})
  }
}

/**
 * The stream that a zip writes to. It must not be wrapped by `Readable.from`: that ends only after the next bytes, and a
 * zip whose file could not be read has none.
 */
function outputOf({ outputStream }: ZipFile): Readable {
  if (outputStream instanceof Readable) return outputStream
  throw new TypeError('a zip writes to a stream of Node.js')
}

interface Zipped {
  folder: Buffer
  name: Buffer
  /** Aborts when the reader leaves. */
  signal: AbortSignal
}

/** Adds the next file once the one before has been read. */
async function addAll(
  zip: ZipFile,
  source: Pick<FileSource, 'signal' | 'walk'>,
  { folder, name, signal }: Zipped,
): Promise<void> {
  for await (const walked of source.walk(folder)) {
    AbortSignal.any([source.signal, signal]).throwIfAborted()
    const kind = kindOf(walked.found.attributes)
    const path = walked.path.length === 0 ? name : joinBytes(name, walked.path)
    if (kind === 'folder') zip.addEmptyDirectory(zipName(path), optionsOf(walked))
    // @NOTE a file that vanished or cannot be read is left out.
    const file = kind === 'file' ? await walked.open().catch(unlessFailure) : undefined
    if (file !== undefined) await addFile(zip, file, { path, walked, signal })
  }
  zip.end()
}

async function addFile(
  zip: ZipFile,
  file: OpenedFile,
  { path, walked, signal }: { path: Buffer; walked: WalkedFile; signal: AbortSignal },
): Promise<void> {
  const { sizeBytes } = file.attributes
  const content = Readable.from(file.bytes({ start: 0, bytes: sizeBytes }))
  const leave = () => void content.destroy()
  signal.addEventListener('abort', leave, { once: true })
  // A signal tells no one twice: the reader may have left while the file was opened.
  if (signal.aborted) leave()
  zip.addReadStream(content, zipName(path), {
    ...optionsOf(walked),
    compressionLevel: 1,
    forceZip64Format: sizeBytes > zip64FromBytes,
  })
  try {
    if (!content.closed) await once(content, 'close')
  } finally {
    signal.removeEventListener('abort', leave)
    // Bytes that were left before the first of them do not close it.
    await file.close()
  }
  signal.throwIfAborted()
  if (content.errored !== null) throw content.errored
}

function optionsOf({ found: { attributes } }: WalkedFile) {
  return { mtime: new Date(attributes.modifiedS * 1_000), mode: attributes.rawMode & 0o177777 }
}

/** Programs on Windows take a backslash for a separator. */
function zipName(path: Buffer): string {
  return encodeFileBytes(path).replaceAll('\\', '%5C')
}
