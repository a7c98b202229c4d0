import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { product } from '@gridloom/contract/core/product'
import { Refused } from '@gridloom/contract/errors'
import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'
import { z } from 'zod'
import { BundleError } from './bundle-error.ts'
import { type FetchRuntime, hasIntegrity } from './fetch-runtime.ts'
import { readRuntime } from './read-runtime.ts'
import type { Runtime } from './runtimes.ts'
import { unavailable } from './unavailable.ts'
import { type ArchiveFile, writeTarGz, writeZip } from './write-archive.ts'

/** An archive of the agent on disk. */
export interface AgentBundle {
  path: string
  fileName: string
  bytes: number
}

/** The bundles of the agent. */
export interface AgentBundles {
  /** Returns the bundle for a platform, built on demand. @throws Refused agent_bundle_unavailable, storage_full */
  bundleFor(platform: AgentPlatform): Promise<AgentBundle>
}

/** The sources and the folder of bundles. */
interface BundlesOptions {
  /** The cache of bundles; may be emptied at any time. */
  folder: string
  /** The agent's own files, built by `npm run build -w @gridloom/agent`. */
  agentFolder: string
  licenceFile: string
  runtimes: Readonly<Record<AgentPlatform, Runtime>>
  fetchRuntime: FetchRuntime
  /** Checks the space on disk. @throws Refused `storage_full` when too little is free */
  demandSpace(): Promise<void>
  signal: AbortSignal
}

const BundleFacts = z.object({ bytes: z.int() })

/**
 * Creates the cache of agent bundles, which are built at the first request. The name of a bundle includes a digest of
 * its contents, so versions never share a file. Concurrent requests share one build, which is written to a temporary
 * folder and renamed when complete: replicas that share the folder at worst build the same file twice.
 */
export function createAgentBundles(options: BundlesOptions): AgentBundles {
  const making = new Map<string, Promise<AgentBundle>>()
  return {
    async bundleFor(platform) {
      const agentFiles = await readAgentFiles(options, platform)
      const fileName = nameOf(platform, agentFiles, options.runtimes[platform])
      const under = making.get(fileName)
      if (under !== undefined) return under
      const made = findOrMake(options, { platform, agentFiles, fileName })
      making.set(fileName, made)
      return made.finally(() => making.delete(fileName))
    },
  }
}

interface WantedBundle {
  platform: AgentPlatform
  agentFiles: readonly ArchivedText[]
  fileName: string
}

interface ArchivedText {
  name: string
  content: Buffer
}

/** Where the agent's native part for measuring GPUs is, on the platforms that have one. */
const nativeParts: Partial<Record<AgentPlatform, string>> = {
  'linux-x64': 'koffi/linux_x64/koffi.node',
  'linux-arm64': 'koffi/linux_arm64/koffi.node',
  'win-x64': 'koffi/win32_x64/koffi.node',
}

async function readAgentFiles(
  options: BundlesOptions,
  platform: AgentPlatform,
): Promise<ArchivedText[]> {
  const files = {
    'gridloom-agent.mjs': path.join(options.agentFolder, 'gridloom-agent.mjs'),
    'worker.mjs': path.join(options.agentFolder, 'worker.mjs'),
    'gpu-worker.mjs': path.join(options.agentFolder, 'gpu-worker.mjs'),
    'llama-worker.mjs': path.join(options.agentFolder, 'llama-worker.mjs'),
    LICENSE: options.licenceFile,
  }
  try {
    const own = await Promise.all(
      Object.entries(files).map(async ([name, file]) => ({ name, content: await readFile(file) })),
    )
    return [...own, ...(await readNativePart(options, platform))]
  } catch (cause) {
    throw unavailable({
      platform,
      why: 'it has not been built on the server (run script/bootstrap)',
      cause,
    })
  }
}

/** None where it was not installed when the agent was built: such an agent measures no GPUs. */
async function readNativePart(
  { agentFolder }: BundlesOptions,
  platform: AgentPlatform,
): Promise<ArchivedText[]> {
  const name = nativeParts[platform]
  if (name === undefined || !existsSync(path.join(agentFolder, name))) return []
  return [{ name, content: await readFile(path.join(agentFolder, name)) }]
}

function nameOf(platform: AgentPlatform, agentFiles: readonly ArchivedText[], runtime: Runtime) {
  const hash = createHash('sha256').update(`${platform} ${runtime.integrity}`)
  for (const { name, content } of agentFiles) hash.update(name).update(content)
  const ending = platform === 'win-x64' ? 'zip' : 'tar.gz'
  return `${prefixOf(platform)}${hash.digest('hex').slice(0, 12)}.${ending}`
}

function prefixOf(platform: AgentPlatform): string {
  return `gridloom-agent-${product.version}-${platform}-`
}

async function findOrMake(options: BundlesOptions, wanted: WantedBundle): Promise<AgentBundle> {
  const { folder } = options
  const { platform, fileName } = wanted
  try {
    await mkdir(folder, { recursive: true })
    const found = await findBundle(folder, fileName)
    if (found !== undefined) return found
    await options.demandSpace()
    const work = await mkdtemp(path.join(folder, '.making-'))
    const bundle = await makeBundle(options, wanted, work).finally(() =>
      rm(work, { recursive: true, force: true }),
    )
    await forgetOlder(folder, wanted)
    return bundle
  } catch (cause) {
    if (cause instanceof Refused) throw cause
    throw unavailable({ platform, why: 'its Node.js could not be downloaded and bundled', cause })
  }
}

/** Finds a complete bundle. Its facts are written last, so a partial bundle has none. */
async function findBundle(folder: string, fileName: string): Promise<AgentBundle | undefined> {
  const file = path.join(folder, fileName)
  try {
    const made = BundleFacts.parse(JSON.parse(await readFile(`${file}.json`, 'utf8')))
    const { size } = await stat(file)
    return size === made.bytes ? { path: file, fileName, ...made } : undefined
  } catch {
    // @NOTE missing or damaged: it is built again
    return undefined
  }
}

async function makeBundle(
  options: BundlesOptions,
  wanted: WantedBundle,
  work: string,
): Promise<AgentBundle> {
  const { folder, fetchRuntime, signal } = options
  const { platform, agentFiles, fileName } = wanted
  const runtime = options.runtimes[platform]
  const archive = await fetchRuntime(runtime, work, signal)
  if (!(await hasIntegrity(archive, runtime.integrity)))
    throw new BundleError(
      `${runtime.package}@${runtime.version} does not match its pinned integrity`,
    )
  const out = path.join(work, fileName)
  const write = platform === 'win-x64' ? writeZip : writeTarGz
  await write(out, filesOf(agentFiles, archive))
  const { size: bytes } = await stat(out)
  const file = path.join(folder, fileName)
  await rename(out, file)
  await writeFile(path.join(work, 'facts'), JSON.stringify({ bytes }))
  await rename(path.join(work, 'facts'), `${file}.json`)
  return { path: file, fileName, bytes }
}

async function* filesOf(
  agentFiles: readonly ArchivedText[],
  archive: string,
): AsyncIterable<ArchiveFile> {
  for (const { name, content } of agentFiles)
    yield inFolder({ name, mode: 0o644, size: content.length, content: Readable.from([content]) })
  for await (const file of readRuntime(archive)) yield inFolder(file)
}

function inFolder(file: ArchiveFile): ArchiveFile {
  return { ...file, name: `gridloom-agent/${file.name}` }
}

/** Deletes older bundles for the platform. Downloads in progress keep their open file. */
async function forgetOlder(folder: string, { platform, fileName }: WantedBundle): Promise<void> {
  const isOlder = (name: string) =>
    name.includes(`-${platform}-`) && name !== fileName && name !== `${fileName}.json`
  const older = (await readdir(folder)).filter(isOlder)
  await Promise.all(older.map((name) => rm(path.join(folder, name), { force: true })))
}
