import type { PayoutId } from '@gridloom/contract/core/ids'
import { PayoutWait } from '@gridloom/contract/payouts/payout'
import { sentPayoutStates } from '@gridloom/domain/payouts/payout-state'
import { sql } from 'kysely'
import { listWaits, type SenderLease } from '../../../platform/chains/sending/senders-store.ts'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AttemptRow, PayoutTables, WalletPayoutRow } from '../schema.ts'

const tables = (db: Db) => db.withTables<PayoutTables>()

/** Why nothing is sent at present, by `chain id` and token. */
export async function selectWaits(db: Db): Promise<ReadonlyMap<string, PayoutWait>> {
  const rows = await listWaits(db)
  return new Map(
    rows.flatMap(({ chain_id, waits }) =>
      Object.entries(waits).flatMap(([token, text]) => {
        const wait = PayoutWait.safeParse(text)
        return wait.success ? [[`${chain_id} ${token}`, wait.data] as const] : []
      }),
    ),
  )
}

/** The payouts of a sender whose transaction is signed and whose end is unknown, by nonce. */
export function listSent(
  db: Db,
  { chainId, address }: Pick<SenderLease, 'chainId' | 'address'>,
): Promise<WalletPayoutRow[]> {
  return tables(db)
    .selectFrom('payouts')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('sender', '=', address)
    .where('state', 'in', sentPayoutStates)
    .orderBy('nonce')
    .limit(500)
    .$castTo<WalletPayoutRow>()
    .execute()
}

/** The oldest approved payout of a token whose account is not suspended. */
export async function nextApproved(
  db: Db,
  { chainId, token }: { chainId: number; token: string },
): Promise<WalletPayoutRow | undefined> {
  const { rows } = await sql<WalletPayoutRow>`
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
