import type { Clock } from '@gridloom/async/clock'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { Changes } from '../../../platform/database/listen.ts'
import type { ReceivedChange } from '../../../platform/events.ts'

/** The changes of a job within a short time: of the job itself, and of which frames and chunks. */
export interface JobUpdate {
  readonly job: boolean
  readonly frames: readonly number[]
  readonly chunks: readonly string[]
}

/** The shortest time between two batches. */
const gatherMs = 250

interface Watch {
  readonly changes: Pick<Changes, 'subscribe'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly signal: AbortSignal
}

/**
 * Yields the changes of one job from this call until the signal aborts, batched to at most four a second. A change only
 * requests a new read, so repeated ones count once: none is missed, and what waits is bounded by the size of the job.
 */
export function updatesOf(
  { changes, clock, signal }: Watch,
  jobId: RenderJobId,
): AsyncIterable<JobUpdate> {
  let waiting = nothing()
  let wake = () => {}
  const unsubscribe = changes.subscribe((change) => {
    if (!note(waiting, change, jobId)) return
    wake()
  })
  const stop = () => {
    unsubscribe()
    wake()
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })

  async function* take(): AsyncIterable<JobUpdate> {
    try {
      while (!signal.aborted) {
        if (isEmpty(waiting)) await new Promise<void>((resolve) => (wake = resolve))
        if (signal.aborted) return
        const { job, frames, chunks } = waiting
        waiting = nothing()
        yield { job, frames: [...frames], chunks: [...chunks] }
        // @NOTE the sleep only rejects when the signal aborts, which ends the loop.
        await clock.sleep(gatherMs, signal).catch(() => undefined)
      }
    } finally {
      stop()
      signal.removeEventListener('abort', stop)
    }
  }
  return take()
}

interface Waiting {
  job: boolean
  frames: Set<number>
  chunks: Set<string>
}

function nothing(): Waiting {
  return { job: false, frames: new Set(), chunks: new Set() }
}

function isEmpty({ job, frames, chunks }: Waiting): boolean {
  return !job && frames.size === 0 && chunks.size === 0
}

/** Records a change of the job; returns `false` if it belongs to something else. */
function note(waiting: Waiting, { topic, subject }: ReceivedChange, jobId: RenderJobId): boolean {
  const [id, part = ''] = subject.split(':')
  if (id !== jobId) return false
  if (topic === 'render') waiting.job = true
  else if (topic === 'render_frame') waiting.frames.add(Number(part))
  else if (topic === 'render_chunk') waiting.chunks.add(part)
  else return false
  return true
}
