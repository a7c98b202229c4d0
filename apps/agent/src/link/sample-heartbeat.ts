import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { aborted } from '../host/aborted.ts'
import type { HeartbeatPart, RunningWorkload } from '../workload.ts'

/** Longest time for sampling; after it the heartbeat goes without the sample. */
const sampleTimeoutMs = 2_000

interface SamplerOptions {
  clock: Clock
  signal: AbortSignal
}

/** Returns the parts of the heartbeat that need no sampling. */
export function heartbeatOf(workloads: readonly RunningWorkload[]): HeartbeatPart {
  return Object.assign({}, ...workloads.map((workload) => workload.heartbeat()))
}

/** Returns a function that samples all workloads. A sample that fails, or is still running from before, is left out. */
export function createHeartbeatSampler(
  workloads: readonly RunningWorkload[],
  options: SamplerOptions,
): () => Promise<HeartbeatPart> {
  const samplers = workloads.flatMap(({ sample }) =>
    sample === undefined ? [] : [createSampler(sample, options)],
  )
  return async () => Object.assign({}, ...(await Promise.all(samplers.map((sample) => sample()))))
}

function createSampler(
  read: NonNullable<RunningWorkload['sample']>,
  { clock, signal }: SamplerOptions,
): () => Promise<HeartbeatPart> {
  let isReading = false
  return async () => {
    if (isReading) return {}
    isReading = true
    const limit = createDeadline(clock, sampleTimeoutMs, signal)
    const reading = read(limit.signal).finally(() => {
      isReading = false
      limit.done()
    })
    // @NOTE a load that cannot be read is left out: a heartbeat must not wait for it
    return Promise.race([reading.catch(() => ({})), aborted(limit.signal).then(() => ({}))])
  }
}
