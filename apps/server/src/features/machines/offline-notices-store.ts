import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/** A machine whose owner gets an email. */
export interface NotifiedMachine {
  id: MachineId
  accountId: AccountId
  name: string
  lastSeenAt: Date
}

const batchMax = 200
const columns = sql`machine.id, machine.account_id as "accountId", machine.name, heartbeat.last_seen_at as "lastSeenAt"`
const machines = sql`from machines machine join machine_heartbeats heartbeat on heartbeat.machine_id = machine.id
  where machine.removed_at is null`

/** Claims machines that were last seen before a time and whose owners have no notice of it yet. */
export async function claimOffline(
  { db }: Tx,
  { before, now }: { before: Date; now: Date },
): Promise<NotifiedMachine[]> {
  const { rows } = await sql<NotifiedMachine>`
    with due as (select ${columns} ${machines} and machine.offline_notified_at is null
        and machine.status = 'offline' and heartbeat.last_seen_at < ${before}
      order by machine.id limit ${batchMax} for no key update of machine skip locked)
    update machines set offline_notified_at = ${now}, online_again_at = null
    from due where machines.id = due.id returning due.*`.execute(db)
  return rows
}

/** Records when offline machines came online again, and clears it for those that went offline once more. */
export async function recordOnlineAgain({ db }: Tx, now: Date): Promise<void> {
  await sql`update machines set online_again_at = case when status = 'online' then ${now}::timestamptz end
    where offline_notified_at is not null and removed_at is null
      and (status = 'online') = (online_again_at is null)`.execute(db)
}

/** Claims machines with an offline notice that have been online without a break since a time. */
export async function claimBackOnline({ db }: Tx, before: Date): Promise<NotifiedMachine[]> {
  const { rows } = await sql<NotifiedMachine>`
    with due as (select ${columns} ${machines} and machine.offline_notified_at is not null
        and machine.status = 'online' and machine.online_again_at <= ${before}
      order by machine.id limit ${batchMax} for no key update of machine skip locked)
    update machines set offline_notified_at = null, online_again_at = null
    from due where machines.id = due.id returning due.*`.execute(db)
  return rows
}
