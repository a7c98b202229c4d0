import type { PayoutSource } from '@gridloom/contract/payouts/payout'
import { FailedError, UsageError } from '../../errors.ts'

/** How a payout is wanted: a stablecoin by its symbol or contract, or to the bank account. */
export interface WantedSource {
  token?: string
  bank?: boolean
}

/** Chooses what a payout is made in: the only one there is, or the one that is wanted. */
export function findSource(
  sources: readonly PayoutSource[],
  { token, bank }: WantedSource,
): PayoutSource {
  if (sources.length === 0) throw new FailedError('Payouts are not set up here.')
  if (bank === true && token !== undefined)
    throw new UsageError('Give --token or --bank, not both.')
  const found = sources.filter((source) => {
    if (bank === true) return source.method === 'bank'
    return token === undefined || isToken(source, token.toLowerCase())
  })
  const [source, ...more] = found
  if (source !== undefined && more.length === 0) return source
  throw new UsageError(`Choose one: ${sources.map(optionOf).join(', ')}.`)
}

/** What a payout is made in, as a user reads it. */
export function sourceName(source: PayoutSource): string {
  return source.method === 'bank' ? 'US dollars' : `${source.symbol} on ${source.chain_name}`
}

function isToken(source: PayoutSource, lower: string): boolean {
  if (source.method === 'bank') return false
  return source.symbol.toLowerCase() === lower || source.token.toLowerCase() === lower
}

function optionOf(source: PayoutSource): string {
  if (source.method === 'bank') return '--bank'
  return `--token ${source.symbol} (${source.token} on ${source.chain_name})`
}
