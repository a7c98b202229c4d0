import { pause } from '@gridloom/async/pause'
import type { Cluster } from '@gridloom/contract/clusters/cluster'
import type { Ctx } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'

const lookEveryMs = 500

/** Waits until a cluster has started; the server bounds that. @throws FailedError with the node that did not */
export async function untilStarted(ctx: Ctx, { id }: Pick<Cluster, 'id'>): Promise<Cluster> {
  for (;;) {
    const cluster = await ctx.client.clusters.read({ params: { id }, signal: ctx.signal })
    const { name, state, failure, nodes } = cluster
    if (state === 'running' || state === 'impaired') return cluster
    if (state !== 'starting') {
      const why =
        failure === null ? state : `${name}-${failure.rank}: ${failure.text ?? failure.code}`
      throw new FailedError(`The cluster did not start (${why}). All of its nodes are destroyed.`)
    }
    const ready = nodes.filter((node) => node.ready).length
    ctx.output.progress(`starting: ${ready} of ${nodes.length} nodes ready`)
    await pause(ctx.host.clock, lookEveryMs, ctx.signal)
    ctx.signal.throwIfAborted()
  }
}
