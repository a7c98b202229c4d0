import type { Clock } from '@gridloom/async/clock'
import type { ApiKeyId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import type { Log } from '../../platform/log.ts'
import { writeUse } from './api-keys-store.ts'

const everyMs = 60_000
/** Beyond this many keys in use, the oldest may be written again within its minute; the database ignores that write. */
const rememberedMax = 10_000

/** Records uses of keys in the background: at most one write a minute per key. A failed write never fails a request. */
export interface KeyUses {
  note(id: ApiKeyId, address: string): void
}

interface KeyUseOptions {
  db: Db
  clock: Clock
  log: Log
}

export function createKeyUses({ db, clock, log }: KeyUseOptions): KeyUses {
  const writtenMs = new Map<ApiKeyId, number>()
  return {
    note(id, address) {
      const at = clock.now()
      const before = writtenMs.get(id)
      if (before !== undefined && at.getTime() - before < everyMs) return
      writtenMs.delete(id)
      writtenMs.set(id, at.getTime())
      const [oldest] = writtenMs.keys()
      if (writtenMs.size > rememberedMax && oldest !== undefined) writtenMs.delete(oldest)
      const notSince = new Date(at.getTime() - everyMs)
      writeUse(db, { id, at, address, notSince }).catch((error: unknown) => {
        // @NOTE the last use is only informative: a failed write must not fail the request
        log.warn(
          { event: 'key.use_write_failed', err: error, key: id },
          'the use of an API key could not be noted',
        )
      })
    },
  }
}
