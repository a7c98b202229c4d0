export { enterInstance } from './enter-instance.ts'
export { instancesFeature } from './feature.ts'
export type { InstancesCtx } from './ctx.ts'
