import { createWriteStream } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isDiskFullError } from '../host/disk-space.ts'
import { AgentRefused } from '../refused.ts'

export interface Unpacked {
  files: number
  bytes: number
}

export interface UnpackZipOptions {
  zipFile: string
  /** An existing, empty folder. */
  folder: string
  /** Called with the total bytes of all files before the first is written; throws if that is too much. */
  allow(bytes: number): Promise<void>
  limits?: typeof unpackLimits
  /** Aborts between two parts of a file. */
  signal: AbortSignal
}

export const unpackLimits = {
  /** More than any real scene has, without folders; each takes an inode of the file system. */
  files: 100_000,
  /** Bytes of the zip's directory, which is held in memory. */
  directoryBytes: 64 * 1024 * 1024,
}
type UnpackLimits = typeof unpackLimits

const segmentBytesMax = 255
const depthMax = 512

/**
 * Unpacks an untrusted zip. All entries are validated by its directory before the first byte is written, and the
 * content of an entry is checked against its directory. Throws `AgentRefused('invalid_input')` for an invalid zip.
 */
export async function unpackZip(options: UnpackZipOptions): Promise<Unpacked> {
  const { zipFile, folder, allow, limits = unpackLimits, signal } = options
  const zip = await openPromise(zipFile, { autoClose: false }).catch(refuseZip)
  try {
    const entries = await validateEntries(zip, limits)
    const bytes = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
    await allow(bytes)
    const made = new Set<string>()
    for (const { entry, path } of entries) {
      signal.throwIfAborted()
      await unpackEntry(zip, entry, { folder, path, made, limits, signal })
    }
    return { files: entries.filter(({ entry }) => !isFolder(entry)).length, bytes }
  } finally {
    zip.close()
  }
}

interface ValidEntry {
  entry: Entry
  path: string
}

async function validateEntries(zip: ZipFile, limits: UnpackLimits): Promise<ValidEntry[]> {
  if (zip.entryCount > limits.files) throw tooMany(limits)
  const valid: ValidEntry[] = []
  let directoryBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      // The count in the header is untrusted like the rest.
      if (valid.length === limits.files || directoryBytes > limits.directoryBytes) {
        throw tooMany(limits)
      }
      valid.push({ entry, path: validateEntry(entry) })
    }
  } catch (cause) {
    refuseZip(cause)
  }
  return valid
}

function validateEntry(entry: Entry): string {
  const path = pathWithin(entry.fileName)
  if (path === undefined)
    throw wrong(`"${shown(entry)}" would be extracted outside the scene folder.`)
  if (!isPlain(entry)) throw wrong(`"${shown(entry)}" is a link or a device, not a file.`)
  if (entry.isEncrypted()) throw wrong(`"${shown(entry)}" is encrypted.`)
  if (!isFolder(entry) && !entry.canDecodeFileData()) {
    throw wrong(`"${shown(entry)}" uses an unsupported compression method.`)
  }
  return path
}

/**
 * Returns a path of a zip as a path within the folder it is unpacked to, with `/`; `undefined` if it leads out of it or
 * is not a valid name.
 */
export function pathWithin(name: string): string | undefined {
  const slashed = name.replaceAll('\\', '/')
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) return undefined
  const segments = slashed.split('/').filter((it) => it !== '' && it !== '.')
  const isUsable = segments.length > 0 && segments.length <= depthMax && segments.every(isName)
  return isUsable ? segments.join('/') : undefined
}

function isName(segment: string): boolean {
  if (segment === '..' || Buffer.byteLength(segment) > segmentBytesMax) return false
  return [...segment].every((character) => character >= ' ')
}

/** The upper half of the attributes is a Unix mode; zero if the zip was made on another system. */
function isPlain({ externalFileAttributes }: Entry): boolean {
  const kind = (externalFileAttributes >>> 16) & 0o170000
  return kind === 0 || kind === 0o100000 || kind === 0o040000
}

function isFolder({ fileName }: Entry): boolean {
  return fileName.endsWith('/')
}

interface Target {
  folder: string
  path: string
  /** Folders that exist already. */
  made: Set<string>
  limits: UnpackLimits
  signal: AbortSignal
}

async function unpackEntry(zip: ZipFile, entry: Entry, within: Target): Promise<void> {
  const { folder, path, signal } = within
  const file = join(folder, path)
  try {
    if (isFolder(entry)) return await makeFolders(within, path)
    await makeFolders(within, dirname(path))
    const source = await zip.openReadStreamPromise(entry)
    // No await between these lines: an error of `source` without a listener ends the process.
    const target = createWriteStream(file, { flags: 'wx', mode: 0o644 })
    await pipeline(source, target, { signal })
    await chmod(file, 0o644)
  } catch (cause) {
    signal.throwIfAborted()
    if (isDiskFullError(cause) || cause instanceof AgentRefused) throw cause
    throw wrong(`"${shown(entry)}" cannot be extracted (${reasonOf(cause)}).`, cause)
  }
}

/** Creates the folders down to `path`, each readable by the sandbox whatever the agent's umask is. */
async function makeFolders(target: Target, path: string): Promise<void> {
  const { folder, made, limits } = target
  if (path === '.' || made.has(path)) return
  await makeFolders(target, dirname(path))
  if (made.size === limits.files) throw tooMany(limits)
  await mkdir(join(folder, path), { recursive: true })
  await chmod(join(folder, path), 0o755)
  made.add(path)
}

function refuseZip(cause: unknown): never {
  if (cause instanceof AgentRefused) throw cause
  throw wrong(`it is damaged (${reasonOf(cause)}).`, cause)
}

function tooMany({ files }: UnpackLimits): AgentRefused {
  return wrong(`it has more than ${files} files, or too much metadata.`)
}

function wrong(text: string, cause?: unknown): AgentRefused {
  return new AgentRefused('invalid_input', `The zip cannot be used: ${text}`, { cause })
}

/** Returns the reason without paths of this machine, which system errors contain. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if ('syscall' in cause && 'code' in cause) return String(cause.code)
  return cause.message.slice(0, 200)
}

function shown({ fileName }: Entry): string {
  return fileName.slice(0, 200)
}
