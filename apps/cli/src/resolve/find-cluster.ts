import type { Cluster } from '@gridloom/contract/clusters/cluster'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a cluster by its name or part of its id; one that has not ended comes first. */
export async function findCluster(ctx: Ctx, wanted: string): Promise<Cluster> {
  const clusters = await ctx.client.clusters.list({ signal: ctx.signal })
  const open = clusters.filter(({ ended_at }) => ended_at === null)
  const named = open.filter(({ name }) => name === wanted)
  return chooseOne(named.length > 0 ? named : clusters, wanted, 'cluster')
}
