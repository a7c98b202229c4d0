import type { AccountId } from '@gridloom/contract/core/ids'
import type { PayoutAddresses } from '@gridloom/contract/wallet/payout-address'
import { userOf } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { WalletCtx } from '../ctx.ts'
import { type PayoutRow, selectPayouts } from './payout-addresses-store.ts'

type Addresses = Omit<PayoutAddresses, 'wait_hours'>

/** The address that the caller's payouts go to, and the change that waits. */
export function readPayoutAddress(
  ctx: Pick<WalletCtx, 'actor' | 'db' | 'clock' | 'payoutWaitHours'>,
): Promise<PayoutAddresses> {
  return viewPayoutAddresses(ctx, ctx.db, userOf(ctx))
}

/** What an endpoint says of an account's payout address. */
export async function viewPayoutAddresses(
  ctx: Pick<WalletCtx, 'clock' | 'payoutWaitHours'>,
  db: Db,
  accountId: AccountId,
): Promise<PayoutAddresses> {
  const addresses = await payoutAddressesOf(db, accountId, ctx.clock.now())
  return { ...addresses, wait_hours: ctx.payoutWaitHours }
}

/** The address that an account's payouts go to at a time, and the change that waits then. */
export async function payoutAddressesOf(
  db: Db,
  accountId: AccountId,
  now: Date,
): Promise<Addresses> {
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
