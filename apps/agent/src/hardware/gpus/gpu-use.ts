import type { Clock } from '@gridloom/async/clock'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { Gpu } from '@gridloom/contract/machines/hardware'
import type { Execute } from '../../host/execute.ts'
import { nvidiaSmiArgv, parseNvidiaSmi } from './nvidia-smi.ts'
import { parseRocmSmi, rocmSmiArgv } from './rocm-smi.ts'

/** The current use of one GPU: percent of its time, and MiB of its memory. */
export type GpuUse = ReportedSample['gpus'][number]

/** Returns the current use of the GPUs whose tool answers in time. Never throws, never waits long. */
export type ReadGpuUse = () => Promise<readonly GpuUse[]>

/** The tools run at most this often, however many instances are sampled. */
const readEveryMs = 4_500
/** A heartbeat's sample waits this long for the tools; later results go with the next one. */
const waitMs = 1_000
/** A tool that hangs is killed after this. */
const toolTimeoutMs = 4_000
/** Older results do not show the current use. */
const staleAfterMs = 15_000

/**
 * Reads the GPUs through their vendors' tools. One reading runs at a time, even if a tool cannot be killed (a hanging
 * driver holds it in the kernel): then nothing is returned, and no processes pile up.
 */
export function createGpuUse({ execute, clock }: { execute: Execute; clock: Clock }): ReadGpuUse {
  let latest: { atMs: number; gpus: readonly GpuUse[] } | undefined
  let begunMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const run = (argv: readonly string[]) => execute(argv, { timeoutMs: toolTimeoutMs })
    const [nvidia, rocm] = await Promise.all([run(nvidiaSmiArgv), run(rocmSmiArgv)])
    const gpus = [...parseNvidiaSmi(nvidia.stdout), ...parseRocmSmi(rocm.stdout)]
    if (gpus.length > 0) latest = { atMs: clock.monotonicMs(), gpus: gpus.map(useOf) }
  }

  return async () => {
    if (reading === undefined && clock.monotonicMs() - begunMs >= readEveryMs) {
      begunMs = clock.monotonicMs()
      reading = read().finally(() => {
        reading = undefined
      })
    }
    if (reading !== undefined) await firstOf(reading, clock)
    const isFresh = latest !== undefined && clock.monotonicMs() - latest.atMs < staleAfterMs
    return isFresh ? (latest?.gpus ?? []) : []
  }
}

async function firstOf(reading: Promise<void>, clock: Clock): Promise<void> {
  const waited = new AbortController()
  // @NOTE the sleep is aborted below, and a failed reading leaves the last results
  const sleeping = clock.sleep(waitMs, waited.signal).catch(() => undefined)
  await Promise.race([reading.catch(() => undefined), sleeping])
  waited.abort()
}

function useOf(gpu: Gpu): GpuUse {
  const { uuid, utilization_percent, memory_used_mib, power_w } = gpu
  return { uuid, utilization_percent, memory_used_mib, power_w }
}
