import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import type { GpuNode } from '@gridloom/domain/sandbox/sandbox-argv'
import { type Entry, enterSandbox } from '../../host/sandbox/enter-sandbox.ts'
import type { Sandbox } from '../../host/sandbox/find-sandbox.ts'
import { openFileToSandbox, openToSandbox } from '../../host/sandbox/open-to-sandbox.ts'
import { renderProfile } from '../../host/sandbox/profiles.ts'
import { type CanaryOptions, type OpenSceneOptions, RenderFailure } from '../renderer.ts'
import { type Engine, engineArgv } from './argv.ts'
import { startBlender } from './blender-process.ts'
import { createBlenderLog } from './log.ts'
import { WarmBlender } from './warm-blender.ts'
import { makeWorkFolder, type WorkFolder } from './work-folder.ts'

/** The Blender, the sandbox and the limits that a machine renders with. */
export interface BlenderEnvironment {
  engine: Engine
  sandbox: Sandbox
  gpuNodes: readonly GpuNode[]
  /** The parent folder of the folders of running Blenders. */
  workFolder: string
  /** Memory limit of a scene if no other limit is given. */
  memoryMibMax: number
  clock: Clock
}

/** A scene on this machine, or the driver's own canary. */
export type BlenderSceneOptions = Omit<OpenSceneOptions, 'sceneFolder' | 'sceneFile'> & {
  scene: { folder: string; file: string } | { canary: CanaryOptions['canary'] }
  /** Pictures to merge, readable as {@link inputPath}. */
  inputs?: readonly string[]
}

/** The path of an input inside the sandbox. */
export function inputPath(place: number): string {
  return `/inputs/range_${place}.exr`
}

/** A picture and the intermediate files of its merge are in memory at once. */
const outputsAtOnce = 3

/** Starts Blender with a scene. Throws {@link RenderFailure}, or the signal's reason. */
export async function openScene(
  environment: BlenderEnvironment,
  options: BlenderSceneOptions,
): Promise<WarmBlender> {
  const { scene, settings, limits, signal } = options
  signal.throwIfAborted()
  if ('folder' in scene) await openToSandbox(scene.folder, environment.sandbox.means)
  for (const path of options.inputs ?? []) await openFileToSandbox(path, environment.sandbox.means)
  const marker = `@${randomUUID()}`
  const folder = await makeWorkFolder(environment.workFolder, {
    scripts: ['worker', 'canary'],
    order: orderOf(options, marker),
  })
  const log = createBlenderLog(environment.engine.folders)
  const memoryMibMax = Math.min(limits.memory_mib_max ?? Infinity, environment.memoryMibMax)
  const process = startBlender({
    entry: enter(environment, { ...options, memoryMibMax }, folder),
    marker,
    limits,
    memoryMibMax,
    log,
    clock: environment.clock,
  })
  const open = new WarmBlender({
    process,
    folder,
    log,
    settings,
    limits,
    memoryMibMax,
    clock: environment.clock,
  })
  try {
    const said = await process.ask(undefined, () => undefined, signal)
    if (said.event === 'opened') return open
    throw signal.aborted ? signal.reason : new RenderFailure(open.problem(said))
  } catch (cause) {
    await open[Symbol.asyncDispose]()
    throw cause
  }
}

function orderOf(
  { scene, settings, limits, threads }: BlenderSceneOptions,
  marker: string,
): object {
  return {
    marker,
    settings,
    threads,
    output_bytes_max: limits.output_bytes_max,
    ...('canary' in scene
      ? { scene_file: null, canary: scene.canary }
      : { scene_file: join('/scene', scene.file) }),
    out_folder: '/out',
  }
}

function enter(
  environment: BlenderEnvironment,
  {
    scene,
    inputs = [],
    settings,
    threads,
    limits,
    memoryMibMax,
  }: BlenderSceneOptions & MemoryLimit,
  folder: WorkFolder,
): Entry {
  const usesGpu = settings.device === 'gpu' || settings.engine !== 'cycles'
  const { output_bytes_max: bytesMax } = limits
  return enterSandbox(environment.sandbox, {
    profile: renderProfile,
    seen: environment.engine.folders,
    readOnly: {
      [folder.path]: '/in',
      ...('folder' in scene ? { [scene.folder]: '/scene' } : {}),
      ...Object.fromEntries(inputs.map((path, place) => [path, inputPath(place)])),
    },
    scratch: { '/out': outputsAtOnce * (bytesMax + 1) },
    gpuNodes: usesGpu ? environment.gpuNodes : [],
    // One byte over the limit, so that a file that was truncated here is recognised as too large.
    fileBytesMax: bytesMax + 1,
    memoryMibMax,
    argv: engineArgv(environment.engine, {
      script: '/in/worker.py',
      order: '/in/order.json',
      threads,
    }),
  })
}

interface MemoryLimit {
  memoryMibMax: number
}
