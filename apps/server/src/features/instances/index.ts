export type { InstancesCtx } from './ctx.ts'
export { instancesFeature } from './feature.ts'
export { readInstance } from './read-instance.ts'
export { logReadsAtOnce } from './read-logs.ts'
