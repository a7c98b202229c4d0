import { Refused } from '@gridloom/contract/errors'
import type { ConfiguredPayoutBank } from '../../payout-config.ts'
import type { PayoutsCtx, Source, StripePayouts } from './ctx.ts'

type Setup = Pick<PayoutsCtx, 'payoutSetup'>

/** What a payout is made in: a stablecoin, or US dollars from the operator's bank account or balance at Stripe. */
export type Way =
  | { readonly method: 'wallet'; readonly source: Source }
  | { readonly method: 'bank'; readonly bank: ConfiguredPayoutBank }
  | { readonly method: 'stripe'; readonly stripe: StripePayouts }

interface Asked {
  readonly method: 'wallet' | 'bank' | 'stripe'
  readonly chain_id?: number | undefined
  readonly token?: string | undefined
}

/** Whether earnings are paid out at all here. */
export function arePayoutsOffered({ payoutSetup: { sources, bank } }: Setup): boolean {
  return sources.length > 0 || bank !== null
}

/** @throws Refused `payouts_off` where nothing, or not this, is configured */
export function findWay(ctx: Setup, { method, chain_id, token }: Asked): Way {
  if (method === 'bank') return { method, bank: findBank(ctx) }
  if (method === 'stripe') return { method, stripe: findStripe(ctx) }
  return { method, source: findSource(ctx, { chain_id, token }) }
}

/** Returns the bank account that payouts are made from. @throws Refused `payouts_off` where none is configured */
export function findBank({ payoutSetup }: Setup): ConfiguredPayoutBank {
  if (payoutSetup.bank === null) throw new Refused('payouts_off')
  return payoutSetup.bank
}

/** Returns how payouts by Stripe are set up. @throws Refused `payouts_off` where they are not */
export function findStripe({ payoutSetup }: Setup): StripePayouts {
  if (payoutSetup.stripe === null) throw new Refused('payouts_off')
  return payoutSetup.stripe
}

/** Above which amount two operators approve a payout. */
export function approveAboveOf(way: Way): number {
  switch (way.method) {
    case 'wallet':
      return way.source.approveAboveMicroUsd
    case 'bank':
      return way.bank.approveAboveMicroUsd
    case 'stripe':
      return way.stripe.approveAboveMicroUsd
  }
}

function findSource({ payoutSetup }: Setup, { chain_id, token }: Omit<Asked, 'method'>): Source {
  const source = payoutSetup.sources.find(
    (one) => one.chainId === chain_id && one.token === token?.toLowerCase(),
  )
  if (source === undefined) throw new Refused('payouts_off')
  return source
}
