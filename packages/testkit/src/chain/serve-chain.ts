import type { Hex } from 'viem'
import { depositsOn, type LocalForwarders } from './deposit-contracts.ts'
import { chainAccounts, type LocalChain, startChain } from './start-chain.ts'

/** A chain with deposit contracts and a test dollar, for a product that runs beside it. */
export interface ServedChain extends AsyncDisposable {
  readonly chain: LocalChain
  readonly token: Hex
  /** The variables that make the product watch it. */
  readonly variables: Readonly<Record<'CHAINS' | 'DEPOSITS' | 'TOKENS', string>>
}

const id = 31_337
const confirmations = 5
/** What each account of the chain holds: 10,000 test dollars. */
const heldUnits = 10_000_000_000n

/**
 * The addresses of the first three contracts of anvil's first account, which depend on nothing else: the product can be
 * configured before the chain runs.
 */
const implementation = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const factory = '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512'
const token = '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0'

/** The variables of a product beside a chain on this port. */
export function chainVariables(port: number): ServedChain['variables'] {
  const local = {
    id,
    name: 'Local chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: `http://127.0.0.1:${port}`,
  }
  const deposits = {
    ...{ chainId: id, factory, implementation, treasury: chainAccounts[2].address, confirmations },
    tokens: [{ address: token, symbol: 'USDC', decimals: 6 }],
  }
  return {
    CHAINS: JSON.stringify([local]),
    DEPOSITS: JSON.stringify([deposits]),
    TOKENS: JSON.stringify([{ chainId: id, address: token, spend: 'Deposit it as credit.' }]),
  }
}

/** Starts the chain on a port, with a block each second. */
export async function serveChain(port: number): Promise<ServedChain> {
  const chain = await startChain(id, port)
  const on = depositsOn(chain)
  const deployed: LocalForwarders = await on.deployForwarders()
  const dollar = await on.deployToken()
  if (deployed.factory !== factory || dollar !== token)
    throw new Error('the contracts are elsewhere')
  for (const { address } of chainAccounts.slice(1)) await on.send(token, address, heldUnits)
  await chain.rpc('evm_setIntervalMining', [1])
  return {
    chain,
    token,
    variables: chainVariables(port),
    [Symbol.asyncDispose]: () => chain[Symbol.asyncDispose](),
  }
}
