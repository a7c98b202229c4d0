import type { Cards, SavedCard } from '@gridloom/contract/cards/card'
import { accountOf } from '../../../platform/ctx.ts'
import type { CardPayments, CardsCtx } from '../ctx.ts'
import { mayChangeCards } from '../may-change-cards.ts'
import { fromProcessor } from '../require-cards.ts'
import type { CustomerRow } from '../schema.ts'
import { selectCustomer } from './customers-store.ts'

/** The saved cards of the active account, as the processor has them. @throws Refused `card_processor_failed` */
export async function listCards(ctx: CardsCtx): Promise<Cards> {
  const { cardPayments } = ctx
  const mayChange = await mayChangeCards(ctx)
  const limits = cardPayments && {
    payment_micro_usd_min: cardPayments.microUsdMin,
    payment_micro_usd_max: cardPayments.microUsdMax,
  }
  const found = { limits, may_change: mayChange, cards: [] }
  if (cardPayments === null || !mayChange) return found
  const customer = await selectCustomer(ctx.db, accountOf(ctx).accountId)
  if (customer === undefined) return found
  return { ...found, cards: await fromProcessor(savedCardsOf(cardPayments, customer)) }
}

/** The cards of a customer. The default is the chosen one, or the newest where that is gone. */
export async function savedCardsOf(
  { processor }: Pick<CardPayments, 'processor'>,
  { customer_id, default_card_id: chosen }: CustomerRow,
): Promise<SavedCard[]> {
  const cards = await processor.listCards(customer_id)
  const used = cards.find(({ id }) => id === chosen) ?? cards[0]
  return cards.map((card) => ({ ...card, is_default: card.id === used?.id }))
}
