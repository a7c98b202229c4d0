import type { Clock } from '@gridloom/async/clock'
import type { RenderLimits } from '../renderer.ts'
import { residentMib } from './memory.ts'

/** Why a Blender was killed. */
export type KillReason =
  | 'stopped'
  | 'out_of_memory'
  | 'timed_out'
  | 'no_progress'
  | 'too_much_output'

export interface WatchedProcess {
  clock: Clock
  /** `undefined` if the process could not be started, which it reports itself. */
  pid: number | undefined
  limits: Pick<RenderLimits, 'no_progress_s_max'>
  memoryMibMax: number
  /** When the order under way began and when Blender last spoke, by the monotonic clock; `undefined` while idle. */
  order: () => { sinceMs: number; lastWordMs: number; secondsMax: number } | undefined
  onMemory: (mib: number) => void
  kill: (why: KillReason) => void
}

const lookEveryMs = 1_000

/** Checks a Blender every second and kills it beyond a limit. Returns a function that ends the checks. */
export function watchLimits(watched: WatchedProcess): () => void {
  let isLooking = false
  return watched.clock.every(lookEveryMs, () => {
    if (isLooking) return
    isLooking = true
    lookAt(watched)
      .then((why) => why !== undefined && watched.kill(why))
      .finally(() => {
        isLooking = false
      })
  })
}

/** Checks once; returns the reason to kill the process, if there is one. */
export async function lookAt(
  watched: Omit<WatchedProcess, 'kill'>,
): Promise<KillReason | undefined> {
  const { pid, memoryMibMax, onMemory } = watched
  const memoryMib = pid === undefined ? 0 : await residentMib(pid)
  onMemory(memoryMib)
  if (memoryMib > memoryMibMax) return 'out_of_memory'
  return tookTooLong(watched)
}

function tookTooLong({
  clock,
  limits,
  order,
}: Omit<WatchedProcess, 'kill'>): KillReason | undefined {
  const now = clock.monotonicMs()
  const times = order()
  if (times === undefined) return undefined
  if (now - times.sinceMs > times.secondsMax * 1_000) return 'timed_out'
  if (now - times.lastWordMs > limits.no_progress_s_max * 1_000) return 'no_progress'
  return undefined
}
