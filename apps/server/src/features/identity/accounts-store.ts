import type { Role } from '@gridloom/contract/identity'
import type { AccountId } from '@gridloom/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { emailKey } from './email-key.ts'
import type { IdentityTables } from './schema.ts'

/** An account as its owner sees it. */
export interface AccountSummary {
  readonly id: AccountId
  readonly email: string
  readonly username: string
  readonly name: string | null
  readonly emailVerified: boolean
  readonly profilePath: string | null
  readonly hasPassword: boolean
  readonly role: Role
  readonly hasAccess: boolean
  readonly isKol: boolean
}

/** What signing in compares with. */
export interface StoredPassword {
  readonly accountId: AccountId
  readonly role: Role
  readonly passwordHash: string | null
}

export interface NewAccount {
  readonly id: AccountId
  readonly email: string
  readonly username: string
  readonly passwordHash: string | null
  readonly role: Role
  readonly emailVerifiedAt: Date | null
  readonly accessGrantedAt: Date | null
  readonly createdAt: Date
}

/** An account by its id, or `undefined`. */
export async function accountSummary(db: Db, id: AccountId): Promise<AccountSummary | undefined> {
  const row = await tables(db)
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    name: row.name,
    emailVerified: row.email_verified_at !== null,
    profilePath: row.profile_path,
    hasPassword: row.password_hash !== null,
    role: row.role,
    hasAccess: row.access_granted_at !== null,
    isKol: row.is_kol,
  }
}

/** The account with this e-mail address, compared without regard to case, or `null`. */
export async function accountByEmail(db: Db, email: string): Promise<AccountId | null> {
  return (await findPassword(db, email))?.accountId ?? null
}

export async function findPassword(db: Db, email: string): Promise<StoredPassword | undefined> {
  const row = await tables(db)
    .selectFrom('accounts')
    .select(['id', 'role', 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { accountId: row.id, role: row.role, passwordHash: row.password_hash }
}

/** The operator's account; the oldest, should there be several. */
export async function findOperator(db: Db): Promise<AccountId | undefined> {
  const row = await tables(db)
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'operator')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Writes the account unless its e-mail address is taken; says which. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<'inserted' | 'taken'> {
  const row = await tables(tx.db)
    .insertInto('accounts')
    .values({
      id: account.id,
      email: account.email,
      email_key: emailKey(account.email),
      username: account.username,
      password_hash: account.passwordHash,
      profile_path: null,
      role: account.role,
      email_verified_at: account.emailVerifiedAt,
      access_granted_at: account.accessGrantedAt,
      created_at: account.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .where('email_verified_at', 'is not', null)
        .where('closed_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? 'taken' : 'inserted'
}

/** Opens the beta for an account; one that has it already keeps its date. Says whether it is new. */
export async function grantAccess(tx: Tx, id: AccountId, at: Date): Promise<'granted' | 'had_it'> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('accounts')
    .set({ access_granted_at: at })
    .where('id', '=', id)
    .where('access_granted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'had_it' : 'granted'
}

/** Any number will do, as long as every replica takes the same. */
const firstStartLock = 7_164_533_110

/** Lets replicas that start together make the first operator and access code one after the other. */
export async function lockFirstStart(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${firstStartLock})`.execute(tx.db)
}

function tables(db: Db) {
  return db.withTables<IdentityTables>()
}
