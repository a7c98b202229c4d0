import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { InstanceTables } from './schema.ts'

export interface StoredSample {
  instanceId: InstanceId
  at: Date
  sample: ReportedSample
  /** Whether somebody was connected to the instance. */
  connected: boolean
}

/** Inserts a sample; a replayed heartbeat does not insert it twice. */
export async function insertSample(
  { db }: Tx,
  { instanceId, at, sample, connected }: StoredSample,
): Promise<void> {
  await db
    .withTables<InstanceTables>()
    .insertInto('instance_metrics')
    .values({ instance_id: instanceId, at, sample: JSON.stringify(sample), connected })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns samples after `since`, oldest first; at most 20,000 (a week at one sample in 30 s). */
export async function listSamples(
  db: Db,
  instanceId: InstanceId,
  since: Date,
): Promise<ReportedSample[]> {
  const rows = await db
    .withTables<InstanceTables>()
    .selectFrom('instance_metrics')
    .select('sample')
    .where('instance_id', '=', instanceId)
    .where('at', '>', since)
    .orderBy('at')
    .limit(20_000)
    .execute()
  return rows.map((row) => row.sample)
}

/** Returns when the newest sample was taken; `undefined` before the first. */
export async function newestSampleAt(db: Db, instanceId: InstanceId): Promise<Date | undefined> {
  const row = await db
    .withTables<InstanceTables>()
    .selectFrom('instance_metrics')
    .select('at')
    .where('instance_id', '=', instanceId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

export async function deleteSamplesBefore({ db }: Tx, before: Date): Promise<void> {
  await db
    .withTables<InstanceTables>()
    .deleteFrom('instance_metrics')
    .where('at', '<', before)
    .execute()
}
