import type { AutoOrderId } from '@gridloom/contract/core/ids'
import { eventSubscriber } from '../../platform/business-events/business-event.ts'
import type { Tx } from '../../platform/ctx.ts'
import { matchingAmong, offersFreed } from '../market/index.ts'
import { listWaiting, makeDue } from './auto-orders-store.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { publishAutoOrder } from './publish-auto-order.ts'

const readAtOnce = 1_000
/** A busy market frees offers many times a second: one order is not checked more often than this. */
const pauseS = 5

/** Makes the automatic orders due that offers match which became free, or cheaper: only these offers are compared. */
export const markMatching = eventSubscriber({
  name: 'auto-orders.offers_freed',
  to: [offersFreed],
  async handle(ctx: AutoOrdersCtx, tx, { payload }) {
    const matches = await matchingAmong(tx.db, payload.offer_ids)
    const now = ctx.clock.now()
    let after: AutoOrderId | '' = ''
    for (;;) {
      const waiting: Awaited<ReturnType<typeof listWaiting>> = await listWaiting(tx, {
        ...{ after, limit: readAtOnce },
      })
      const due = waiting.filter(({ filters }) => matches(filters, now)).map(({ id }) => id)
      await publishDue(tx, await makeDue(tx, due, { now, pauseS }))
      const last = waiting.at(-1)
      if (last === undefined || waiting.length < readAtOnce) return
      after = last.id
    }
  },
})

async function publishDue(tx: Tx, due: Awaited<ReturnType<typeof makeDue>>): Promise<void> {
  for (const row of due) await publishAutoOrder(tx, row)
}
