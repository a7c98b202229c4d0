import type { CoinOffer } from '@gridloom/contract/deposits/coin-quote'
import type { DepositChain } from '@gridloom/contract/deposits/deposit-options'
import { Refused } from '@gridloom/contract/errors'
import type { CoinConfig } from '../../../deposits-config.ts'
import { statusOf } from '../chain-status.ts'
import { selectChains } from '../chains-store.ts'
import type { DepositsCtx, WatchedChainParts } from '../ctx.ts'

/** A chain whose coin can be deposited. @throws Refused `chain_unknown`; `coin_unavailable` */
export async function findCoin(
  ctx: DepositsCtx,
  chainId: number,
): Promise<{ parts: WatchedChainParts; coin: CoinConfig }> {
  const parts = ctx.deposits.chains.find(({ config }) => config.chain.id === chainId)
  if (parts === undefined) throw new Refused('chain_unknown')
  const { coin } = parts.config
  const row = (await selectChains(ctx.db)).find(({ chain_id }) => chain_id === chainId)
  // Before the first block was read, a payment could be in one that nobody reads.
  const isRead = row !== undefined && row.scanned_height !== null
  if (coin === null || !isRead || statusOf(parts.config, row) !== 'ready')
    throw new Refused('coin_unavailable')
  return { parts, coin }
}

/** The coin of a chain as it is offered now; `null`: it is not. */
export function coinOffer(
  coin: CoinConfig | null,
  status: DepositChain['status'],
): CoinOffer | null {
  if (coin === null || status !== 'ready') return null
  return {
    minimum_micro_usd: coin.minimumMicroUsd,
    maximum_micro_usd: coin.maximumMicroUsd,
    spread_basis_points: coin.spreadBasisPoints,
  }
}
