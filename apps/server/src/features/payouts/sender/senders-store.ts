import { PayoutWait } from '@gridloom/contract/payouts/payout'
import type { GasFees } from '@gridloom/domain/chains/gas-fees'
import { batchGas } from '@gridloom/domain/payouts/payout-batch'
import { transferGas } from '@gridloom/domain/payouts/payout-fee'
import { sentPayoutStates } from '@gridloom/domain/payouts/payout-state'
import { sql } from 'kysely'
import { listWaits, type SenderLease } from '../../../platform/chains/sending/senders-store.ts'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AttemptRow, PayoutTables, WalletPayoutRow } from '../schema.ts'
import type { NonceOwner } from './sent-nonce.ts'

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

/** The payouts of a sender with a transaction of their own that is signed and whose end is unknown, by nonce. */
export function listSent(
  db: Db,
  { chainId, address }: Pick<SenderLease, 'chainId' | 'address'>,
): Promise<(WalletPayoutRow & { nonce: number })[]> {
  return tables(db)
    .selectFrom('payouts')
    .selectAll()
    .where('batch_id', 'is', null)
    .where('chain_id', '=', chainId)
    .where('sender', '=', address)
    .where('state', 'in', sentPayoutStates)
    .orderBy('nonce')
    .limit(500)
    .$castTo<WalletPayoutRow & { nonce: number }>()
    .execute()
}

/** The oldest approved payouts of a token whose accounts are not suspended. */
export async function listApproved(
  db: Db,
  { chainId, token }: { chainId: number; token: string },
  limit: number,
): Promise<WalletPayoutRow[]> {
  const { rows } = await sql<WalletPayoutRow>`
    select payout.* from payouts payout left join accounts account on account.id = payout.account_id
    where payout.chain_id = ${chainId} and payout.token = ${token} and payout.state = 'approved'
      and account.suspended_at is null
    order by payout.id limit ${limit}`.execute(db)
  return rows
}

/**
 * What is on its way of a token from a sender, in units, the most gas of all that is on its way, and what was sent in the
 * 24 hours before a time.
 */
export async function sumSent(
  db: Db,
  { chainId, token, sender, now }: { chainId: number; token: string; sender: string; now: Date },
): Promise<{ unitsOnTheWay: bigint; gasOnTheWay: bigint; dayMicroUsd: number }> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{
    units: string
    alone: number
    batched: number
    batches: number
    allowances: number
    day: number
  }>`
    select coalesce(sum(token_units) filter (where state in ('signed', 'broadcast') and token = ${token}), 0)::text
        as units,
      count(*) filter (where state in ('signed', 'broadcast') and batch_id is null) as alone,
      count(*) filter (where state in ('signed', 'broadcast') and batch_id is not null) as batched,
      count(distinct batch_id) filter (where state in ('signed', 'broadcast')) as batches,
      (select count(*) from payout_batches where chain_id = ${chainId} and sender = ${sender}
        and state <> 'ended' and allowance_units is not null) as allowances,
      coalesce(sum(micro_usd) filter (where signed_at > ${dayAgo} and token = ${token} and state <> 'failed'), 0)::bigint
        as day
    from payouts where chain_id = ${chainId} and sender = ${sender}`.execute(db)
  const [row] = rows
  const { alone = 0, batched = 0, batches = 0, allowances = 0 } = row ?? {}
  return {
    unitsOnTheWay: BigInt(row?.units ?? 0),
    gasOnTheWay:
      transferGas * BigInt(alone + allowances) +
      batchGas(0) * BigInt(batches) +
      batchGas(batched) -
      batchGas(0),
    dayMicroUsd: row?.day ?? 0,
  }
}

/** A signed transaction of a nonce. */
export interface SignedAttempt {
  readonly raw: string
  readonly hash: string
  /** From 1. */
  readonly attempt: number
  readonly fees: GasFees
  readonly signedAt: Date
}

export async function insertAttempt(
  { db }: Tx,
  owner: NonceOwner,
  { raw, hash, attempt, fees, signedAt }: SignedAttempt,
): Promise<void> {
  const row = {
    ...{ ...owner, raw, hash, attempt, signed_at: signedAt },
    ...{ max_fee_wei: String(fees.maxFee), priority_fee_wei: String(fees.priorityFee) },
  }
  await tables(db).insertInto('payout_transactions').values(row).execute()
}

/** The transactions of a nonce, newest first. */
export function listAttempts(db: Db, owner: NonceOwner): Promise<AttemptRow[]> {
  const all = tables(db).selectFrom('payout_transactions').selectAll()
  const own =
    owner.batch_id === null
      ? all.where('payout_id', '=', owner.payout_id)
      : all.where('batch_id', '=', owner.batch_id)
  return own.orderBy('attempt', 'desc').execute()
}
