import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { aborted } from '../host/aborted.ts'
import type { HeartbeatPart, RunningWorkload } from '../workload.ts'

/** Reading what takes time may take this long; then the heartbeat goes without it. */
const sampleTimeoutMs = 2_000

interface SamplerOptions {
  clock: Clock
  signal: AbortSignal
}

/** What workloads say at once. */
export function heartbeatOf(workloads: readonly RunningWorkload[]): HeartbeatPart {
  return Object.assign({}, ...workloads.map((workload) => workload.heartbeat()))
}

/** Gives what reads the samples of all workloads. One that is still reading is left out; so is what cannot be read. */
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
