import { z } from 'zod'
import { WalletId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { EvmAddress } from './address.ts'

/** How long a new payout address waits before it is used. */
export const payoutWaitS = 24 * 60 * 60

/** A linked address that payouts go to from a time on. */
const PayoutAddress = z.strictObject({
  wallet_id: WalletId,
  address: EvmAddress,
  effective_at: Timestamp,
})

/** The address that payouts go to, and a change that waits. */
export const PayoutAddresses = z.strictObject({
  /** `null`: none; also when the last change removed it. */
  current: PayoutAddress.nullable(),
  /** Can be cancelled until it takes effect. */
  pending: PayoutAddress.nullable(),
})
export type PayoutAddresses = z.infer<typeof PayoutAddresses>
