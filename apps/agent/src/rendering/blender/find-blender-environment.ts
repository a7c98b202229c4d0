import { mkdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Clock } from '@gridloom/async/clock'
import type { Execute } from '../../host/execute.ts'
import type { MissingPrerequisite } from '../../host/missing-prerequisite.ts'
import { findSandbox, readGpuNodes, type Sandbox } from '../../host/sandbox/find-sandbox.ts'
import type { Engine } from './argv.ts'
import { findRenderEngine, type PreferredEngine } from './find-engine.ts'
import type { BlenderEnvironment } from './open-scene.ts'
import { clearWorkFolders } from './work-folder.ts'

export interface BlenderEnvironmentOptions {
  /** The driver's own folder, on the disk where pictures are stored; emptied before the first Blender. */
  workFolder: string
  preferred: PreferredEngine
  isRoot: boolean
  platform: NodeJS.Platform
  execute: Execute
  clock: Clock
}

/** Share of the machine's memory that a scene may use by default: the rest keeps the machine running. */
const memoryShare = 0.9
const bytesPerMib = 1024 * 1024

/** Looks for Blender and for a sandbox, and changes nothing. */
export async function lookForBlender(
  { execute, preferred, isRoot, platform }: Omit<BlenderEnvironmentOptions, 'workFolder' | 'clock'>,
  signal: AbortSignal,
): Promise<{ engine: Engine; sandbox: Sandbox } | MissingPrerequisite> {
  if (platform !== 'linux') {
    const remedy = 'run the agent on Linux'
    return { missing: 'rendering is supported on Linux only', remedy }
  }
  const found = await findRenderEngine(execute, preferred, signal)
  if ('missing' in found) return found
  const sandbox = await findSandbox(execute, { isRoot, platform, arch: process.arch, signal })
  return 'missing' in sandbox ? sandbox : { engine: found.engine, sandbox }
}

/** Finds Blender and a sandbox, and creates the work folder. */
export async function findBlenderEnvironment(
  options: BlenderEnvironmentOptions,
  signal: AbortSignal,
): Promise<BlenderEnvironment | MissingPrerequisite> {
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
