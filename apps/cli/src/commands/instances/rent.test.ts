import { describe, expect, it } from 'vitest'
import { type Answers, LostAnswer, Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, anOffer, aQuote, aTemplate, idEndingIn } from '../../../test/samples.ts'

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
      template_version: '1',
      disk_gb: 15,
      env: {},
      label: 'trial',
      restart_policy: 'never',
    })
  })

  it('limits what it may cost and how long it runs', async () => {
    await using world = await aWorld({ answers: market() })
    const words = ['--template', 'Debian', '--budget', '20', '--stop-after', '8h', '--yes']
    expect((await world.run('rent', 'tower', ...words)).code).toBe(0)
    const order = world.server.calls.find(({ name }) => name === 'instances.order')
    expect(order?.body).toMatchObject({
      automation: { budget_micro_usd: 20_000_000, stop_after_s: 28_800 },
    })
  })

  it('bids without a quote, for an interruptible instance', async () => {
    const offer = anOffer({ bid_price_micro_usd_per_hour: 10_000 })
    await using world = await aWorld({
      answers: {
        ...market(),
        'market.search': () => ({ offers: [offer], total: 1, more: false }),
        'market.read': () => offer,
      },
    })
    const words = ['--template', 'Debian', '--bid', '0.012', '--yes']
    expect((await world.run('rent', 'tower', ...words)).code).toBe(0)
    const order = world.server.calls.find(({ name }) => name === 'instances.order')
    expect(order?.body).toMatchObject({ bid_micro_usd_per_hour: 12_000 })
    expect(names(world)).not.toContain('market.quote')
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
    await using world = await aWorld({
      answers: {
        ...market(),
        'instances.order': () =>
          world.server.calls.filter(isOrder).length === 1
            ? new LostAnswer()
            : { instance: anInstance() },
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

  it('finds own templates by name, and public ones of others by id alone', async () => {
    const own = aTemplate({ id: idEndingIn('tpl', 'eeee7777'), name: 'lab', access: 'own' })
    const id = idEndingIn('tpl', 'eeee8888')
    const other = aTemplate({ id, name: 'theirs', access: 'public', author: 'eve' })
    await using world = await aWorld({
      answers: {
        ...market(),
        'templates.list': ({ query }) => (query.list === 'public' ? [other] : [own]),
      },
    })
    const rent = (name: string) => world.run('rent', 'bbbb2222', '--template', name, '--yes')
    expect((await rent('theirs')).code).toBe(4)
    expect((await rent('lab')).stdout).toContain('from Debian, version 1')
    expect((await rent('eeee8888')).stderr).toContain('Debian is public, by eve.')
    const orders = world.server.calls.filter(isOrder)
    expect(orders.map(({ body }) => body)).toMatchObject([
      { template_id: own.id },
      { template_id: id },
    ])
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
      `Created ${anInstance().id} from Debian, version 1.`,
      'requested',
      'pulling: debian:12, 40 % (38.1 MiB of 95.4 MiB)',
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
    expect(ran.stderr).toContain('a name such as debian, jupyter')
  })
})

function progress(percent: number) {
  return { text: 'debian:12', percent, done_bytes: 40_000_000, total_bytes: 100_000_000 }
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
      aTemplate({ id: idEndingIn('tpl', 'eeee6666'), name: 'jupyter', template_name: 'Jupyter' }),
    ],
    'templates.readDefault': () => ({ id: aTemplate().id, template_name: 'Debian', version: '1' }),
    'instances.order': () => ({ instance: anInstance({ state: 'requested', ready: false }) }),
  }
}
