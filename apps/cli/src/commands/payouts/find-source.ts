import type { PayoutSource } from '@gridloom/contract/payouts/payout'
import { FailedError, UsageError } from '../../errors.ts'

/** How a payout is wanted: a stablecoin by its symbol or contract, to the bank account, or by Stripe. */
export interface WantedSource {
  token?: string
  bank?: boolean
  stripe?: boolean
}

/** Chooses what a payout is made in: the only one there is, or the one that is wanted. */
export function findSource(
  sources: readonly PayoutSource[],
  { token, bank, stripe }: WantedSource,
): PayoutSource {
  if (sources.length === 0) throw new FailedError('Payouts are not set up here.')
  if ([token, bank, stripe].filter((one) => one !== undefined).length > 1)
    throw new UsageError('Give one of --token, --bank and --stripe.')
  const found = sources.filter((source) => {
    if (bank === true) return source.method === 'bank'
    if (stripe === true) return source.method === 'stripe'
    return token === undefined || isToken(source, token.toLowerCase())
  })
  const [source, ...more] = found
  if (source !== undefined && more.length === 0) return source
  throw new UsageError(`Choose one: ${sources.map(optionOf).join(', ')}.`)
}

/** What a payout is made in, as a user reads it. */
export function sourceName(source: PayoutSource): string {
  return source.method === 'wallet' ? `${source.symbol} on ${source.chain_name}` : 'US dollars'
}

/** What a payout is made in, as calls name it. */
export function wayOf(source: PayoutSource) {
  const { method } = source
  if (method !== 'wallet') return { method }
  return { method, chain_id: source.chain_id, token: source.token }
}

function isToken(source: PayoutSource, lower: string): boolean {
  if (source.method !== 'wallet') return false
  return source.symbol.toLowerCase() === lower || source.token.toLowerCase() === lower
}

function optionOf(source: PayoutSource): string {
  if (source.method !== 'wallet') return `--${source.method}`
  return `--token ${source.symbol} (${source.token} on ${source.chain_name})`
}
