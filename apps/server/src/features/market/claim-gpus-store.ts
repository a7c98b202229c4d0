import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { MarketTables } from './schema.ts'

/** Serialises claims, so that each sees those made before it. */
const gpuClaimLock = 7_164_533_103

/** The GPUs that a machine claims. Machines seen after `keptSince` keep theirs from other accounts. */
interface GpuClaim {
  readonly machineId: MachineId
  readonly accountId: AccountId
  readonly uuids: readonly string[]
  readonly keptSince: Date
}

/**
 * Claims GPUs for a machine and returns those denied to it: GPUs of another machine that is online or whose slot is
 * rented or reserved. An offline machine loses a free slot to a machine of its own account at once (a computer that was enrolled
 * again gets its GPUs back), and to another account only after days: the id of a GPU alone must not be enough to take
 * it while its owner is offline.
 */
export async function claimGpus(
  { db }: Tx,
  { machineId, accountId, uuids, keptSince }: GpuClaim,
): Promise<string[]> {
  if (uuids.length === 0) return []
  await sql`select pg_advisory_xact_lock(${gpuClaimLock})`.execute(db)
  await sql`with lost as (
      delete from slots using machines
      where slots.gpu_uuid = any(${uuids}::text[]) and slots.machine_id <> ${machineId}
        and slots.instance_id is null and slots.reservation_id is null and machines.id = slots.machine_id
        and (machines.removed_at is not null or (machines.status <> 'online'
          and (machines.account_id = ${accountId} or ${keptSince} >= coalesce(
            (select last_seen_at from machine_heartbeats where machine_id = machines.id),
            machines.enrolled_at))))
      returning slots.offer_id)
    update offers set slots_total = slots_total - gone.count, slots_free = slots_free - gone.count
    from (select offer_id, count(*) from lost group by offer_id) gone
    where offers.id = gone.offer_id`.execute(db)
  const rows = await db
    .withTables<MarketTables>()
    .selectFrom('slots')
    .select('gpu_uuid')
    .where('gpu_uuid', 'in', [...uuids])
    .where('machine_id', '<>', machineId)
    .execute()
  return rows.flatMap((row) => (row.gpu_uuid === null ? [] : [row.gpu_uuid]))
}
