import { depositsOn } from '../packages/testkit/src/chain/deposit-contracts.ts'
import { testDollar } from '../packages/testkit/src/chain/serve-chain.ts'
import { onRunningChain } from '../packages/testkit/src/chain/start-chain.ts'
import { chainPort } from './ports.ts'

const chain = onRunningChain(31_337, `http://127.0.0.1:${chainPort}`)

/** A JSON-RPC call to the chain of the tests. */
export const callChain = chain.rpc

/** The test dollars of an address, in micro-dollars: the token has 6 decimals. */
export function dollarsOf(address: string): Promise<bigint> {
  return depositsOn(chain).balanceOf(testDollar, address)
}
