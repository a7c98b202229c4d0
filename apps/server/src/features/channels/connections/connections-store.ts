import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ChannelTables, ConnectionRow } from '../schema.ts'

const tables = (db: Db) => db.withTables<ChannelTables>()

export async function insertConnection({ db }: Tx, row: ConnectionRow): Promise<void> {
  await tables(db).insertInto('channel_connections').values(row).execute()
}

/**
 * Takes the connection with this state, for the session that began it. Of two parallel calls one gets it; undefined where
 * it is taken, has expired, is unknown, or began in another session.
 */
export async function takeConnection(
  { db }: Tx,
  of: { stateHash: string; accountId: AccountId; sessionId: SessionId; now: Date },
): Promise<ConnectionRow | undefined> {
  return tables(db)
    .deleteFrom('channel_connections')
    .where('state_hash', '=', of.stateHash)
    .where('account_id', '=', of.accountId)
    .where('session_id', '=', of.sessionId)
    .where('expires_at', '>', of.now)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes connections that nobody finished, and codes that were not found in time. */
export async function deleteExpired({ db }: Tx, now: Date): Promise<void> {
  await tables(db).deleteFrom('channel_connections').where('expires_at', '<=', now).execute()
  await tables(db).deleteFrom('channel_proofs').where('expires_at', '<=', now).execute()
}
