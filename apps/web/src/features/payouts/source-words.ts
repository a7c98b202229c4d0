import type { PayoutSource, Payouts } from '@gridloom/contract/payouts/payout'

/** What a payout is made in, as calls name it. */
export function wayOf(source: PayoutSource) {
  const { method } = source
  if (method === 'bank') return { method }
  return { method, chain_id: source.chain_id, token: source.token }
}

/** What a payout is made in: `USDC on Base`, or US dollars to a bank account. */
export function sourceName(source: PayoutSource): string {
  if (source.method === 'bank') return 'US dollars to a bank account'
  return `${source.symbol} on ${source.chain_name}`
}

/** The unit in which it arrives. */
export function unitOf(source: PayoutSource): string {
  return source.method === 'bank' ? 'US dollars' : source.symbol
}

/** Whether the user has an address or bank account in effect for it. */
export function hasTarget({ method }: PayoutSource, payouts: Payouts): boolean {
  return (method === 'bank' ? payouts.bank_account : payouts.address) !== null
}
