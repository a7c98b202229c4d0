import type { Clock } from '@gridloom/async/clock'
import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import type { Changes } from '../../platform/database/listen.ts'
import type { OwnChanges } from '../../platform/database/own-changes.ts'
import type { Change } from '../../platform/events.ts'
import { type RecentReads, recentReads } from '../../platform/recent-reads.ts'
import type { FoundKey } from '../keys/index.ts'
import type { FoundToken } from './sessions-store.ts'

const entriesMax = 50_000
/** The maximum age of an entry, which bounds the effect of a change that was lost or never published. */
const lifeMs = 1_000

/** Users and accounts by the hash of their token or key, and user details, cached for at most a second. */
export interface TokenCache {
  tokens: RecentReads<FoundToken | undefined>
  keys: RecentReads<FoundKey | undefined>
  details: RecentReads<UserDetails>
}

interface TokenCacheOptions {
  clock: Clock
  changes: Pick<Changes, 'subscribe' | 'connected'>
  ownChanges: Pick<OwnChanges, 'subscribe'>
}

/**
 * Creates the cache. Stale entries grant nothing: `session` and `account` changes of every replica (those of this one
 * before the writer continues) remove a user's entries, nothing is cached while the connection for changes is down, and
 * every entry expires after a second.
 */
export function createTokenCache({ clock, changes, ownChanges }: TokenCacheOptions): TokenCache {
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
  ownChanges.subscribe(forget)
  return { tokens, keys, details }
}
