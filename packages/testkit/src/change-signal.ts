/** A signal that something may have changed: waiters read again. */
export interface ChangeSignal {
  /** Calls back at each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  publish(): void
}

export function createChangeSignal(): ChangeSignal {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publish() {
      for (const listener of [...listeners]) listener()
    },
  }
}

/** Thrown when the awaited value did not come; the message contains the last value. */
export class WaitTimeout extends Error {
  override readonly name = 'NeverCame'
}

/** The default time limit of a wait. */
export const waitMsMax = 30_000

/**
 * Reads again at each change until the value satisfies, and returns it. No polling: it reads when something happened.
 * @throws {WaitTimeout} after `withinMs` of real time
 */
export async function untilSatisfied<T>(
  news: ChangeSignal,
  { read, satisfies, withinMs = waitMsMax }: Condition<T>,
): Promise<T> {
  const over = Promise.withResolvers<'over'>()
  const timer = setTimeout(() => over.resolve('over'), withinMs)
  let fresh = Promise.withResolvers<'news'>()
  const end = news.subscribe(() => fresh.resolve('news'))
  try {
    for (;;) {
      // Reset before reading, so that a change during the reading is not missed.
      fresh = Promise.withResolvers()
      const value = await read()
      if (satisfies(value)) return value
      const next = await Promise.race([fresh.promise, over.promise])
      if (next === 'over') {
        throw new WaitTimeout(`not within ${withinMs} ms; last seen: ${JSON.stringify(value)}`)
      }
    }
  } finally {
    clearTimeout(timer)
    end()
  }
}

/** A value to read until it satisfies, within 30 s by default. */
export interface Condition<T> {
  read: () => Promise<T>
  satisfies: (value: T) => boolean
  withinMs?: number
}
