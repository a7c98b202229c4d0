import type { AccountId, ApiKeyId, SessionId } from '@gridloom/contract/core/ids'
import type { Db } from '../../../platform/database/connect.ts'
import type { KeyTables } from '../keys/schema.ts'
import { findMembership } from '../memberships-store.ts'

/** The account that a session works for, while it lasts, its person is not suspended, and belongs to that company. */
export async function findSessionAccount(
  db: Db,
  id: SessionId,
  now: Date,
): Promise<AccountId | undefined> {
  const row = await tables(db)
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id as userId', 'sessions.acting_for as companyId'])
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.companyId === null) return row?.userId
  return (await findMembership(db, row.companyId, row.userId))?.company_id
}

/** The account that an API key works for, while it lasts and whoever made it may work for that account. */
export async function findKeyAccount(
  db: Db,
  id: ApiKeyId,
  now: Date,
): Promise<AccountId | undefined> {
  const row = await tables(db)
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.person_id')
    .select(['accounts.id as userId', 'api_keys.account_id as accountId'])
    .where('api_keys.id', '=', id)
    .where('api_keys.revoked_at', 'is', null)
    .where((e) => e.or([e('api_keys.expires_at', 'is', null), e('api_keys.expires_at', '>', now)]))
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.accountId === row.userId) return row?.accountId
  return (await findMembership(db, row.accountId, row.userId))?.company_id
}

/** Whether a person has an account that is neither closed nor suspended. */
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
  return db.withTables<KeyTables>()
}
