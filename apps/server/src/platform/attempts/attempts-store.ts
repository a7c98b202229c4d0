import { sql } from 'kysely'
import type { Tx } from '../ctx.ts'

/** The number of attempts in the present window. */
export interface AttemptWindow {
  readonly count: number
  readonly windowEndsAt: Date
}

/** Counts one attempt; the first one opens a window. Concurrent attempts get different numbers. */
export async function countAttempt(
  tx: Tx,
  { key, now, windowS }: { key: string; now: Date; windowS: number },
): Promise<AttemptWindow> {
  const windowEndsAt = new Date(now.getTime() + windowS * 1_000)
  const isOver = sql<boolean>`attempts.window_ends_at <= ${now}`
  return tx.db
    .insertInto('attempts')
    .values({ key, window_ends_at: windowEndsAt, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else attempts.count + 1 end`,
        window_ends_at: sql<Date>`case when ${isOver} then excluded.window_ends_at else attempts.window_ends_at end`,
      }),
    )
    .returning(['count', 'window_ends_at as windowEndsAt'])
    .executeTakeFirstOrThrow()
}

/** Uncounts one attempt. */
export async function uncountAttempt(tx: Tx, key: string): Promise<void> {
  await tx.db
    .updateTable('attempts')
    .set((e) => ({ count: e('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

/** Deletes windows that ended before the given time. */
export async function deleteAttempts(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('attempts')
    .where('window_ends_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
