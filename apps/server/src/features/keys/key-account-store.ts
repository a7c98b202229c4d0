import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import { findMembership } from '../companies/index.ts'
import type { FoundKey } from './key-tokens-store.ts'
import type { KeyTables } from './schema.ts'

/** The account of an API key, while the key is valid and its creator may act for that account. */
export async function findKeyAccount(
  db: Db,
  id: ApiKeyId,
  now: Date,
): Promise<AccountId | undefined> {
  const row = await tables(db)
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.user_id')
    .select(['accounts.id as userId', 'api_keys.account_id as accountId'])
    .where('api_keys.id', '=', id)
    .where('api_keys.revoked_at', 'is', null)
    .where((e) => e.or([e('api_keys.expires_at', 'is', null), e('api_keys.expires_at', '>', now)]))
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.accountId === row.userId) return row?.accountId
  return (await findMembership(db, row.accountId, row.userId))?.company_id
}

/** The scopes and models of an API key; `undefined` where it was deleted. */
export async function findKeyScopes(
  db: Db,
  id: ApiKeyId,
): Promise<Pick<FoundKey, 'scopes' | 'models'> | undefined> {
  return tables(db)
    .selectFrom('api_keys')
    .select(['scopes', 'models'])
    .where('id', '=', id)
    .executeTakeFirst()
}

function tables(db: Db) {
  return db.withTables<KeyTables>()
}
