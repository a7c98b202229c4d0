import type { SavedCard } from '@gridloom/contract/cards/card'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a saved card by its last four digits or its ID. */
export async function findCard(ctx: Ctx, wanted: string): Promise<SavedCard> {
  const { cards } = await ctx.client.cards.list({ signal: ctx.signal })
  const named = cards.map((card) => ({ id: card.id, name: card.last4, card }))
  return chooseOne(named, wanted, 'card').card
}
