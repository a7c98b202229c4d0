export type { PayoutsCtx } from './ctx.ts'
export { payoutsFeature } from './feature.ts'
export { arePayoutsOffered } from './find-source.ts'
