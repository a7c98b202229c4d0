import { createWalletClient, type Hex, http, parseAbi, publicActions } from 'viem'
import { depositBytecode } from './deposit-bytecode.ts'
import { chainAccounts, type RunningChain } from './start-chain.ts'

/** A token for deposits; the first account holds the supply. */
export interface DepositTokenOptions {
  symbol?: string
  decimals?: number
  /** What a transfer takes off. */
  feeBasisPoints?: number
  /** Whether its log states the whole amount nevertheless. */
  hidesFee?: boolean
}

/** The contracts of deposit addresses on a local chain, in lower case. */
export interface LocalForwarders {
  readonly factory: Hex
  readonly implementation: Hex
  readonly treasury: Hex
}

/** What tests of deposits do on a local chain, as its first account. */
export interface DepositsOnChain {
  deployForwarders(): Promise<LocalForwarders>
  deployToken(options?: DepositTokenOptions): Promise<Hex>
  /** A token whose `transfer` returns nothing, with 6 decimals. */
  deployQuietToken(): Promise<Hex>
  send(token: Hex, to: string, amount: bigint): Promise<Hex>
  /** Many transfers in one block: each list in a transaction of its own, which may take 16 million of gas (EIP-7825). */
  sendMany(token: Hex, lists: readonly (readonly string[])[], amount: bigint): Promise<void>
  balanceOf(token: Hex, address: string): Promise<bigint>
  /** Has the factory deploy a forwarder where there is none, and empty it. */
  flush(factory: Hex, salt: string, token: Hex): Promise<void>
  mine(blocks: number): Promise<void>
  /** Replaces the newest blocks by empty ones. */
  reorg(depth: number): Promise<void>
}

const tokenAbi = parseAbi([
  'constructor(string symbol, uint8 decimals, uint256 supply, uint256 fee, bool hides)',
  'function transfer(address to, uint256 value)',
  'function transferMany(address[] to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
])
const quietAbi = parseAbi(['constructor(uint256 supply)'])
const forwarderAbi = parseAbi(['constructor(address treasury)'])
const factoryAbi = parseAbi([
  'constructor(address implementation)',
  'function flush(bytes32 salt, address token)',
])

const supply = 10n ** 30n
/** Of one transaction (EIP-7825). */
const mostGas = 16_777_216n
const [owner, , treasury] = chainAccounts

export function depositsOn({ id, url, rpc }: RunningChain): DepositsOnChain {
  const chain = {
    id,
    name: `Local ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }
  const client = createWalletClient({
    account: owner,
    chain,
    transport: http(url, { timeout: 60_000 }),
    pollingInterval: 50,
  }).extend(publicActions)

  async function addressOf(hash: Hex): Promise<Hex> {
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('the contract was not deployed')
    return asHex(contractAddress.toLowerCase())
  }

  async function done(hash: Hex): Promise<Hex> {
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error('the transaction failed')
    return hash
  }

  return {
    async deployForwarders() {
      const { Forwarder, ForwarderFactory } = depositBytecode
      const implementation = await addressOf(
        await client.deployContract({
          abi: forwarderAbi,
          bytecode: Forwarder,
          args: [treasury.address],
        }),
      )
      const factory = await addressOf(
        await client.deployContract({
          abi: factoryAbi,
          bytecode: ForwarderFactory,
          args: [implementation],
        }),
      )
      return { factory, implementation, treasury: asHex(treasury.address.toLowerCase()) }
    },
    async deployToken({
      symbol = 'USDC',
      decimals = 6,
      feeBasisPoints = 0,
      hidesFee = false,
    } = {}) {
      const args = [symbol, decimals, supply, BigInt(feeBasisPoints), hidesFee] as const
      const bytecode = depositBytecode.DepositToken
      return addressOf(await client.deployContract({ abi: tokenAbi, bytecode, args }))
    },
    async deployQuietToken() {
      const bytecode = depositBytecode.QuietToken
      return addressOf(await client.deployContract({ abi: quietAbi, bytecode, args: [supply] }))
    },
    async send(token, to, amount) {
      const call = { address: token, abi: tokenAbi, functionName: 'transfer' } as const
      return done(await client.writeContract({ ...call, args: [asHex(to), amount] }))
    },
    async sendMany(token, lists, amount) {
      const call = { address: token, abi: tokenAbi, functionName: 'transferMany' } as const
      await rpc('evm_setAutomine', [false])
      const hashes: Hex[] = []
      let nonce = await client.getTransactionCount({ address: owner.address })
      for (const to of lists) {
        const args = [to.map(asHex), amount] as const
        hashes.push(await client.writeContract({ ...call, args, nonce, gas: mostGas }))
        nonce += 1
      }
      await rpc('anvil_mine', ['0x1'])
      await rpc('evm_setAutomine', [true])
      for (const hash of hashes) await done(hash)
    },
    balanceOf: (token, address) =>
      client.readContract({
        ...{ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [asHex(address)] },
      }),
    async flush(factory, salt, token) {
      const call = { address: factory, abi: factoryAbi, functionName: 'flush' } as const
      await done(await client.writeContract({ ...call, args: [asHex(salt), token] }))
    },
    async mine(blocks) {
      await rpc('anvil_mine', [`0x${blocks.toString(16)}`])
    },
    async reorg(depth) {
      await rpc('anvil_reorg', [depth, []])
    },
  }
}

/** Named cast: addresses and hashes begin with 0x. */
function asHex(text: string): Hex {
  return text as Hex
}
