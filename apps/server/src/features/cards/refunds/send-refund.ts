import { canMoveRefund, centsOf, microUsdOfCents } from '@gridloom/domain/cards/payment-states'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../../platform/ctx.ts'
import { reverseDeposit, takeDeposit } from '../../ledger/index.ts'
import type { PaymentsCtx } from '../ctx.ts'
import { tellAccount } from '../notify.ts'
import { publish } from '../payments/apply-intent.ts'
import { lockPayment, selectPayment } from '../payments/payments-store.ts'
import type { SentRefund } from '../processor/card-processor.ts'
import { requireCards } from '../require-cards.ts'
import type { PaymentRow, RefundRow } from '../schema.ts'
import { findByProcessorId, insertRefund, lockRefund, updateRefund } from './refunds-store.ts'

/**
 * Sends a refund, or finds the one that was sent, and records its outcome. Found first: the processor forgets keys after
 * a day.
 * @throws {ProcessorFailed} when the processor did not answer; to be repeated
 */
export async function sendRefund(ctx: PaymentsCtx, refund: RefundRow): Promise<void> {
  const { processor } = requireCards(ctx)
  const intentId = (await selectPayment(ctx.db, refund.payment_id))?.intent_id
  if (intentId == null) throw new RangeError(`${refund.payment_id} was never paid`)
  const made = (await processor.listRefunds(intentId)).find(
    ({ refundId }) => refundId === refund.id,
  )
  const cents = centsOf(refund.micro_usd)
  const sent = made ?? (await processor.refund({ refundId: refund.id, intentId, cents }))
  await ctx.transact(async (tx) => {
    const payment = await lockPayment(tx, refund.payment_id)
    const row = await lockRefund(tx, refund.id)
    if (payment === undefined || row === undefined) return
    if (sent === 'refused') return fail(ctx, tx, { payment, row })
    await record(ctx, tx, { payment, row, sent })
  })
}

interface Recorded {
  payment: PaymentRow
  row: RefundRow
  sent: SentRefund
}

async function record(ctx: PaymentsCtx, tx: Tx, { payment, row, sent }: Recorded): Promise<void> {
  if (!canMoveRefund(row.state, sent.state)) return
  if (sent.state === 'failed') return fail(ctx, tx, { payment, row })
  await updateRefund(tx, row.id, { state: sent.state, processor_id: sent.id })
  await publish(tx, payment)
}

/** The card did not take the money: it is returned to the balance, once. */
async function fail(
  ctx: PaymentsCtx,
  tx: Tx,
  { payment, row }: Omit<Recorded, 'sent'>,
): Promise<void> {
  if (!canMoveRefund(row.state, 'failed')) return
  const { account_id: accountId } = payment
  const { source } = requireCards(ctx).processor
  await updateRefund(tx, row.id, { state: 'failed' })
  const text = 'Refund to card failed'
  const key = `card:${row.id}`
  await takeDeposit(ctx, tx, { accountId, microUsd: row.micro_usd, source, key, text })
  await tellAccount(ctx, tx, {
    ...{ accountId, key: `card_refund_failed:${row.id}`, level: 'warning' },
    text: `The refund of ${formatUsdExact(row.micro_usd)} to your card failed. The amount is back in your balance.`,
    subject: 'A refund to your card failed',
  })
  await publish(tx, payment)
}

/**
 * Records the refunds of a payment as the processor has them, also those that were made there: their money is gone, and
 * what was spent of it becomes debt.
 */
export async function applyRefunds(
  ctx: PaymentsCtx,
  tx: Tx,
  payment: PaymentRow,
  refunds: readonly SentRefund[],
): Promise<void> {
  for (const sent of refunds) {
    const row =
      (await findByProcessorId(tx, sent.id)) ??
      (sent.refundId === undefined ? undefined : await lockRefund(tx, sent.refundId))
    if (row !== undefined) await record(ctx, tx, { payment, row, sent })
    else if (sent.refundId === undefined) await takeBack(ctx, tx, { payment, sent })
  }
}

async function takeBack(
  ctx: PaymentsCtx,
  tx: Tx,
  { payment, sent }: Omit<Recorded, 'row'>,
): Promise<void> {
  if (payment.state !== 'paid' || sent.state === 'failed' || sent.cents <= 0) return
  const now = ctx.clock.now()
  const microUsd = microUsdOfCents(sent.cents)
  const id = ctx.ids.mint('cardRefund')
  const isNew = await insertRefund(tx, {
    ...{ id, payment_id: payment.id, created_by: null, micro_usd: microUsd, state: sent.state },
    ...{ processor_id: sent.id, created_at: now, checked_at: now },
  })
  if (!isNew) return
  const { account_id: accountId } = payment
  const { source } = requireCards(ctx).processor
  const key = `card:${sent.id}`
  await reverseDeposit(ctx, tx, { accountId, microUsd, source, key, text: 'Refund to card' })
  await publish(tx, payment)
}
