import type { PayoutId } from '@gridloom/contract/core/ids'
import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import { sentPayoutStates } from '@gridloom/domain/payouts/payout-state'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AttemptRow, PayoutRow, PayoutTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<PayoutTables>()

/** An address on a chain that payouts are sent from, and the claim of one replica on it. */
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

/** Gives a sender back, with why its tokens wait. */
export async function releaseSender(
  { db }: Tx,
  lease: SenderLease,
  waits: Readonly<Record<string, PayoutWait>>,
): Promise<void> {
  await tables(db)
    .updateTable('chain_senders')
    .set({ lease_token: null, lease_ends_at: null, waits: JSON.stringify(waits) })
    .where('chain_id', '=', lease.chainId)
    .where('address', '=', lease.address)
    .where('lease_token', '=', lease.token)
    .execute()
}

/** Why nothing is sent at present, by `chain id` and token. */
export async function selectWaits(db: Db): Promise<ReadonlyMap<string, PayoutWait>> {
  const rows = await tables(db).selectFrom('chain_senders').select(['chain_id', 'waits']).execute()
  return new Map(
    rows.flatMap(({ chain_id, waits }) =>
      Object.entries(waits).map(([token, wait]) => [`${chain_id} ${token}`, wait] as const),
    ),
  )
}

/** The payouts of a sender whose transaction is signed and whose end is unknown, by nonce. */
export function listSent(
  db: Db,
  { chainId, address }: Pick<SenderLease, 'chainId' | 'address'>,
): Promise<PayoutRow[]> {
  return tables(db)
    .selectFrom('payouts')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('sender', '=', address)
    .where('state', 'in', sentPayoutStates)
    .orderBy('nonce')
    .limit(500)
    .execute()
}

/** The oldest approved payout of a token whose account is not suspended. */
export async function nextApproved(
  db: Db,
  { chainId, token }: { chainId: number; token: string },
): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    select payout.* from payouts payout join accounts account on account.id = payout.account_id
    where payout.chain_id = ${chainId} and payout.token = ${token} and payout.state = 'approved'
      and account.suspended_at is null
    order by payout.id limit 1`.execute(db)
  return rows[0]
}

/** What is on its way of a token from a sender, in units, and what was sent in the 24 hours before a time. */
export async function sumSent(
  db: Db,
  { chainId, token, sender, now }: { chainId: number; token: string; sender: string; now: Date },
): Promise<{ unitsOnTheWay: bigint; countOnTheWay: number; dayMicroUsd: number }> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{ units: string; count: number; day: number }>`
    select coalesce(sum(token_units) filter (where state in ('signed', 'broadcast') and token = ${token}), 0)::text
        as units,
      count(*) filter (where state in ('signed', 'broadcast')) as count,
      coalesce(sum(micro_usd) filter (where signed_at > ${dayAgo} and token = ${token} and state <> 'failed'), 0)::bigint
        as day
    from payouts where chain_id = ${chainId} and sender = ${sender}`.execute(db)
  const [row] = rows
  return {
    unitsOnTheWay: BigInt(row?.units ?? 0),
    countOnTheWay: row?.count ?? 0,
    dayMicroUsd: row?.day ?? 0,
  }
}

export async function insertAttempt({ db }: Tx, row: AttemptRow): Promise<void> {
  await tables(db).insertInto('payout_transactions').values(row).execute()
}

/** The transactions of a payout, newest first. */
export function listAttempts(db: Db, id: PayoutId): Promise<AttemptRow[]> {
  return tables(db)
    .selectFrom('payout_transactions')
    .selectAll()
    .where('payout_id', '=', id)
    .orderBy('attempt', 'desc')
    .execute()
}
