import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '../../host/clock.ts'
import { type CanaryAsked, type OpenAsked, RenderFailure } from '../renderer.ts'
import { type Engine, engineArgv } from './argv.ts'
import { startBlender } from './blender-process.ts'
import { createBlenderLog } from './log.ts'
import { type GpuNode, type SandboxMode, type SystemPath, sandboxArgv } from './sandbox.ts'
import { WarmBlender } from './warm-blender.ts'
import { makeWorkFolder, openToSandbox, type WorkFolder } from './work-folder.ts'

/** What a machine renders with, found once. */
export interface Workshop {
  engine: Engine
  mode: SandboxMode
  system: readonly SystemPath[]
  gpuNodes: readonly GpuNode[]
  /** Where the folders of running Blenders lie. */
  workFolder: string
  /** What a scene may hold where no other limit is given. */
  memoryMibMax: number
  clock: Clock
}

/** A scene of the machine's, or the driver's own canary. */
export type SceneAsked = Omit<OpenAsked, 'sceneFolder' | 'sceneFile'> & {
  scene: { folder: string; file: string } | { canary: CanaryAsked['canary'] }
}

const tmpBytesMax = 512 * 1024 * 1024

/** Starts Blender with a scene. Throws {@link RenderFailure}, or the signal's reason. */
export async function openScene(shop: Workshop, asked: SceneAsked): Promise<WarmBlender> {
  const { scene, settings, limits, signal } = asked
  signal.throwIfAborted()
  if ('folder' in scene) await openToSandbox(scene.folder, shop.mode)
  const marker = `@${randomUUID()}`
  const folder = await makeWorkFolder(shop.workFolder, {
    mode: shop.mode,
    scripts: ['worker', 'canary'],
    order: orderOf(asked, marker),
  })
  const log = createBlenderLog(shop.engine.folders)
  const memoryMibMax = Math.min(limits.memory_mib_max ?? Infinity, shop.memoryMibMax)
  const process = startBlender({
    argv: argvOf(shop, asked, folder),
    marker,
    limits,
    memoryMibMax,
    outFolder: folder.out,
    log,
    clock: shop.clock,
  })
  const open = new WarmBlender({
    process,
    folder,
    log,
    settings,
    limits,
    memoryMibMax,
    clock: shop.clock,
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

function orderOf({ scene, settings, limits, threads }: SceneAsked, marker: string): object {
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

function argvOf(shop: Workshop, { scene, settings, threads }: SceneAsked, folder: WorkFolder) {
  const usesGpu = settings.device === 'gpu' || settings.engine !== 'cycles'
  return sandboxArgv({
    mode: shop.mode,
    system: shop.system,
    engineFolders: shop.engine.folders,
    readOnly: { [folder.in]: '/in', ...('folder' in scene ? { [scene.folder]: '/scene' } : {}) },
    writable: { from: folder.out, to: '/out' },
    gpuNodes: usesGpu ? shop.gpuNodes : [],
    tmpBytesMax,
    argv: engineArgv(shop.engine, { script: '/in/worker.py', order: '/in/order.json', threads }),
  })
}
