import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import { findMembership } from '../companies/index.ts'
import type { AuthTables } from './schema.ts'

/** The active account of a session that is valid, if its user is not suspended and may still act for that account. */
export async function findSessionAccount(
  db: Db,
  id: SessionId,
  now: Date,
): Promise<AccountId | undefined> {
  const row = await tables(db)
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id as userId', 'sessions.active_company_id as companyId'])
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.companyId === null) return row?.userId
  return (await findMembership(db, row.companyId, row.userId))?.company_id
}

function tables(db: Db) {
  return db.withTables<AuthTables>()
}
