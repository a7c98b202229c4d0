import type { Cluster } from '@gridloom/contract/clusters/cluster'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { type Product, startProduct } from '../src/product.ts'
import type { ProductMachine } from '../src/product-machine.ts'
import type { Bench } from './bench.ts'

const rounds = 3
const trips = 300
const socat = '/.gridloom/bin/socat'

/** Both machines, the edge and the control plane share the processors of this computer. */
export const clusters: Bench = {
  name: 'clusters',
  about:
    'one TCP connection between two nodes of a cluster, on one machine and between two: bytes in three seconds, and the time of a round trip of a line',
  async run(say) {
    await using product = await startProduct({
      ...{ driver: 'docker', edge: 'on', toolbox: 'own', cpuSlots: 2, creditMicroUsd: 1e9 },
    })
    const second = await product.addMachine()
    const cluster = await create(product, [product.machine, product.machine, second])
    const best = {
      near: 0,
      far: 0,
      nearMs: Number.POSITIVE_INFINITY,
      farMs: Number.POSITIVE_INFINITY,
    }
    for (let round = 1; round <= rounds; round += 1) {
      const near = await measured(product, cluster, { from: 0, to: 1 })
      const far = await measured(product, cluster, { from: 0, to: 2 })
      const nearMs = await roundTripMs(product, cluster, 1)
      const farMs = await roundTripMs(product, cluster, 2)
      say(`round ${round}: ${JSON.stringify({ near, far, nearMs, farMs })}`)
      best.near = Math.max(best.near, near)
      best.far = Math.max(best.far, far)
      best.nearMs = Math.min(best.nearMs, nearMs)
      best.farMs = Math.min(best.farMs, farMs)
    }
    return {
      figures: [
        { what: 'on one machine', value: best.near, unit: 'MiB/s' },
        { what: 'between machines', value: best.far, unit: 'MiB/s' },
        { what: 'round trip on one machine', value: best.nearMs, unit: 'ms' },
        { what: 'round trip between machines', value: best.farMs, unit: 'ms' },
      ],
      notes: [`The best of ${rounds} rounds; a round trip is the mean of ${trips}`],
    }
  },
}

async function create(product: Product, machines: readonly ProductMachine[]): Promise<Cluster> {
  const offers = await Promise.all(machines.map((machine) => product.offerOf(machine)))
  const { id } = await product.renter.clusters.create({
    body: {
      ...{ name: 'bench', disk_gb: 1 },
      nodes: offers.map((offer) => ({ offer_id: offer.id })),
      template: { image_path_with_tag: 'gridloom/base:latest' },
    },
  })
  return product.until({
    read: () => product.renter.clusters.read({ params: { id } }),
    satisfies: ({ state }) => state === 'running',
  })
}

async function measured(
  { renter }: Product,
  { id }: Cluster,
  body: { from: number; to: number },
): Promise<number> {
  const { bytes_per_s: perS } = await renter.clusters.measure({ params: { id }, body })
  return perS / 1024 ** 2
}

/** A line to a node that echoes it, and back, many times over one connection. */
async function roundTripMs(product: Product, cluster: Cluster, to: number): Promise<number> {
  const echo = `(${socat} TCP-LISTEN:7000,reuseaddr,nodelay EXEC:cat >/dev/null 2>&1 &)`
  await inside(product, nodeOf(cluster, to), echo)
  const loop = `read a r </proc/uptime; n=${trips}; while [ $n -gt 0 ]; do echo x; read y; n=$((n - 1)); done
    read b r </proc/uptime; echo $a $b >/root/times`
  await inside(product, nodeOf(cluster, 0), `printf '%s' '${loop}' >/root/loop`)
  const address = `TCP:node-${to}:7000,nodelay,retry=50,interval=0.1`
  const ask = `${socat} ${address} EXEC:"sh /root/loop"; cat /root/times`
  const times = await inside(product, nodeOf(cluster, 0), ask)
  const [from = 0, until = 0] = times.trim().split(' ').map(Number)
  return ((until - from) * 1_000) / trips
}

function nodeOf({ nodes }: Cluster, rank: number): InstanceId {
  const node = nodes[rank]
  if (node === undefined) throw new Error('no such node')
  return node.instance_id
}

async function inside({ renter }: Product, id: InstanceId, script: string): Promise<string> {
  let said = ''
  const body = { command: ['sh', '-c', script] as [string, ...string[]] }
  for await (const { event, data } of renter.instances.exec({ params: { id }, body }))
    if (event === 'output') said += Buffer.from(data.base64, 'base64').toString()
  return said
}
