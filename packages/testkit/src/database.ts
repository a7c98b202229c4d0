import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import type { Actor, AuditedWrites, Ctx } from '@gridloom/server/platform/ctx'
import { connectDatabase, type Db } from '@gridloom/server/platform/database/connect'
import { transact } from '@gridloom/server/platform/database/transact'
import type { Files } from '@gridloom/server/platform/files/files'
import { systemIds } from '@gridloom/server/platform/ids'
import { silentLog } from '@gridloom/server/platform/log'
import { inject } from 'vitest'
import { freshDatabase } from './cluster.ts'
import { driverOf, onRoomyDisk } from './files.ts'

/** A migrated database of its own and a context on it; dispose it with `await using`. */
export interface DatabaseFixture {
  url: string
  db: Db
  clock: TestClock
  files: Files
  /** A context for a verb, as the given actor (`system` by default). */
  ctx(actor?: Actor): Ctx & { files: Files }
  [Symbol.asyncDispose](): Promise<void>
}

/** For integration tests of a feature on real PostgreSQL, without an HTTP server; a bench names its own cluster. */
export async function withDatabase(clusterUrl?: string): Promise<DatabaseFixture> {
  const database = await freshDatabase(clusterUrl ?? inject('clusterUrl'))
  const { db } = connectDatabase(database.url, { connections: 10 })
  const clock = createTestClock()
  const files = onRoomyDisk(await driverOf(database.url))
  const never = new AbortController().signal
  return {
    url: database.url,
    db,
    clock,
    files,
    ctx: (actor = { kind: 'system' }) => ({
      actor,
      requestId: 'test',
      signal: never,
      clock,
      ids: systemIds(() => clock.now()),
      log: silentLog(),
      db,
      files,
      ...unaudited(db),
    }),
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await database[Symbol.asyncDispose]()
    },
  }
}

function unaudited(db: Db): AuditedWrites {
  const writes: AuditedWrites = {
    transact: (work) => transact(db, work),
    settleAudit: async () => {},
    auditedAs: () => writes,
  }
  return writes
}
