import type { Clock } from '@gridloom/async/clock'
import { AgentRefused } from '../refused.ts'

/** Releases the slot; further calls change nothing. */
export type ReleaseSlot = () => void

/** Slots for answers, with a bounded queue in the order of the requests. */
export interface Slots {
  readonly busy: number
  readonly queued: number
  /** When a slot was taken or released last, by the clock's `monotonicMs`. */
  readonly usedMs: number
  /**
   * Resolves when a slot is free.
   * @throws AgentRefused `busy` at once if the queue is full; the signal's reason when it aborts meanwhile
   */
  take(signal: AbortSignal): Promise<ReleaseSlot>
  /** Resolves when no slot is busy and no request waits. */
  idle(): Promise<void>
}

/** Requests that may wait for each slot. */
export const waitersPerSlot = 4

/** Creates `count` slots. `onChange` is called whenever `busy` or `queued` changed. */
export function createSlots(
  count: number,
  { clock, onChange }: { clock: Pick<Clock, 'monotonicMs'>; onChange(): void },
): Slots {
  const waiting: (() => void)[] = []
  const idlers = new Set<() => void>()
  let busy = 0
  let usedMs = clock.monotonicMs()

  function changed(): void {
    usedMs = clock.monotonicMs()
    onChange()
    if (busy > 0 || waiting.length > 0) return
    for (const notify of idlers) notify()
    idlers.clear()
  }

  function occupied(): ReleaseSlot {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      busy -= 1
      waiting.shift()?.()
      changed()
    }
  }

  async function take(signal: AbortSignal): Promise<ReleaseSlot> {
    signal.throwIfAborted()
    if (busy < count) {
      busy += 1
      changed()
      return occupied()
    }
    if (waiting.length >= waitersPerSlot * count) throw full(count, waiting.length)
    return wait(signal)
  }

  function wait(signal: AbortSignal): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave)
        busy += 1
        resolve(occupied())
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1)
        changed()
        reject(signal.reason)
      }
      waiting.push(enter)
      signal.addEventListener('abort', leave, { once: true })
      changed()
    })
  }

  return {
    get busy() {
      return busy
    },
    get queued() {
      return waiting.length
    },
    get usedMs() {
      return usedMs
    },
    take,
    idle: () => {
      if (busy === 0 && waiting.length === 0) return Promise.resolve()
      return new Promise((resolve) => idlers.add(resolve))
    },
  }
}

function full(slots: number, queued: number): AgentRefused {
  const text = `All ${slots} slots are in use and ${queued} requests are already waiting.`
  return new AgentRefused('busy', text, { details: { slots, queued } })
}
