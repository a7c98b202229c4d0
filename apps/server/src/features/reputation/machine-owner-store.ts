import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** A machine, as far as its visibility depends on it. */
export interface MachineOwner {
  accountId: AccountId
  listed: boolean
  name: string
}

/** Returns the owner of a machine; `undefined`: there is none, or it was removed. */
export async function findOwner(db: Db, id: MachineId): Promise<MachineOwner | undefined> {
  const { rows } = await sql<MachineOwner>`
    select account_id as "accountId", listed, name from machines
    where id = ${id} and removed_at is null`.execute(db)
  return rows[0]
}
