import { createWalletClient, type Hex, http, parseAbi, publicActions } from 'viem'
import { gaslessToken } from './gasless-bytecode.ts'
import { chainAccounts, type LocalChain } from './start-chain.ts'

/** A token that moves by its holder's signature; the first account of the chain holds the supply. */
export interface GaslessOnChain {
  /** In lower case. */
  readonly token: Hex
  send(to: string, amount: bigint): Promise<void>
  balanceOf(holder: string): Promise<bigint>
  pause(mode: 'on' | 'off'): Promise<void>
  /** Changes its name, and so its domain (EIP-712). */
  rename(to: string): Promise<void>
}

const abi = parseAbi([
  'constructor(uint256 supply)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function pause(bool paused)',
  'function rename(string to)',
])

export const gaslessSupply = 10n ** 15n

/** Deploys the token, with 6 decimals. */
export async function deployGaslessToken({ id, url }: LocalChain): Promise<GaslessOnChain> {
  const chain = {
    id,
    name: `Local ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }
  const client = createWalletClient({
    account: chainAccounts[0],
    chain,
    transport: http(url),
    pollingInterval: 50,
  }).extend(publicActions)
  const done = async (hash: Hex) => client.waitForTransactionReceipt({ hash })
  const { contractAddress } = await done(
    await client.deployContract({ abi, bytecode: gaslessToken, args: [gaslessSupply] }),
  )
  if (!contractAddress) throw new Error('the contract was not deployed')
  const token = asHex(contractAddress.toLowerCase())
  return {
    token,
    async send(to, amount) {
      const call = { address: token, abi, functionName: 'transfer' } as const
      await done(await client.writeContract({ ...call, args: [asHex(to), amount] }))
    },
    balanceOf: (holder) =>
      client.readContract({
        address: token,
        abi,
        functionName: 'balanceOf',
        args: [asHex(holder)],
      }),
    async pause(mode) {
      const call = { address: token, abi, functionName: 'pause' } as const
      await done(await client.writeContract({ ...call, args: [mode === 'on'] }))
    },
    async rename(to) {
      const call = { address: token, abi, functionName: 'rename' } as const
      await done(await client.writeContract({ ...call, args: [to] }))
    },
  }
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
