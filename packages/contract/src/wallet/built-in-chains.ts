import type { Chain } from './chain.ts'

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
