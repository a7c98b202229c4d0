import { describe, expect, it } from 'vitest'
import { withMachines } from '../../../../test/machines.ts'
import { changeMachine } from '../../machines/change-machine.ts'
import { sendAlerts } from '../alerts/send-alerts.ts'
import { releaseSlots } from '../release-slots.ts'
import { changeSearch } from './change-search.ts'
import { createSearch } from './create-search.ts'
import { deleteSearch } from './delete-search.ts'
import { listSearches } from './search-view.ts'
import { sendSearches, tidySearches } from './send-searches.ts'

const signal = new AbortController().signal
const hourMs = 60 * 60 * 1_000
const cpu = { name: 'any cpu', query: 'kind:cpu', channels: ['email'] as ('email' | 'webhook')[] }

describe('a saved search', () => {
  it('tells of offers that begin to match, and not of those that matched before', async () => {
    await using market = await withMachines()
    await market.machine({}, 'before')
    const renter = market.stranger()
    const search = await createSearch(renter, cpu)
    await rounds(market)
    expect(await noticesOf(market)).toEqual([])
    await market.machine({}, 'after')
    await rounds(market)
    expect(await noticesOf(market)).toHaveLength(1)
    expect((await noticesOf(market))[0]).toContain(`notice saved-search:${search.id}:`)
    expect(await listSearches(renter)).toMatchObject([
      { id: search.id, waiting: 0, last_sent_at: market.clock.now().toISOString() },
    ])
  })

  it('sends at most one message an hour, with all that began to match', async () => {
    await using market = await withMachines()
    const renter = market.stranger()
    await createSearch(renter, cpu)
    await market.machine({}, 'one')
    await rounds(market)
    await market.machine({}, 'two')
    await market.machine({}, 'three')
    await rounds(market)
    expect(await noticesOf(market)).toHaveLength(1)
    expect(await listSearches(renter)).toMatchObject([{ waiting: 2 }])
    await market.clock.jump(hourMs)
    await rounds(market)
    expect(await noticesOf(market)).toHaveLength(2)
    expect(await listSearches(renter)).toMatchObject([{ waiting: 0 }])
  })

  it('tells of an offer once, however often it is rented and free again', async () => {
    await using market = await withMachines()
    await createSearch(market.stranger(), cpu)
    const offer = await market.offerOf(await market.machine())
    await rounds(market)
    const { instanceId } = await market.rent(offer.id, { slots: 8 })
    await market.ctx.transact((tx) => releaseSlots(tx, instanceId))
    await market.clock.jump(hourMs)
    await rounds(market)
    expect(await noticesOf(market)).toHaveLength(1)
  })

  it('forgets a match that is rented before its message, and tells of it when it is free', async () => {
    await using market = await withMachines()
    await createSearch(market.stranger(), cpu)
    const offer = await market.offerOf(await market.machine())
    await sendAlerts(market.ctx, signal)
    const { instanceId } = await market.rent(offer.id, { slots: 8 })
    await rounds(market)
    expect(await noticesOf(market)).toEqual([])
    await market.ctx.transact((tx) => releaseSlots(tx, instanceId))
    await rounds(market)
    expect(await noticesOf(market)).toHaveLength(1)
  })

  it('is silent while it is paused, and of what matched meanwhile', async () => {
    await using market = await withMachines()
    const renter = market.stranger()
    const { id } = await createSearch(renter, cpu)
    await changeSearch(renter, id, { paused: true })
    const machine = await market.machine()
    await rounds(market)
    await changeSearch(renter, id, { paused: false })
    await changeMachine(market.provider, machine, { country: 'DE' })
    await rounds(market)
    expect(await noticesOf(market)).toEqual([])
    expect(await changeSearch(renter, id, { query: 'country:DE', name: 'here' })).toMatchObject({
      query: 'country:DE',
      name: 'here',
      paused: false,
    })
  })

  it('matches its query, and no other offer', async () => {
    await using market = await withMachines()
    await createSearch(market.stranger(), { ...cpu, query: 'country:FR' })
    const machine = await market.machine()
    await rounds(market)
    await changeMachine(market.provider, machine, { country: 'DE' })
    await rounds(market)
    expect(await noticesOf(market)).toEqual([])
    await changeMachine(market.provider, machine, { country: 'FR' })
    await rounds(market)
    expect(await noticesOf(market)).toHaveLength(1)
  })

  it('is changed and deleted by its account alone', async () => {
    await using market = await withMachines()
    const renter = market.stranger()
    const { id } = await createSearch(renter, cpu)
    const stranger = market.stranger()
    const refused = { code: 'not_found' }
    await expect(changeSearch(stranger, id, { paused: true })).rejects.toMatchObject(refused)
    await expect(deleteSearch(stranger, id)).rejects.toMatchObject(refused)
    expect(await listSearches(stranger)).toEqual([])
    await deleteSearch(renter, id)
    expect(await listSearches(renter)).toEqual([])
  })

  it('is refused for a query that cannot be read, and beyond fifty', async () => {
    await using market = await withMachines()
    const renter = market.stranger()
    const unreadable = createSearch(renter, { ...cpu, query: 'vrma>=24' })
    await expect(unreadable).rejects.toMatchObject({
      code: 'query_invalid',
      publicText: expect.stringContaining('did you mean vram? (at character 1)'),
    })
    for (let n = 0; n < 50; n += 1) await createSearch(renter, cpu)
    await expect(createSearch(renter, cpu)).rejects.toMatchObject({ code: 'limit_reached' })
  })

  it('forgets after 30 days what it told', async () => {
    await using market = await withMachines()
    await createSearch(market.stranger(), cpu)
    await market.machine()
    await rounds(market)
    await market.clock.jump(31 * 24 * hourMs)
    await tidySearches(market.ctx)
    const rows = await market.db
      .selectFrom('saved_search_matches' as never)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })
})

type Market = Awaited<ReturnType<typeof withMachines>>

/** What happens in the background after offers changed. */
async function rounds(market: Market): Promise<void> {
  await sendAlerts(market.ctx, signal)
  await sendSearches(market.ctx, signal)
}

async function noticesOf(market: Market): Promise<string[]> {
  return (await market.published()).filter((change) => change.startsWith('notice saved-search'))
}
