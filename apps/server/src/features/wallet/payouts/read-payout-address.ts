import type { AccountId } from '@gridloom/contract/core/ids'
import type { PayoutAddresses } from '@gridloom/contract/wallet/payout-address'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { type PayoutRow, selectPayouts } from './payout-addresses-store.ts'

/** The address that the caller's payouts go to, and the change that waits. */
export function readPayoutAddress(
  ctx: Pick<Ctx, 'actor' | 'db' | 'clock'>,
): Promise<PayoutAddresses> {
  return payoutAddressesOf(ctx.db, userOf(ctx), ctx.clock.now())
}

/** The address that an account's payouts go to at a time, and the change that waits then. */
export async function payoutAddressesOf(
  db: Db,
  accountId: AccountId,
  now: Date,
): Promise<PayoutAddresses> {
  const { effective, pending } = await selectPayouts(db, accountId, now)
  // A removed one is not replaced by the one before it: payouts wait until the user chooses.
  const current = effective?.removed_at === null ? effective : undefined
  return { current: viewOf(current), pending: viewOf(pending) }
}

function viewOf(row: PayoutRow | undefined): PayoutAddresses['current'] {
  if (row === undefined) return null
  const { wallet_id, address, effective_at } = row
  return { wallet_id, address, effective_at: effective_at.toISOString() }
}
