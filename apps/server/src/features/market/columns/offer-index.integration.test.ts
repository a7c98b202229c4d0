import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../../test/machines.ts'
import { seedOffers } from '../../../../test/seed-offers.ts'
import type { OfferColumns } from './offer-columns.ts'
import { createOfferIndex } from './offer-index.ts'

it('has every change that committed before it was asked', async () => {
  await using market = await setup()
  for (let price = 1; price <= 20; price += 1) {
    await setPrice(market, price)
    expect(pricesOf(await market.index.current())).toEqual(new Set([price]))
  }
})

it('has the change of a transaction that was open while later ones were read', async () => {
  await using market = await setup()
  await market.index.current()
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
  const open = market.db.transaction().execute(async (trx) => {
    await sql`update offers set price_micro_usd_per_hour = 7 where id = ${market.first}`.execute(
      trx,
    )
    wrote()
    await committed
  })
  await written
  await sql`update offers set price_micro_usd_per_hour = 8 where id <> ${market.first}`.execute(
    market.db,
  )
  expect(pricesOf(await market.index.current()).has(7)).toBe(false)
  commit()
  await open
  expect(pricesOf(await market.index.current())).toEqual(new Set([7, 8]))
})

it('has what other tables say of a machine', async () => {
  await using market = await setup()
  const columns = await market.index.current()
  const isRendering = () => [...columns.number('render').subarray(0, columns.size)].includes(1)
  await sql`delete from render_machines`.execute(market.db)
  await market.index.current()
  expect(isRendering()).toBe(false)
  await sql`insert into render_machines (machine_id, account_id, enabled, admission, micro_usd_per_reference_hour)
    select machine_id, 'acc_x', true, 'admitted', 5 from offers limit 1`.execute(market.db)
  await market.index.current()
  expect(isRendering()).toBe(true)
})

it('is read anew after half an hour without a search', async () => {
  await using market = await setup()
  const first = await market.index.current()
  await market.clock.jump(31 * 60 * 1_000)
  expect(await market.index.current()).not.toBe(first)
  expect((await market.index.current()).size).toBe(40)
})

function pricesOf(columns: OfferColumns): Set<number> {
  return new Set(columns.number('price').subarray(0, columns.size))
}

async function setPrice({ db }: { db: Parameters<typeof seedOffers>[0] }, price: number) {
  await sql`update offers set price_micro_usd_per_hour = ${price}`.execute(db)
}

async function setup() {
  const market = await withMachines()
  const { db, clock } = market
  await seedOffers(db, { offers: 40, accountId: market.ctx.ids.mint('account') })
  const { rows } = await sql<{ id: string }>`select id from offers order by id limit 1`.execute(db)
  const index = createOfferIndex({ db, clock })
  return { ...market, first: rows[0]?.id ?? '', index }
}
