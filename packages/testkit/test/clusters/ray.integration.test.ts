import type { Cluster } from '@gridloom/contract/clusters/cluster'
import { builtInTemplates } from '@gridloom/server/features/templates/built-in'
import { expect, it } from 'vitest'
import { startProduct } from '../../src/product.ts'
import { execute } from '../using-instances.ts'

const minutesMax = 20
/** Runs tasks, spread over the nodes, until both have answered with their address. */
const askNodes = `import ray
ray.init(address="auto", logging_level="error")
@ray.remote(scheduling_strategy="SPREAD")
def address():
    import os
    return os.environ["GRIDLOOM_NODE_ADDRESS"]
seen = set()
while len(seen) < 2:
    seen |= set(ray.get([address.remote() for _ in range(8)]))
print(*sorted(seen))
`

it.skipIf(process.env.GRIDLOOM_RAY === undefined)(
  'the template Ray runs tasks on all nodes of a cluster over two machines',
  async () => {
    await using product = await startProduct({
      driver: 'docker',
      cpuSlots: 4,
      edge: 'on',
      toolbox: 'own',
    })
    const second = await product.addMachine()
    const offers = await Promise.all([product.offerOf(), product.offerOf(second)])
    const { id } = await product.renter.clusters.create({
      body: {
        ...{ name: 'train', disk_gb: 5, slots: 2, start_minutes: minutesMax },
        nodes: offers.map((offer) => ({ offer_id: offer.id })),
        env: throughMirror(),
        template_id: builtInTemplates.find(({ name }) => name === 'Ray')?.id,
      },
    })
    const { nodes } = await product.until({
      read: () => product.renter.clusters.read({ params: { id } }),
      satisfies: hasStarted,
      withinMs: minutesMax * 60_000,
    })
    const head = nodes[0]?.instance_id
    if (head === undefined) throw new Error('the cluster has no nodes')
    const said = await execute(product.renter, head, ['/opt/ray/bin/python', '-c', askNodes])
    expect(said).toMatchObject({ stdout: '10.203.0.1 10.203.0.2\n', exitCode: 0 })
  },
  (minutesMax + 2) * 60_000,
)

function hasStarted({ state, failure }: Cluster): boolean {
  if (failure !== null) throw new Error(JSON.stringify(failure))
  return state === 'running'
}

/** Where this machine reaches PyPI by a mirror with a certificate of its own, the nodes have to trust it too. */
function throughMirror(): Record<string, string> {
  const { PIP_CERT, PIP_INDEX_URL } = process.env
  return {
    ...(PIP_INDEX_URL === undefined ? {} : { PIP_INDEX_URL }),
    ...(PIP_CERT === undefined
      ? {}
      : { PIP_TRUSTED_HOST: 'pypi.org files.pythonhosted.org', PIP_DEFAULT_TIMEOUT: '180' }),
  }
}
