import { canMoveDispute, isTaken, microUsdOfCents } from '@gridloom/domain/cards/payment-states'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../../platform/ctx.ts'
import { reverseDeposit, takeDeposit } from '../../ledger/index.ts'
import { stopTopUps } from '../auto-settings/note-top-up.ts'
import type { PaymentsCtx } from '../ctx.ts'
import { tellAccount, tellOperator } from '../notify.ts'
import { publish } from '../payments/apply-intent.ts'
import type { Dispute } from '../processor/card-processor.ts'
import { requireCards } from '../require-cards.ts'
import type { DisputeRow, PaymentRow } from '../schema.ts'
import { saveDispute, selectDispute } from './disputes-store.ts'

/**
 * Records a dispute of a credited payment whose row is locked. While the bank has the amount it is not the account's:
 * what was spent of it is debt. Taken once and credited again once, whatever the order of events.
 */
export async function applyDispute(
  ctx: PaymentsCtx,
  tx: Tx,
  payment: PaymentRow,
  dispute: Dispute,
): Promise<void> {
  const known = await selectDispute(tx, dispute.id)
  const from = known?.state ?? null
  const { id, state, reason } = dispute
  if (payment.state !== 'paid' || dispute.cents <= 0 || !canMoveDispute(from, state)) return
  const row: DisputeRow = {
    ...{ id, payment_id: payment.id, state, reason: reason.slice(0, 100) },
    micro_usd: known?.micro_usd ?? microUsdOfCents(dispute.cents),
    opened_at: dispute.openedAt,
  }
  await saveDispute(tx, row)
  if (isTaken(state) && !isTaken(from)) await take(ctx, tx, payment, row)
  if (!isTaken(state) && isTaken(from)) await giveBack(ctx, tx, payment, row)
  if (from === null) await tellOfNew(ctx, tx, payment, row)
  await publish(tx, payment)
}

async function take(ctx: PaymentsCtx, tx: Tx, payment: PaymentRow, row: DisputeRow): Promise<void> {
  const { account_id: accountId } = payment
  const taken = await reverseDeposit(ctx, tx, {
    ...{ accountId, microUsd: row.micro_usd, source: requireCards(ctx).processor.source },
    ...{ key: `card_dispute:${row.id}`, text: 'Disputed card payment' },
  })
  await stopTopUps(ctx, tx, {
    ...{ accountId, stopped: 'disputed', key: row.id, microUsd: row.micro_usd },
  })
  const debt = taken?.debtMicroUsd ?? 0
  const owed = debt > 0 ? ` You have spent ${formatUsdExact(debt)} of it, which you now owe.` : ''
  await tellAccount(ctx, tx, {
    ...{ accountId, key: `card_dispute:${row.id}`, level: 'error' },
    text: `Your bank took back ${formatUsdExact(row.micro_usd)} of a card payment, as it is disputed. It is credited again if the dispute is decided in our favor.${owed}`,
    subject: 'A card payment is disputed',
  })
}

async function giveBack(
  ctx: PaymentsCtx,
  tx: Tx,
  payment: PaymentRow,
  row: DisputeRow,
): Promise<void> {
  const { account_id: accountId } = payment
  await takeDeposit(ctx, tx, {
    ...{ accountId, microUsd: row.micro_usd, source: requireCards(ctx).processor.source },
    ...{ key: `card_dispute:${row.id}`, text: 'Dispute of card payment ended' },
  })
  await tellAccount(ctx, tx, {
    ...{ accountId, key: `card_dispute_won:${row.id}`, level: 'info' },
    text: `The dispute of your card payment has ended, and ${formatUsdExact(row.micro_usd)} is credited again.`,
    subject: 'The dispute of a card payment has ended',
  })
}

function tellOfNew(ctx: PaymentsCtx, tx: Tx, payment: PaymentRow, row: DisputeRow): Promise<void> {
  const amount = formatUsdExact(row.micro_usd)
  return tellOperator(ctx, tx, {
    key: `card_dispute_operator:${row.id}`,
    text: `Dispute of ${amount} (${row.reason}), payment ${payment.id}. Answer it in the dashboard of the card processor.`,
    subject: `A card payment of ${amount} is disputed`,
  })
}
