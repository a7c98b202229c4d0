import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { aChoice, aModelId, type ModelSite, withModels } from '../../../../test/model-site.ts'
import { readModels } from '../hub/hub.ts'
import { tidyMinutes } from '../stats/tidy-minutes.ts'
import type { ServedEndpoints } from '../sync/create-endpoints.ts'

it('shows the same metrics before and after they are written', async () => {
  await using site = await withModels()
  await site.serving()
  await answer(site, { firstTokenMs: 200, tokens: 101, ms: 2_000 })
  await fail(site)
  const before = await metrics(site)
  expect(before).toMatchObject({ uptime_5m: 0.5, uptime_30m: 0.5, uptime_1d: 0.5, answers_30m: 1 })
  expect(Math.abs((before?.first_token_ms?.p50 ?? 0) / 200 - 1)).toBeLessThan(0.05)
  expect(Math.abs((before?.tokens_per_s?.p99 ?? 0) / 50 - 1)).toBeLessThan(0.05)
  expect(await written(site)).toBe(0)
  await site.endpoints.stats.flush()
  expect(await written(site)).toBe(1)
  expect(await metrics(site)).toEqual(before)
})

it('writes metrics every 15 s, and once more at shutdown', async () => {
  await using site = await withModels()
  await site.serving()
  await fail(site)
  await site.clock.advance(15_000)
  await expect.poll(() => written(site)).toBe(1)
  await site.clock.advance(60_000)
  await fail(site)
  await site.endpoints[Symbol.asyncDispose]()
  expect(await written(site)).toBe(2)
})

it('adds up what several replicas measured of one endpoint in one minute', async () => {
  await using site = await withModels()
  const { id } = await site.serving()
  const other = await site.replica()
  await answer(site, { firstTokenMs: 100, tokens: 11, ms: 100 })
  await site.endpoints.stats.flush()
  for (const _ of [1, 2]) await answer(site, { firstTokenMs: 100, tokens: 11, ms: 100 })
  await site.endpoints.stats.flush()
  other.endpoints.stats.record(id, { firstTokenMs: 5_000, tokensPerS: null })
  other.endpoints.stats.record(id, null)
  await other.endpoints.stats.flush()
  const { rows } = await sql<{ answered: number; failed: number; counted: number }>`
    select answered, failed, (select sum(value::int) from jsonb_each_text(first_token_ms)) as counted
    from endpoint_minutes`.execute(site.db)
  expect(rows).toEqual([{ answered: 4, failed: 1, counted: 4 }])
  expect(await metrics(site)).toMatchObject({ answers_30m: 4, uptime_30m: 0.8 })
})

it('keeps metrics in memory after a failed write, and writes them with the next', async () => {
  await using site = await withModels()
  await site.serving()
  await fail(site)
  await sql`alter table endpoint_minutes rename to hidden`.execute(site.db)
  await expect(site.endpoints.stats.flush()).rejects.toThrow('endpoint_minutes')
  await fail(site)
  await sql`alter table hidden rename to endpoint_minutes`.execute(site.db)
  await site.endpoints.stats.flush()
  const { rows } = await sql<{ failed: number }>`select failed from endpoint_minutes`.execute(
    site.db,
  )
  expect(rows).toEqual([{ failed: 2 }])
})

it('loads the earlier stats of a machine that connects', async () => {
  await using site = await withModels()
  const bad = await site.serving({ name: 'bad' })
  for (let time = 0; time < 20; time++) site.endpoints.stats.record(bad.id, null)
  await site.endpoints.stats.flush()
  const after = await site.replica()
  await after.agents.hello(bad.machineId, [aServeReport(bad.id)])
  expect(after.endpoints.stats.speedOf(bad.id)).toMatchObject({ uptime: 0 })
})

it('stops using an endpoint that fails repeatedly while there is another', async () => {
  await using site = await withModels()
  const { id: bad } = await site.serving({ name: 'bad' })
  const { id: good } = await site.serving({ name: 'good' })
  const choose = (luck: number) => {
    site.luck.push(luck)
    return site.endpoints.choose(aChoice())?.id
  }
  expect(new Set([choose(0), choose(0.999)])).toEqual(new Set([bad, good]))
  for (let time = 0; time < 3; time++) beginAt(site.endpoints, bad).end('failed', { tokens: 0 })
  expect([choose(0), choose(0.999)]).toEqual([good, good])
  // Without another endpoint, it is used all the same.
  site.luck.push(0)
  expect(site.endpoints.choose(aChoice({ tried: new Set([good]) }))?.id).toBe(bad)
})

it('chooses full machines last', async () => {
  await using site = await withModels()
  const { id: full } = await site.serving({ name: 'full' })
  const { id: free } = await site.serving({ name: 'free' })
  const attempts = [beginAt(site.endpoints, full), beginAt(site.endpoints, full)]
  for (const luck of [0, 0.999]) {
    site.luck.push(luck)
    expect(site.endpoints.choose(aChoice())?.id).toBe(free)
  }
  for (const attempt of attempts) attempt.end('answered', { tokens: 1 })
})

it('deletes minutes that are older than every window', async () => {
  await using site = await withModels()
  await site.serving()
  await fail(site)
  await site.endpoints.stats.flush()
  await site.clock.jump(24 * 3_600_000)
  await tidyMinutes(site.ctxAs())
  expect(await written(site)).toBe(1)
  await site.clock.jump(2 * 3_600_000)
  await tidyMinutes(site.ctxAs())
  expect(await written(site)).toBe(0)
})

interface AnswerOutput {
  firstTokenMs: number
  tokens: number
  /** From the first token to the last. */
  ms: number
}

async function answer(site: ModelSite, { firstTokenMs, tokens, ms }: AnswerOutput): Promise<void> {
  const attempt = beginAt(site.endpoints)
  await site.clock.advance(firstTokenMs)
  attempt.firstToken()
  await site.clock.advance(ms)
  attempt.end('answered', { tokens })
}

async function fail(site: ModelSite): Promise<void> {
  beginAt(site.endpoints).end('failed', { tokens: 0 })
}

/** Begins a call to the endpoint with this id, or to the first. */
function beginAt(endpoints: ServedEndpoints, id?: string) {
  const serving = endpoints.serving(aModelId)
  const endpoint = id === undefined ? serving[0] : serving.find((one) => one.id === id)
  if (endpoint === undefined) throw new Error('it serves')
  return endpoints.begin(endpoint)
}

async function metrics(site: ModelSite) {
  return (await readModels(site.operator, aModelId))[0]?.metrics
}

async function written(site: ModelSite): Promise<number> {
  const { rows } = await sql`select 1 from endpoint_minutes`.execute(site.db)
  return rows.length
}
