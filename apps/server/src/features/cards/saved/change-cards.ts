import type { CardId, Cards } from '@gridloom/contract/cards/card'
import { Refused } from '@gridloom/contract/errors'
import type { CardsCtx } from '../ctx.ts'
import { cardHolder } from '../may-change-cards.ts'
import { fromProcessor, requireCards } from '../require-cards.ts'
import { returnsTo } from '../returns-to.ts'
import { customerOf } from './customer-of.ts'
import { selectCustomer, updateDefaultCard } from './customers-store.ts'
import { listCards, savedCardsOf } from './list-cards.ts'

/** Opens the processor's page that saves a card. @throws Refused `forbidden`, `cards_unavailable`, `card_processor_failed` */
export async function setUpCard(ctx: CardsCtx): Promise<{ url: string }> {
  const accountId = await cardHolder(ctx)
  const { processor } = requireCards(ctx)
  const { customer_id: customerId } = await customerOf(ctx, accountId)
  const page = { customerId, key: ctx.ids.secret(), ...returnsTo(ctx, { saved: '1' }) }
  const { url } = await fromProcessor(processor.createCardPage(page))
  await ctx.settleAudit()
  return { url }
}

/** Chooses the card that top-ups charge. @throws Refused `forbidden`, `not_found`, `cards_unavailable`, `card_processor_failed` */
export async function chooseCard(ctx: CardsCtx, cardId: CardId): Promise<Cards> {
  const { accountId } = await ownCard(ctx, cardId)
  await ctx.transact(async (tx) => {
    await updateDefaultCard(tx, accountId, cardId)
    tx.note({ subject: cardId })
  })
  return listCards(ctx)
}

/** Removes a saved card. @throws Refused `forbidden`, `not_found`, `cards_unavailable`, `card_processor_failed` */
export async function removeCard(ctx: CardsCtx, cardId: CardId): Promise<Cards> {
  const { accountId, others } = await ownCard(ctx, cardId)
  await fromProcessor(requireCards(ctx).processor.removeCard(cardId))
  await ctx.transact(async (tx) => {
    const chosen = (await selectCustomer(tx.db, accountId))?.default_card_id
    if (chosen === cardId) await updateDefaultCard(tx, accountId, others[0]?.id ?? null)
    tx.note({ subject: cardId })
  })
  return listCards(ctx)
}

/** A card of the active account, asked of the processor: an id alone proves nothing. */
async function ownCard(ctx: CardsCtx, cardId: CardId) {
  const accountId = await cardHolder(ctx)
  const customer = await selectCustomer(ctx.db, accountId)
  const cards =
    customer === undefined ? [] : await fromProcessor(savedCardsOf(requireCards(ctx), customer))
  if (!cards.some(({ id }) => id === cardId))
    throw new Refused('not_found', { details: { what: 'card' } })
  return { accountId, others: cards.filter(({ id }) => id !== cardId) }
}
