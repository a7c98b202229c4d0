import type { Clock } from '@gridloom/async/clock'
import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import type { Tx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Change } from '../../platform/events.ts'
import { type RecentReads, recentReads } from '../../platform/recent-reads.ts'
import type { FoundKey } from '../keys/index.ts'
import type { FoundToken } from './sessions-store.ts'

const entriesMax = 50_000
/** A change that nobody told, or that was lost on its way, still counts after this long. */
const lifeMs = 1_000

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Who is behind tokens and keys, by their hash, and what they see of themselves, kept for a moment. */
export interface TokenCache {
  tokens: RecentReads<FoundToken | undefined>
  keys: RecentReads<FoundKey | undefined>
  details: RecentReads<UserDetails>
  /**
   * The same transactions, after which what they told of sessions and accounts is forgotten here before the caller
   * goes on: who ends a session finds it ended, however long the way over the database takes.
   */
  forgettingAfter(transact: Transact): Transact
}

/**
 * Nothing is granted on what is stale: `session` and `account` changes of every replica drop what is kept of that
 * person, nothing is kept while the connection that hears them is down, and all of it lasts a second at most.
 */
export function createTokenCache({
  clock,
  changes,
}: {
  clock: Clock
  changes: Pick<Changes, 'subscribe' | 'connected'>
}): TokenCache {
  const options = {
    entriesMax,
    lifeMs,
    nowMs: () => clock.now().getTime(),
    isListening: () => changes.connected(),
  }
  const tokens = recentReads<FoundToken | undefined>(options)
  const keys = recentReads<FoundKey | undefined>(options)
  const details = recentReads<UserDetails>(options)
  const all = [tokens, keys, details]

  function forget({ topic, accountId }: Change): void {
    if (topic !== 'session' && topic !== 'account') return
    for (const reads of all) {
      if (accountId === null) reads.clear()
      else reads.forget(accountId)
    }
  }

  changes.subscribe(forget)
  return {
    tokens,
    keys,
    details,
    forgettingAfter: (transact) => async (work) => {
      const told: Change[] = []
      const result = await transact((tx) => work(notingChanges(tx, told)))
      for (const change of told) forget(change)
      return result
    },
  }
}

function notingChanges(tx: Tx, told: Change[]): Tx {
  return {
    ...tx,
    publish(...changes) {
      told.push(...changes)
      return tx.publish(...changes)
    },
  }
}
