import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, anOffer, aQuote, aTemplate, idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-27T09:00:00.000Z'
const volume = {
  id: idEndingIn('vol', 'vvvv1111'),
  name: 'datasets',
  state: 'ready',
  failure: null,
  machine_id: anOffer().machine_id,
  machine_name: 'tower',
  machine_status: 'offline',
  size_gb: 100,
  used_bytes: 2_000_000,
  micro_usd_per_hour: 10_000,
  charged_micro_usd: 0,
  held_micro_usd: 20_000,
  attachments: [{ instance_id: anInstance().id, label: 'trial', path: '/data', mode: 'read_only' }],
  created_at: at,
  ready_at: at,
  kept_until: null,
}
const offers = { offers: [anOffer()], total: 1, explain: null }
const answers = {
  'volumes.list': () => [volume],
  'market.search': () => offers,
  'market.read': () => anOffer(),
}

describe('volumes', () => {
  it('lists them with their machines and the instances that have them', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('volumes', 'list')
    expect(stdout).toContain('datasets')
    expect(stdout).toContain('tower (offline)')
    expect(stdout).toContain('trial:/data:ro')
    expect(stdout).toContain('$0.01/h')
  })

  it('creates one on the machine of an offer, once its price is agreed to', async () => {
    const creating = { ...volume, state: 'creating', ready_at: null }
    const all = { ...answers, 'volumes.create': () => creating, 'volumes.read': () => volume }
    await using world = await aWorld({ answers: all, person: ['no'] })
    const words = ['volumes', 'create', 'datasets', '--offer', 'tower', '--size', '100']
    expect((await world.run(...words)).code).toBe(130)
    const ran = await world.run(...words, '--yes', '--wait')
    expect(ran.stdout).toContain('Created datasets. Attach it')
    const create = world.server.calls.filter(({ name }) => name === 'volumes.create')
    expect(create.map(({ body }) => body)).toEqual([
      { name: 'datasets', offer_id: anOffer().id, size_gb: 100 },
    ])
  })

  it('refuses a name that commands could not write, before it asks for anything', async () => {
    await using world = await aWorld({ answers })
    const ran = await world.run('volumes', 'create', 'a:b', '--offer', 'tower', '--size', '1')
    expect(ran).toMatchObject({ code: 2 })
    expect(world.server.calls).toEqual([])
  })

  it('deletes one only after a confirmation', async () => {
    await using world = await aWorld({ answers: { ...answers, 'volumes.remove': () => ({}) } })
    expect((await world.run('volumes', 'rm', 'datasets')).code).toBe(2)
    expect((await world.run('volumes', 'rm', 'datasets', '--yes')).stdout).toBe(
      'Deleted datasets.\n',
    )
  })
})

describe('rent --volume', () => {
  const market = {
    ...answers,
    'market.quote': () => aQuote(),
    'templates.list': () => [aTemplate()],
    'instances.order': () => ({ instance: anInstance() }),
  }

  it('attaches volumes by their names, writable unless :ro', async () => {
    await using world = await aWorld({ answers: market })
    const words = ['--template', 'Debian', '--yes', '--volume', 'datasets:/data:ro']
    expect((await world.run('rent', 'tower', ...words)).code).toBe(0)
    const order = world.server.calls.find(({ name }) => name === 'instances.order')
    expect(order?.body).toMatchObject({
      volumes: [{ volume_id: volume.id, path: '/data', mode: 'read_only' }],
    })
  })

  it.each(['datasets', 'datasets:data', ':/data', 'datasets:/data:rx', 'datasets:/proc'])(
    'refuses %j',
    async (text) => {
      await using world = await aWorld({ answers: market })
      const words = ['--template', 'Debian', '--yes', '--volume', text]
      expect((await world.run('rent', 'tower', ...words)).code).toBe(2)
    },
  )
})
