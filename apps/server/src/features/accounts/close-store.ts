import type { Role } from '@gridloom/contract/accounts/user-details'
import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/** An account that is about to be closed. */
export interface ClosingAccount {
  email: string
  role: Role
}

/** Returns the account, locked until the transaction ends; `undefined` when it is closed already. */
export async function lockAccount({ db }: Tx, id: AccountId): Promise<ClosingAccount | undefined> {
  const { rows } = await sql<ClosingAccount>`select email, role from accounts
    where id = ${id} and closed_at is null for update`.execute(db)
  return rows[0]
}

/** Replaces the account with a row that identifies no one. */
export async function leaveTombstone({ db }: Tx, id: AccountId, at: Date): Promise<void> {
  await sql`update accounts set email = '', email_key = '', username = 'deleted account', name = null,
    password_hash = null, profile_path = null, access_granted_at = null, is_kol = false, notifications = '{}',
    dismissed_tours = '{}', flow = null,
    waiting_access_code_hash = null, suspended_reason = null, closed_at = ${at},
    -- Otherwise the sweep of unverified accounts would delete it.
    email_verified_at = coalesce(email_verified_at, ${at})
    where id = ${id}`.execute(db)
}
