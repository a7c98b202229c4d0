import { z } from 'zod'
import { EvmAddress } from './address.ts'

/** The number of an EVM chain (EIP-155). */
export const ChainId = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [56] })
export type ChainId = z.infer<typeof ChainId>

/** A chain that wallets may be connected to. */
export const Chain = z.strictObject({
  id: ChainId,
  name: z.string().min(1).max(60),
  native_currency: z.strictObject({
    name: z.string().min(1).max(40),
    symbol: z.string().min(1).max(12),
    decimals: z.int().min(0).max(36),
  }),
  /** The endpoint that a wallet is given when it does not know the chain. The server may read from another one. */
  rpc_url: z.string().max(500),
  /** Pages of transactions and addresses; `null`: none. */
  block_explorer: z
    .strictObject({ name: z.string().min(1).max(40), url: z.string().max(200) })
    .nullable(),
  /** The contract that combines reads (Multicall3); `null`: none is deployed. */
  multicall_contract: EvmAddress.nullable(),
})
export type Chain = z.infer<typeof Chain>

/** Deployed at the same address on all chains that are listed here. Source: mds1/multicall3. */
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

/** The chains of every installation; an operator may add others. */
export const builtInChains: readonly Chain[] = [
  {
    id: 1,
    name: 'Ethereum',
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpc_url: 'https://ethereum.reth.rs/rpc',
    block_explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
    multicall_contract: multicall3,
  },
  {
    id: 11_155_111,
    name: 'Sepolia',
    native_currency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    rpc_url: 'https://11155111.rpc.thirdweb.com',
    block_explorer: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' },
    multicall_contract: multicall3,
  },
  {
    id: 56,
    name: 'BNB Smart Chain',
    native_currency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpc_url: 'https://56.rpc.thirdweb.com',
    block_explorer: { name: 'BscScan', url: 'https://bscscan.com' },
    multicall_contract: multicall3,
  },
]

/** The chain that the exchange wallet connects to by default. */
export const exchangeWalletChain = 56
