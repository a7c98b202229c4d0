import type { Timers } from '@gridloom/async/clock'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'

interface Patience {
  clock: Timers
  /** How long none must have been released before a further connection is opened. */
  patienceMs: number
}

/**
 * A pool that opens a further connection only when none has been released for a while. Callers who find all connections
 * in use wait in order: each release wakes the first of them, and so does each `patienceMs` without one. Callers who
 * hold a connection while they ask for another therefore get one.
 */
export function patientPool(pool: pg.Pool, { clock, patienceMs }: Patience): PostgresPool {
  const waiting: (() => void)[] = []
  let cancel = () => {}
  const wakeFirst = () => {
    waiting.shift()?.()
    countDown()
  }
  const countDown = () => {
    cancel()
    cancel = waiting.length === 0 ? () => {} : clock.after(patienceMs, wakeFirst)
  }
  pool.on('release', wakeFirst)
  return {
    async connect() {
      const isAnyFree = pool.idleCount > pool.waitingCount
      if (!isAnyFree && pool.totalCount > 0)
        await new Promise<void>((resolve) => {
          if (waiting.push(resolve) === 1) countDown()
        })
      return pool.connect()
    },
    end: () => pool.end(),
  }
}
