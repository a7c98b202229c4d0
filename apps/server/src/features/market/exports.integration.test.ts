import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { seedOffers } from '../../../test/seed-offers.ts'
import { exportOffers } from './export-offers.ts'
import { offerFacets } from './offer-facets.ts'

const usual = { sort: 'price', order: 'asc', availability: 'free', isolation: 'isolated' } as const

describe('the CSV of offers', () => {
  it('has the chosen columns of all that match, in the order of the search', async () => {
    await using market = await setup()
    const lines = await csvOf(market, { q: 'kind:gpu', columns: 'id,gpu,price' })
    const { offers } = await market.search({ q: 'kind:gpu', page_size: 100 })
    expect(lines[0]).toBe('id,gpu,price')
    expect(lines.slice(1)).toEqual(
      offers.map(
        ({ id, gpu_model, price_micro_usd_per_hour: price }) =>
          `${id},${gpu_model},${price / 1_000_000}`,
      ),
    )
  })

  it('makes texts of what spreadsheets would run, and quotes what has commas', async () => {
    await using market = await setup()
    await sql`update machines set name = '=HYPERLINK("http://x","a")'`.execute(market.db)
    const lines = await csvOf(market, { columns: 'machine' })
    expect(new Set(lines.slice(1))).toEqual(new Set([`"'=HYPERLINK(""http://x"",""a"")"`]))
  })

  it('is refused for an unknown column, and for images without access', async () => {
    await using market = await setup()
    const unknown = exportOffers(market.ctx, { ...usual, columns: 'vrma' })
    await expect(unknown).rejects.toMatchObject({ code: 'query_invalid' })
    const images = exportOffers(withoutAccess(market), { ...usual, columns: 'image' })
    await expect(images).rejects.toMatchObject({ code: 'access_code_required' })
  })
})

describe('facets', () => {
  it('count the values of each field without its own filter', async () => {
    await using market = await setup()
    const asked = { isolation: 'isolated', q: 'gpu:a100 vram>=8', fields: 'gpu_model,vram,price' }
    const { offers, facets } = await offerFacets(market.ctx, { ...asked, isolation: 'isolated' })
    const found = await market.search({ q: 'gpu:a100 vram>=8', page_size: 100 })
    expect(offers).toBe(found.total)
    const models = facets[0]?.values ?? []
    expect(models.length).toBeGreaterThan(1)
    for (const { value, offers: count } of models) {
      const { total } = await market.search({ gpu_model: value, q: 'vram>=8' })
      expect(count, value).toBe(total)
    }
    const prices = found.offers.map((offer) => offer.price_micro_usd_per_hour)
    expect(facets[2]).toMatchObject({
      lowest: Math.min(...prices),
      highest: Math.max(...prices),
      values: [],
    })
  })

  it('are refused for images without access', async () => {
    await using market = await setup()
    const hidden = offerFacets(withoutAccess(market), { isolation: 'isolated', fields: 'image' })
    await expect(hidden).rejects.toMatchObject({ code: 'access_code_required' })
  })
})

type Market = Awaited<ReturnType<typeof setup>>

async function setup() {
  const market = await withMachines()
  await seedOffers(market.db, { offers: 120, accountId: market.ctx.ids.mint('account') })
  return market
}

function withoutAccess(market: Market) {
  const actor = { ...anActor(market.ctx.ids.mint('account')), hasAccess: false }
  return { ...market.ctx, actor }
}

async function csvOf(market: Market, asked: { q?: string; columns: string }): Promise<string[]> {
  const { pieces } = await exportOffers(market.ctx, { ...usual, ...asked })
  let text = ''
  for await (const piece of pieces) text += String(piece)
  return text.split('\r\n').slice(0, -1)
}
