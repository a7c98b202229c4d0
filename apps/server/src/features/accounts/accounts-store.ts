import { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import { DismissedTours } from '@gridloom/contract/accounts/tours'
import type { Role } from '@gridloom/contract/accounts/user-details'
import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { emailKey } from './email-key.ts'
import type { AccountTables } from './schema.ts'

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
  readonly dismissedTours: DismissedTours
}

/** The stored password of an account, with what sign-in checks besides it. */
export interface StoredPassword {
  readonly accountId: AccountId
  readonly email: string
  readonly role: Role
  readonly passwordHash: string | null
  readonly suspendedAt: Date | null
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
  /** The hash of the access code that is redeemed when the address is verified. */
  readonly waitingAccessCodeHash?: string | null
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
    dismissedTours: DismissedTours.parse(row.dismissed_tours),
  }
}

/** Returns when an account was opened; `undefined` for an unknown one. */
export async function accountCreatedAt(db: Db, id: AccountId): Promise<Date | undefined> {
  const row = await tables(db)
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.created_at
}

/** The account that has verified this email address, or `null`. Case is ignored. */
export async function accountByEmail(db: Db, email: string): Promise<AccountId | null> {
  return (await findPassword(db, email))?.accountId ?? null
}

/** The stored password of the account that has verified this address. */
export async function findPassword(db: Db, email: string): Promise<StoredPassword | undefined> {
  return passwords(db, email).where('email_verified_at', 'is not', null).executeTakeFirst()
}

/** The newest account that claims this address without having verified it. */
export async function findClaim(db: Db, email: string): Promise<StoredPassword | undefined> {
  return passwords(db, email)
    .where('email_verified_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function passwords(db: Db, email: string) {
  return tables(db)
    .selectFrom('accounts')
    .select([
      'id as accountId',
      'email',
      'role',
      'password_hash as passwordHash',
      'suspended_at as suspendedAt',
    ])
    .where('email_key', '=', emailKey(email))
    .where('closed_at', 'is', null)
}

/** The stored password of an account; `undefined` once the account is closed. */
export async function passwordOf(db: Db, id: AccountId): Promise<StoredPassword | undefined> {
  return tables(db)
    .selectFrom('accounts')
    .select([
      'id as accountId',
      'email',
      'role',
      'password_hash as passwordHash',
      'suspended_at as suspendedAt',
    ])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

export async function storePassword(
  tx: Tx,
  id: AccountId,
  passwordHash: string | null,
): Promise<void> {
  await tables(tx.db)
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .execute()
}

/** An account that claims an address and has not verified it yet. */
export interface Claim {
  readonly id: AccountId
  readonly email: string
  readonly emailKey: string
  readonly waitingAccessCodeHash: string | null
}

/** An account that has not verified its address yet, or `undefined`. */
export async function findUnverified(db: Db, id: AccountId): Promise<Claim | undefined> {
  return tables(db)
    .selectFrom('accounts')
    .select([
      'id',
      'email',
      'email_key as emailKey',
      'waiting_access_code_hash as waitingAccessCodeHash',
    ])
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

export async function markVerified(tx: Tx, id: AccountId, at: Date): Promise<void> {
  await tables(tx.db)
    .updateTable('accounts')
    .set({ email_verified_at: at, waiting_access_code_hash: null })
    .where('id', '=', id)
    .execute()
}

/** The accounts that claim this address without having verified it, except one. */
export async function selectClaims(
  db: Db,
  email: string,
  but: AccountId | null,
): Promise<AccountId[]> {
  const rows = await tables(db)
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('email_verified_at', 'is', null)
    .where('closed_at', 'is', null)
    .where((e) => (but === null ? e.lit(true) : e('id', '!=', but)))
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes those of these accounts that never verified their address, with all rows that reference them. */
export async function deleteClaims(tx: Tx, ids: readonly AccountId[]): Promise<void> {
  await tables(tx.db)
    .deleteFrom('accounts')
    .where('id', 'in', ids)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Deletes claims older than the given time, with all rows that reference them. Returns their number. */
export async function deleteOldClaims(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tables(tx.db)
    .deleteFrom('accounts')
    .where('email_verified_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Serialises all decisions about who owns an address, until the transaction ends. */
export async function lockEmailAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${addressLocks}::int, hashtext(${emailKey(email)}))`.execute(
    tx.db,
  )
}

/** An arbitrary number that must be the same on every replica. */
const addressLocks = 716_453

/** Whether the user wants emails of this kind; the default is yes. */
export async function wantsEmail(
  db: Db,
  id: AccountId,
  kind: keyof NotificationSettings,
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('accounts')
    .select('notifications')
    .where('id', '=', id)
    .executeTakeFirst()
  return NotificationSettings.partial().parse(row?.notifications ?? {})[kind] ?? true
}

/** All operators that can sign in, with their addresses; at most 100. */
export async function listOperators(db: Db): Promise<{ id: AccountId; email: string }[]> {
  const rows = await tables(db)
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('role', '=', 'operator')
    .where('closed_at', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]))
}

/** The operator's account; the oldest if there are several. */
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

/** Inserts the account. Returns `taken` when it is verified and another verified account has its address. */
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
      waiting_access_code_hash: account.waitingAccessCodeHash ?? null,
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

/** Grants an account access to the beta; an account that has it already keeps its date. Returns which was the case. */
export async function grantAccess(tx: Tx, id: AccountId, at: Date): Promise<'granted' | 'had_it'> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('accounts')
    .set({ access_granted_at: at })
    .where('id', '=', id)
    .where('access_granted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'had_it' : 'granted'
}

/** An arbitrary number that must be the same on every replica. */
const firstStartLock = 7_164_533_110

/** Serialises the creation of the first operator and access code among replicas that start at the same time. */
export async function lockFirstStart(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${firstStartLock})`.execute(tx.db)
}

/** Whether a user has an account that is neither closed nor suspended. */
export async function isActiveUser(db: Db, id: AccountId): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

function tables(db: Db) {
  return db.withTables<AccountTables>()
}
