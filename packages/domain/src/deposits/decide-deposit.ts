import type { MicroUsd } from '@gridloom/contract/core/values'
import type { DepositRejection } from '@gridloom/contract/deposits/deposit'

/** Above this, a deposit is left to the operator: a token may mint any number. One billion dollars. */
const depositMicroUsdMax = 1_000_000_000_000_000

const microDecimals = 6

/** An amount of a stablecoin in micro-dollars, rounded down. What is lost is dust, which stays with the platform. */
export function microUsdOf(amount: bigint, decimals: number): bigint {
  const shift = decimals - microDecimals
  return shift >= 0 ? amount / 10n ** BigInt(shift) : amount * 10n ** BigInt(-shift)
}

/** A final transfer to a deposit address. */
export interface FinalTransfer {
  /** In the smallest unit of the token. */
  readonly amount: bigint
  /** `null`: the token is configured, but its deposits are not credited. */
  readonly token: { readonly decimals: number; readonly minimumMicroUsd: MicroUsd } | null
  /** Whether the balance of the address grew by the amount; `unknown`: the endpoint no longer has it. */
  readonly arrived: 'whole' | 'less' | 'unknown'
  readonly isAccountClosed: boolean
}

/** What becomes of a final transfer. */
export type DepositDecision = { microUsd: MicroUsd } | { rejection: DepositRejection }

/** Decides whether a final transfer is credited, and with how much. */
export function decideDeposit(transfer: FinalTransfer): DepositDecision {
  const { amount, token, arrived, isAccountClosed } = transfer
  if (token === null) return { rejection: 'wrong_token' }
  if (isAccountClosed) return { rejection: 'account_closed' }
  if (arrived === 'less') return { rejection: 'less_arrived' }
  if (arrived === 'unknown') return { rejection: 'unverified' }
  const microUsd = microUsdOf(amount, token.decimals)
  if (microUsd === 0n) return { rejection: 'dust' }
  if (microUsd < BigInt(token.minimumMicroUsd)) return { rejection: 'below_minimum' }
  if (microUsd > BigInt(depositMicroUsdMax)) return { rejection: 'too_large' }
  return { microUsd: Number(microUsd) }
}
