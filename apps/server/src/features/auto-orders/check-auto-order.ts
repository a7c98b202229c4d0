import type { AutoOrderId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { decideAutoOrder, type PricedOffer } from '@gridloom/domain/auto-orders/decide-auto-order'
import { type OrderedTemplate, orderedTemplate, sendSpecSoon } from '../instances/index.ts'
import { actorLater } from '../keys/index.ts'
import { priceMatches } from '../market/index.ts'
import { findAutoOrder } from './auto-orders-store.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { factsOf } from './facts-of.ts'
import { placeOnOffer } from './place-on-offer.ts'
import { type Consequence, consequenceOfOrder, consequenceOnOffer } from './refusals.ts'
import type { AutoOrderRow } from './schema.ts'
import { type CheckEnd, type Checked, settleCheck } from './settle-check.ts'

/** Offers that one check tries; others were faster, or their machines cannot take the order. */
const attemptsMax = 3

/** Compares an automatic order with the market, and places at most one instance. */
export async function checkAutoOrder(ctx: AutoOrdersCtx, id: AutoOrderId): Promise<void> {
  const row = await findAutoOrder(ctx.db, id)
  if (row === undefined) return
  const now = ctx.clock.now()
  if (row.state === 'paused') {
    if (row.ends_at <= now) await settleCheck(ctx, row, { end: { kind: 'expire' }, checked: none })
    return
  }
  if (row.state !== 'waiting') return
  const { slots, disk_gb: diskGb } = row.ordered
  const { matches, offers } = await priceMatches(ctx, row.filters, { slots, diskGb })
  const checked = { matches, cheapestMicroUsdPerHour: offers[0]?.microUsdPerHour ?? null }
  const decision = decideAutoOrder(await factsOf(ctx.db, row, offers), now)
  const end =
    decision.kind === 'order'
      ? await orderOne(ctx, { row, checked, offers: decision.offers.slice(0, attemptsMax) })
      : decision
  if (end !== 'placed') await settleCheck(ctx, row, { end, checked })
}

const none: Checked = { matches: 0, cheapestMicroUsdPerHour: null }

interface Ordering {
  row: AutoOrderRow
  checked: Checked
  offers: readonly PricedOffer[]
}

/** Orders on the first offer that takes it, as the user who created the automatic order, with what they may do now. */
async function orderOne(
  base: AutoOrdersCtx,
  { row, checked, offers }: Ordering,
): Promise<CheckEnd | 'placed'> {
  const { account_id: accountId, created_by: userId, api_key_id: keyId } = row
  const actor = await actorLater(base, { accountId, userId, keyId })
  if (actor === undefined) return { kind: 'pause', pause: 'not_permitted' }
  const ctx = { ...base, actor }
  const ordered = await attempt(() => orderedTemplate(ctx, row.ordered))
  if (ordered instanceof Refused) return endOf(consequenceOfOrder(ordered), ordered)
  return tryOffers(ctx, { row, checked, offers, ordered })
}

async function tryOffers(
  ctx: AutoOrdersCtx,
  { row, checked, offers, ordered }: Ordering & { ordered: OrderedTemplate },
): Promise<CheckEnd | 'placed'> {
  let refusal = ''
  for (const offer of offers) {
    ctx.signal.throwIfAborted()
    const placed = await attempt(() => placeOnOffer(ctx, { seen: row, offer, ordered, checked }))
    if (!(placed instanceof Refused)) {
      if (placed !== undefined) sendSpecSoon(ctx, placed.id)
      return 'placed'
    }
    const consequence = consequenceOnOffer(placed)
    if (consequence.kind !== 'next') return endOf(consequence, placed)
    refusal = placed.code === 'offer_taken' ? '' : textOf(placed)
  }
  return { kind: 'wait', outcome: 'offers_taken', refusal }
}

async function attempt<T>(work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

function endOf(consequence: Consequence, refused: Refused): CheckEnd {
  const refusal = textOf(refused)
  if (consequence.kind === 'next') return { kind: 'wait', outcome: 'offers_taken', refusal }
  return { ...consequence, refusal }
}

/** The texts of fields say more than that an input is invalid. */
function textOf({ publicText, fields }: Refused): string {
  return Object.values(fields ?? {})[0] ?? publicText
}
