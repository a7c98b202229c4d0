import type { DepositChain } from '@gridloom/contract/deposits/deposit-options'
import { Refused } from '@gridloom/contract/errors'
import { depositAddress } from '@gridloom/domain/deposits/deposit-address'
import { accountOf } from '../../platform/ctx.ts'
import { insertAddresses } from './addresses-store.ts'
import type { DepositsCtx } from './ctx.ts'
import { listDepositOptions } from './read-options.ts'

/**
 * Returns a chain with the deposit address of the active account. The address is stored for all chains at once: money
 * sent to it on another one is then found too.
 * @throws Refused `chain_unknown`; `deposits_unavailable` before the chain's contracts were verified, as tokens sent to
 * an address that no contract can be deployed at are lost
 */
export async function createDepositAddress(
  ctx: DepositsCtx,
  chainId: number,
): Promise<DepositChain> {
  const { accountId } = accountOf(ctx)
  const before = requireChain(await listDepositOptions(ctx), chainId)
  if (before.address !== null) return before
  if (before.status === 'unavailable') throw new Refused('deposits_unavailable')
  const created_at = ctx.clock.now()
  const rows = ctx.deposits.chains.map(({ config }) => ({
    account_id: accountId,
    chain_id: config.chain.id,
    address: depositAddress(config, accountId),
    created_at,
  }))
  await ctx.transact((tx) => insertAddresses(tx, rows))
  return requireChain(await listDepositOptions(ctx), chainId)
}

function requireChain(chains: readonly DepositChain[], chainId: number): DepositChain {
  const found = chains.find(({ chain }) => chain.id === chainId)
  if (found === undefined) throw new Refused('chain_unknown')
  return found
}
