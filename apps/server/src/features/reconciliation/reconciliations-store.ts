import type { ReconciliationId } from '@gridloom/contract/core/ids'
import type { Reconciliation } from '@gridloom/contract/reconciliation/reconciliation'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ReconciliationTables } from './schema.ts'

const tables = (db: Db) => db.withTables<ReconciliationTables>()

export async function insertRun({ db }: Tx, run: Reconciliation): Promise<void> {
  await tables(db)
    .insertInto('reconciliations')
    .values({
      ...run,
      started_at: new Date(run.started_at),
      differences: JSON.stringify(run.differences),
      outside: JSON.stringify(run.outside),
    })
    .execute()
}

export async function deleteRunsBefore({ db }: Tx, before: Date): Promise<void> {
  await tables(db).deleteFrom('reconciliations').where('started_at', '<', before).execute()
}

/** Returns runs, newest first. Ids sort by age. */
export async function selectRuns(
  db: Db,
  { before, limit }: { before: ReconciliationId | undefined; limit: number },
): Promise<Reconciliation[]> {
  const rows = await tables(db)
    .selectFrom('reconciliations')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, started_at: row.started_at.toISOString() }))
}
