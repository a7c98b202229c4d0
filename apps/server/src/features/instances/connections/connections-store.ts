import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'

/** Stamps the time of a connection on instances; locked in the order of ids, as others lock several. */
export async function touchConnected(
  { db }: Tx,
  ids: readonly InstanceId[],
  now: Date,
): Promise<void> {
  await sql`update instances set connected_at = ${now} from (
      select id from instances where id = any(${ids}::text[]) and state <> 'destroyed'
      order by id for update) touched
    where instances.id = touched.id`.execute(db)
}
