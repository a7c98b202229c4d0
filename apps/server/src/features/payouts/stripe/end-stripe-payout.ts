import type { PayoutState } from '@gridloom/contract/payouts/payout'
import { microUsdPerCent, wholeCents } from '@gridloom/domain/payouts/payout-fee'
import type { Tx } from '../../../platform/ctx.ts'
import { stripeSource } from '../../../platform/stripe/stripe-client.ts'
import { completePayout, returnPayout, reversePayout } from '../../ledger/index.ts'
import type { Transfer } from '../connect/connect-processor.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { queuePayoutEmail } from '../emails/queue-payout-email.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import { isByStripe, type StripePayoutRow } from '../schema.ts'

/** What arrives of a payout, in cents. */
export function centsOf({ micro_usd, fee_micro_usd }: StripePayoutRow): number {
  return wholeCents(micro_usd - fee_micro_usd)
}

/**
 * Records what Stripe says of a transfer: its payout is paid, or returned when all of it was reversed. Doing it again does
 * nothing, and transfers that are not ours are left alone.
 */
export async function recordTransfer(ctx: PayoutsCtx, transfer: Transfer): Promise<void> {
  const { payoutId } = transfer
  if (payoutId === undefined) return
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, payoutId)
    if (row === undefined || !isByStripe(row)) return
    if (!isOf(transfer, row)) {
      const about = { payoutId, transfer: transfer.id }
      ctx.log.error(
        { event: 'payout.transfer_mismatched', ...about },
        'a transfer is not its payout',
      )
      return
    }
    if (row.state === 'sending') await confirm(ctx, tx, row, transfer)
    const isPaid = row.state === 'sending' || row.state === 'confirmed'
    if (isPaid && transfer.reversedCents > 0) await noteReversal(ctx, tx, row, transfer)
  })
}

/** Whether a transfer is the one of a payout, and not one that somebody made with its name. */
function isOf({ id, to, cents, currency }: Transfer, row: StripePayoutRow): boolean {
  const isSame = to === row.stripe_account && cents === centsOf(row) && currency === 'usd'
  return isSame && (row.transfer_id === null || row.transfer_id === id)
}

async function confirm(
  ctx: PayoutsCtx,
  tx: Tx,
  row: StripePayoutRow,
  { id }: Transfer,
): Promise<void> {
  const change = { state: 'confirmed', transfer_id: id, ended_at: ctx.clock.now() } as const
  await updatePayout(tx, row.id, change)
  await completePayout(ctx, tx, paidOut(row, 'Payout by Stripe'))
  await queuePayoutEmail(ctx, tx, { ...row, ...change })
}

/** All of it comes back, the fee too. A part of it is the operator's to complete: a payout is paid or it is not. */
async function noteReversal(
  ctx: PayoutsCtx,
  tx: Tx,
  row: StripePayoutRow,
  { id, cents, reversedCents }: Transfer,
): Promise<void> {
  if (reversedCents < cents) {
    const about = { payoutId: row.id, transfer: id, reversed: reversedCents * microUsdPerCent }
    ctx.log.warn({ event: 'payout.transfer_reversed', ...about }, 'a part of a transfer came back')
    return
  }
  await reversePayout(ctx, tx, paidOut(row, 'Payout by Stripe was reversed'))
  await returned(ctx, tx, row, 'The transfer was reversed at Stripe')
}

function paidOut(row: StripePayoutRow, text: string) {
  return {
    payoutId: row.id,
    accountId: row.account_id,
    microUsd: row.micro_usd,
    feeMicroUsd: row.fee_micro_usd,
    source: stripeSource,
    text,
  } as const
}

/** Returns the money of a payout that Stripe did not transfer. `from`: the state that it must have for this. */
export async function failStripePayout(
  ctx: PayoutsCtx,
  payout: StripePayoutRow,
  { from, reason }: { from: PayoutState; reason: string },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, payout.id)
    if (row?.state !== from || !isByStripe(row)) return
    if (row.transfer_attempt === payout.transfer_attempt) await returned(ctx, tx, row, reason)
  })
}

async function returned(
  ctx: PayoutsCtx,
  tx: Tx,
  row: StripePayoutRow,
  reason: string,
): Promise<void> {
  const change = { state: 'failed', reason, ended_at: ctx.clock.now() } as const
  await updatePayout(tx, row.id, change)
  await returnPayout(ctx, tx, { payoutId: row.id, accountId: row.account_id })
  await queuePayoutEmail(ctx, tx, { ...row, ...change })
}

/** Stripe made no transfer, as the balance is too low: the payout waits, and is asked for anew. */
export async function waitAgain(ctx: PayoutsCtx, payout: StripePayoutRow): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, payout.id)
    if (row?.state === 'sending' && row.transfer_attempt === payout.transfer_attempt)
      await updatePayout(tx, row.id, { state: 'approved' })
  })
}
