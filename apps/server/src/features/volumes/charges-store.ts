import type { AccountId, ApiKeyId, MachineId, VolumeId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { KeySince, SpentByKey } from '../../platform/feature.ts'
import type { SpendersPage } from '../../platform/spend-rate.ts'
import { selectKeySpend } from '../ledger/index.ts'
import type { VolumeTables } from './schema.ts'

export async function insertCharge(
  { db }: Tx,
  charge: VolumeTables['volume_charges'],
): Promise<void> {
  await db.withTables<VolumeTables>().insertInto('volume_charges').values(charge).execute()
}

/** Lists volumes that were not charged since `before`, and those whose account is to pay again. */
export async function listToCharge(db: Db, before: Date): Promise<VolumeId[]> {
  const { rows } = await sql<{ id: VolumeId }>`
    select id from volumes where state = 'ready' and (metered_at <= ${before} or kept_until is not null)
    order by metered_at limit 2000`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns how long a machine was online since it enrolled, in milliseconds. */
export async function readOnlineMs(db: Db, machineId: MachineId): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select online_ms as ms from machine_heartbeats where machine_id = ${machineId}`.execute(db)
  return rows[0]?.ms ?? 0
}

/** Returns the cost per hour of an account's volumes that are charged now. */
export async function selectSpendRate(db: Db, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ rate: number }>`
    select coalesce(sum(micro_usd_per_hour), 0)::bigint as rate from volumes
    where account_id = ${accountId} and state = 'ready' and kept_until is null`.execute(db)
  return rows[0]?.rate ?? 0
}

/** Lists accounts with volumes that are charged. */
export async function selectSpenders(db: Db, { after, limit }: SpendersPage): Promise<AccountId[]> {
  const { rows } = await sql<{ account_id: AccountId }>`
    select distinct account_id from volumes
    where state = 'ready' and kept_until is null and account_id > ${after ?? ''}
    order by account_id limit ${limit}`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Sums the charges and holds of volumes by the API key that created them. */
export function readKeySpend(
  db: Db,
  keys: readonly KeySince[],
): Promise<Map<ApiKeyId, SpentByKey>> {
  return selectKeySpend(db, keys, {
    kind: 'volume',
    holders: sql`select id, api_key_id from volumes`,
  })
}
