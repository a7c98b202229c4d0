export { walletFeature } from './feature.ts'
export { payoutAddressesOf } from './payouts/read-payout-address.ts'
