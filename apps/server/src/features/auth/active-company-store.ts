import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AuthTables } from './schema.ts'

/** Sets the active account of a session: a company, or the user's own. */
export async function setActiveCompany(
  tx: Tx,
  sessionId: SessionId,
  companyId: AccountId | null,
): Promise<void> {
  await tables(tx.db)
    .updateTable('sessions')
    .set({ active_company_id: companyId })
    .where('id', '=', sessionId)
    .execute()
}

/** The sessions of a user whose active account is a company. */
export async function selectSessionsFor(
  tx: Tx,
  { companyId, userId }: { companyId: AccountId; userId: AccountId },
): Promise<SessionId[]> {
  const rows = await tables(tx.db)
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', userId)
    .where('active_company_id', '=', companyId)
    .execute()
  return rows.map(({ id }) => id)
}

function tables(db: Db) {
  return db.withTables<AuthTables>()
}
