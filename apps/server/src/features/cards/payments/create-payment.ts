import type { CardPayment, NewCardPayment } from '@gridloom/contract/cards/payment'
import { Refused } from '@gridloom/contract/errors'
import { centsOf } from '@gridloom/domain/cards/payment-states'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { userOf } from '../../../platform/ctx.ts'
import { keepOpen } from '../../companies/index.ts'
import type { CardPayments, CardsCtx } from '../ctx.ts'
import { cardHolder } from '../may-change-cards.ts'
import { fromProcessor, requireCards } from '../require-cards.ts'
import { returnsTo } from '../returns-to.ts'
import { customerOf } from '../saved/customer-of.ts'
import type { PaymentRow } from '../schema.ts'
import { paymentView } from './payment-view.ts'
import { countOpen, insertPayment, updatePayment } from './payments-store.ts'

/** The processor takes pages of half an hour to a day. */
const pageMs = 60 * 60_000
const openMax = 20

/**
 * Records a payment, then opens the processor's page for it. Nothing is credited before the processor says so.
 * @throws Refused `forbidden`, `cards_unavailable`, `card_processor_failed`, `invalid_input`, `limit_reached`
 */
export async function createPayment(ctx: CardsCtx, wanted: NewCardPayment): Promise<CardPayment> {
  const accountId = await cardHolder(ctx)
  const cardPayments = requireCards(ctx)
  refuseAmount(wanted.micro_usd, cardPayments)
  const { customer_id: customerId } = await customerOf(ctx, accountId)
  const row = await ctx.transact(async (tx) => {
    await keepOpen(tx, accountId)
    const { payments } = await countOpen(tx.db, [accountId])
    if (payments >= openMax)
      throw new Refused('limit_reached', { details: { max: openMax, what: 'open card payments' } })
    const now = ctx.clock.now()
    const inserted = await insertPayment(tx, {
      id: ctx.ids.mint('cardPayment'),
      account_id: accountId,
      created_by: userOf(ctx),
      kind: 'checkout',
      state: 'open',
      micro_usd: wanted.micro_usd,
      save_card: wanted.save_card,
      card_id: null,
      created_at: now,
      expires_at: new Date(now.getTime() + pageMs),
      checked_at: now,
    })
    tx.note({ subject: inserted.id })
    return inserted
  })
  return openPage(ctx, { row, customerId })
}

async function openPage(
  ctx: CardsCtx,
  { row, customerId }: { row: PaymentRow; customerId: string },
): Promise<CardPayment> {
  const { processor } = requireCards(ctx)
  const page = await fromProcessor(
    processor.createPage({
      customerId,
      paymentId: row.id,
      cents: centsOf(row.micro_usd),
      saveCard: row.save_card,
      expiresAt: row.expires_at,
      ...returnsTo(ctx, { paid: row.id }),
    }),
  )
  const set = { session_id: page.id, session_url: page.url }
  await ctx.transact((tx) => updatePayment(tx, row.id, set))
  return paymentView({ ...row, ...set, refunds: [], disputes: [] }, { pages: 'shown' })
}

function refuseAmount(microUsd: number, { microUsdMin, microUsdMax }: CardPayments): void {
  if (microUsd >= microUsdMin && microUsd <= microUsdMax) return
  const range = `${formatUsdExact(microUsdMin)} to ${formatUsdExact(microUsdMax)}`
  throw new Refused('invalid_input', { fields: { micro_usd: `Choose an amount of ${range}.` } })
}
