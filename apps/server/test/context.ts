import { createTestClock } from '@gridloom/async/test-clock'
import type { AccountId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Ctx } from '#platform/ctx'
import { systemIds } from '#platform/ids'
import { silentLog } from '#platform/log'

/** A signed-in caller's context with a database that finds nothing, for tests that need none. */
export function aContext(accountId: AccountId, signal: AbortSignal): Ctx {
  const clock = createTestClock()
  const db: Ctx['db'] = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return {
    actor: anActor(accountId),
    requestId: 'test',
    signal,
    clock,
    ids: systemIds(() => clock.now()),
    log: silentLog(),
    db,
    transact: (work) => work({ db, publish: async () => {}, note: () => {} }),
    settleAudit: async () => {},
    auditedAs: () => {
      throw new RangeError('no test of a part of a request')
    },
  }
}
