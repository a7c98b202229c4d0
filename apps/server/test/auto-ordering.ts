import { type AutoOrder, NewAutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import type { AutoOrderId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { checkAutoOrder } from '../src/features/auto-orders/check-auto-order.ts'
import { checkDue } from '../src/features/auto-orders/check-due.ts'
import { createAutoOrder } from '../src/features/auto-orders/create-auto-order.ts'
import type { AutoOrdersCtx } from '../src/features/auto-orders/ctx.ts'
import { readAutoOrder } from '../src/features/auto-orders/read-auto-orders.ts'
import { createOfferIndex } from '../src/features/market/columns/offer-index.ts'
import { keepEvents } from './business-events.ts'
import { accountIdOf, withInstances } from './instances.ts'

type Wanted = NonNullable<Parameters<typeof withInstances>[0]>

/** A renter with automatic orders, and a machine whose slots cost $3.60 an hour. */
export async function withAutoOrdering(wanted: Wanted = {}) {
  const fixture = await withInstances(wanted)
  const { db, clock } = fixture
  const offerIndex = createOfferIndex({ db, clock })
  const renter: AutoOrdersCtx = { ...fixture.renter, offerIndex }
  const system: AutoOrdersCtx = { ...fixture.system, offerIndex }
  await openAccountOf(renter)
  await keepEvents(system, ['auto_order.placed', 'auto_order.paused', 'offers.freed'])
  const { signal } = new AbortController()
  return {
    ...fixture,
    ...{ renter, system },
    /** What a client sends, with defaults: one instance at $3.60 an hour or less. */
    create: (changed: Record<string, unknown> = {}, as = renter): Promise<AutoOrder> =>
      createAutoOrder(as, anAutoOrder(changed)),
    read: (id: AutoOrderId) => readAutoOrder(renter, id),
    /** Time passes, and what is due is checked. */
    async check(seconds = 0, as = system) {
      await clock.jump(seconds * 1_000)
      await checkDue(as, signal)
    },
    /** Checks one without the claim that keeps replicas apart. */
    checkNow: (id: AutoOrderId, as = system) => checkAutoOrder(as, id),
    async instances() {
      const { rows } = await sql<{ label: string; budget: number | null }>`
        select i.label, i.budget_micro_usd as budget
        from instances i left join auto_order_instances rented on rented.instance_id = i.id
        order by rented.auto_order_id, rented.number`.execute(db)
      return rows
    },
    async notices() {
      const { rows } = await sql<{ text: string }>`select text from notices
        where key like 'auto_order%' and account_id = ${accountIdOf(renter)}
        order by at, key`.execute(db)
      return rows.map(({ text }) => text)
    },
  }
}
export type AutoOrdering = Awaited<ReturnType<typeof withAutoOrdering>>

export function anAutoOrder(changed: Record<string, unknown> = {}): NewAutoOrder {
  return NewAutoOrder.parse({
    name: 'cheap CPUs',
    query: 'kind:cpu',
    order: { disk_gb: 1, template: { image_path_with_tag: 'gridloom/base:latest' } },
    max_price_micro_usd_per_hour: 3_600_000,
    ...changed,
  })
}

/** Makes the user of a context one who may rent. */
export async function openAccountOf(ctx: AutoOrdersCtx): Promise<void> {
  const id = accountIdOf(ctx)
  const email = `${id}@example.com`
  await sql`insert into accounts
    (id, email, email_key, username, role, created_at, email_verified_at, access_granted_at)
    values (${id}, ${email}, ${email}, 'ada', 'user', now(), now(), now())`.execute(ctx.db)
}
