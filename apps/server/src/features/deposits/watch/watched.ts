import type { AccountId } from '@gridloom/contract/core/ids'
import { selectAddresses } from '../addresses-store.ts'
import { selectContracts, selectQuotes } from '../coin/quotes-store.ts'
import type { WatchCtx, WatchedChainParts } from '../ctx.ts'
import type { BlockRange } from './read-logs.ts'
import type { TransferQuery } from './read-transfers.ts'
import type { Transfer } from './transfer.ts'

/** What is read of a chain, and whose it is. */
export interface Watched {
  readonly query: Omit<TransferQuery, keyof BlockRange>
  /** The accounts of deposit addresses. */
  readonly accounts: ReadonlyMap<string, AccountId>
}

/** A contract that is no longer configured may have taken payments whose blocks were not read yet. */
const formerContractsMs = 7 * 86_400_000

/** Reads what is watched on a chain. */
export async function selectWatched(
  ctx: WatchCtx,
  { config }: WatchedChainParts,
): Promise<Watched> {
  const since = new Date(ctx.clock.now().getTime() - formerContractsMs)
  const [accounts, former] = await Promise.all([
    selectAddresses(ctx.db, config.chain.id),
    selectContracts(ctx.db, config.chain.id, since),
  ])
  const contracts = new Set([...former, ...(config.coin === null ? [] : [config.coin.contract])])
  const tokens = [...config.tokens.map(({ address }) => address), ...config.otherTokens]
  return { accounts, query: { tokens, addresses: [...accounts.keys()], contracts: [...contracts] } }
}

/** Payments without a known quote are kept from this amount on, in the smallest unit: anyone can make small ones. */
const leastUnknown = 10n ** 14n

/** The rows of transfers: of tokens to known addresses, and of payments for quotes, or for none that is known. */
export async function rowsOf(
  ctx: WatchCtx,
  chainId: number,
  { transfers, accounts }: Pick<Watched, 'accounts'> & { transfers: readonly Transfer[] },
) {
  const seen_at = ctx.clock.now()
  const codes = transfers.flatMap(({ quote }) => quote ?? [])
  const quotes = await selectQuotes(ctx.db, codes)
  const ownerOf = ({ quote, to, amount }: Transfer): AccountId | null | undefined => {
    if (quote === null) return accounts.get(to)
    return quotes.get(quote)?.account_id ?? (amount < leastUnknown ? undefined : null)
  }
  return transfers.flatMap((transfer) => {
    const account_id = ownerOf(transfer)
    if (account_id === undefined) return []
    return {
      ...{ id: ctx.ids.mint('deposit'), chain_id: chainId, account_id, seen_at },
      ...{ tx_hash: transfer.txHash, token: transfer.token, address: transfer.to },
      ...{ ordinal: transfer.ordinal, from_address: transfer.from, quote: transfer.quote },
      ...{ block_height: transfer.height, block_hash: transfer.blockHash },
      ...{ amount: String(transfer.amount), state: 'seen' as const },
    }
  })
}
