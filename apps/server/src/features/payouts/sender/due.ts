import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import type { GasFees } from '@gridloom/domain/chains/gas-fees'
import { batchWithin } from '@gridloom/domain/payouts/payout-batch'
import { transferGas } from '@gridloom/domain/payouts/payout-fee'
import type { WalletPayoutRow } from '../schema.ts'

/** Payouts that can be paid now, oldest first and at least one, and the fees to pay. */
export interface Due {
  readonly payouts: readonly WalletPayoutRow[]
  readonly fees: GasFees
}

/** What is left: of the token, of what may be sent today, and gas that the sender's coins pay. */
interface Funds {
  readonly units: bigint
  readonly microUsd: number
  readonly gas: bigint
}

/** The oldest payouts that all of it covers; none overtakes an older one. Or why the first of them has to wait. */
export function withinFunds(
  approved: readonly WalletPayoutRow[],
  has: Funds,
  fees: GasFees,
): Due | PayoutWait {
  const payouts: WalletPayoutRow[] = []
  let { units, microUsd } = has
  let wait: PayoutWait = 'not_covered'
  for (const payout of approved) {
    units -= BigInt(payout.token_units)
    microUsd -= payout.micro_usd
    if (units < 0n || microUsd < 0) {
      wait = units < 0n ? 'not_covered' : 'daily_cap'
      break
    }
    payouts.push(payout)
  }
  if (payouts.length === 0) return wait
  if (has.gas < transferGas) return 'no_gas'
  return { payouts: payouts.slice(0, Math.max(1, batchWithin(has.gas))), fees }
}
