import type { InstanceId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { priceAtClearing } from '@gridloom/domain/market/clear-bids'
import { isActiveUser } from '../../accounts/index.ts'
import { clearedBefore, clearOffer, listOffersToClear, putRentalPrice } from '../../market/index.ts'
import { decideKeyBudget } from '../automation/scheduled-start.ts'
import type { InstancesCtx } from '../ctx.ts'
import { lockInstance, updateInstance } from '../instances-store.ts'
import { publishInstance } from '../publish-instance.ts'
import { sendSpecSoon } from '../send-spec.ts'
import { isStartable, startAgain } from '../start-again.ts'
import { wasInterrupted } from './bid-view.ts'
import { publishNotResumed } from './notices.ts'

/**
 * Clears the bids of each offer, at most once a minute: the price of all of them, which leave, and which start again.
 * Returns how many offers were looked at.
 */
export async function clearAllBids(ctx: InstancesCtx): Promise<number> {
  const offers = await listOffersToClear(ctx.db, clearedBefore(ctx.clock.now()))
  for (const offer of offers) {
    await clearOne(ctx, offer).catch((error: unknown) =>
      // @NOTE the next run tries again.
      ctx.log.error(
        { event: 'bids.clearing_failed', err: error, offer: offer.id },
        'the bids for an offer could not be cleared',
      ),
    )
  }
  return offers.length
}

/**
 * The clearing commits first. What is lost after it (a price, a start) is done by the next one, as each sees all bids of
 * the offer anew.
 */
async function clearOne(
  ctx: InstancesCtx,
  offer: { id: OfferId; machineId: MachineId },
): Promise<void> {
  const cleared = await ctx.transact((tx) => clearOffer(tx, offer, ctx.clock.now()))
  if (cleared === undefined) return
  for (const id of cleared.running) await reprice(ctx, id, cleared.microUsd)
  for (const id of cleared.starts) await resume(ctx, id)
}

/** The next report of the instance is the last at the price before, so that no second costs more than it was said to. */
async function reprice(ctx: InstancesCtx, id: InstanceId, microUsd: number): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, id)
    if (row === undefined || row.desired !== 'running') return
    const { bid_micro_usd_per_hour: maxMicroUsd, bid_all_micro_usd_per_hour: all, slots } = row
    if (maxMicroUsd === null || all === null) return
    const price = priceAtClearing({ slots, maxMicroUsd, allAtMaxMicroUsd: all }, microUsd)
    if (price === (row.next_micro_usd_per_hour ?? row.running_micro_usd_per_hour)) return
    await updateInstance(tx, id, { next_micro_usd_per_hour: price })
    await putRentalPrice(tx, id, price)
    await publishInstance(tx, row.account_id, id)
  })
}

/** Refusals that the next clearing may not meet. */
const later: ReadonlySet<string> = new Set(['outbid', 'offer_taken', 'machine_offline'])

/** Starts an interrupted instance whose bid won. One that cannot pay bids no longer. */
async function resume(ctx: InstancesCtx, id: InstanceId): Promise<void> {
  try {
    const isStarted = await ctx.transact(async (tx) => {
      const row = await lockInstance(tx, id)
      if (row === undefined || !row.resumes || !wasInterrupted(row) || !isStartable(row))
        return false
      if (row.placed_by !== null && !(await isActiveUser(tx.db, row.placed_by)))
        throw new Refused('forbidden')
      await startAgain(ctx, tx, row, (microUsd) => decideKeyBudget(ctx, tx, { row, microUsd }))
      return true
    })
    if (isStarted) sendSpecSoon(ctx, id)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (!later.has(error.code)) await giveUp(ctx, id, error.publicText)
  }
}

async function giveUp(ctx: InstancesCtx, id: InstanceId, why: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, id)
    if (row === undefined || !row.resumes || !wasInterrupted(row)) return
    await updateInstance(tx, id, { resumes: false })
    await publishNotResumed(ctx, tx, row, why)
    await publishInstance(tx, row.account_id, id)
  })
}
