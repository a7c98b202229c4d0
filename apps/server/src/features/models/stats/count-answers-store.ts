import type { Db } from '../../../platform/database/connect.ts'
import type { ModelsTables } from '../schema.ts'

/** Counts the complete answers of all models since a time. */
export async function countAnswers(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .withTables<ModelsTables>()
    .selectFrom('generations')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', 'in', ['done', 'length'])
    .where('ended_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}
