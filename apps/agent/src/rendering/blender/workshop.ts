import { mkdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Clock } from '@gridloom/async/clock'
import type { Execute } from '../../host/execute.ts'
import type { Lack } from '../../host/lack.ts'
import { findSandbox, readGpuNodes, type Sandbox } from '../../host/sandbox/find-sandbox.ts'
import type { Engine } from './argv.ts'
import { type EngineWished, findEngine } from './find-engine.ts'
import type { Workshop } from './open-scene.ts'
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

/** Looks for what renders here and for what keeps it in, and changes nothing. */
export async function lookForBlender(
  { execute, wished, isRoot, platform }: Omit<WorkshopOptions, 'workFolder' | 'clock'>,
  signal: AbortSignal,
): Promise<{ engine: Engine; sandbox: Sandbox } | Lack> {
  if (platform !== 'linux') {
    const remedy = 'run an agent on Linux, where bubblewrap keeps scenes in'
    return { missing: 'scenes are rendered on Linux only', remedy }
  }
  const found = await findEngine(execute, wished, signal)
  if ('missing' in found) return found
  const sandbox = await findSandbox(execute, { isRoot, platform, arch: process.arch, signal })
  return 'missing' in sandbox ? sandbox : { engine: found.engine, sandbox }
}

/** Finds what this machine renders with, and makes its folder. */
export async function findWorkshop(
  options: WorkshopOptions,
  signal: AbortSignal,
): Promise<Workshop | Lack> {
  const found = await lookForBlender(options, signal)
  if ('missing' in found) return found
  const { workFolder, clock } = options
  await clearWorkFolders(workFolder)
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  return {
    ...found,
    gpuNodes: readGpuNodes(),
    workFolder,
    memoryMibMax: Math.floor((totalmem() / bytesPerMib) * memoryShare),
    clock,
  }
}
