import type { BudgetPeriod } from '@gridloom/contract/budgets/budget-period'
import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Scope } from '@gridloom/contract/scopes'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { KeyTables } from './schema.ts'

/** A stored key, with the name of its creator. */
export interface StoredKey {
  readonly id: ApiKeyId
  readonly accountId: AccountId
  readonly userId: AccountId
  readonly name: string
  readonly startsWith: string
  readonly scopes: readonly Scope[]
  readonly budgetMicroUsd: MicroUsd | null
  readonly budgetPeriod: BudgetPeriod
  /** What its orders are booked to; `null`: none. */
  readonly project: string | null
  /** `null`: all models. */
  readonly models: readonly ModelId[] | null
  readonly expiresAt: Date | null
  readonly createdAt: Date
  readonly createdBy: string
  readonly lastUsedAt: Date | null
  readonly lastUsedAddress: string | null
}

export interface NewKey
  extends Omit<StoredKey, 'createdBy' | 'startsWith' | 'lastUsedAt' | 'lastUsedAddress'> {
  readonly hash: string
  readonly startsWith: string
}

/** Inserts a key; only its hash is stored. */
export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tables(tx.db)
    .insertInto('api_keys')
    .values({
      id: key.id,
      hash: key.hash,
      account_id: key.accountId,
      user_id: key.userId,
      name: key.name,
      starts_with: key.startsWith,
      scopes: JSON.stringify(key.scopes),
      budget_micro_usd: key.budgetMicroUsd,
      budget_period: key.budgetPeriod,
      project: key.project,
      models: key.models === null ? null : JSON.stringify(key.models),
      expires_at: key.expiresAt,
      created_at: key.createdAt,
    })
    .execute()
}

/** Keys that are not revoked, newest first. */
export async function listKeys(
  db: Db,
  { accountId, userId }: { accountId: AccountId; userId: AccountId | 'anyone' },
): Promise<StoredKey[]> {
  const ofAccount = selectKeys(db).where('api_keys.account_id', '=', accountId)
  const query = userId === 'anyone' ? ofAccount : ofAccount.where('api_keys.user_id', '=', userId)
  return query.orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id', 'desc').execute()
}

/** A key that is not revoked, or `undefined`. */
export async function findStoredKey(db: Db, id: ApiKeyId): Promise<StoredKey | undefined> {
  return selectKeys(db).where('api_keys.id', '=', id).executeTakeFirst()
}

/** Revokes a key. Returns `was` if it was revoked already. */
export async function markRevoked(tx: Tx, id: ApiKeyId, at: Date): Promise<'revoked' | 'was'> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'was' : 'revoked'
}

/** Revokes the keys that a user made for an account. Returns their ids. */
export async function markRevokedOf(
  tx: Tx,
  of: { accountId: AccountId; userId: AccountId },
  at: Date,
): Promise<ApiKeyId[]> {
  const rows = await tables(tx.db)
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The number of keys of these accounts that are not revoked. */
export async function countKeys(db: Db, accountIds: readonly AccountId[]): Promise<number> {
  const row = await tables(db)
    .selectFrom('api_keys')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** The budget of a key and its period. */
export interface KeyBudget {
  readonly microUsd: MicroUsd
  readonly period: BudgetPeriod
}

/**
 * Returns the budget of a key, locked until the transaction ends, which serialises the spending of one key. `null`: no
 * budget besides the balance.
 */
export async function lockKeyBudget(tx: Tx, id: ApiKeyId): Promise<KeyBudget | null> {
  const row = await tables(tx.db)
    .selectFrom('api_keys')
    .select(['budget_micro_usd as microUsd', 'budget_period as period'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined || row.microUsd === null) return null
  return { microUsd: row.microUsd, period: row.period }
}

/** Returns the project of a key and the user who created it; `undefined` where there is no such key. */
export async function projectOfKey(
  db: Db,
  id: ApiKeyId,
): Promise<{ project: string | null; userId: AccountId } | undefined> {
  return tables(db)
    .selectFrom('api_keys')
    .select(['project', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Records a use of a key, unless one was recorded within the last minute. */
export async function writeUse(
  db: Db,
  use: { id: ApiKeyId; at: Date; address: string; notSince: Date },
): Promise<void> {
  await tables(db)
    .updateTable('api_keys')
    .set({ last_used_at: use.at, last_used_address: use.address })
    .where('id', '=', use.id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', use.notSince)]))
    .execute()
}

function selectKeys(db: Db) {
  return tables(db)
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.user_id')
    .select([
      'api_keys.id',
      'api_keys.account_id as accountId',
      'api_keys.user_id as userId',
      'api_keys.name',
      'api_keys.starts_with as startsWith',
      'api_keys.scopes',
      'api_keys.budget_micro_usd as budgetMicroUsd',
      'api_keys.budget_period as budgetPeriod',
      'api_keys.project',
      'api_keys.models',
      'api_keys.expires_at as expiresAt',
      'api_keys.created_at as createdAt',
      'accounts.username as createdBy',
      'api_keys.last_used_at as lastUsedAt',
      'api_keys.last_used_address as lastUsedAddress',
    ])
    .where('api_keys.revoked_at', 'is', null)
}

/** Revokes the API keys of a closed account and clears their addresses. The rows stay, as the company's record. */
export async function retireKeysOf(tx: Tx, userId: AccountId, at: Date): Promise<void> {
  await tables(tx.db)
    .updateTable('api_keys')
    .set((e) => ({
      revoked_at: e.fn.coalesce('revoked_at', e.val(at)),
      last_used_address: null,
    }))
    .where('user_id', '=', userId)
    .execute()
}

function tables(db: Db) {
  return db.withTables<KeyTables>()
}
