import type { PayoutState } from '@gridloom/contract/payouts/payout'
import { shortAddress } from '@gridloom/domain/wallet/address'
import type { Tx } from '../../../platform/ctx.ts'
import { completePayout, returnPayout } from '../../ledger/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { queuePayoutEmail } from '../emails/queue-payout-email.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import { isToWallet, type PayoutRow, type WalletPayoutRow } from '../schema.ts'

interface Ending {
  payout: WalletPayoutRow
  /** The state that it must have for this. */
  from: PayoutState
}

interface Failure {
  /** Told to the payee. */
  reason: string
  hash: string | null
}

/** Books a payout whose transaction is final, with the hash that took its nonce. Doing it again does nothing. */
export async function confirmPayout(ctx: PayoutsCtx, ending: Ending, hash: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, ending.payout.id)
    if (row?.state !== ending.from || !isToWallet(row)) return
    await bookConfirmed(ctx, tx, row, hash)
  })
}

/** Books a payout that was paid by a transaction. It must be locked and open. */
export async function bookConfirmed(
  ctx: PayoutsCtx,
  tx: Tx,
  row: WalletPayoutRow,
  hash: string,
): Promise<void> {
  await updatePayout(tx, row.id, { state: 'confirmed', tx_hash: hash, ended_at: ctx.clock.now() })
  await completePayout(ctx, tx, {
    payoutId: row.id,
    accountId: row.account_id,
    microUsd: row.micro_usd,
    feeMicroUsd: row.fee_micro_usd,
    source: `eip155:${row.chain_id}:${row.token}`,
    text: `Payout of ${row.symbol} to ${shortAddress(row.address)}`,
  })
  await queuePayoutEmail(ctx, tx, { ...row, state: 'confirmed', tx_hash: hash })
}

/** Returns the money of a payout that the token refused. Doing it again does nothing. */
export async function failPayout(ctx: PayoutsCtx, ending: Ending, failure: Failure): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, ending.payout.id)
    if (row?.state !== ending.from) return
    await bookFailed(ctx, tx, row, failure)
  })
}

/** Returns the money of a payout that paid nothing. It must be locked and open. */
export async function bookFailed(
  ctx: PayoutsCtx,
  tx: Tx,
  row: PayoutRow,
  { reason, hash }: Failure,
): Promise<void> {
  const change = { state: 'failed', reason, tx_hash: hash, ended_at: ctx.clock.now() } as const
  await updatePayout(tx, row.id, change)
  await returnPayout(ctx, tx, { payoutId: row.id, accountId: row.account_id })
  await queuePayoutEmail(ctx, tx, { ...row, ...change })
}
