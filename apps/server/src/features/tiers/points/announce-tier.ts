import type { AccountId } from '@gridloom/contract/core/ids'
import type { TierTerms } from '@gridloom/contract/tiers/tier'
import { isTierAtLeast } from '@gridloom/domain/tiers/tier-of'
import { benefitsOf } from '@gridloom/domain/tiers/tier-words'
import { eventSubscriber } from '../../../platform/business-events/business-event.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { publishNotice } from '../../notices/index.ts'
import type { TiersCtx } from '../ctx.ts'
import { pointsGiven } from '../events.ts'
import { lockAnnounced, selectUnannounced, storeAnnounced } from './points-store.ts'
import { countedAfter, readTier } from './read-tier.ts'

const atOnce = 500

/** Tells an account of its tier when its points changed. */
export const announceOnPoints = eventSubscriber({
  name: 'tiers.announce',
  to: [pointsGiven],
  async handle(ctx: TiersCtx, tx, { accountId }) {
    if (accountId !== null) await announceTier(ctx, tx, accountId)
  },
})

/** Tells accounts whose tier changed otherwise: points are too old to count, or the operator changed the tiers. */
export async function announceTiers(ctx: TiersCtx): Promise<void> {
  const since = countedAfter(ctx.clock.now())
  let after = ''
  for (;;) {
    const ids = await selectUnannounced(ctx.db, { since, after, limit: atOnce })
    for (const id of ids) await ctx.transact((tx) => announceTier(ctx, tx, id))
    after = ids.at(-1) ?? after
    if (ids.length < atOnce) return
  }
}

async function announceTier(ctx: TiersCtx, tx: Tx, accountId: AccountId): Promise<void> {
  const told = await lockAnnounced(tx, accountId)
  if (told === undefined) return
  const terms = await readTier(tx.db, accountId, ctx.clock.now())
  if (told.tier === terms.tier) return
  const changes = told.changes + 1
  await storeAnnounced(tx, accountId, { tier: terms.tier, changes })
  const text = isTierAtLeast(terms.tier, told.tier) ? risenText(terms) : fallenText(terms)
  await publishNotice(ctx, tx, {
    accountId,
    notice: { key: `tier:${accountId}:${changes}`, level: 'info', text },
    mail: null,
  })
}

function risenText(terms: TierTerms): string {
  const benefits = benefitsOf(terms)
  const gives = benefits.length === 0 ? '' : ` It gives: ${benefits.join('; ')}.`
  return `Your tier is now ${terms.name}.${gives}`
}

function fallenText({ name }: TierTerms): string {
  return `Your tier is now ${name}, as fewer of your points count. Missions say which points they give.`
}
