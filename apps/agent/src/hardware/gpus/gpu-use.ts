import type { Clock } from '@gridloom/async/clock'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { Gpu } from '@gridloom/contract/machines/hardware'
import type { Execute } from '../../host/execute.ts'
import { latestReading } from './latest-reading.ts'
import { nvidiaSmiArgv, parseNvidiaSmi } from './nvidia-smi.ts'
import { parseRocmSmi, rocmSmiArgv } from './rocm-smi.ts'

/** The current use of one GPU: percent of its time, and MiB of its memory. */
export type GpuUse = ReportedSample['gpus'][number]

/** Returns the current use of the GPUs whose tool answers in time. Never throws, never waits long. */
export type ReadGpuUse = () => Promise<readonly GpuUse[]>

/** A heartbeat's sample waits a second for the tools, which run at most once per heartbeat. */
const times = { everyMs: 4_500, waitMs: 1_000, staleAfterMs: 15_000 }
/** A tool that hangs is killed after this. */
const toolTimeoutMs = 4_000

/** Reads the GPUs through their vendors' tools, for the samples of instances. */
export function createGpuUse({ execute, clock }: { execute: Execute; clock: Clock }): ReadGpuUse {
  const read = async () => {
    const run = (argv: readonly string[]) => execute(argv, { timeoutMs: toolTimeoutMs })
    const [nvidia, rocm] = await Promise.all([run(nvidiaSmiArgv), run(rocmSmiArgv)])
    return [...parseNvidiaSmi(nvidia.stdout), ...parseRocmSmi(rocm.stdout)].map(useOf)
  }
  return latestReading(read, { clock, ...times })
}

function useOf(gpu: Gpu): GpuUse {
  const { uuid, utilization_percent, memory_used_mib, power_w } = gpu
  return { uuid, utilization_percent, memory_used_mib, power_w }
}
