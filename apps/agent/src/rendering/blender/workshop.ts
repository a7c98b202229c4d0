import { mkdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Clock } from '../../host/clock.ts'
import type { Execute } from '../../host/execute.ts'
import { type EngineWished, findEngine } from './find-engine.ts'
import type { Workshop } from './open-scene.ts'
import { findSandbox, readGpuNodes, readSystemPaths } from './sandbox-here.ts'
import { clearWorkFolders } from './work-folder.ts'

export interface WorkshopOptions {
  /** A folder of the driver's own, on the disk where pictures are kept; emptied before the first Blender. */
  workFolder: string
  wished: EngineWished
  isRoot: boolean
  platform: NodeJS.Platform
  execute: Execute
  clock: Clock
}

/** Of the machine's memory, what scenes may hold where nobody says less: the rest keeps the machine alive. */
const memoryShare = 0.9
const bytesPerMib = 1024 * 1024

/** Finds what renders here and what keeps it in; what is missing comes with what mends it. */
export async function findWorkshop(
  options: WorkshopOptions,
  signal: AbortSignal,
): Promise<Workshop | { missing: string }> {
  const { execute, wished, isRoot, platform, workFolder, clock } = options
  if (platform !== 'linux') return { missing: 'Scenes are rendered on Linux only, in bubblewrap.' }
  const engine = await findEngine(execute, wished, signal)
  if ('missing' in engine) return engine
  const sandbox = await findSandbox(execute, { isRoot, signal })
  if ('missing' in sandbox) return sandbox
  await clearWorkFolders(workFolder)
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  return {
    engine: engine.engine,
    mode: sandbox.mode,
    system: readSystemPaths(),
    gpuNodes: readGpuNodes(),
    workFolder,
    memoryMibMax: Math.floor((totalmem() / bytesPerMib) * memoryShare),
    clock,
  }
}
