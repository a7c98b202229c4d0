import type { CardsCtx, PaymentsCtx } from './ctx.ts'
import { applyNow, expire, readMoney, readPage } from './events/take-event.ts'
import { claimOpen, deleteEventsBefore, lockPayment } from './payments/payments-store.ts'
import { claimRefunds } from './refunds/refunds-store.ts'
import { sendRefund } from './refunds/send-refund.ts'
import { requireCards } from './require-cards.ts'
import { deleteCustomerRow, selectClosed } from './saved/customers-store.ts'
import type { PaymentRow } from './schema.ts'
import { chargeTopUp } from './top-ups/top-up.ts'

const minuteMs = 60_000
/** Long enough that a call of the processor under way has ended. */
const againMs = 2 * minuteMs
const sentAgainMs = 60 * minuteMs
const most = 20
/** The processor repeats events for three days. */
const eventsKeptMs = 30 * 24 * 60 * minuteMs

/**
 * Asks the processor about payments and refunds whose end was not told, as an event was lost or the server was killed.
 * Each is claimed for a while, so that any number of replicas may run this.
 */
export async function reconcilePayments(ctx: CardsCtx): Promise<void> {
  if (ctx.cardPayments === null) return
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - againMs)
  const sentBefore = new Date(now.getTime() - sentAgainMs)
  const payments = await ctx.transact((tx) => claimOpen(tx, { now, before, most }))
  for (const row of payments) await attempt(ctx, row.id, () => reconcile(ctx, row))
  const claim = { now, reservedBefore: before, sentBefore, most }
  const refunds = await ctx.transact((tx) => claimRefunds(tx, claim))
  for (const row of refunds) await attempt(ctx, row.id, () => sendRefund(ctx, row))
  for (const row of await selectClosed(ctx.db, most))
    await attempt(ctx, row.customer_id, async () => {
      await requireCards(ctx).processor.deleteCustomer(row.customer_id)
      await ctx.transact((tx) => deleteCustomerRow(tx, row.account_id))
    })
}

async function attempt(ctx: PaymentsCtx, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (err) {
    // @NOTE the others go on, and this one has its turn again
    ctx.log.error({ event: 'cards.reconcile_failed', err, id }, 'a card payment was not reconciled')
  }
}

async function reconcile(ctx: PaymentsCtx, row: PaymentRow): Promise<void> {
  if (row.kind === 'top_up' && row.intent_id === null) return chargeTopUp(ctx, row)
  const id = row.intent_id
  if (id !== null) {
    const present = await readMoney(ctx, id)
    await ctx.transact((tx) => applyNow(ctx, tx, present))
  }
  if (row.session_id !== null) {
    const present = await readPage(ctx, row.session_id)
    await ctx.transact((tx) => applyNow(ctx, tx, present))
    return
  }
  // The server ended before the page's address was known: nobody can have paid.
  if (row.kind === 'checkout' && row.expires_at < ctx.clock.now())
    await ctx.transact(async (tx) => {
      const locked = await lockPayment(tx, row.id)
      if (locked !== undefined) await expire(tx, locked)
    })
}

/** Forgets events that the processor no longer repeats. */
export async function tidyCardEvents(ctx: CardsCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - eventsKeptMs)
  await ctx.transact((tx) => deleteEventsBefore(tx, before))
}
