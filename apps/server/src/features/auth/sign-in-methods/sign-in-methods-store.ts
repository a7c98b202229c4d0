import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'

/** The holder of an account, as far as ways in are concerned. */
export interface AccountHolder {
  readonly email: string
  readonly isVerified: boolean
}

/**
 * Locks an account until the transaction ends, so that two changes of its ways in come one after the other.
 * `undefined` for one that is closed.
 */
export async function lockHolder({ db }: Tx, id: AccountId): Promise<AccountHolder | undefined> {
  const { rows } = await sql<AccountHolder>`
    select email, email_verified_at is not null as "isVerified" from accounts
    where id = ${id} and closed_at is null for no key update`.execute(db)
  return rows[0]
}

/** How many ways into an account there are: a password, passkeys, and logins at providers that are there. */
export async function countSignInMethods(
  { db }: Tx,
  id: AccountId,
  providers: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ ways: number }>`
    select (password_hash is not null)::int
      + (select count(*) from passkeys where account_id = accounts.id)
      + (select count(*) from logins where account_id = accounts.id and provider = any(${providers})) as ways
    from accounts where id = ${id}`.execute(db)
  return rows[0]?.ways ?? 0
}

/** Forgets attempts to come in that were not finished in time. */
export async function deleteExpiredAttempts({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from login_states where expires_at < ${before}`.execute(db)
  await sql`delete from login_codes where expires_at < ${before}`.execute(db)
  await sql`delete from passkey_ceremonies where expires_at < ${before}`.execute(db)
}
