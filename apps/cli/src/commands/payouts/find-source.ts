import type { PayoutSource } from '@gridloom/contract/payouts/payout'
import { FailedError, UsageError } from '../../errors.ts'

/** Chooses the stablecoin of a payout: the only one, or the one of a symbol or contract. */
export function findSource(
  sources: readonly PayoutSource[],
  wanted: string | undefined,
): PayoutSource {
  if (sources.length === 0) throw new FailedError('Payouts are not set up here.')
  const lower = wanted?.toLowerCase()
  const found = sources.filter(
    ({ symbol, token }) =>
      lower === undefined || symbol.toLowerCase() === lower || token.toLowerCase() === lower,
  )
  const [source, ...more] = found
  if (source !== undefined && more.length === 0) return source
  const all = sources.map(
    ({ symbol, chain_name, token }) => `${symbol} on ${chain_name} (${token})`,
  )
  throw new UsageError(`Choose one with --token: ${all.join(', ')}.`)
}
