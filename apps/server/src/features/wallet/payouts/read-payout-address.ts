import type { AccountId } from '@gridloom/contract/core/ids'
import type { PayoutAddresses } from '@gridloom/contract/wallet/payout-address'
import type { Db } from '../../../platform/database/connect.ts'
import { activeAccountFor } from '../../companies/index.ts'
import type { WalletCtx } from '../ctx.ts'
import { type PayoutRow, selectPayouts } from './payout-addresses-store.ts'

type Addresses = Omit<PayoutAddresses, 'wait_hours'>

/** The address that payouts of the active account go to, and the change that waits. @throws Refused `forbidden` */
export async function readPayoutAddress(ctx: WalletCtx): Promise<PayoutAddresses> {
  return viewPayoutAddresses(ctx, ctx.db, await activeAccountFor(ctx, 'pay_out'))
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
