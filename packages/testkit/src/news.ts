/** Something may have changed: whoever waits looks again. */
export interface News {
  /** Calls back at each; returns how to end that. */
  subscribe(listener: () => void): () => void
  publish(): void
}

export function createNews(): News {
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

/** What was waited for did not come; the message shows what was read last. */
export class NeverCame extends Error {
  override readonly name = 'NeverCame'
}

/** How long a wait may take unless told otherwise. */
export const waitMsMax = 30_000

/**
 * Reads again at each news until what is read satisfies, and gives it. No sleeping: it looks when something happened.
 * @throws {NeverCame} after `withinMs` of real time
 */
export async function untilSatisfied<T>(
  news: News,
  { read, satisfies, withinMs = waitMsMax }: Condition<T>,
): Promise<T> {
  const over = Promise.withResolvers<'over'>()
  const timer = setTimeout(() => over.resolve('over'), withinMs)
  let fresh = Promise.withResolvers<'news'>()
  const end = news.subscribe(() => fresh.resolve('news'))
  try {
    for (;;) {
      // Set before the reading, so that what happens meanwhile is not missed.
      fresh = Promise.withResolvers()
      const value = await read()
      if (satisfies(value)) return value
      const next = await Promise.race([fresh.promise, over.promise])
      if (next === 'over') {
        throw new NeverCame(`not within ${withinMs} ms; last seen: ${JSON.stringify(value)}`)
      }
    }
  } finally {
    clearTimeout(timer)
    end()
  }
}

/** A value to read until it satisfies, within 30 s unless given. */
export interface Condition<T> {
  read: () => Promise<T>
  satisfies: (value: T) => boolean
  withinMs?: number
}
