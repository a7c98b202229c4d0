import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../test/fake-server.ts'
import { aWorld, nowMs } from '../../../test/run-words.ts'
import { anOffer, aTemplate } from '../../../test/samples.ts'

describe('offers', () => {
  it('sends filters in the units of the contract', async () => {
    await using world = await aWorld({ answers: market() })
    await world.run(
      ...['offers', '--kind', 'gpu', '--vram-gib', '24', '--max-price', '0.5', '--sort', 'vram'],
      ...['--desc', '--limit', '5'],
    )
    expect(world.server.calls[0]?.query).toEqual({
      kind: 'gpu',
      vram_mib_min: 24_576,
      price_micro_usd_per_hour_max: 500_000,
      sort: 'vram',
      order: 'desc',
      page: 1,
      page_size: 5,
      isolation: 'isolated',
      availability: 'free',
    })
  })

  it('begins with the filters of a template, which options replace', async () => {
    const extra_filters = { kind: 'gpu', vram_mib_min: 24_576 }
    const answers = { ...market(), 'templates.list': () => [aTemplate({ extra_filters })] }
    await using world = await aWorld({ answers })
    await world.run('offers', '--template', 'debian', '--vram-gib', '48')
    expect(world.server.calls.at(-1)?.query).toMatchObject({ kind: 'gpu', vram_mib_min: 49_152 })
  })

  it('includes machines that are not isolated only on request, and marks them', async () => {
    const found = { offers: [anOffer({ isolated: false })], total: 1, more: false }
    await using world = await aWorld({ answers: { 'market.search': () => found } })
    const { stdout } = await world.run('offers', '--not-isolated')
    expect(world.server.calls[0]?.query).toMatchObject({ isolation: 'any' })
    expect(stdout).toMatch(/ISOLATED\n.* no *\n/)
  })

  it('shows a table to users, and the response as JSON to scripts', async () => {
    await using world = await aWorld({ answers: market() })
    const human = await world.run('offers')
    expect(human.stdout.split('\n')[1]).toMatch(/^bbbb2222 .*EPYC.* 931\.3 Mb\/s .*\$0\.028\/h/)
    const json = await world.run('offers', '--json')
    expect(JSON.parse(json.stdout)).toEqual({ offers: [anOffer()], total: 1, more: false })
    expect(json.stderr).toBe('')
  })

  it('are requested under the name and version of the program', async () => {
    await using world = await aWorld({ answers: market() })
    await world.run('offers')
    expect(world.server.calls[0]?.userAgent).toMatch(/^gridloom\/0\.1\.0 \(.+; Node \d+/)
  })

  it('reports which filter excludes offers when none matches', async () => {
    const effect = { filter: 'kind', removed: 1, relax_to: null, gained: 1 }
    await using world = await aWorld({
      answers: {
        'market.search': () => ({ offers: [], total: 0, more: false }),
        'market.explain': () => [{ ...effect, cheapest_micro_usd_per_hour: 28_000 }],
        'market.nearest': () => [],
      },
    })
    expect((await world.run('offers', '--kind', 'gpu', '--page', '2')).stdout).toBe(
      'No offers match these filters.\n  without --kind adds 1, from $0.028/h\n',
    )
    const explained = world.server.calls.find(({ name }) => name === 'market.explain')
    expect(explained?.query).toEqual({ kind: 'gpu', isolation: 'isolated' })
    expect((await world.run('offers')).stdout).toMatch(/^No offers available right now\.\n/)
  })

  it('shows the nearest free offers when none matches the filters', async () => {
    await using world = await aWorld({
      answers: {
        'market.search': () => ({ offers: [], total: 0, more: false }),
        'market.explain': () => [],
        'market.nearest': () => [anOffer()],
      },
    })
    const { stdout } = await world.run('offers', 'vram>=24', '--columns', 'kind')
    expect(stdout).toBe(
      'No offers match these filters.\n\nSimilar, available now, nearest first:\nOFFER     KIND\nbbbb2222  cpu\n',
    )
    const nearest = world.server.calls.find(({ name }) => name === 'market.nearest')
    expect(nearest?.query).toEqual({ q: 'vram>=24', isolation: 'isolated' })
    const json = await world.run('offers', 'vram>=24', '--json')
    expect(JSON.parse(json.stdout)).toEqual({ offers: [], total: 0, more: false })
    expect((await world.run('offers')).stdout).not.toContain('Similar')
  })

  it('tells how many matching offers are rented, and lists them with since when', async () => {
    const rented = anOffer({ availability: 'rented', slots_free: 0, rented_since: hoursAgo(2) })
    await using world = await aWorld({
      answers: {
        'market.search': ({ query }) =>
          query.availability === 'rented'
            ? { offers: [rented], total: 1, more: false }
            : { offers: [], total: 0, more: false },
        'market.explain': () => [],
      },
    })
    expect((await world.run('offers')).stdout).toBe(
      'No offers available right now.\n1 matching offer is rented right now. List them: add --rented\n',
    )
    expect((await world.run('offers', '--rented')).stdout).toContain(' rented 2 h ')
  })

  it('marks a score that was measured under load', async () => {
    const figure = {
      kind: 'cpu_multi_mops',
      value: 602,
      measured_at: hoursAgo(1),
      under_load: true,
    }
    const found = { offers: [anOffer({ measured: [figure] })], total: 1, more: false }
    await using world = await aWorld({ answers: { 'market.search': () => found } })
    const { stdout } = await world.run('offers')
    expect(stdout).toContain(' 602* ')
    expect(stdout).toContain('\n* measured under load\n')
  })

  it('fits a terminal of 80 characters', async () => {
    await using world = await aWorld({ answers: market(), columns: 80 })
    const { stdout } = await world.run('offers')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(stdout).toContain('$0.028/h')
  })

  it('rejects a filter that is not a number, before any call', async () => {
    await using world = await aWorld({ answers: market() })
    const ran = await world.run('offers', '--disk', 'much')
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('--disk must be zero or a positive number')
    expect(world.server.calls).toEqual([])
  })
})

function hoursAgo(hours: number): string {
  return new Date(nowMs - hours * 3_600_000).toISOString()
}

function market(): Answers {
  return {
    'market.search': () => ({ offers: [anOffer()], total: 1, more: false }),
    'market.read': () => anOffer(),
  }
}

describe('a query of offers', () => {
  it('is sent as text, and marked where it cannot be read, before any call', async () => {
    await using world = await aWorld({ answers: market() })
    await world.run('offers', 'gpu:4090', 'vram>=24')
    expect(world.server.calls[0]?.query).toMatchObject({ q: 'gpu:4090 vram>=24' })
    const ran = await world.run('offers', 'gpu:4090', 'vrma>=24')
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('did you mean vram?')
    expect(ran.stderr).toMatch(/\n {11}\^{4}/)
    expect(world.server.calls).toHaveLength(1)
  })

  it('shows the columns that are asked for, by their aliases too', async () => {
    const facts = { ...anOffer().facts, cuda: '12.8', memory: 4_096 }
    const found = { offers: [anOffer({ facts })], total: 1, more: false }
    await using world = await aWorld({ answers: { 'market.search': () => found } })
    const { stdout } = await world.run('offers', '--columns', 'cuda,ram')
    expect(stdout).toMatch(/^OFFER +CUDA +MEMORY *\nbbbb2222 +12\.8 +4 GiB *\n/)
    expect((await world.run('offers', '--columns', 'vrma')).stderr).toContain('Did you mean vram?')
  })

  it('compares two to five offers, without the fields that none has', async () => {
    const facts = { ...anOffer().facts, cuda: '12.8' }
    const answers = { 'market.read': () => anOffer({ facts }) }
    await using world = await aWorld({ answers })
    const { id } = anOffer()
    const { stdout } = await world.run('offers', 'compare', id, id)
    expect(stdout).toMatch(/CUDA +12\.8 +12\.8/)
    expect(stdout).not.toContain('NVLink')
    expect((await world.run('offers', 'compare', id)).code).toBe(2)
  })
})

describe('searches', () => {
  it('are saved with their channels, listed, paused and deleted by name', async () => {
    const search = {
      ...{ id: `ssr_${'0'.repeat(18)}8hjkmnpq`, name: 'cheap', query: 'gpu:4090 price<0.3' },
      ...{ filters: { isolation: 'isolated' }, channels: ['email'], paused: false, waiting: 0 },
      ...{ created_at: hoursAgo(1), last_sent_at: null },
    }
    await using world = await aWorld({
      answers: {
        'market.createSearch': () => search,
        'market.listSearches': () => [search],
        'market.changeSearch': () => ({ ...search, paused: true }),
        'market.deleteSearch': () => ({}),
      },
    })
    await world.run('searches', 'create', 'cheap', 'gpu:4090', 'price<0.3', '--notify', 'none')
    expect(world.server.calls[0]?.body).toEqual({
      ...{ name: 'cheap', query: 'gpu:4090 price<0.3', channels: [] },
    })
    expect((await world.run('searches', 'list')).stdout).toContain('gpu:4090 price<0.3')
    expect((await world.run('searches', 'pause', 'cheap')).stdout).toBe('Paused cheap.\n')
    expect((await world.run('searches', 'delete', 'cheap')).stdout).toBe('Deleted cheap.\n')
    expect((await world.run('searches', 'create', 'x', 'gpu:1', '--notify', 'fax')).code).toBe(2)
  })
})
