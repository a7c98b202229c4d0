import { Refused } from '@gridloom/contract/errors'
import { ChainDown } from '../../platform/chains/chain-rpcs.ts'
import type { WatchedChainParts } from './ctx.ts'

/** The result of reading a chain. @throws Refused `chain_down` */
export async function orChainDown<T>(
  { rpc }: Pick<WatchedChainParts, 'rpc'>,
  read: Promise<T>,
): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof ChainDown)) throw error
    throw new Refused('chain_down', { details: { chain: rpc.chain.name }, cause: error })
  }
}
