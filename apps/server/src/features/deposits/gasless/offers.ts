import type { GaslessOffer, Relayer as RelayerView } from '@gridloom/contract/deposits/gasless'
import { leastGasless } from '@gridloom/domain/deposits/gasless-limits'
import type { DepositTokenConfig } from '../../../deposits-config.ts'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import type { DepositsCtx, WatchCtx, WatchedChainParts } from '../ctx.ts'
import { countOpen } from './gasless-store.ts'
import type { Relayer } from './relayer-keys.ts'
import { selectRelayers, selectTokens } from './relayers-store.ts'
import type { GaslessTokenRow, RelayerRow } from './schema.ts'

/** The relayer reports each half minute; one that has not for this long does not send. */
const reportedWithinMs = 120_000

/** A token that can be paid without gas now. */
export interface Offered extends GaslessOffer {
  readonly relayer: Relayer
  readonly domain: { readonly name: string; readonly version: string }
}

interface Reports {
  relayers: readonly RelayerRow[]
  tokens: readonly GaslessTokenRow[]
}

/** Reads what the relayers reported. The result says for a token of a chain whether it can be paid without gas now. */
export async function readOffers(
  ctx: Pick<WatchCtx, 'db' | 'clock' | 'deposits'>,
): Promise<(parts: WatchedChainParts, token: DepositTokenConfig) => Offered | null> {
  if (ctx.deposits.relayers.size === 0) return () => null
  const [relayers, tokens] = await Promise.all([selectRelayers(ctx.db), selectTokens(ctx.db)])
  return (parts, token) => offerOf(ctx, { parts, token, reports: { relayers, tokens } })
}

interface Asked {
  parts: WatchedChainParts
  token: DepositTokenConfig
  reports: Reports
}

function offerOf(
  ctx: Pick<WatchCtx, 'clock' | 'deposits'>,
  { parts, token, reports }: Asked,
): Offered | null {
  const chainId = parts.config.chain.id
  const relayer = ctx.deposits.relayers.get(chainId)
  const seen = reports.relayers.find(({ chain_id }) => chain_id === chainId)
  const known = reports.tokens.find(
    (one) => one.chain_id === chainId && one.token === token.address,
  )
  if (relayer === undefined || token.gasless === null) return null
  if (seen === undefined || seen.wait !== null || seen.address !== relayer.address) return null
  if (ctx.clock.now().getTime() - seen.checked_at.getTime() > reportedWithinMs) return null
  if (seen.gas_price_wei === null || known === undefined || known.problem !== null) return null
  const { domain_name: name, domain_version: version } = known
  if (name === null || version === null) return null
  const { method } = token.gasless
  const gasPrice = BigInt(seen.gas_price_wei)
  const least = leastGasless(method, { ...relayer, gasPrice })
  const minimum_micro_usd = Math.max(least, parts.config.minimumMicroUsd)
  return { method, minimum_micro_usd, relayer, domain: { name, version } }
}

/** The relayer of a chain as the operator sees it; `null`: none is configured. */
export async function showRelayer(
  ctx: DepositsCtx,
  { config }: WatchedChainParts,
  { relayers, tokens }: Reports,
): Promise<RelayerView | null> {
  const chainId = config.chain.id
  const relayer = ctx.deposits.relayers.get(chainId)
  if (relayer === undefined) return null
  const seen = relayers.find((one) => one.chain_id === chainId && one.address === relayer.address)
  return {
    address: relayer.address,
    coin: seen?.coin_wei ?? null,
    wait: seen?.wait ?? null,
    wait_since: isoOrNull(seen?.wait_since ?? null),
    token_problems: config.tokens.flatMap(({ address, symbol, gasless }) => {
      const found = tokens.find((one) => one.chain_id === chainId && one.token === address)
      const problem = gasless === null ? null : (found?.problem ?? null)
      return problem === null ? [] : [{ symbol, problem }]
    }),
    in_progress: await countOpen(ctx.db, { chainId, relayer: relayer.address }),
  }
}

/** What the relayers of all chains reported. */
export async function readReports(ctx: Pick<WatchCtx, 'db'>): Promise<Reports> {
  const [relayers, tokens] = await Promise.all([selectRelayers(ctx.db), selectTokens(ctx.db)])
  return { relayers, tokens }
}
