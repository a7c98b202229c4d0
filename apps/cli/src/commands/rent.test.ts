import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../test/fake-server.ts'
import { aWorld, nowMs } from '../../test/run-words.ts'
import { anInstance, anOffer, aQuote, aTemplate, idEndingIn } from '../../test/samples.ts'

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
      },
    })
    expect((await world.run('offers', '--kind', 'gpu', '--page', '2')).stdout).toBe(
      'No offers match these filters.\n  without --kind adds 1, from $0.028/h\n',
    )
    const explained = world.server.calls.find(({ name }) => name === 'market.explain')
    expect(explained?.query).toEqual({ kind: 'gpu', isolation: 'isolated' })
    expect((await world.run('offers')).stdout).toMatch(/^No offers available right now\.\n/)
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

describe('rent', () => {
  it('shows the whole price and spends nothing after a no', async () => {
    await using world = await aWorld({ answers: market(), person: ['no'] })
    const ran = await world.run('rent', 'bbbb2222', '--template', 'debian')
    expect(ran.stdout).toContain('$0.03/h')
    expect(ran.stdout).toContain('Initial hold: $0.0075 of your $5.00')
    expect(ran.code).toBe(130)
    expect(names(world)).not.toContain('instances.order')
  })

  it('redeems the quote it showed, once, with the template’s recommended disk', async () => {
    await using world = await aWorld({ answers: market(), person: ['yes'] })
    const words = ['--template', 'Debian', '--label', 'trial', '--restart-policy', 'never']
    const ran = await world.run('rent', 'tower', ...words)
    expect(ran.code).toBe(0)
    const order = world.server.calls.find(({ name }) => name === 'instances.order')
    expect(order?.body).toEqual({
      offer_id: anOffer().id,
      quote_id: aQuote().id,
      slots: 1,
      template_id: aTemplate().id,
      disk_gb: 15,
      env: {},
      label: 'trial',
      restart_policy: 'never',
    })
  })

  it('asks again at the new price when the quote has expired', async () => {
    let orders = 0
    await using world = await aWorld({
      person: ['yes', 'yes'],
      answers: {
        ...market(),
        'instances.order': () => {
          orders += 1
          return orders === 1 ? new Refusal('quote_expired') : { instance: anInstance() }
        },
      },
    })
    const ran = await world.run('rent', 'tower', '--template', 'Debian')
    expect(ran.code).toBe(0)
    expect(ran.stdout.match(/Initial hold/g)).toHaveLength(2)
  })

  it('orders again with the same idempotency key when the response was lost', async () => {
    const broken = { events: [] }
    await using world = await aWorld({
      answers: {
        ...market(),
        'instances.order': () =>
          world.server.calls.filter(isOrder).length === 1 ? broken : { instance: anInstance() },
      },
    })
    expect((await world.run('rent', 'tower', '--image', 'x', '--yes')).code).toBe(0)
    const keys = world.server.calls.filter(isOrder).map((call) => call.idempotencyKey)
    expect(keys).toEqual(['key-1', 'key-1'])
  })

  it('accepts an image and variables instead of a template', async () => {
    await using world = await aWorld({ answers: market() })
    const env = ['--env', 'A=1', '--env', 'B=x=y']
    await world.run('rent', 'bbbb2222', '--image', 'python:3.13', ...env, '--disk', '7', '--yes')
    const order = world.server.calls.find(({ name }) => name === 'instances.order')
    expect(order?.body).toMatchObject({
      template: { image_path_with_tag: 'python:3.13' },
      env: { A: '1', B: 'x=y' },
      disk_gb: 7,
    })
    expect(order?.body).not.toHaveProperty('template_id')
  })

  it('lets the user choose a template', async () => {
    await using world = await aWorld({ answers: market(), person: ['Debian', 'yes'] })
    expect((await world.run('rent', 'bbbb2222')).code).toBe(0)
  })

  it('never spends without --yes when there is no terminal', async () => {
    await using world = await aWorld({ answers: market() })
    const ran = await world.run('rent', 'bbbb2222', '--image', 'debian:12')
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('This costs $0.03/h. Add --yes')
    expect(names(world)).not.toContain('instances.order')
  })

  it('waits until it is ready, printing each step', async () => {
    const steps = [
      { state: 'requested', ready: false, observed_generation: 0 },
      { state: 'pulling', ready: false, progress: progress(40) },
      { state: 'starting', ready: false },
      { state: 'running', ready: true },
    ]
    await using world = await aWorld({
      answers: {
        ...market(),
        'instances.order': () => ({ instance: anInstance(steps[0]) }),
        'instances.read': () => anInstance(steps[names(world).filter(isRead).length]),
      },
    })
    const ran = await world.run('rent', 'bbbb2222', '--image', 'debian:12', '--yes', '--wait')
    expect(ran.code).toBe(0)
    expect(ran.stderr.split('\n')).toEqual([
      `Created ${anInstance().id}.`,
      'requested',
      'pulling: debian:12, 40 % (40 MB of 100 MB)',
      'starting',
      '',
    ])
    expect(ran.stdout).toContain('is ready. Open a shell: gridloom shell aaaa1111')
  })

  it('ends with the reason when it cannot become ready', async () => {
    const reason = { code: 'image_not_found', text: 'There is no image nope:1.' }
    await using world = await aWorld({
      answers: {
        ...market(),
        'instances.order': () => ({
          instance: anInstance({ state: 'failed', ready: false, reason }),
        }),
      },
    })
    const ran = await world.run('rent', 'bbbb2222', '--image', 'nope:1', '--yes', '--wait')
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('trial failed to start: There is no image nope:1. (failed)')
  })

  it('stops waiting at its time limit', async () => {
    const requested = anInstance({ state: 'requested', ready: false, observed_generation: 0 })
    await using world = await aWorld({
      answers: {
        ...market(),
        'instances.order': () => ({ instance: requested }),
        'instances.read': () => requested,
      },
    })
    const words = ['rent', 'bbbb2222', '--image', 'x', '--yes', '--wait', '--timeout', '3']
    expect(await world.run(...words)).toMatchObject({ code: 7, stdout: '' })
  })

  it.each([
    ['insufficient_funds', 5],
    ['offer_taken', 6],
    ['access_code_required', 8],
  ] as const)('ends for %s with %d', async (code, exitCode) => {
    await using world = await aWorld({
      answers: { ...market(), 'instances.order': () => new Refusal(code) },
    })
    const ran = await world.run('rent', 'bbbb2222', '--image', 'debian:12', '--yes', '--json')
    expect(ran.code).toBe(exitCode)
    expect(JSON.parse(ran.stderr)).toMatchObject({ status: 'error', code })
  })

  it('names the fields that the server rejects', async () => {
    await using world = await aWorld({ answers: market() })
    const ran = await world.run('rent', 'bbbb2222', '--image', 'Not An Image', '--yes')
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('template.image_path_with_tag: must be an image such as debian:12')
  })

  it('lists the templates when none is given', async () => {
    await using world = await aWorld({ answers: market() })
    const ran = await world.run('rent', 'bbbb2222', '--yes')
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('"Debian"')
  })
})

function progress(percent: number) {
  return { text: 'debian:12', percent, done_bytes: 40_000_000, total_bytes: 100_000_000 }
}

function hoursAgo(hours: number): string {
  return new Date(nowMs - hours * 3_600_000).toISOString()
}

function isOrder({ name }: { name: string }): boolean {
  return name === 'instances.order'
}

function isRead(name: string): boolean {
  return name === 'instances.read'
}

function names(world: { server: { calls: { name: string }[] } }): string[] {
  return world.server.calls.map(({ name }) => name)
}

function market(): Answers {
  return {
    'market.search': () => ({ offers: [anOffer()], total: 1, more: false }),
    'market.read': () => anOffer(),
    'market.quote': () => aQuote(),
    'templates.list': () => [
      aTemplate(),
      aTemplate({ id: idEndingIn('tpl', 'eeee6666'), name: 'Jupyter' }),
    ],
    'instances.order': () => ({ instance: anInstance({ state: 'requested', ready: false }) }),
  }
}
