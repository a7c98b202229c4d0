import type { Tx } from '../../../platform/ctx.ts'
import type { PaymentsCtx } from '../ctx.ts'
import { applyDispute } from '../disputes/apply-dispute.ts'
import { applyIntent, publish } from '../payments/apply-intent.ts'
import {
  findPaymentOf,
  lockPayment,
  noteEvent,
  updatePayment,
  wasHandled,
} from '../payments/payments-store.ts'
import type { Dispute, Intent, ProcessorEvent, SentRefund } from '../processor/card-processor.ts'
import { applyRefunds } from '../refunds/send-refund.ts'
import { requireCards } from '../require-cards.ts'
import type { PaymentRow } from '../schema.ts'

/**
 * Handles a verified event once. An event only says what to read again: the processor's present state is recorded, so
 * that events may arrive late, twice and in any order.
 * @throws {ProcessorFailed} when the processor did not answer; it sends the event again
 */
export async function takeEvent(ctx: PaymentsCtx, event: ProcessorEvent): Promise<void> {
  if (event.about.kind === 'other' || (await wasHandled(ctx.db, event.id))) return
  const now = await readAgain(ctx, event.about)
  await ctx.transact(async (tx) => {
    if (await noteEvent(tx, event.id, ctx.clock.now())) await applyNow(ctx, tx, now)
  })
}

/** The present state of what an event is about. */
export interface Present {
  page?: { id: string; isExpired: boolean }
  intent?: Intent
  refunds: readonly SentRefund[]
  dispute?: Dispute
}

type About = Exclude<ProcessorEvent['about'], { kind: 'other' }>

async function readAgain(ctx: PaymentsCtx, about: About): Promise<Present> {
  const { processor } = requireCards(ctx)
  switch (about.kind) {
    case 'intent':
      return readMoney(ctx, about.id)
    case 'page':
      return readPage(ctx, about.id)
    case 'dispute': {
      const dispute = await processor.readDispute(about.id)
      if (dispute.intentId === '') return { refunds: [] }
      return { ...(await readMoney(ctx, dispute.intentId)), dispute }
    }
  }
}

/** The present state of a page and of its money. @throws {ProcessorFailed} */
export async function readPage(ctx: PaymentsCtx, id: string): Promise<Present> {
  const { state, intentId } = await requireCards(ctx).processor.readPage(id)
  const money = intentId === null ? { refunds: [] } : await readMoney(ctx, intentId)
  return { ...money, page: { id, isExpired: state === 'expired' } }
}

/** The present state of an intent and of its refunds. @throws {ProcessorFailed} */
export async function readMoney(ctx: PaymentsCtx, intentId: string): Promise<Present> {
  const { processor } = requireCards(ctx)
  const intent = await processor.readIntent(intentId)
  const refunds = intent.state === 'succeeded' ? await processor.listRefunds(intentId) : []
  return { intent, refunds }
}

/** Records a present state. Safe to repeat. */
export async function applyNow(ctx: PaymentsCtx, tx: Tx, present: Present): Promise<void> {
  const { intent, page, refunds, dispute } = present
  const paymentId = intent === undefined ? null : await applyIntent(ctx, tx, intent)
  const payment = paymentId === null ? undefined : await lockPayment(tx, paymentId)
  if (payment !== undefined) {
    await applyRefunds(ctx, tx, payment, refunds)
    if (dispute !== undefined) await applyDispute(ctx, tx, payment, dispute)
  }
  if (page?.isExpired) await expirePage(tx, page.id)
}

async function expirePage(tx: Tx, sessionId: string): Promise<void> {
  const id = await findPaymentOf(tx.db, { column: 'session_id', id: sessionId })
  const row = id === undefined ? undefined : await lockPayment(tx, id)
  if (row !== undefined) await expire(tx, row)
}

/** Ends a payment that nobody made. */
export async function expire(tx: Tx, row: PaymentRow): Promise<void> {
  if (row.state !== 'open') return
  await updatePayment(tx, row.id, { state: 'expired' })
  await publish(tx, row)
}
