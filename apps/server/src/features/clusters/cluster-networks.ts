import type { ClusterNetwork, NetworkNode } from '../../edge/clusters/cluster-network.ts'
import { type ConnectedNode, listConnectedNodes } from './clusters-store.ts'
import type { ClustersCtx } from './ctx.ts'

/** A change is passed on after at most this long, and with it others of the time between. */
const gatherMs = 100
/** Without changes: one that was missed counts from then on. */
const repeatMs = 15_000

/**
 * Calls back with all networks between machines: at once, after each change of an instance, and every 15 seconds. Returns the
 * function that ends it.
 */
export function followNetworks(
  ctx: ClustersCtx,
  listener: (networks: readonly ClusterNetwork[]) => void,
): () => void {
  let cancel: (() => void) | undefined
  let isEnded = false
  const readSoon = () => {
    if (!isEnded) cancel ??= ctx.clock.after(gatherMs, readNow)
  }
  function readNow(): void {
    cancel = undefined
    readNetworks(ctx).then(
      (networks) => {
        if (!isEnded) listener(networks)
      },
      (error: unknown) => {
        // @NOTE the next change or repetition reads them again
        ctx.log.warn({ event: 'clusters.read_failed', err: error }, 'clusters were not read')
      },
    )
  }
  const unsubscribe = ctx.changes.subscribe(({ topic }) => {
    if (topic === 'instance') readSoon()
  })
  const stop = ctx.clock.every(repeatMs, readSoon)
  readNow()
  return () => {
    isEnded = true
    unsubscribe()
    stop()
    cancel?.()
  }
}

async function readNetworks(ctx: ClustersCtx): Promise<ClusterNetwork[]> {
  const all = await listConnectedNodes(ctx.db)
  return [...Map.groupBy(all, ({ clusterId }) => clusterId)].map(([clusterId, nodes]) => ({
    clusterId,
    nodes: nodes.map(networkNode),
  }))
}

function networkNode({ rank, instanceId, machineId }: ConnectedNode): NetworkNode {
  return { rank, instanceId, machineId }
}
