import type { SceneBlend, SceneContents } from '@gridloom/contract/rendering/blend-facts'
import { openBlendBytes } from './container/open-blend-bytes.ts'
import { diagnose } from './diagnostics/diagnose.ts'
import { ShippedFiles } from './diagnostics/shipped-files.ts'
import { inspectBlend } from './inspect-blend.ts'
import { limits } from './limits.ts'
import type { ReadOptions } from './read-blend.ts'
import { SceneBroken } from './scene-broken.ts'
import type { ByteSource } from './source.ts'
import { listZip } from './zip/list-zip.ts'
import { openEntry } from './zip/open-entry.ts'
import type { ZipEntry } from './zip/zip-entry.ts'

/**
 * Inspects an upload: a .blend, or a zip with at least one; each with its facts, and with what a user should know
 * before uploading it. `fileName`: the user's name for it. Throws `SceneBroken` for files that can never be rendered.
 */
export async function readScene(
  source: ByteSource,
  fileName: string,
  options: ReadOptions = {},
): Promise<SceneContents> {
  const head = await source.read(0, 4)
  return isZip(head) ? readZip(source, options) : readSingle(source, fileName, options)
}

async function readSingle(
  source: ByteSource,
  fileName: string,
  { signal }: ReadOptions,
): Promise<SceneContents> {
  await using bytes = await openBlendBytes(source)
  const inspection = await inspectBlend(bytes, source.size, signal)
  const path = fileName.slice(-nameLengthMax)
  const diagnostics = diagnose(inspection, { kind: 'blend', path, files: new ShippedFiles([path]) })
  return {
    kind: 'blend',
    blends: [{ path, facts: inspection.facts, diagnostics }],
    files: 1,
    unpacked_bytes: source.size,
  }
}

async function readZip(source: ByteSource, { signal }: ReadOptions): Promise<SceneContents> {
  const { entries, unpackedBytes } = await listZip(source, signal)
  const candidates = entries.filter(isBlend)
  if (candidates.length === 0)
    throw new SceneBroken('zip_without_blend', 'The zip contains no .blend file.')
  if (candidates.length > limits.zipBlends)
    throw new SceneBroken(
      'zip_too_many_blends',
      `The zip has ${candidates.length} .blend files. The limit is ${limits.zipBlends}.`,
    )
  const files = new ShippedFiles(entries.map(({ path }) => path))
  const blends: SceneBlend[] = []
  for (const entry of candidates) blends.push(await readEntry(source, entry, { files, signal }))
  return { kind: 'zip', blends, files: entries.length, unpacked_bytes: unpackedBytes }
}

interface Within {
  readonly files: ShippedFiles
  readonly signal: AbortSignal | undefined
}

async function readEntry(
  zip: ByteSource,
  entry: ZipEntry,
  { files, signal }: Within,
): Promise<SceneBlend> {
  const { path, unpackedBytes } = entry
  try {
    await using bytes = await openEntry(zip, entry)
    const inspection = await inspectBlend(bytes, unpackedBytes, signal)
    return {
      path,
      facts: inspection.facts,
      diagnostics: diagnose(inspection, { kind: 'zip', path, files }),
    }
  } catch (error) {
    throw error instanceof SceneBroken ? error.within(path) : error
  }
}

/** The contract's limit of a name. */
const nameLengthMax = 1_024

/** Finder adds `._name` files beside the real ones, in a separate folder. */
function isBlend({ path }: ZipEntry): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /\.blend$/i.test(name) && !name.startsWith('._') && !path.startsWith('__MACOSX/')
}

/** Source: APPNOTE.TXT 4.3.7 and 4.3.16: a first file, or the end of an empty zip. */
function isZip([p, k, third]: Uint8Array): boolean {
  return p === 0x50 && k === 0x4b && (third === 3 || third === 5)
}
