import { clusterAddress } from '@gridloom/contract/clusters/network'
import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { anOffer, aTemplate, idEndingIn } from '../../../test/samples.ts'
import { nodesOf } from './nodes-of.ts'

const at = '2026-11-27T09:00:00.000Z'
const node = (rank: number, ready = true) => ({
  rank,
  host: `node-${rank}`,
  address: clusterAddress(rank),
  instance_id: idEndingIn('ins', `aaaa111${rank}`),
  label: `train-${rank}`,
  state: 'running',
  ready,
  machine_id: idEndingIn('mch', 'aaaa1111'),
  machine_name: 'loom-01',
  running_micro_usd_per_hour: 50_000,
  cost_micro_usd: 0,
})
const cluster = {
  id: idEndingIn('clu', 'aaaa1111'),
  name: 'train',
  state: 'running',
  failure: null,
  nodes: [node(0), node(1)],
  start_by: null,
  created_at: at,
  ready_at: at,
  ended_at: null,
  throughput: null,
}
const list = { 'clusters.list': () => [cluster] }

describe('clusters', () => {
  it('lists them with how many nodes are ready, and shows the nodes of one', async () => {
    await using world = await aWorld({ answers: list })
    expect((await world.run('clusters', 'list')).stdout).toMatch(/train +running +2\/2/)
    const shown = await world.run('clusters', 'show', 'train')
    expect(shown.stdout).toMatch(/train-1 +10\.203\.0\.2 +running, ready/)
    expect(shown.stderr).toContain('train is running.')
  })

  it('orders nodes of several offers at the price that was shown', async () => {
    const offer = anOffer({ machine_name: 'loom-01' })
    const quote = { id: idEndingIn('quo', 'aaaa1111'), running_micro_usd_per_hour: 50_000 }
    const answers = {
      ...list,
      'market.search': () => ({ offers: [offer], total: 1, more: false }),
      'market.quote': () => quote,
      'templates.list': () => [aTemplate({ name: 'debian' })],
      'clusters.create': () => ({ ...cluster, state: 'starting' }),
      'clusters.read': () => cluster,
    }
    await using world = await aWorld({ answers })
    const words = ['clusters', 'create', 'train', 'loom-01:2', '--template', 'debian']
    const refused = await world.run(...words)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('2 nodes cost $0.1')
    const { stdout } = await world.run(...words, '--yes', '--wait')
    expect(stdout).toContain('train is ready')
    expect(world.server.calls.find(({ name }) => name === 'clusters.create')?.body).toMatchObject({
      nodes: [{ offer_id: offer.id }, { offer_id: offer.id }],
      running_micro_usd_per_hour_max: 100_000,
    })
  })

  it('fails with the node that did not start', async () => {
    const failed = {
      ...{ ...cluster, state: 'failed', ended_at: at },
      failure: { code: 'node_failed', rank: 1, text: 'The image is missing.' },
    }
    const answers = {
      ...list,
      'market.search': () => ({
        offers: [anOffer({ machine_name: 'loom-01' })],
        total: 1,
        more: false,
      }),
      'market.quote': () => ({ running_micro_usd_per_hour: 1 }),
      'clusters.create': () => ({ ...cluster, state: 'starting' }),
      'clusters.read': () => failed,
    }
    await using world = await aWorld({ answers })
    const words = ['clusters', 'create', 'train', 'loom-01:2', '--image', 'a/b', '-y', '-w']
    const { code, stderr } = await world.run(...words)
    expect(code).toBe(1)
    expect(stderr).toContain('train-1: The image is missing.')
  })

  it('starts, stops and measures, and destroys only after a confirmation', async () => {
    const measured = { from: 0, to: 1, between_machines: true, bytes: 1, bytes_per_s: 52_428_800 }
    const answers = {
      ...list,
      'clusters.start': () => cluster,
      'clusters.stop': () => cluster,
      'clusters.destroy': () => cluster,
      'clusters.measure': () => ({ ...measured, measured_at: at }),
    }
    await using world = await aWorld({ answers })
    expect((await world.run('clusters', 'stop', 'train')).stdout).toBe('Stopping train.\n')
    expect((await world.run('clusters', 'start', 'train')).stdout).toBe('Starting train.\n')
    expect((await world.run('clusters', 'measure', 'train')).stdout).toBe(
      '50 MiB/s from node-0 to node-1, between machines.\n',
    )
    expect((await world.run('clusters', 'rm', 'train')).code).toBe(2)
    expect((await world.run('clusters', 'rm', 'train', '--yes')).stdout).toBe('Destroying train.\n')
  })
})

describe('the nodes of a cluster as words', () => {
  it('are offers, each with a number', () => {
    expect(nodesOf(['8hjkmnpq:2', 'loom-01'])).toEqual([
      { offer: '8hjkmnpq', count: 2 },
      { offer: 'loom-01', count: 1 },
    ])
  })

  it.each([[['one']], [['one:0']], [['one:17']], [['one:9', 'two:8']]])(
    '%j are too few or too many',
    (words) => expect(() => nodesOf(words)).toThrow('2 to 16'),
  )
})
