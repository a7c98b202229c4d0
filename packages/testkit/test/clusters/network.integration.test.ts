import type { Cluster } from '@gridloom/contract/clusters/cluster'
import type { ClusterId, InstanceId } from '@gridloom/contract/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../src/eventually.ts'
import { type Product, startProduct } from '../../src/product.ts'
import type { ProductMachine } from '../../src/product-machine.ts'
import { execute } from '../using-instances.ts'

const startMs = 60_000
/** Two machines install the toolbox on an engine that other tests use too. */
const setUpMs = 180_000
const socat = '/.gridloom/bin/socat'

/** Two nodes on the first machine and one on the second: packets stay on a machine, or go over the edge. */
describe('the network of a cluster over two machines on Docker', () => {
  let product: Product
  let second: ProductMachine
  let cluster: Cluster

  beforeAll(async () => {
    product = await startProduct({ driver: 'docker', cpuSlots: 6, edge: 'on', toolbox: 'own' })
    second = await product.addMachine()
    cluster = await create('three', [product.machine, product.machine, second])
  }, setUpMs)
  afterAll(() => product[Symbol.asyncDispose](), setUpMs)

  it(
    'carries connections between all nodes, and to nothing else',
    async () => {
      for (const to of [0, 1, 2])
        await run(
          to,
          `(${socat} TCP-LISTEN:5000,reuseaddr,fork SYSTEM:'echo ${to} to $SOCAT_PEERADDR' >/dev/null 2>&1 &)`,
        )
      for (const [from, to] of [
        [0, 1],
        [1, 2],
        [2, 0],
        [2, 1],
      ] as const)
        await eventually(async () =>
          expect(await run(from, `${socat} -u TCP:three-${to}:5000 -`)).toBe(
            `${to} to 10.203.0.${from + 1}\n`,
          ),
        )
      const other = await create('other', [product.machine, second])
      const seen = await runIn(
        other,
        1,
        `${socat} -u TCP:node-0:5000,connect-timeout=2 - 2>&1 | tail -1`,
      )
      expect(seen).toMatch(/refused/)
      await end(other.id)
    },
    startMs,
  )

  it(
    'gives start scripts the names and the network',
    async () => {
      const script = `${socat} -u OPEN:/etc/gridloom/hostfile UDP-SENDTO:node-1:9 && cp /etc/hosts /root/seen`
      const one = await create('early', [product.machine, second], script)
      expect(await runIn(one, 0, 'grep node-1 /root/seen')).toBe('10.203.0.2 node-1 early-1\n')
      await end(one.id)
    },
    startMs,
  )

  it(
    'measures what a connection between machines carries',
    async () => {
      const { renter } = product
      const params = { id: cluster.id }
      const far = await renter.clusters.measure({ params, body: { from: 0, to: 2 } })
      expect(far).toMatchObject({ from: 0, to: 2, between_machines: true })
      expect(far.bytes_per_s).toBeGreaterThan(1_000_000)
      expect((await renter.clusters.read({ params })).throughput).toEqual(far)
      const { entries } = await renter.audit.listOwn({ query: { page_size: 100 } })
      const measured = entries.filter(({ action }) => action === 'clusters.measure')
      expect(measured).toMatchObject([{ subject: cluster.id }])
      const bodies = [
        { from: 0, to: 1 },
        { from: 1, to: 0 },
      ]
      const both = await Promise.allSettled(
        bodies.map((body) => renter.clusters.measure({ params, body })),
      )
      const [near] = both.flatMap((it) => (it.status === 'fulfilled' ? it.value : []))
      const [refused] = both.flatMap((it) => (it.status === 'rejected' ? it.reason : []))
      expect(near).toMatchObject({ between_machines: false })
      expect(refused).toMatchObject({ code: 'state_conflict' })
      const same = renter.clusters.measure({ params, body: { from: 1, to: 1 } })
      await expect(same).rejects.toMatchObject({ code: 'invalid_input' })
    },
    startMs,
  )

  it(
    'keeps connections while the control plane and its edge restart',
    async () => {
      await run(2, `(${socat} TCP-LISTEN:5001,reuseaddr SYSTEM:'echo open; cat' >/dev/null 2>&1 &)`)
      await run(
        0,
        `((until [ -e /root/go ]; do sleep 0.1; done; echo later; sleep 1000) |
      ${socat} - TCP:node-2:5001,retry=50,interval=0.1 >/root/said 2>&1 &)`,
      )
      await eventually(async () => expect(await run(0, 'cat /root/said')).toBe('open\n'))
      await product.restartServer()
      await eventually(async () =>
        expect(await run(0, 'touch /root/go; cat /root/said')).toBe('open\nlater\n'),
      )
    },
    startMs,
  )

  it(
    'ends the connections to a node that stops, and has it again when it starts',
    async () => {
      const { renter } = product
      await run(2, listen(5002, 'echo open; cat'))
      await run(
        0,
        `(sleep 1000 | (${socat} - TCP:node-2:5002,retry=50,interval=0.1; echo ended) >/root/held 2>&1 &)`,
      )
      await eventually(async () => expect(await run(0, 'cat /root/held')).toBe('open\n'))
      await renter.instances.stop({ params: { id: nodeId(cluster, 2) } })
      await product.untilInstance(nodeId(cluster, 2), ({ state }) => state === 'stopped')
      await eventually(async () => expect(await run(0, 'cat /root/held')).toBe('open\nended\n'))
      expect(await run(0, `${socat} -u TCP:node-2:5002 - 2>&1 | tail -1`)).toContain('refused')
      expect(await renter.clusters.read({ params: { id: cluster.id } })).toMatchObject({
        state: 'impaired',
      })

      await renter.clusters.start({ params: { id: cluster.id } })
      await product.untilInstance(nodeId(cluster, 2), ({ ready }) => ready)
      await run(2, listen(5003, 'echo again'))
      await eventually(async () =>
        expect(await run(0, `${socat} -u TCP:node-2:5003 -`)).toBe('again\n'),
      )
      await end(cluster.id)
    },
    startMs,
  )

  function listen(port: number, script: string): string {
    return `(${socat} TCP-LISTEN:${port},reuseaddr,fork SYSTEM:'${script}' >/dev/null 2>&1 &)`
  }

  async function create(
    name: string,
    machines: readonly ProductMachine[],
    script = '',
  ): Promise<Cluster> {
    const offers = await Promise.all(machines.map((machine) => product.offerOf(machine)))
    const { id } = await product.renter.clusters.create({
      body: {
        ...{ name, disk_gb: 1 },
        nodes: offers.map((offer) => ({ offer_id: offer.id })),
        template: { image_path_with_tag: 'gridloom/base:latest', on_start_script: script },
      },
    })
    return product.until({
      read: () => product.renter.clusters.read({ params: { id } }),
      satisfies: ({ state, failure }) => {
        if (failure !== null) throw new Error(JSON.stringify(failure))
        return state === 'running'
      },
    })
  }

  async function end(id: ClusterId): Promise<void> {
    const { nodes } = await product.renter.clusters.destroy({ params: { id } })
    for (const node of nodes)
      await product.untilInstance(node.instance_id, ({ state }) => state === 'destroyed')
  }

  const run = (rank: number, script: string) => runIn(cluster, rank, script)

  async function runIn(of: Cluster, rank: number, script: string): Promise<string> {
    const { stdout } = await execute(product.renter, nodeId(of, rank), ['sh', '-c', script])
    return stdout
  }
})

function nodeId({ nodes }: Cluster, rank: number): InstanceId {
  const node = nodes[rank]
  if (node === undefined) throw new Error('no such node')
  return node.instance_id
}
