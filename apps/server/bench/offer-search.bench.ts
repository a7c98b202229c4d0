import { cpus } from 'node:os'
import { systemClock } from '@gridloom/async/clock'
import { AccountId } from '@gridloom/contract/core/ids'
import { OfferSearch } from '@gridloom/contract/market/offer'
import { freshDatabase, startTestCluster } from '@gridloom/testkit/cluster'
import { sql } from 'kysely'
import { explainSearch } from '../src/features/market/explain-search.ts'
import { offerSearchQuery } from '../src/features/market/offer-search-store.ts'
import { countedMax, searchOffers } from '../src/features/market/search-offers.ts'
import { connectDatabase } from '../src/platform/database/connect.ts'
import { seedOffers } from '../test/seed-offers.ts'

const offers = 100_000
const searches = 300
const p95MaxMs = 20
const system = { actor: { kind: 'system' } } as const
const accountId = AccountId.parse(`acc_${'0'.repeat(26)}`)

/** Searches 100,000 offers with six filters and a sort; prints p50, p95 and the slowest search's plan. */
async function main(): Promise<number> {
  await using cluster = await startTestCluster()
  await using database = await freshDatabase(cluster.url)
  const { db } = connectDatabase(database.url, { connections: 4 })
  const clock = systemClock
  await seedOffers(db, { offers, accountId })
  await sql`vacuum analyze`.execute(db)

  const random = seededRandom(7)
  const asked = Array.from({ length: searches }, () => randomSearch(random))
  for (const search of asked.slice(0, 20)) await searchOffers({ ...system, db, clock }, search)
  const timed: { search: OfferSearch; ms: number; total: number }[] = []
  for (const search of asked) {
    const startedMs = clock.monotonicMs()
    const { total } = await searchOffers({ ...system, db, clock }, search)
    timed.push({ search, ms: clock.monotonicMs() - startedMs, total })
  }
  timed.sort((one, other) => one.ms - other.ms)
  const p95Ms = at(timed, 0.95).ms
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
  say(`${searches} searches of ${offers} offers, six filters and a sort each:`)
  say(`p50 ${at(timed, 0.5).ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms (at most ${p95MaxMs})`)
  const matches = timed.map(({ total }) => total).sort((one, other) => one - other)
  say(`matches: p50 ${matches[searches / 2]}, least ${matches[0]}, most ${matches.at(-1)}`)

  const effectMs: number[] = []
  for (const { search } of timed.slice(0, 30)) {
    const { sort: _sort, order: _order, page: _page, page_size: _size, ...filters } = search
    const startedMs = clock.monotonicMs()
    await explainSearch({ ...system, db }, filters)
    effectMs.push(clock.monotonicMs() - startedMs)
  }
  effectMs.sort((one, other) => one - other)
  say(`explaining the filters: p50 ${effectMs[15]?.toFixed(1)} ms`)

  for (const [name, { search }] of [
    ['median', at(timed, 0.5)],
    ['slowest', at(timed, 1)],
  ] as const) {
    say(`\n${name} search: ${JSON.stringify(search)}`)
    const plan = await sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers, costs off)
      ${offerSearchQuery(search, { countedMax, now: clock.now() })}`.execute(db)
    for (const row of plan.rows) say(row['QUERY PLAN'])
  }
  await db.destroy()
  return p95Ms <= p95MaxMs ? 0 : 1
}

function randomSearch(random: () => number): OfferSearch {
  const pick = <T>(...values: T[]): T => at(values, random())
  const gpu = random() < 0.5
  return OfferSearch.parse({
    ...(gpu
      ? { kind: 'gpu', vram_mib_min: pick(8_192, 16_384, 24_576) }
      : { kind: 'cpu', slots_min: pick(1, 2, 4) }),
    vcpus_min: pick(0.5, 1, 2, 4, 8),
    memory_mib_min: pick(1_024, 4_096, 8_192, 16_384),
    disk_gb_min: pick(10, 50, 200, 1_000),
    ...(random() < 0.5
      ? { cpu_score_min: pick(500, 1_000, 5_000, 10_000) }
      : { network_down_mbps_min: pick(20, 100, 1_000) }),
    price_micro_usd_per_hour_max: pick(50_000, 200_000, 400_000, 600_000),
    sort: pick('price', 'cpu_score', 'memory', 'vram', 'disk', 'network'),
    order: pick('asc', 'desc'),
    page: pick(1, 1, 1, 2, 10),
  })
}

/** mulberry32, seeded: every run makes the same searches. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function at<T>(sorted: readonly T[], share: number): T {
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (found === undefined) throw new RangeError('nothing was timed')
  return found
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
