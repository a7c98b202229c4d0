import type { Role } from '@gridloom/contract/accounts/user-details'
import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/** The status of an account, as far as suspending it depends on it. */
export interface AccountStatus {
  email: string
  role: Role
  suspendedAt: Date | null
}

/** Returns an account that is not closed, locked until the transaction ends. */
export async function lockAccountStatus(
  { db }: Tx,
  id: AccountId,
): Promise<AccountStatus | undefined> {
  const { rows } = await sql<AccountStatus>`
    select email, role, suspended_at as "suspendedAt" from accounts
    where id = ${id} and closed_at is null for update`.execute(db)
  return rows[0]
}

export async function setSuspended(
  { db }: Tx,
  id: AccountId,
  suspension: { at: Date; reason: string } | null,
): Promise<void> {
  await sql`update accounts set suspended_at = ${suspension?.at ?? null},
    suspended_reason = ${suspension?.reason ?? null} where id = ${id}`.execute(db)
}
