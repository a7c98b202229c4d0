export { followNetworks } from './cluster-networks.ts'
export type { ClustersCtx } from './ctx.ts'
export { clustersFeature } from './feature.ts'
