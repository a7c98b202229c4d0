import { sql } from 'kysely'
import type { Tx } from '../../ctx.ts'
import type { Db } from '../../database/connect.ts'
import type { SenderTables } from './schema.ts'

const tables = (db: Db) => db.withTables<SenderTables>()

/** An address on a chain that transactions are sent from, and the claim of one replica on it. */
export interface SenderLease {
  readonly chainId: number
  readonly address: string
  readonly token: string
}

/** Claims a sender for one replica; a known one keeps its nonce. `false`: another replica works with it. */
export async function claimSender(
  { db }: Tx,
  { chainId, address, token }: SenderLease,
  { nonce, now, leaseMs }: { nonce: number; now: Date; leaseMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into chain_senders as sender (chain_id, address, next_nonce, lease_token, lease_ends_at)
    values (${chainId}, ${address}, ${nonce}, ${token}, ${new Date(now.getTime() + leaseMs)})
    on conflict (chain_id, address) do update set lease_token = excluded.lease_token,
      lease_ends_at = excluded.lease_ends_at
    where sender.lease_ends_at is null or sender.lease_ends_at <= ${now}
    returning address`.execute(db)
  return rows.length > 0
}

/** Locks a sender that this replica has claimed and returns its next nonce; `undefined`: another has claimed it since. */
export async function lockSender(
  { db }: Tx,
  { chainId, address, token }: SenderLease,
): Promise<number | undefined> {
  const row = await tables(db)
    .selectFrom('chain_senders')
    .select('next_nonce')
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    .where('lease_token', '=', token)
    .forUpdate()
    .executeTakeFirst()
  return row?.next_nonce
}

export async function putNextNonce({ db }: Tx, lease: SenderLease, nonce: number): Promise<void> {
  await tables(db)
    .updateTable('chain_senders')
    .set({ next_nonce: nonce })
    .where('chain_id', '=', lease.chainId)
    .where('address', '=', lease.address)
    .execute()
}

/** Notes the newest block that a sender has read, and returns when that one was new. */
export async function noteHead(
  { db }: Tx,
  { chainId, address }: Pick<SenderLease, 'chainId' | 'address'>,
  { height, now }: { height: number; now: Date },
): Promise<Date> {
  const { rows } = await sql<{ head_at: Date }>`
    update chain_senders set head_height = ${height},
      head_at = case when head_height = ${height} then head_at else ${now} end
    where chain_id = ${chainId} and address = ${address}
    returning head_at`.execute(db)
  return rows[0]?.head_at ?? now
}

/** Gives a sender back, with why its tokens wait where that is kept here. */
export async function releaseSender(
  { db }: Tx,
  lease: SenderLease,
  waits?: Readonly<Record<string, string>>,
): Promise<void> {
  await tables(db)
    .updateTable('chain_senders')
    .set({
      ...{ lease_token: null, lease_ends_at: null },
      ...(waits !== undefined && { waits: JSON.stringify(waits) }),
    })
    .where('chain_id', '=', lease.chainId)
    .where('address', '=', lease.address)
    .where('lease_token', '=', lease.token)
    .execute()
}

/** Why nothing is sent at present, by sender and token. */
export function listWaits(
  db: Db,
): Promise<{ chain_id: number; waits: Readonly<Record<string, string>> }[]> {
  return tables(db).selectFrom('chain_senders').select(['chain_id', 'waits']).execute()
}
