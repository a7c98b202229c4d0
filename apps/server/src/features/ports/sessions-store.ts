import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { OnePort } from './addresses-store.ts'
import type { PortSessionRow, PortSessionsTable, PortTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<PortTables>()

/** Inserts a sign-in whose code is not redeemed yet; of each session and address the newest are kept. */
export async function insertSignIn(
  { db }: Tx,
  signIn: Insertable<PortSessionsTable>,
  { keptMax }: { keptMax: number },
): Promise<void> {
  await tablesOf(db).insertInto('port_sessions').values(signIn).execute()
  const older = tablesOf(db)
    .selectFrom('port_sessions')
    .select('code_hash')
    .where('instance_id', '=', signIn.instance_id)
    .where('port', '=', signIn.port)
    .where('session_id', '=', signIn.session_id)
    .orderBy('created_at', 'desc')
    .orderBy('code_hash')
    .offset(keptMax)
  await tablesOf(db).deleteFrom('port_sessions').where('code_hash', 'in', older).execute()
}

/** Exchanges a code for a cookie, once; `undefined` where it is wrong, used, expired or of another browser or address. */
export async function redeemCode(
  { db }: Tx,
  { instanceId, port }: OnePort,
  code: { codeHash: string; attemptHash: string; cookieHash: string; now: Date },
): Promise<PortSessionRow | undefined> {
  return tablesOf(db)
    .updateTable('port_sessions')
    .set({ cookie_hash: code.cookieHash })
    .where('code_hash', '=', code.codeHash)
    .where('attempt_hash', '=', code.attemptHash)
    .where('instance_id', '=', instanceId)
    .where('port', '=', port)
    .where('cookie_hash', 'is', null)
    .where('code_expires_at', '>', code.now)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes sign-ins that are expired, and those whose code was never redeemed. */
export async function deletePortSessionsOver({ db }: Tx, before: Date): Promise<void> {
  await tablesOf(db)
    .deleteFrom('port_sessions')
    .where((e) =>
      e.or([
        e('expires_at', '<', before),
        e.and([e('cookie_hash', 'is', null), e('code_expires_at', '<', before)]),
      ]),
    )
    .execute()
}
