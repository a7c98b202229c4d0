import type { Db } from '../../platform/database/connect.ts'
import type { MachineTables } from './schema.ts'

/** Counts all machines that are online. */
export async function countOnline(db: Db): Promise<number> {
  const { count } = await db
    .withTables<MachineTables>()
    .selectFrom('machines')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'online')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
