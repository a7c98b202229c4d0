import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/** A machine whose owner is to be written to. */
export interface ToldMachine {
  id: MachineId
  accountId: AccountId
  name: string
  lastHeardAt: Date
}

const atOnceMax = 200
const told = sql`machine.id, machine.account_id as "accountId", machine.name, pulse.last_heard_at as "lastHeardAt"`
const due = sql`from machines machine join machine_pulses pulse on pulse.machine_id = machine.id
  where machine.removed_at is null`

/** Takes machines that were not heard since `before` and whose owners do not know it yet. */
export async function takeSilent(
  { db }: Tx,
  { before, now }: { before: Date; now: Date },
): Promise<ToldMachine[]> {
  const { rows } = await sql<ToldMachine>`
    with due as (select ${told} ${due} and machine.silence_told_at is null
        and machine.status = 'offline' and pulse.last_heard_at < ${before}
      order by machine.id limit ${atOnceMax} for no key update of machine skip locked)
    update machines set silence_told_at = ${now}, heard_again_at = null
    from due where machines.id = due.id returning due.*`.execute(db)
  return rows
}

/** Notes of machines that were silent when they were first seen online again, and forgets it of those that fell back. */
export async function noteHeardAgain({ db }: Tx, now: Date): Promise<void> {
  await sql`update machines set heard_again_at = case when status = 'online' then ${now}::timestamptz end
    where silence_told_at is not null and removed_at is null
      and (status = 'online') = (heard_again_at is null)`.execute(db)
}

/** Takes machines that were silent and have been online without a break since `before`. */
export async function takeBack({ db }: Tx, before: Date): Promise<ToldMachine[]> {
  const { rows } = await sql<ToldMachine>`
    with due as (select ${told} ${due} and machine.silence_told_at is not null
        and machine.status = 'online' and machine.heard_again_at <= ${before}
      order by machine.id limit ${atOnceMax} for no key update of machine skip locked)
    update machines set silence_told_at = null, heard_again_at = null
    from due where machines.id = due.id returning due.*`.execute(db)
  return rows
}
