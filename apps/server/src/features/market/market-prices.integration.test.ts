import { withDatabase } from '@gridloom/testkit/database'
import { turnableClock } from '@gridloom/testkit/turnable-clock'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { insertAccount, insertRenderMachine } from '../../../test/render-rows.ts'
import { readPriceHistory } from './read-price-history.ts'
import { recordMarketPrices } from './record-market-prices.ts'

const dayMs = 24 * 60 * 60 * 1_000

it('keeps one price of each hour, and shows the median of each of the last 30 days', async () => {
  await using market = await setup()
  expect(await market.history('cpu')).toEqual({ now: null, days: [] })
  await market.offer('a', { kind: 'cpu', price: 40_000 })
  await market.offer('b', { kind: 'cpu', price: 90_000 })
  await market.offer('c', { kind: 'cpu', price: 60_000 })
  await market.offer('d', { kind: 'gpu', price: 1, free: 0 })
  await market.record()
  await market.record()
  const now = { lowest_micro_usd_per_hour: 40_000, median_micro_usd_per_hour: 60_000, offers: 3 }
  const { days } = await market.history('cpu')
  expect(await market.history('cpu')).toEqual({
    now,
    days: [{ day: market.day(), median_micro_usd_per_hour: 60_000 }],
  })
  expect(await market.history('gpu')).toEqual({ now: null, days: [] })
  for (let day = 0; day < 31; day += 1) {
    market.clock.turn(dayMs)
    await market.record()
  }
  const later = await market.history('cpu')
  expect(later.days).toHaveLength(30)
  expect(later.days.at(-1)?.day).toBe(market.day())
  expect(later.days).not.toContainEqual(days[0])
  expect(await market.rows()).toBe(31)
})

async function setup() {
  const fixture = await withDatabase()
  const clock = turnableClock()
  const { ids } = fixture.ctx()
  const minted = { db: fixture.db, ids }
  const accountId = await insertAccount(minted)
  const machineId = await insertRenderMachine(minted, { accountId })
  const ctx = () => ({ ...fixture.ctx(), clock })
  return {
    ...fixture,
    clock,
    day: () => clock.now().toISOString().slice(0, 10),
    record: () => recordMarketPrices(ctx()),
    history: (kind: 'gpu' | 'cpu') => readPriceHistory(fixture.db, { kind, now: clock.now() }),
    async rows(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from market_prices`.execute(fixture.db)
      return rows[0]?.count ?? 0
    },
    /** An offer with free slots, at a price in micro-dollars per hour. */
    async offer(
      name: string,
      { kind, price, free = 1 }: { kind: 'gpu' | 'cpu'; price: number; free?: number },
    ) {
      await sql`insert into offers (id, machine_id, slot_group, visible, kind, gpu_model, cpu_model, vram_mib,
          vcpus, memory_mib, disk_free_gb, slots_total, slots_free, slot_micro_usd_per_hour,
          memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour, stopped_disk_gb_micro_usd_per_hour,
          price_micro_usd_per_hour, cpu_score, network_down_mbps)
        values (${`off_${name}`}, ${machineId}, ${name}, true, ${kind}, null, 'CPU', 0, 1, 1024, 10, 1,
          ${free}, 1, 1, 1, 1, ${price}, 1, 1)`.execute(fixture.db)
    },
  }
}
