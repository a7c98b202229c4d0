import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { systemClock } from '@gridloom/async/clock'
import type { BlenderSettings, ChunkPart } from '@gridloom/contract/agent/rendering'
import { execute } from '../src/host/execute.ts'
import { createBlenderRenderer } from '../src/rendering/blender/index.ts'
import type { OpenSceneOptions, RenderLimits, RenderProgress } from '../src/rendering/renderer.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('./blender-scenes.py', import.meta.url))

/** Whether this machine has the programs that script/bootstrap installs for rendering. */
export const hasBlender = existsSync('/usr/bin/blender') && existsSync('/usr/bin/bwrap')

export interface WorkplaceOptions {
  bpyPython?: string
  /** The user of the sandbox that confines scenes: this user, or a user other than root. */
  as?: 'this user' | 'not root'
}

/** Makes scenes with a real Blender, and a renderer with its folders. */
export async function startWorkplace({ bpyPython, as = 'this user' }: WorkplaceOptions = {}) {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-render-'))
  const [scenes, work, out] = [join(root, 'scenes'), join(root, 'work'), join(root, 'out')]
  for (const folder of [scenes, out]) await mkdir(folder)
  const listener = await listen()
  const words = [scenes, String(listener.port)]
  if (bpyPython !== undefined) await run(bpyPython, [script, ...words])
  else await run('blender', ['-b', '--factory-startup', '-P', script, '--', ...words])
  const renderer = createBlenderRenderer({
    workFolder: work,
    preferred: { blender: bpyPython === undefined ? '/usr/bin/blender' : undefined, bpyPython },
    isRoot: as === 'this user' && process.getuid?.() === 0,
    ...{ platform: 'linux', execute, clock: systemClock },
  })
  return {
    ...{ root, scenes, work, renderer },
    /** Returns how many connections a scene has made to this machine. */
    visits: () => listener.visits(),
    path: (name: string) => join(out, name),
    open: (sceneFile: string, changes: OpenChanges = {}) =>
      renderer.open(openAsked(scenes, sceneFile, changes)),
    merge: ({ inputs, outFile, ...changes }: OpenChanges & { inputs: string[]; outFile: string }) =>
      renderer.merge({
        ...openAsked(scenes, 'plain.blend', changes),
        ...{ frame: 1, inputs, outFile, onProgress: () => undefined },
      }),
    [Symbol.asyncDispose]: async () => {
      await listener.close()
      await rm(root, { recursive: true })
    },
  }
}
export type Workplace = Awaited<ReturnType<typeof startWorkplace>>

export interface OpenChanges {
  settings?: Partial<BlenderSettings>
  limits?: Partial<RenderLimits>
}

function openAsked(sceneFolder: string, sceneFile: string, changes: OpenChanges): OpenSceneOptions {
  return {
    ...{ sceneFolder, sceneFile, threads: 2, signal: new AbortController().signal },
    settings: { ...usualSettings, ...changes.settings },
    limits: { ...usualLimits, ...changes.limits },
  }
}

const usualSettings: BlenderSettings = {
  ...{ scene: '', camera: '', width: 64, height: 36, percentage: 100, engine: 'cycles' },
  ...{ samples: 4, denoise: false, format: 'png', compositing: false, device: 'cpu' },
}

export const usualLimits: RenderLimits = {
  ...{ piece_s_max: 60, no_progress_s_max: 60, memory_mib_max: null, output_bytes_max: 10_000_000 },
}

export function aChunkPart(changes: Partial<ChunkPart> = {}): ChunkPart {
  const frame = changes.frame ?? 1
  return { key: String(frame), frame, region: null, sample_range: null, ...changes }
}

/** Collects progress; `first` resolves at the first report. */
export function collectProgress() {
  const received: RenderProgress[] = []
  const { promise: first, resolve } = Promise.withResolvers<void>()
  return {
    ...{ received, first },
    listen: (progress: RenderProgress) => {
      received.push(progress)
      resolve()
    },
  }
}

/** Truncates a file, as if only its first bytes had arrived. */
export async function cutFile(path: string, bytes: number): Promise<void> {
  await using file = await open(path, 'r+')
  await file.truncate(bytes)
}

/** Returns the ids of the processes whose command line contains a folder. */
export async function processesOf(folder: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const words = await Promise.all(ids.map(wordsOf))
  return ids.filter((_, place) => words[place]?.includes(folder))
}

/** Returns which of these processes still run: an ended one has no command line, though it may not be reaped yet. */
export async function stillRunning(pids: readonly number[]): Promise<number[]> {
  const words = await Promise.all(pids.map(wordsOf))
  return pids.filter((_, place) => words[place] !== '')
}

/** @NOTE processes may end while they are listed */
function wordsOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

/** Returns all descendants of a process. */
export async function below(pid: number): Promise<number[]> {
  // @NOTE a process that has ended has no children
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = list.trim().split(' ').filter(Boolean).map(Number)
  return [...children, ...(await Promise.all(children.map(below))).flat()]
}

export function writeText(path: string, text: string): Promise<void> {
  return writeFile(path, text)
}

async function listen() {
  let visits = 0
  const server = createServer((socket) => {
    visits += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server.address()),
    visits: () => visits,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
