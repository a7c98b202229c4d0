import type { PortLinkId } from '@gridloom/contract/core/ids'
import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { OnePort } from './addresses-store.ts'
import type { PortLinkRow, PortLinksTable, PortTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<PortTables>()

/** Lists the valid links to an address, newest first. */
export async function listValidLinks(
  db: Db,
  { instanceId, port }: OnePort,
  now: Date,
): Promise<PortLinkRow[]> {
  return tablesOf(db)
    .selectFrom('port_links')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('port', '=', port)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

export async function insertLink(
  { db }: Tx,
  link: Insertable<PortLinksTable>,
): Promise<PortLinkRow> {
  return tablesOf(db).insertInto('port_links').values(link).returningAll().executeTakeFirstOrThrow()
}

/** Revokes the valid links to an address, or one of them. Returns the ids of those that it revoked. */
export async function revokeLinks(
  { db }: Tx,
  { instanceId, port }: OnePort,
  { only, at }: { only?: PortLinkId; at: Date },
): Promise<PortLinkId[]> {
  const revoked = await tablesOf(db)
    .updateTable('port_links')
    .set({ revoked_at: at })
    .where('instance_id', '=', instanceId)
    .where('port', '=', port)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .where((e) => (only === undefined ? e.lit(true) : e('id', '=', only)))
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}

/** Finds a valid link to this address by the hash of its key. */
export async function findLink(
  db: Db,
  { instanceId, port }: OnePort,
  { keyHash, now }: { keyHash: string; now: Date },
): Promise<PortLinkRow | undefined> {
  return tablesOf(db)
    .selectFrom('port_links')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('instance_id', '=', instanceId)
    .where('port', '=', port)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes links that expired or were revoked before a time. */
export async function deleteLinksOver({ db }: Tx, before: Date): Promise<void> {
  await tablesOf(db)
    .deleteFrom('port_links')
    .where((e) => e.or([e('expires_at', '<', before), e('revoked_at', '<', before)]))
    .execute()
}
