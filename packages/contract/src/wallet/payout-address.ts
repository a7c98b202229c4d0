import { z } from 'zod'
import { WalletId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { EvmAddress } from './address.ts'

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
  /** How long a change waits before it takes effect. 0: not at all. */
  wait_hours: z.int().min(0).max(168),
})
export type PayoutAddresses = z.infer<typeof PayoutAddresses>
