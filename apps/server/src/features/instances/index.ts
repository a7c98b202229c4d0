export { createInstanceServices } from './create-instance-services.ts'
export type { InstancesCtx } from './ctx.ts'
export { instancesFeature } from './feature.ts'
