import type { Ctx } from '../../platform/ctx.ts'
import { offlineBefore } from '../../platform/outages/excused.ts'
import { hideOffers, publishOffers } from '../market/index.ts'
import { markOffline } from './heartbeats-store.ts'
import { publishMachine } from './publish-machine.ts'

/**
 * Marks machines without a heartbeat for 30 s as offline and hides their offers; their next heartbeat shows them again.
 * Run it every few seconds, on any number of replicas.
 */
export async function sweepSilentMachines(ctx: Ctx): Promise<void> {
  const before = await offlineBefore(ctx)
  await ctx.transact(async (tx) => {
    const gone = await markOffline(tx, before)
    for (const { id, accountId } of gone) {
      await publishMachine(tx, accountId, id)
    }
    const hidden = await hideOffers(
      tx,
      gone.map(({ id }) => id),
    )
    if (hidden > 0) {
      await publishOffers(tx)
    }
  })
}
