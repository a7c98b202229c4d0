import { Refused } from '@gridloom/contract/errors'
import type { PayoutsCtx, Source } from './ctx.ts'

/** Returns the configured stablecoin. @throws Refused `payouts_off` where none is configured, or not this one */
export function findSource(
  { payoutSetup }: Pick<PayoutsCtx, 'payoutSetup'>,
  { chain_id, token }: { chain_id: number; token: string },
): Source {
  const source = payoutSetup.sources.find(
    (one) => one.chainId === chain_id && one.token === token.toLowerCase(),
  )
  if (source === undefined) throw new Refused('payouts_off')
  return source
}
