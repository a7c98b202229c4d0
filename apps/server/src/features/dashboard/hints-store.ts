import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** An instance that may cost less. */
export interface CostlyInstance {
  id: InstanceId
  label: string
  microUsdPerHour: MicroUsdPerHour
}

/** Returns the running instances without a rule for idleness, the most expensive first. */
export async function listWithoutRule(
  db: Db,
  accountId: AccountId,
  limit: number,
): Promise<CostlyInstance[]> {
  const { rows } = await sql<CostlyInstance>`
    select id, label, running_micro_usd_per_hour as "microUsdPerHour" from instances
    where account_id = ${accountId} and state = 'running' and stop_idle is null
    order by running_micro_usd_per_hour desc, id limit ${limit}`.execute(db)
  return rows
}

/** Returns the instances that were stopped before a time and are charged for their disk, the most expensive first. */
export async function listStoppedDisks(
  db: Db,
  accountId: AccountId,
  { before, limit }: { before: Date; limit: number },
): Promise<CostlyInstance[]> {
  const { rows } = await sql<CostlyInstance>`
    select id, label, stopped_micro_usd_per_hour as "microUsdPerHour" from instances
    where account_id = ${accountId} and state = 'stopped' and stopped_at < ${before}
      and stopped_micro_usd_per_hour > 0
    order by stopped_micro_usd_per_hour desc, id limit ${limit}`.execute(db)
  return rows
}
