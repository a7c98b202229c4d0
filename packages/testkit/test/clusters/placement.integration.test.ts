import { RuntimeFailure } from '@gridloom/agent/runtime/failure'
import type { Cluster } from '@gridloom/contract/clusters/cluster'
import type { ClusterId, InstanceId, OfferId } from '@gridloom/contract/core/ids'
import type { Readiness } from '@gridloom/contract/templates/container-fields'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import type { ProductMachine } from '../../src/product-machine.ts'

const startS = 60_000

/** Machines with two slots each, at 1,000 micro-dollars a second and slot. */
describe('a cluster', () => {
  let product: Product
  let second: ProductMachine
  /** The offers of the two machines. */
  let near: OfferId | undefined
  let far: OfferId | undefined

  beforeAll(async () => {
    product = await startProduct({ driver: 'fake', clock: 'fake' })
    second = await product.addMachine()
    const offers = [await product.offerOf(), await product.offerOf(second)]
    ;[near, far] = offers.map(({ id }) => id)
  }, startS)
  afterAll(() => product[Symbol.asyncDispose]())

  it('is all of its instances, each with its place, its slots and its hold', async () => {
    const { renter } = product
    const { id, ...created } = await create({ name: 'whole' })
    expect(created).toMatchObject({ name: 'whole', state: 'starting', failure: null })
    const running = await untilState(id, 'running')
    expect(running.nodes).toMatchObject([
      { rank: 0, host: 'node-0', address: '10.203.0.1', label: 'whole-0', ready: true },
      { rank: 1, host: 'node-1', address: '10.203.0.2', label: 'whole-1', ready: true },
    ])
    expect(new Set(running.nodes.map(({ machine_id }) => machine_id)).size).toBe(2)
    const [first] = running.nodes
    const instance = await renter.instances.read({ params: { id: nodeId(first) } })
    expect(instance.cluster).toEqual({ id, name: 'whole', rank: 0, size: 2 })
    expect(instance.held_micro_usd).toBeGreaterThan(0)
    expect((await renter.clusters.list()).map((cluster) => cluster.id)).toContain(id)
    await end(id)
    expect(await renter.clusters.read({ params: { id } })).toMatchObject({ state: 'destroyed' })
    expect(await auditedFor(id)).toEqual(['clusters.destroy', 'clusters.create'])
  })

  it('takes nothing where one order is refused', async () => {
    const { renter } = product
    const before = await standing()
    const taken = await product.order({ offer_id: far, slots: 2 })
    const held = await standing()
    await expect(create({ name: 'partly' })).rejects.toMatchObject({ code: 'offer_taken' })
    const dear = { running_micro_usd_per_hour_max: 7_199_999, nodes: [near, near] }
    await expect(create({ name: 'dear', ...dear })).rejects.toMatchObject({ code: 'price_changed' })
    await product.order({ label: 'twice-1' })
    const same = { name: 'twice', nodes: [near, near] }
    // The second slot of the first machine is left, and the label of the second node is taken.
    await expect(create(same)).rejects.toMatchObject({
      code: expect.stringMatching(/label_taken|offer_taken/),
    })
    expect(await renter.clusters.list()).toHaveLength(1)
    for (const { id, state } of await renter.instances.list({ query: {} }))
      if (state !== 'destroyed') await destroy(id)
    await product.untilInstance(taken.id, ({ state }) => state === 'destroyed')
    expect(held.held).toBeGreaterThan(before.held)
    expect((await standing()).held).toBe(before.held)
    expect(await checkLedger(product.server.container.db)).toMatchObject({ clean: true })
  })

  it('is destroyed whole when one node does not start, and charges what was used', async () => {
    const { renter } = product
    second.fake.failNext('startContainer', new RuntimeFailure('start_failed', 'It is broken.'))
    const { id, nodes } = await create({ name: 'broken' })
    const failed = await untilState(id, 'failed')
    expect(failed.failure).toMatchObject({ code: 'node_failed', rank: 1 })
    for (const node of nodes) await ended(node.instance_id)
    const receipts = await Promise.all(
      nodes.map((node) => renter.instances.receipt({ params: { id: node.instance_id } })),
    )
    const [used, unused] = receipts
    // The first ran until the other had failed; the other never ran.
    expect(unused?.total_micro_usd).toBe(0)
    expect(used?.total_micro_usd).toBeLessThan(60 * 1_000)
    expect(used?.lines.every(({ kind }) => kind === 'running')).toBe(true)
    expect(await checkLedger(product.server.container.db)).toMatchObject({ clean: true })
  })

  it('is destroyed whole when its time is over, or a node was changed meanwhile', async () => {
    const readiness = { kind: 'tcp', port: 9, timeout_s: 3_600 } as const
    const late = await create({ name: 'late', start_minutes: 1, readiness })
    await product.turn(70_000)
    expect((await untilState(late.id, 'failed')).failure).toMatchObject({
      code: 'timed_out',
      rank: 0,
    })
    for (const node of late.nodes) await ended(node.instance_id)

    const changed = await create({ name: 'changed', readiness })
    await product.renter.instances.stop({ params: { id: nodeId(changed.nodes[1]) } })
    const { failure } = await untilState(changed.id, 'failed')
    expect(failure).toMatchObject({ code: 'node_changed', rank: 1 })
    for (const node of changed.nodes) await ended(node.instance_id)

    const { id, nodes } = await create({ name: 'unwanted', readiness })
    await end(id)
    expect(await untilState(id, 'destroyed')).toMatchObject({ failure: null, nodes: { length: 2 } })
    expect(nodes).toHaveLength(2)
  })

  it('stops, starts and is destroyed as one, and starts nothing where one cannot', async () => {
    const { renter } = product
    const { id, nodes } = await create({ name: 'cycle' })
    await untilState(id, 'running')
    await renter.clusters.stop({ params: { id } })
    await untilState(id, 'stopped')
    // Somebody else takes a slot of the second machine.
    const stranger = await product.newcomer()
    const order = { ...wholeMachine(), template: { image_path_with_tag: 'gridloom/base:latest' } }
    const { instance } = await stranger.client.instances.order({ body: order })
    await expect(renter.clusters.start({ params: { id } })).rejects.toMatchObject({
      code: 'offer_taken',
    })
    const first = await renter.instances.read({ params: { id: nodeId(nodes[0]) } })
    expect(first).toMatchObject({ state: 'stopped', desired: 'stopped' })
    await stranger.client.instances.destroy({ params: { id: instance.id } })
    await product.until({
      read: () => stranger.client.instances.read({ params: { id: instance.id } }),
      satisfies: ({ state }) => state === 'destroyed',
    })
    await renter.clusters.start({ params: { id } })
    await untilState(id, 'running')

    await destroy(nodeId(nodes[1]))
    expect(await untilState(id, 'impaired')).toMatchObject({ failure: null })
    await expect(renter.clusters.start({ params: { id } })).rejects.toMatchObject({
      code: 'state_conflict',
    })
    await destroy(nodeId(nodes[0]))
    expect((await untilState(id, 'destroyed')).ended_at).not.toBeNull()
    expect(await auditedFor(id)).toEqual(['clusters.start', 'clusters.stop', 'clusters.create'])
  })

  it('is not found by others, and its nodes do not move away', async () => {
    const { id, nodes } = await create({ name: 'own' })
    await untilState(id, 'running')
    const { client } = await product.newcomer()
    const params = { id }
    const calls = [
      () => client.clusters.read({ params }),
      () => client.clusters.start({ params }),
      () => client.clusters.stop({ params }),
      () => client.clusters.destroy({ params }),
      () => client.clusters.measure({ params, body: { from: 0, to: 1 } }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not_found' })
    expect(await client.clusters.list()).toEqual([])
    const body = { offer_id: far ?? '', disk_gb: 1 }
    const move = product.renter.snapshots.move({ params: { id: nodeId(nodes[0]) }, body })
    await expect(move).rejects.toMatchObject({ code: 'instance_in_cluster' })
    await end(id)
  })

  interface Wanted {
    name: string
    nodes?: (OfferId | undefined)[]
    start_minutes?: number
    readiness?: Readiness
    running_micro_usd_per_hour_max?: number
  }

  async function create({ nodes = [near, far], readiness, ...wanted }: Wanted): Promise<Cluster> {
    return product.renter.clusters.create({
      body: {
        ...wanted,
        disk_gb: 1,
        nodes: nodes.map((id) => ({ offer_id: id ?? '' })),
        template: { image_path_with_tag: 'gridloom/base:latest', readiness },
      },
    })
  }

  function wholeMachine() {
    return { offer_id: far ?? '', disk_gb: 1, slots: 2 }
  }

  function untilState(id: ClusterId, state: Cluster['state']): Promise<Cluster> {
    return product.until({
      read: () => product.renter.clusters.read({ params: { id } }),
      satisfies: (cluster) => cluster.state === state,
    })
  }

  async function end(id: ClusterId): Promise<void> {
    const { nodes } = await product.renter.clusters.destroy({ params: { id } })
    for (const node of nodes) await ended(node.instance_id)
  }

  async function destroy(id: InstanceId): Promise<void> {
    await product.renter.instances.destroy({ params: { id } })
    await ended(id)
  }

  function ended(id: InstanceId) {
    return product.untilInstance(id, ({ state }) => state === 'destroyed')
  }

  /** The actions of the audit log about a cluster, newest first, without those that were refused. */
  async function auditedFor(id: ClusterId): Promise<string[]> {
    const { entries } = await product.renter.audit.listOwn({ query: { page_size: 100 } })
    return entries.flatMap(({ action, subject }) => (subject === id ? action : []))
  }

  async function standing() {
    const { held_micro_usd: held } = await product.renter.ledger.balance()
    return { held }
  }
})

function nodeId(node: Cluster['nodes'][number] | undefined): InstanceId {
  if (node === undefined) throw new Error('no such node')
  return node.instance_id
}
