import type { AccountId } from '@gridloom/contract/core/ids'
import type { Changes } from '#platform/database/listen'
import type { ReceivedChange } from '#platform/events'

/** Changes that a test publishes by hand. */
export interface FakeChanges extends Changes {
  publish(change: Partial<ReceivedChange>): void
  /** The number of present subscribers. */
  listening(): number
  /** The result of {@link Changes.since}. */
  missed: ReceivedChange[]
}

export function fakeChanges(): FakeChanges {
  const listeners = new Set<(change: ReceivedChange) => void>()
  const fake: FakeChanges = {
    missed: [],
    listening: () => listeners.size,
    publish(change) {
      const whole: ReceivedChange = {
        id: null,
        topic: 'instance',
        accountId: null,
        subject: '',
        ...change,
      }
      for (const listener of listeners) listener(whole)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    since: async (_id: string, _accountId: AccountId) => fake.missed,
    connected: () => true,
    async [Symbol.asyncDispose]() {},
  }
  return fake
}
