import type { PayoutSource, Payouts } from '@gridloom/contract/payouts/payout'

/** What a payout is made in, as calls name it. */
export function wayOf(source: PayoutSource) {
  const { method } = source
  if (method !== 'wallet') return { method }
  return { method, chain_id: source.chain_id, token: source.token }
}

/** What a payout is made in: `USDC on Base`, or US dollars to a bank account or by Stripe. */
export function sourceName(source: PayoutSource): string {
  if (source.method === 'bank') return 'US dollars to a bank account'
  if (source.method === 'stripe') return 'US dollars by Stripe'
  return `${source.symbol} on ${source.chain_name}`
}

/** The unit in which it arrives. */
export function unitOf(source: PayoutSource): string {
  return source.method === 'wallet' ? source.symbol : 'US dollars'
}

/** Whether the user has an address, bank account or Stripe account in effect for it. */
export function hasTarget({ method }: PayoutSource, payouts: Payouts): boolean {
  const targets = {
    wallet: payouts.address,
    bank: payouts.bank_account,
    stripe: payouts.stripe_account,
  }
  return targets[method] !== null
}
