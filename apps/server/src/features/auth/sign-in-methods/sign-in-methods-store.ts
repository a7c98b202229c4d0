import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'

/** The holder of an account, with its sign-in methods. */
export interface AccountHolder {
  readonly email: string
  readonly isVerified: boolean
}

/**
 * Locks an account until the transaction ends, which serialises changes of its sign-in methods. Returns `undefined`
 * when the account is closed.
 */
export async function lockHolder({ db }: Tx, id: AccountId): Promise<AccountHolder | undefined> {
  const { rows } = await sql<AccountHolder>`
    select email, email_verified_at is not null as "isVerified" from accounts
    where id = ${id} and closed_at is null for no key update`.execute(db)
  return rows[0]
}

/** The number of sign-in methods of an account: its password, passkeys, wallets, and logins at configured providers. */
export async function countSignInMethods(
  { db }: Tx,
  id: AccountId,
  providers: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ methods: number }>`
    select (password_hash is not null)::int
      + (select count(*) from passkeys where account_id = accounts.id)
      + (select count(*) from wallets where account_id = accounts.id)
      + (select count(*) from logins where account_id = accounts.id and provider = any(${providers})) as methods
    from accounts where id = ${id}`.execute(db)
  return rows[0]?.methods ?? 0
}

/** Deletes sign-in attempts that were not finished in time. */
export async function deleteExpiredAttempts({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from login_states where expires_at < ${before}`.execute(db)
  await sql`delete from login_codes where expires_at < ${before}`.execute(db)
  await sql`delete from passkey_ceremonies where expires_at < ${before}`.execute(db)
  await sql`delete from wallet_messages where expires_at < ${before}`.execute(db)
}
