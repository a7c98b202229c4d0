import type { AccountId, ConnectedAccountId } from '@gridloom/contract/core/ids'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ChannelTables } from '../schema.ts'

export type RevocationRow = Selectable<ChannelTables['channel_revocations']>

const tables = (db: Db) => db.withTables<ChannelTables>()

/** Copies the sealed credentials of an account to those that are to be revoked. */
export async function copyCredentials(
  { db }: Tx,
  { accountId, now, givesUpAt }: { accountId: AccountId; now: Date; givesUpAt: Date },
): Promise<void> {
  await sql`insert into channel_revocations (id, channel, sealed, next_try_at, gives_up_at)
    select id, channel, sealed, ${now}, ${givesUpAt} from connected_accounts
    where account_id = ${accountId} and sealed is not null
    on conflict (id) do nothing`.execute(db)
}

/** Claims revocations whose time has come until `nextTryAt`, at which they are due again. */
export async function claimRevocations(
  { db }: Tx,
  { now, nextTryAt, most }: { now: Date; nextTryAt: Date; most: number },
): Promise<RevocationRow[]> {
  const { rows } = await sql<RevocationRow>`update channel_revocations
    set attempts = attempts + 1, next_try_at = ${nextTryAt}
    where id in (select id from channel_revocations where next_try_at <= ${now}
      order by next_try_at limit ${most} for update skip locked)
    returning *`.execute(db)
  return rows
}

export async function deleteRevocation({ db }: Tx, id: ConnectedAccountId): Promise<void> {
  await tables(db).deleteFrom('channel_revocations').where('id', '=', id).execute()
}

export async function postponeRevocation(
  { db }: Tx,
  id: ConnectedAccountId,
  nextTryAt: Date,
): Promise<void> {
  await tables(db)
    .updateTable('channel_revocations')
    .set({ next_try_at: nextTryAt })
    .where('id', '=', id)
    .execute()
}
