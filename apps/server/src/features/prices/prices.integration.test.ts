import { InstanceId } from '@gridloom/contract/core/ids'
import { priceLevel } from '@gridloom/domain/prices/suggest-price'
import { parquetReadObjects } from 'hyparquet'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountIdOf, withInstances } from '../../../test/instances.ts'
import { insertAccount } from '../../../test/render-rows.ts'
import { seedOffers } from '../../../test/seed-offers.ts'
import { listPrices } from './list-prices.ts'
import { noteRentals } from './note-rentals.ts'
import { listOpenMonths, readPriceFile } from './open-data.ts'
import { readHistory } from './read-history.ts'
import { recordPrices } from './record-prices.ts'
import { suggestPrices } from './suggest-prices.ts'

const hourMs = 60 * 60 * 1_000
const dayMs = 24 * hourMs
/** The payload of an order; prices read the instance itself. */
const placed = {
  machine_id: 'mch_01jd3v8q6f7g8h9jkmnpqrstvw',
  offer_id: 'ofr_01jd3v8q6f7g8h9jkmnpqrstvw',
  slots: 1,
  running_micro_usd_per_hour: 1,
}

describe('prices', () => {
  it('are what is asked and paid per thread, and what the last order agreed to', async () => {
    await using market = await setup()
    const threads = await market.threadsOfSlot()
    const instance = await market.order()
    await market.note(instance)
    await market.record()
    const perThread = Math.round(3_600_000 / threads)
    expect(await listPrices(market.renter)).toEqual([
      {
        hardware_class: 'cpu',
        at: market.hour(),
        p10_micro_usd_per_hour: perThread,
        median_micro_usd_per_hour: perThread,
        p90_micro_usd_per_hour: perThread,
        paid_median_micro_usd_per_hour: perThread,
        units_listed: 4 * threads,
        units_rented: threads,
        last_rented: { micro_usd_per_hour: perThread, at: expect.any(String) },
        days: [{ day: market.day(), median_micro_usd_per_hour: perThread }],
      },
    ])
  })

  it('of an hour are counted once, however often they are recorded', async () => {
    await using market = await setup()
    await market.record()
    const once = await market.history()
    await market.record()
    expect(await market.history()).toEqual(once)
    await market.clock.advance(hourMs)
    await market.record()
    const [day] = await market.history()
    expect(day?.unit_hours_listed).toBe(2 * (once[0]?.unit_hours_listed ?? 0))
  })

  it('of hardware that left the market are history, and no price of now', async () => {
    await using market = await setup()
    await market.record()
    await sql`update offers set visible = false`.execute(market.db)
    await market.clock.advance(3 * hourMs)
    await market.record()
    expect(await listPrices(market.renter)).toEqual([])
    expect(await market.history()).toHaveLength(1)
  })

  it('are kept by day for ever, and by hour for a month', async () => {
    await using market = await setup()
    for (let day = 0; day < 40; day += 1) await recordPrices(market.later(day * dayMs))
    const since = { hardware_class: 'cpu', days: 366 }
    expect(await readHistory(market.later(40 * dayMs), since)).toHaveLength(40)
    expect(await market.count('price_hours')).toBe(33)
    expect(await market.count('price_levels')).toBe(33)
  })

  it('of 20,000 varied offers have the level that the domain gives them', async () => {
    await using market = await setup()
    await sql`update offers set visible = false`.execute(market.db)
    const accountId = await insertAccount({ db: market.db, ids: market.system.ids })
    await seedOffers(market.db, { offers: 20_000, accountId })
    await market.record()
    const { rows } = await sql<{ level: number; price: number }>`
      select level, round(micro_usd_listed / unit_hours_listed)::float8 as price
      from price_levels`.execute(market.db)
    expect(rows.length).toBeGreaterThan(100)
    for (const { level, price } of rows) expect(priceLevel(price)).toBe(level)
    const shown = await listPrices(market.renter)
    expect(shown).toHaveLength(7)
    for (const each of shown) {
      expect(each.p10_micro_usd_per_hour).toBeLessThanOrEqual(each.median_micro_usd_per_hour)
      expect(each.median_micro_usd_per_hour).toBeLessThanOrEqual(each.p90_micro_usd_per_hour)
      expect(each.units_rented).toBeLessThanOrEqual(each.units_listed)
    }
  })
})

describe('open data', () => {
  it('has the full days of a month, the same in JSON and in Parquet', async () => {
    await using market = await setup()
    await market.note(await market.order())
    await market.record()
    expect(await listOpenMonths(market.renter)).toEqual([])
    const month = market.day().slice(0, 7)
    const missing = readPriceFile(market.renter, `${month}.json`)
    await expect(missing).rejects.toMatchObject({ code: 'not_found' })
    await market.clock.advance(dayMs)
    await market.record()
    expect(await listOpenMonths(market.renter)).toEqual([month])
    const json = JSON.parse((await market.file(`${month}.json`)).toString())
    expect(json).toMatchObject([
      { hardware_class: 'cpu', last_rented_micro_usd_per_hour: expect.any(Number) },
    ])
    const file = await market.file(`${month}.parquet`)
    const copy = new Uint8Array(file).buffer
    const rows = await parquetReadObjects({ file: copy })
    const plain = JSON.parse(
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    )
    expect(plain).toEqual(json)
  })
})

describe('suggestions', () => {
  it('compare the price of a machine with the market, for its provider alone', async () => {
    await using market = await setup()
    const threads = await market.threadsOfSlot()
    await market.levels([
      { price: 10_000_000, hours: 500, rented: 450 },
      { price: Math.round(3_600_000 / threads), hours: 500, rented: 5 },
    ])
    expect(await suggestPrices(market.provider, market.machineId)).toMatchObject([
      { hardware_class: 'cpu', verdict: 'raise', best: { rented_percent: 90 } },
    ])
    await expect(suggestPrices(market.renter, market.machineId)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('forget what is older than two weeks', async () => {
    await using market = await setup()
    await market.levels([{ price: 10_000_000, hours: 500, rented: 450 }])
    const suggested = (days: number) =>
      suggestPrices(
        { ...market.provider, clock: market.later(days * dayMs).clock },
        market.machineId,
      )
    expect(await suggested(13)).toMatchObject([{ verdict: 'raise', now: null }])
    expect(await suggested(14)).toMatchObject([{ verdict: 'unknown', now: null, best: null }])
  })
})

async function setup() {
  const fixture = await withInstances({ cpuSlots: 4 })
  const { db, clock } = fixture
  const day = () => clock.now().toISOString().slice(0, 10)
  return {
    ...fixture,
    day,
    hour: () => `${clock.now().toISOString().slice(0, 13)}:00:00.000Z`,
    record: () => recordPrices(fixture.system),
    /** The context of a time to come, without what happens until then. */
    later: (ms: number): typeof fixture.system => ({
      ...fixture.system,
      clock: { ...clock, now: () => new Date(clock.now().getTime() + ms) },
    }),
    history: (days = 30) => readHistory(fixture.renter, { hardware_class: 'cpu', days }),
    note: (id: InstanceId) =>
      fixture.system.transact((tx) =>
        noteRentals.handle(fixture.system, tx, {
          ...{
            id: '1',
            topic: 'order.placed',
            subject: id,
            accountId: accountIdOf(fixture.renter),
          },
          ...{ at: clock.now(), attempts: 0, payload: placed },
        }),
      ),
    order: async () => InstanceId.parse((await fixture.order()).id),
    async file(name: string): Promise<Buffer> {
      const { pieces } = await readPriceFile(fixture.renter, name)
      return Buffer.concat((await Array.fromAsync(pieces)).map((piece) => Buffer.from(piece)))
    },
    async threadsOfSlot(): Promise<number> {
      const { rows } = await sql<{ vcpus: number }>`select vcpus from offers`.execute(db)
      return rows[0]?.vcpus ?? 0
    },
    async count(table: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)}`.execute(db)
      return rows[0]?.count ?? 0
    },
    async levels(given: readonly { price: number; hours: number; rented: number }[]) {
      for (const { price, hours, rented } of given)
        await sql`insert into price_levels values ('cpu', ${day()}::date, ${priceLevel(price)}, ${hours},
          ${rented}, ${price * hours})`.execute(db)
    },
  }
}
