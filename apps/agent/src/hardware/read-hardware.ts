import { availableParallelism, totalmem } from 'node:os'
import type { Hardware, HeldImage, IsolationGap } from '@gridloom/contract/machines/hardware'
import { cpu, osInfo } from 'systeminformation'
import type { Execute } from '../host/execute.ts'
import type { Log } from '../host/log.ts'
import { readCuda, readGpus } from './gpus/read-gpus.ts'
import type { ReadSpace } from './read-space.ts'

/** Reads the container engine's facts, images and isolation gaps; rejects if no engine answers. */
export type ReadEngine = () => Promise<{
  engine: NonNullable<Hardware['engine']>
  images: HeldImage[]
  gaps: IsolationGap[]
}>

export interface HardwareSources {
  execute: Execute
  readEngine: ReadEngine
  readSpace: ReadSpace
  log: Log
}

/** Reads the machine's hardware. `gaps` are isolation gaps beside those of the engine. */
export type ProbeHardware = (gaps: readonly IsolationGap[]) => Promise<Hardware>

const bytesPerMib = 1024 * 1024

/**
 * Returns a probe of the whole machine. What cannot change while the agent runs (CPU, system) is read once, the rest at
 * every call. If the engine does not answer, it is `null` and there are no images; the log says so once until it answers.
 */
export function createHardwareProbe(sources: HardwareSources): ProbeHardware {
  const settled = readSettled()
  const readEngine = loggingLoss(sources)
  return async (gaps) => {
    const [fixed, held, gpus, space] = await Promise.all([
      settled,
      readEngine(),
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

/** Returns the engine's facts, or `null` and a line in the log where it stopped answering. */
function loggingLoss({ readEngine, log }: Pick<HardwareSources, 'readEngine' | 'log'>) {
  let answers = true
  return async () => {
    try {
      const held = await readEngine()
      answers = true
      return held
    } catch (cause) {
      if (answers) {
        log.warn({ event: 'engine.lost', err: cause }, 'the container engine does not answer')
      }
      answers = false
      return null
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
