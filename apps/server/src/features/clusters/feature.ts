import type { Feature } from '../../platform/feature.ts'
import { advanceClusters } from './advance-clusters.ts'
import type { ClusterAdapters, ClustersCtx } from './ctx.ts'
import { clustersPersonalData } from './personal-data-store.ts'
import { clusterRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A cluster; its nodes publish their own changes. */
    cluster: 'stored'
  }
}

const advanceEveryMs = 1_000

/** Instances with one private network, which are ordered, started and stopped together. */
export const clustersFeature: Feature<ClustersCtx, ClusterAdapters> = {
  name: 'clusters',
  services: () => ({ adapters: { measuring: new Set() } }),
  routes: (routes) => clusterRoutes(routes),
  loops: [{ name: 'clusters', everyMs: advanceEveryMs, run: advanceClusters }],
  personalData: clustersPersonalData,
  topics: {
    cluster: { scope: 'clusters:read', show: async () => ({ event: 'clusters', data: {} }) },
  },
}
