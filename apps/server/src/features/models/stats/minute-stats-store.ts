import type { MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import type { Histogram } from '@gridloom/domain/models/histogram'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ModelsTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<ModelsTables>()

/** The stats of one endpoint in one minute. */
export interface MinuteRow {
  endpoint_id: ModelEndpointId
  /** The start of the minute. */
  minute: Date
  answered: number
  failed: number
  first_token_ms: Histogram
  tokens_per_s: Histogram
}

/** Adds to the stored stats: another replica may have measured the same endpoint in the same minute. */
export async function addMinutes({ db }: Tx, rows: readonly MinuteRow[]): Promise<void> {
  // Always in one order, so that two replicas cannot deadlock.
  await sql`
    insert into endpoint_minutes as kept (endpoint_id, minute, answered, failed, first_token_ms, tokens_per_s)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (endpoint_id text, minute timestamptz,
      answered integer, failed integer, first_token_ms jsonb, tokens_per_s jsonb)
    where exists (select from model_endpoints e where e.id = r.endpoint_id)
    order by r.endpoint_id, r.minute
    on conflict (endpoint_id, minute) do update set
      answered = kept.answered + excluded.answered,
      failed = kept.failed + excluded.failed,
      first_token_ms = ${sumOf('first_token_ms')},
      tokens_per_s = ${sumOf('tokens_per_s')}`.execute(db)
}

/** Adds two histograms of a row, bucket by bucket. */
function sumOf(column: 'first_token_ms' | 'tokens_per_s') {
  const [kept, mergeStats] = [sql.ref(`kept.${column}`), sql.ref(`excluded.${column}`)]
  return sql`(select coalesce(jsonb_object_agg(bucket, counted), '{}') from (
    select bucket, sum(counted::integer) as counted
    from (select * from jsonb_each_text(${kept}) union all select * from jsonb_each_text(${mergeStats})) as parts (bucket, counted)
    group by bucket) as sums)`
}

export function listMinutes(
  db: Db,
  { ids, since }: { ids: readonly ModelEndpointId[]; since: Date },
): Promise<MinuteRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return tablesOf(db)
    .selectFrom('endpoint_minutes')
    .selectAll()
    .where('endpoint_id', 'in', ids)
    .where('minute', '>', since)
    .execute()
}

/** The answered and failed calls of an endpoint since two times. */
export interface CountsRow {
  endpoint_id: ModelEndpointId
  answered_5m: number
  failed_5m: number
  answered_1d: number
  failed_1d: number
}

export async function sumCounts(
  db: Db,
  { ids, m5, d1 }: { ids: readonly ModelEndpointId[]; m5: Date; d1: Date },
): Promise<CountsRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CountsRow>`
    select endpoint_id,
      coalesce(sum(answered) filter (where minute > ${m5}), 0)::bigint as answered_5m,
      coalesce(sum(failed) filter (where minute > ${m5}), 0)::bigint as failed_5m,
      sum(answered)::bigint as answered_1d, sum(failed)::bigint as failed_1d
    from endpoint_minutes where endpoint_id = any(${ids}) and minute > ${d1} group by endpoint_id`.execute(
    db,
  )
  return rows
}

export async function deleteMinutes({ db }: Tx, before: Date): Promise<void> {
  await tablesOf(db).deleteFrom('endpoint_minutes').where('minute', '<', before).execute()
}

/** The calls to the endpoints of one machine in a period. */
export interface MachineAnswers {
  machineId: MachineId
  answered: number
  /** Calls that failed through the fault of the machine. */
  failed: number
}

/** Sums the calls of a period by machine: at most the last day, as older minutes are deleted. */
export async function sumAnswersOfMachines(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<MachineAnswers[]> {
  const { rows } = await sql<MachineAnswers>`
    select e.machine_id as "machineId", sum(m.answered)::bigint as answered,
      sum(m.failed)::bigint as failed
    from endpoint_minutes m join model_endpoints e on e.id = m.endpoint_id
    where m.minute >= ${from} and m.minute < ${to}
    group by e.machine_id order by e.machine_id`.execute(db)
  return rows
}
