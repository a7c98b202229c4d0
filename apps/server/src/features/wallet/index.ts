export { walletFeature } from './feature.ts'
