import type { Clock } from '@gridloom/async/clock'
import type { ApiKeyId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import type { Log } from '../../platform/log.ts'
import { writeUse } from './api-keys-store.ts'

const everyMs = 60_000
/** Beyond this many keys in use at once the oldest may be written again within its minute; the row refuses it. */
const rememberedMax = 10_000

/** Notes uses of keys, beside the request: at most one write a minute for a key, and none that fails a request. */
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
        // @NOTE when a key was last used is for people to look at; the request it came with goes on
        log.warn(
          { event: 'key.use_write_failed', err: error, key: id },
          'the use of an API key could not be noted',
        )
      })
    },
  }
}
