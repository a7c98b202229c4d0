import type { CardPaymentId } from '@gridloom/contract/core/ids'
import { nextStep, type PaymentStep } from '@gridloom/domain/cards/payment-states'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../../platform/ctx.ts'
import { takeDeposit } from '../../ledger/index.ts'
import { noteTopUpFailed, noteTopUpPaid } from '../auto-settings/note-top-up.ts'
import type { PaymentsCtx } from '../ctx.ts'
import { tellAccount } from '../notify.ts'
import type { Intent } from '../processor/card-processor.ts'
import { requireCards } from '../require-cards.ts'
import type { PaymentRow } from '../schema.ts'
import { findPaymentOf, lockPayment, noteFingerprint, updatePayment } from './payments-store.ts'

/**
 * Records what the processor says about a payment, and credits it once: the row is locked, and the ledger's key is the
 * intent. Any order and any number of repetitions end the same. An intent that is not ours is ignored.
 */
export async function applyIntent(
  ctx: PaymentsCtx,
  tx: Tx,
  intent: Intent,
): Promise<CardPaymentId | null> {
  const known = await findPaymentOf(tx.db, { column: 'intent_id', id: intent.id })
  const id = known ?? intent.paymentId
  const row = id === undefined ? undefined : await lockPayment(tx, id)
  if (row === undefined) return null
  if (row.intent_id !== null && row.intent_id !== intent.id) {
    ctx.log.error(
      { event: 'cards.second_intent_found', payment: row.id },
      'a payment has two intents',
    )
    return null
  }
  if (row.intent_id === null) await updatePayment(tx, row.id, { intent_id: intent.id })
  await take(ctx, tx, { row, step: nextStep(row, intent), intent })
  return row.id
}

interface Step {
  row: PaymentRow
  step: PaymentStep
  intent: Intent
}

async function take(ctx: PaymentsCtx, tx: Tx, { row, step, intent }: Step): Promise<void> {
  switch (step.to) {
    case 'none':
      return
    case 'paid':
      return credit(ctx, tx, { row, microUsd: step.microUsd, intent })
    case 'held':
      await updatePayment(tx, row.id, { state: 'held', problem: step.problem })
      ctx.log.error(
        { event: 'cards.payment_suspended', payment: row.id },
        'a payment needs the operator',
      )
      return publish(tx, row)
    case 'failed':
      await updatePayment(tx, row.id, { state: 'failed', problem: step.problem })
      await noteTopUpFailed(ctx, tx, { row, problem: step.problem })
      return publish(tx, row)
  }
}

interface Credit {
  row: PaymentRow
  microUsd: number
  intent: Intent
}

async function credit(ctx: PaymentsCtx, tx: Tx, { row, microUsd, intent }: Credit): Promise<void> {
  const { source } = requireCards(ctx).processor
  const { account_id: accountId, kind } = row
  await updatePayment(tx, row.id, {
    ...{ state: 'paid', problem: null, credited_micro_usd: microUsd },
    credited_at: ctx.clock.now(),
  })
  if (intent.fingerprint !== null)
    await noteFingerprint(tx, {
      ...{ account_id: accountId, fingerprint: intent.fingerprint },
      first_paid_at: ctx.clock.now(),
    })
  const text = kind === 'top_up' ? 'Automatic top-up by card' : 'Card payment'
  await takeDeposit(ctx, tx, { accountId, microUsd, source, key: `card:${intent.id}`, text })
  await noteTopUpPaid(tx, row)
  if (kind === 'top_up')
    await tellAccount(ctx, tx, {
      accountId,
      key: `card_top_up:${row.id}`,
      level: 'info',
      text: `Your card was charged ${formatUsdExact(microUsd)} by an automatic top-up.`,
    })
  await publish(tx, row)
}

/** Publishes, at commit, that a payment has changed. */
export async function publish(tx: Tx, row: Pick<PaymentRow, 'account_id' | 'id'>): Promise<void> {
  await tx.publish({
    ...{ topic: 'card_payment', transient: true },
    ...{ accountId: row.account_id, subject: row.id },
  })
}
