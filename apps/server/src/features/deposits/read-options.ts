import type { AccountId } from '@gridloom/contract/core/ids'
import type { DepositChain } from '@gridloom/contract/deposits/deposit-options'
import { depositAddress } from '@gridloom/domain/deposits/deposit-address'
import { accountOf } from '../../platform/ctx.ts'
import { selectOwnAddresses } from './addresses-store.ts'
import { statusOf } from './chain-status.ts'
import { selectChains } from './chains-store.ts'
import { coinOffer } from './coin/find-coin.ts'
import type { DepositsCtx, WatchedChainParts } from './ctx.ts'
import { readOffers } from './gasless/offers.ts'
import type { DepositChainRow } from './schema.ts'

/** Lists the chains of deposits with the addresses of the active account. */
export async function listDepositOptions(ctx: DepositsCtx): Promise<DepositChain[]> {
  const { accountId } = accountOf(ctx)
  const [rows, own, offerOf] = await Promise.all([
    selectChains(ctx.db),
    selectOwnAddresses(ctx.db, accountId),
    readOffers(ctx),
  ])
  const addresses = new Set(own.map(({ chain_id, address }) => `${chain_id} ${address}`))
  return ctx.deposits.chains.map((parts) => {
    const row = rows.find(({ chain_id }) => chain_id === parts.config.chain.id)
    return viewOf(parts, { row, addresses, accountId, offerOf })
  })
}

interface Stored {
  row: DepositChainRow | undefined
  addresses: ReadonlySet<string>
  accountId: AccountId
  offerOf: Awaited<ReturnType<typeof readOffers>>
}

function viewOf(
  parts: WatchedChainParts,
  { row, addresses, accountId, offerOf }: Stored,
): DepositChain {
  const { config, rpc } = parts
  const address = depositAddress(config, accountId)
  const status = statusOf(config, row)
  const isReady = status !== 'unavailable' && addresses.has(`${config.chain.id} ${address}`)
  const isDelayed = status === 'unreachable' || status === 'stalled'
  return {
    chain: rpc.chain,
    tokens: config.tokens.map((token) => {
      const { address, symbol, decimals } = token
      const offer = status === 'ready' ? offerOf(parts, token) : null
      const gasless = offer && {
        method: offer.method,
        minimum_micro_usd: offer.minimum_micro_usd,
      }
      return { address, symbol, decimals, gasless }
    }),
    coin: coinOffer(config.coin, status),
    finality: config.finality,
    minimum_micro_usd: config.minimumMicroUsd,
    address: isReady ? address : null,
    status,
    unreachable_since: isDelayed ? (row?.alarm_since?.toISOString() ?? null) : null,
  }
}
