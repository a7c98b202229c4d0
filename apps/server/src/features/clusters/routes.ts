import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { destroyCluster, startCluster, stopCluster } from './act-on-cluster.ts'
import { createCluster } from './create-cluster.ts'
import type { ClustersCtx } from './ctx.ts'
import { measureThroughput } from './measure-throughput.ts'
import { listClusters, readCluster } from './read-clusters.ts'

/** Mounts the `clusters` area of the contract. */
export function clusterRoutes(routes: Routes<ClustersCtx>): void {
  const { clusters } = api
  routes.on(clusters.create, (ctx, { body }) => createCluster(ctx, body))
  routes.on(clusters.list, (ctx) => listClusters(ctx))
  routes.on(clusters.read, (ctx, { params }) => readCluster(ctx, params.id))
  routes.on(clusters.start, (ctx, { params }) => startCluster(ctx, params.id))
  routes.on(clusters.stop, (ctx, { params }) => stopCluster(ctx, params.id))
  routes.on(clusters.destroy, (ctx, { params }) => destroyCluster(ctx, params.id))
  routes.on(clusters.measure, (ctx, { params, body }) =>
    measureThroughput(ctx, { ...body, id: params.id }),
  )
}
