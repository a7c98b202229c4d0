import { coinPaymentsDeployment } from '@gridloom/domain/deposits/coin-payments-code'
import {
  createWalletClient,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseAbi,
  publicActions,
} from 'viem'
import { coinBytecode } from './coin-bytecode.ts'
import { create2Address, create2Data, create2Deployer } from './create2.ts'
import { chainAccounts, type RunningChain } from './start-chain.ts'

/** A transaction that pays a quote. */
export interface CoinPayment {
  readonly to: string
  /** In the smallest unit of the coin, as decimal digits. */
  readonly value: string
  readonly data: string
}

/** What tests of deposits in the coin of a chain do on it. */
export interface CoinsOnChain {
  /** Deploys the contract that takes payments where it is not yet. Resolves with its address, in lower case. */
  deployCoinPayments(treasury: string): Promise<Hex>
  /** Deploys a price feed where none with these values is yet. A price without a time is always fresh. */
  deployPriceFeed(price: FeedOptions): Promise<Hex>
  setPrice(feed: Hex, answer: bigint, updatedAtS?: number): Promise<void>
  /** Pays from an account; the second one by default. Resolves with the transaction, also of one that failed. */
  pay(payment: CoinPayment, payer?: PrivateKeyAccount): Promise<{ hash: Hex; isPaid: boolean }>
  /** A contract that pays several quotes in one transaction. */
  deployBatchPayer(): Promise<Hex>
  payMany(payer: Hex, contract: string, codes: readonly string[], value: bigint): Promise<void>
  coinsOf(address: string): Promise<bigint>
}

export interface FeedOptions {
  decimals?: number
  /** Of one coin, in the feed's decimals. */
  answer: bigint
}

const feedAbi = parseAbi([
  'constructor(uint8 decimals, int256 answer)',
  'function set(int256 answer, uint256 updatedAt)',
])
const batchAbi = parseAbi(['function payMany(address at, bytes32[] quotes) payable'])

/** Where the contract that takes payments is deployed for a treasury, in lower case. */
export function coinPaymentsAddress(treasury: string): Hex {
  return create2Address(coinPaymentsDeployment(treasury))
}

/** Where a price feed with these first values is deployed, in lower case. */
export function priceFeedAddress(options: FeedOptions): Hex {
  return create2Address(feedDeployment(options))
}

export function coinsOn({ id, url, rpc }: RunningChain): CoinsOnChain {
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

  async function deploy(code: Hex): Promise<Hex> {
    const address = create2Address(code)
    if ((await rpc('eth_getCode', [address, 'latest'])) === '0x')
      await done(await client.sendTransaction({ to: create2Deployer, data: create2Data(code) }))
    return address
  }

  return {
    deployCoinPayments: (treasury) => deploy(coinPaymentsDeployment(treasury)),
    deployPriceFeed: (options) => deploy(feedDeployment(options)),
    async setPrice(feed, answer, updatedAtS = 0) {
      const call = { address: feed, abi: feedAbi, functionName: 'set' } as const
      await done(await client.writeContract({ ...call, args: [answer, BigInt(updatedAtS)] }))
    },
    async pay({ to, value, data }, payer = chainAccounts[1]) {
      const hash = await client.sendTransaction({
        ...{ account: payer, to: asHex(to), value: BigInt(value), data: asHex(data) },
        // One that fails is sent as well.
        gas: 200_000n,
      })
      const { status } = await done(hash)
      return { hash, isPaid: status === 'success' }
    },
    deployBatchPayer: () => deploy(coinBytecode.TestBatchPayer),
    async payMany(payer, contract, codes, value) {
      const call = { address: payer, abi: batchAbi, functionName: 'payMany', value } as const
      await done(await client.writeContract({ ...call, args: [asHex(contract), codes.map(asHex)] }))
    },
    coinsOf: (address) => client.getBalance({ address: asHex(address) }),
  }
}

function feedDeployment({ decimals = 8, answer }: FeedOptions): Hex {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  return `${coinBytecode.TestPriceFeed}${word(BigInt(decimals))}${word(answer)}`
}

/** Named cast: addresses, data and codes begin with 0x. */
function asHex(text: string): Hex {
  return text as Hex
}
