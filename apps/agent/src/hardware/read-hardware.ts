import { availableParallelism, totalmem } from 'node:os'
import type { Hardware, HeldImage, IsolationGap } from '@gridloom/contract/machines/hardware'
import { cpu, osInfo } from 'systeminformation'
import type { Execute } from '../host/execute.ts'
import { readCuda, readGpus } from './gpus/read-gpus.ts'
import type { ReadSpace } from './read-space.ts'

/** Reads the container engine's facts, images and isolation gaps; `null` if no engine answers. */
export type ReadEngine = () => Promise<{
  engine: NonNullable<Hardware['engine']>
  images: HeldImage[]
  gaps: IsolationGap[]
} | null>

export interface HardwareSources {
  execute: Execute
  readEngine: ReadEngine
  readSpace: ReadSpace
}

/** Reads the machine's hardware. `gaps` are isolation gaps beside those of the engine. */
export type ProbeHardware = (gaps: readonly IsolationGap[]) => Promise<Hardware>

const bytesPerMib = 1024 * 1024

/**
 * Returns a probe of the whole machine. What cannot change while the agent runs (CPU, system) is read once, the rest at
 * every call. If the engine does not answer, it is `null` and there are no images.
 */
export function createHardwareProbe(sources: HardwareSources): ProbeHardware {
  const settled = readSettled()
  return async (gaps) => {
    const [fixed, held, gpus, space] = await Promise.all([
      settled,
      sources.readEngine(),
      readGpus(sources.execute),
      sources.readSpace(),
    ])
    const hasDriver = gpus.some(({ source }) => source === 'nvidia-smi')
    const cuda = hasDriver ? await readCuda(sources.execute) : null
    return {
      ...fixed,
      disk_total_gb: space.totalGb,
      disk_free_gb: space.freeGb,
      gpus,
      cuda,
      engine: held?.engine ?? null,
      images: held?.images ?? [],
      isolation_gaps: [...(held?.gaps ?? []), ...gaps],
    }
  }
}

async function readSettled() {
  const [processor, system] = await Promise.all([cpu(), osInfo()])
  const threads = availableParallelism()
  return {
    hostname: system.hostname,
    os: `${system.distro} ${system.release}`.trim(),
    kernel: system.kernel,
    arch: system.arch,
    cpu_model: `${processor.manufacturer} ${processor.brand}`.trim() || 'unknown',
    cpu_cores: Math.max(1, Math.min(processor.physicalCores, threads)),
    cpu_threads: threads,
    memory_mib: Math.floor(usableMemoryBytes() / bytesPerMib),
  }
}

/** Returns the memory of the machine, or the lower limit of the control group that the agent runs in. */
function usableMemoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
