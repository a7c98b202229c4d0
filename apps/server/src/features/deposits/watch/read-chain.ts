import { claimChain } from '../chains-store.ts'
import type { WatchCtx, WatchedChainParts } from '../ctx.ts'
import type { DepositChainRow } from '../schema.ts'

/** Takes or renews the lease of a chain. `undefined`: another process watches it. */
export function leaseChain(
  ctx: WatchCtx,
  { config }: WatchedChainParts,
): Promise<DepositChainRow | undefined> {
  const lease = { chainId: config.chain.id, leaseToken: ctx.deposits.leaseToken }
  return ctx.transact((tx) => claimChain(tx, lease, ctx.clock.now()))
}
