import type { InstanceId, TemplateId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { StartOutcome, TemplateTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<TemplateTables>()

export async function insertStart(
  { db }: Tx,
  start: { instanceId: InstanceId; templateId: TemplateId },
): Promise<void> {
  await tablesOf(db)
    .insertInto('template_starts')
    .values({ instance_id: start.instanceId, template_id: start.templateId, outcome: null })
    .execute()
}

/** Stores how a first start ended, unless that is known. */
export async function settleStart(
  { db }: Tx,
  instanceId: InstanceId,
  outcome: StartOutcome,
): Promise<void> {
  await tablesOf(db)
    .updateTable('template_starts')
    .set({ outcome })
    .where('instance_id', '=', instanceId)
    .where('outcome', 'is', null)
    .execute()
}

/** Moves settled starts into the counts of their templates. Starts are rows of their own until then, so that orders never wait for each other. */
export async function foldStarts({ db }: Tx): Promise<void> {
  await sql`with due as (
      delete from template_starts where outcome is not null returning template_id, outcome
    )
    insert into template_counts (template_id, uses, succeeded, failed)
      select template_id, count(*), count(*) filter (where outcome = 'succeeded'),
        count(*) filter (where outcome = 'failed')
      from due group by template_id
    on conflict (template_id) do update set
      uses = template_counts.uses + excluded.uses,
      succeeded = template_counts.succeeded + excluded.succeeded,
      failed = template_counts.failed + excluded.failed`.execute(db)
}

export interface TemplateCounts {
  uses: number
  succeeded: number
  failed: number
}

/** Returns the counts of these templates; those that were never used are absent. */
export async function selectCounts(
  db: Db,
  ids: readonly TemplateId[],
): Promise<ReadonlyMap<TemplateId, TemplateCounts>> {
  const rows = await tablesOf(db)
    .selectFrom('template_counts')
    .selectAll()
    .where('template_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ template_id, ...counts }) => [template_id, counts]))
}
