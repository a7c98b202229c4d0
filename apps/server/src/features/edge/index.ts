export type { EdgeState } from './ctx.ts'
export { edgeFeature } from './feature.ts'
export { sshGatewayOf } from './ssh-gateway-of.ts'
