import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { product } from '@gridloom/contract/core/product'
import { Refused } from '@gridloom/contract/errors'
import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'
import { z } from 'zod'
import { type FetchRuntime, hasIntegrity } from './fetch-runtime.ts'
import { readRuntime } from './read-runtime.ts'
import type { Runtime } from './runtimes.ts'
import { unavailable } from './unavailable.ts'
import { type ArchiveFile, writeTarGz, writeZip } from './write-archive.ts'

/** An archive of the agent that lies ready. */
export interface AgentPack {
  path: string
  fileName: string
  bytes: number
}

export interface AgentPacks {
  /** The pack for a platform, made now where there is none. @throws Refused agent_pack_unavailable, storage_full */
  packFor(platform: AgentPlatform): Promise<AgentPack>
}

interface Options {
  /** Packs are kept here; it may be emptied at any time. */
  folder: string
  /** Where the agent's two files lie, made by `npm run build -w @gridloom/agent`. */
  bundleFolder: string
  licenceFile: string
  runtimes: Readonly<Record<AgentPlatform, Runtime>>
  fetchRuntime: FetchRuntime
  /** @throws Refused `storage_full` where the disk is short */
  demandSpace(): Promise<void>
  signal: AbortSignal
}

const Made = z.object({ bytes: z.int() })

/**
 * Packs of the agent, made at the first request and kept. A pack's name holds a digest of all that is in it,
 * so another version never meets an old file. Requests at one time share one making; it is written beside and
 * renamed when whole, so replicas with one folder at worst make the same file twice.
 */
export function createAgentPacks(options: Options): AgentPacks {
  const making = new Map<string, Promise<AgentPack>>()
  return {
    async packFor(platform) {
      const bundle = await readBundle(options, platform)
      const fileName = nameOf(platform, bundle, options.runtimes[platform])
      const under = making.get(fileName)
      if (under !== undefined) return under
      const made = findOrMake(options, { platform, bundle, fileName })
      making.set(fileName, made)
      return made.finally(() => making.delete(fileName))
    },
  }
}

interface Wanted {
  platform: AgentPlatform
  bundle: readonly ArchivedText[]
  fileName: string
}

interface ArchivedText {
  name: string
  content: Buffer
}

async function readBundle(options: Options, platform: AgentPlatform): Promise<ArchivedText[]> {
  const files = {
    'gridloom-agent.mjs': path.join(options.bundleFolder, 'gridloom-agent.mjs'),
    'worker.mjs': path.join(options.bundleFolder, 'worker.mjs'),
    'llama-worker.mjs': path.join(options.bundleFolder, 'llama-worker.mjs'),
    LICENSE: options.licenceFile,
  }
  try {
    return await Promise.all(
      Object.entries(files).map(async ([name, file]) => ({ name, content: await readFile(file) })),
    )
  } catch (cause) {
    throw unavailable({ platform, why: 'it is not built here (script/bootstrap builds it)', cause })
  }
}

function nameOf(platform: AgentPlatform, bundle: readonly ArchivedText[], runtime: Runtime) {
  const hash = createHash('sha256').update(`${platform} ${runtime.integrity}`)
  for (const { name, content } of bundle) hash.update(name).update(content)
  const ending = platform === 'win-x64' ? 'zip' : 'tar.gz'
  return `${prefixOf(platform)}${hash.digest('hex').slice(0, 12)}.${ending}`
}

function prefixOf(platform: AgentPlatform): string {
  return `gridloom-agent-${product.version}-${platform}-`
}

async function findOrMake(options: Options, wanted: Wanted): Promise<AgentPack> {
  const { folder } = options
  const { platform, fileName } = wanted
  try {
    await mkdir(folder, { recursive: true })
    const found = await findPack(folder, fileName)
    if (found !== undefined) return found
    await options.demandSpace()
    const work = await mkdtemp(path.join(folder, '.making-'))
    const pack = await makePack(options, wanted, work).finally(() =>
      rm(work, { recursive: true, force: true }),
    )
    await forgetOlder(folder, wanted)
    return pack
  } catch (cause) {
    if (cause instanceof Refused) throw cause
    throw unavailable({ platform, why: 'its Node.js could not be fetched and packed', cause })
  }
}

/** A pack that is whole: its facts are written last. */
async function findPack(folder: string, fileName: string): Promise<AgentPack | undefined> {
  const file = path.join(folder, fileName)
  try {
    const made = Made.parse(JSON.parse(await readFile(`${file}.json`, 'utf8')))
    const { size } = await stat(file)
    return size === made.bytes ? { path: file, fileName, ...made } : undefined
  } catch {
    // @NOTE there is none, or somebody spoilt it: it is made again
    return undefined
  }
}

async function makePack(options: Options, wanted: Wanted, work: string): Promise<AgentPack> {
  const { folder, fetchRuntime, signal } = options
  const { platform, bundle, fileName } = wanted
  const runtime = options.runtimes[platform]
  const archive = await fetchRuntime(runtime, work, signal)
  if (!(await hasIntegrity(archive, runtime.integrity)))
    throw new Error(`${runtime.package}@${runtime.version} is not the one that was pinned`)
  const out = path.join(work, fileName)
  const write = platform === 'win-x64' ? writeZip : writeTarGz
  await write(out, filesOf(bundle, archive))
  const { size: bytes } = await stat(out)
  const file = path.join(folder, fileName)
  await rename(out, file)
  await writeFile(path.join(work, 'facts'), JSON.stringify({ bytes }))
  await rename(path.join(work, 'facts'), `${file}.json`)
  return { path: file, fileName, bytes }
}

async function* filesOf(
  bundle: readonly ArchivedText[],
  archive: string,
): AsyncIterable<ArchiveFile> {
  for (const { name, content } of bundle)
    yield inFolder({ name, mode: 0o644, size: content.length, content: Readable.from([content]) })
  for await (const file of readRuntime(archive)) yield inFolder(file)
}

function inFolder(file: ArchiveFile): ArchiveFile {
  return { ...file, name: `gridloom-agent/${file.name}` }
}

/** Packs of earlier versions for this platform; a download under way keeps its open file. */
async function forgetOlder(folder: string, { platform, fileName }: Wanted): Promise<void> {
  const isOlder = (name: string) =>
    name.includes(`-${platform}-`) && name !== fileName && name !== `${fileName}.json`
  const older = (await readdir(folder)).filter(isOlder)
  await Promise.all(older.map((name) => rm(path.join(folder, name), { force: true })))
}
