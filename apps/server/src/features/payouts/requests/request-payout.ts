import { Refused } from '@gridloom/contract/errors'
import type { NewPayout, Payout } from '@gridloom/contract/payouts/payout'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { feeOf, withoutPartsOfCents } from '@gridloom/domain/payouts/payout-fee'
import { userOf } from '../../../platform/ctx.ts'
import { verifiedHolder } from '../../auth/index.ts'
import { lockActiveAccount } from '../../companies/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { findWay } from '../find-source.ts'
import { showPayout } from '../show-payout.ts'
import { placePayout } from './place-payout.ts'
import { priceNow } from './quote-payout.ts'

/**
 * Requests a payout of the earnings of the active account. The fee is the present one, and never above the one that was shown.
 * @throws Refused as `payouts.request` of the contract lists them
 */
export async function requestPayout(ctx: PayoutsCtx, asked: NewPayout): Promise<Payout> {
  const way = findWay(ctx, asked)
  if (way.method !== 'wallet' && asked.micro_usd !== withoutPartsOfCents(asked.micro_usd))
    throw new Refused('invalid_input', { fields: { micro_usd: 'Banks pay whole cents' } })
  const price = await priceNow(way)
  const fee = feeOf(price, asked.micro_usd)
  if (fee > asked.fee_micro_usd)
    throw new Refused('payout_fee_changed', { details: { fee: formatUsdExact(fee) } })
  const id = await ctx.transact(async (tx) => {
    await verifiedHolder(tx, userOf(ctx))
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    const order = { accountId, way, microUsd: asked.micro_usd, price, week: null }
    const placed = await placePayout(ctx, tx, order)
    if (placed !== null) tx.note({ subject: placed })
    return placed
  })
  if (id === null) throw new RangeError('only weekly payouts are placed once')
  return showPayout(ctx, id)
}
