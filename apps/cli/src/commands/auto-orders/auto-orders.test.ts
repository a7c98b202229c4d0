import { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, anOffer, aTemplate, idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-28T09:00:00.000Z'
const order = AutoOrder.parse({
  id: idEndingIn('aor', 'aaaa2222'),
  name: 'cheap-cpu',
  query: 'kind:cpu',
  filters: { kind: 'cpu' },
  order: { disk_gb: 10, template_id: aTemplate().id },
  template_id: aTemplate().id,
  max_price_micro_usd_per_hour: 50_000,
  instances_max: 3,
  running_max: 1,
  budget_micro_usd: 2_000_000,
  ends_at: at,
  state: 'waiting',
  pause: null,
  text: 'The cheapest match costs $0.062/h, above your $0.05/h.',
  placed: 1,
  running: 1,
  cost_micro_usd: 120_000,
  last_check: {
    ...{ at, outcome: 'above_price', text: 'Too dear.', matches: 2 },
    cheapest_micro_usd_per_hour: 62_000,
  },
  instances: [
    {
      ...{ instance_id: anInstance().id, label: 'trial', state: 'failed', placed_at: at },
      ...{ machine_id: anOffer().machine_id, machine_name: 'tower' },
      ...{ running_micro_usd_per_hour: 42_000, cost_micro_usd: 120_000 },
      failure: 'image_not_found',
    },
  ],
  created_at: at,
})
const preview = { matches: 3, cheapest_micro_usd_per_hour: 21_000, rents_now: true }
const answers = {
  'templates.list': () => [aTemplate()],
  'autoOrders.list': () => [order],
  'autoOrders.preview': () => preview,
  'autoOrders.create': () => order,
  'autoOrders.change': ({ body }: { body?: unknown }) => ({
    ...order,
    ...(Object(body).paused && { state: 'paused', pause: 'user' }),
  }),
  'autoOrders.delete': () => ({}),
}

describe('auto-orders', () => {
  it('lists them, and shows one with why nothing was rented and what was', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('auto-orders', 'list')
    expect(stdout).toContain('cheap-cpu')
    expect(stdout).toContain('1/3')
    const shown = await world.run('auto-orders', 'show', 'cheap-cpu')
    expect(shown.stdout).toContain('above your $0.05/h')
    expect(shown.stdout).toContain('failed (image_not_found)')
  })

  it('creates one after a confirmation that says what would be rented at once', async () => {
    await using world = await aWorld({ answers })
    const words = ['auto-orders', 'create', 'cheap-cpu', '--query', 'kind:cpu']
    expect(await world.run(...words)).toMatchObject({ code: 2 })
    const limits = ['--max-price', '0.05', '--count', '3', '--running', '1', '--total-budget', '2']
    const all = [...words, ...limits, '--template', 'Debian', '--label', 'trial', '--until', '3d']
    const asked = await world.run(...all)
    expect(asked).toMatchObject({ code: 2 })
    expect(asked.stderr).toContain('the cheapest costs $0.021/h and will be rented at once')
    expect((await world.run(...all, '--yes')).stdout).toContain('Created cheap-cpu')
    const [made] = world.server.calls.filter(({ name }) => name === 'autoOrders.create')
    expect(made?.body).toMatchObject({
      ...{ name: 'cheap-cpu', query: 'kind:cpu', max_price_micro_usd_per_hour: 50_000 },
      ...{ instances_max: 3, running_max: 1, budget_micro_usd: 2_000_000 },
      order: { template_id: aTemplate().id, template_version: aTemplate().version, label: 'trial' },
    })
  })

  it('refuses a query that cannot be read, and times that are none, before any call', async () => {
    await using world = await aWorld({ answers })
    const words = ['auto-orders', 'create', 'x', '--max-price', '1', '--image', 'a:1', '--yes']
    expect((await world.run(...words, '--query', 'vram>=many')).code).toBe(2)
    expect((await world.run(...words, '--query', '', '--until', 'soon')).code).toBe(2)
    expect(world.server.calls.filter(({ name }) => name === 'autoOrders.create')).toEqual([])
  })

  it('pauses, resumes, changes and deletes one by its name', async () => {
    await using world = await aWorld({ answers })
    const run = (...words: string[]) => world.run('auto-orders', ...words)
    expect((await run('pause', 'cheap-cpu')).stdout).toContain('cheap-cpu is paused.')
    expect((await run('resume', 'cheap-cpu')).stdout).toContain('cheap-cpu is waiting.')
    expect((await run('set', 'cheap-cpu')).code).toBe(2)
    expect((await run('set', 'cheap-cpu', '--max-price', '0.07')).code).toBe(0)
    expect((await run('delete', 'cheap-cpu')).stdout).toContain('Deleted cheap-cpu.')
    const changes = world.server.calls.filter(({ name }) => name === 'autoOrders.change')
    expect(changes.map(({ body }) => body)).toEqual([
      { paused: true },
      { paused: false },
      { max_price_micro_usd_per_hour: 70_000 },
    ])
  })
})
