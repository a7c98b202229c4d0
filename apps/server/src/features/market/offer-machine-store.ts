import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { MachineStatus } from '@gridloom/contract/machines/machine'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/** The machine of an offer. */
export interface OfferMachine {
  id: MachineId
  account_id: AccountId
  status: MachineStatus
}

/** Locks a machine until the transaction ends. Every change of its slots, offers or disk holds this lock. */
export async function lockOfferMachine(
  { db }: Tx,
  id: MachineId,
): Promise<OfferMachine | undefined> {
  const { rows } = await sql<OfferMachine>`select id, account_id, status from machines
    where id = ${id} and removed_at is null for no key update`.execute(db)
  return rows[0]
}
