import { coinPaymentsCode } from '@gridloom/domain/deposits/coin-payments-code'
import { depositAddress, depositSalt } from '@gridloom/domain/deposits/deposit-address'
import type { CoinConfig, DepositChainConfig } from '../../../deposits-config.ts'
import { type ChainRpc, RpcRefused } from '../../../platform/chains/chain-rpcs.ts'
import { updateChain } from '../chains-store.ts'
import type { WatchCtx, WatchedChainParts } from '../ctx.ts'
import type { DepositChainRow } from '../schema.ts'
import { ChainAlarm } from './chain-alarm.ts'
import { wordIn } from './quantity.ts'

const selectors = { predict: '0x0e787cce', treasury: '0x61d027b3', decimals: '0x313ce567' } as const

/** What {@link verifyContracts} verifies, as text: another configuration is verified anew. */
export function configurationOf(config: DepositChainConfig): string {
  const { factory, implementation, treasury, tokens, coin } = config
  const ofTokens = tokens.map(({ address, decimals }) => `${address}:${decimals}`)
  const ofCoin = coin === null ? [] : [coin.contract]
  return [factory, implementation, treasury, ...ofTokens, ...ofCoin].join(' ')
}

/**
 * Compares the contracts of a chain with the configuration, once for each: that the factory deploys where we predict, that
 * the forwarders pay the treasury, the decimals of the tokens, and the code of the contract that takes the chain's coin.
 * @throws {ChainAlarm} @throws {ChainDown}
 */
export async function verifyContracts(
  ctx: WatchCtx,
  { config, rpc }: WatchedChainParts,
  row: DepositChainRow,
): Promise<void> {
  const verified = configurationOf(config)
  if (row.verified_as === verified) return
  await verifyForwarders(rpc, config)
  if (config.coin !== null) await verifyCoinPayments(rpc, config.coin, config.treasury)
  for (const { address, symbol, decimals } of config.tokens) {
    const stated = wordIn(await callOf(rpc, address, selectors.decimals))
    if (stated !== BigInt(decimals))
      throw new ChainAlarm(
        'decimals_differ',
        `${symbol} states ${stated ?? 'no'} decimals, and ${decimals} are configured`,
      )
  }
  const now = ctx.clock.now()
  await ctx.transact((tx) =>
    updateChain(tx, config.chain.id, { verified_at: now, verified_as: verified }),
  )
}

const sample = 'acc_00000000000000000000000000'

async function verifyForwarders(rpc: ChainRpc, config: DepositChainConfig): Promise<void> {
  const { factory, implementation, treasury } = config
  const data = `${selectors.predict}${depositSalt(sample).slice(2)}`
  const predicted = wordIn(await callOf(rpc, factory, data))
  if (predicted !== BigInt(depositAddress(config, sample)))
    throw new ChainAlarm('contracts_differ', 'the factory does not deploy at our addresses')
  const paid = wordIn(await callOf(rpc, implementation, selectors.treasury))
  if (paid !== BigInt(treasury))
    throw new ChainAlarm('contracts_differ', 'the forwarders do not pay the configured treasury')
}

/** Its log decides about money, so that it must be our code, with our treasury in it. */
async function verifyCoinPayments(
  rpc: ChainRpc,
  { contract }: CoinConfig,
  treasury: string,
): Promise<void> {
  const code = await rpc.request('eth_getCode', [contract, 'latest'])
  if (typeof code === 'string' && code.toLowerCase() === coinPaymentsCode(treasury)) return
  throw new ChainAlarm(
    'contracts_differ',
    `${contract} is not the contract that sends coins to the configured treasury`,
  )
}

async function callOf(rpc: ChainRpc, to: string, data: string): Promise<unknown> {
  try {
    return await rpc.request('eth_call', [{ to, data }, 'latest'])
  } catch (error) {
    // @NOTE a contract that refuses the call is another one, which the comparison shows
    if (error instanceof RpcRefused) return undefined
    throw error
  }
}
