import type { Clock } from '@gridloom/async/clock'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { Execute } from '../../host/execute.ts'
import { nvidiaSmiArgv, parseNvidiaSmi } from './nvidia-smi.ts'
import { parseRocmSmi, rocmSmiArgv } from './rocm-smi.ts'

/** What one card is doing: percent of its time at work, and MiB of its memory taken. */
export type GpuUse = ReportedSample['gpus'][number]

/** The cards' present figures, for those whose tool answers in time. Never throws, never waits long. */
export type ReadGpuUse = () => Promise<readonly GpuUse[]>

/** The tools are asked at most this often, however many instances are sampled. */
const readEveryMs = 4_500
/** A heartbeat's sample waits this long for figures; those that come later go with the next one. */
const waitMs = 1_000
/** A tool that hangs is killed after this. */
const toolTimeoutMs = 4_000
/** Older figures are not what the cards do now. */
const staleAfterMs = 15_000

/**
 * Reads the cards through their vendors' tools. One reading runs at a time, even where a tool cannot be
 * killed (a driver that hangs holds it in the kernel): then there are no figures, and nothing piles up.
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
  // @NOTE the sleep is ended by us, and a reading that failed leaves the figures as they were
  const sleeping = clock.sleep(waitMs, waited.signal).catch(() => undefined)
  await Promise.race([reading.catch(() => undefined), sleeping])
  waited.abort()
}

function useOf(gpu: { [Name in keyof GpuUse]: GpuUse[Name] }): GpuUse {
  const { uuid, utilization_percent, memory_used_mib } = gpu
  return { uuid, utilization_percent, memory_used_mib }
}
