import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Hex } from 'viem'
import { coinPaymentsAddress, coinsOn, priceFeedAddress } from './coin-payments.ts'
import { depositsOn, type LocalForwarders } from './deposit-contracts.ts'
import { deployGaslessToken } from './gasless-on-chain.ts'
import { deployPayoutBatch, payoutBatchAddress } from './payouts-on-chain.ts'
import { chainAccounts, type LocalChain, payoutSenderKey, startChain } from './start-chain.ts'

/** A chain with deposit contracts and a test dollar, for a product that runs beside it. */
export interface ServedChain extends AsyncDisposable {
  readonly chain: LocalChain
  readonly token: Hex
}

/** The variables with which the product uses the chain: deposits, payouts and balances. */
export type ChainVariables = Readonly<
  Record<'CHAINS' | 'DEPOSITS' | 'PAYOUTS' | 'PAYOUT_POLICY' | 'TOKENS', string>
>

const id = 31_337
const confirmations = 5
/** The key of anvil's second account, which is public. It sends payments without gas. */
const keyFile = path.join(import.meta.dirname, 'relayer.key')
const treasury = chainAccounts[2].address
/** What a coin of the chain is worth: 2,000 dollars. */
const coinPrice = { answer: 2_000n * 10n ** 8n } as const
/** What each account of the chain holds: 10,000 test dollars. */
const heldUnits = 10_000_000_000n

/**
 * The addresses of the first three contracts of anvil's first account, which depend on nothing else: the product can be
 * configured before the chain runs.
 */
const implementation = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const factory = '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512'
export const testDollar = '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0'

/**
 * The variables of a product beside a chain on this port. Payouts are sent by the chain's fourth account, whose key is
 * written into the folder. Earnings are payable at once, and so is a new address used: nobody waits for days here.
 * A chain that goes on from a file has no old balances, which `check` compares: its deposits are `exact`.
 */
export function chainVariables(
  port: number,
  folder: string,
  transfers: 'check' | 'exact' = 'check',
): ChainVariables {
  const local = {
    id,
    name: 'Local chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: `http://127.0.0.1:${port}`,
  }
  const deposits = {
    ...{ chainId: id, factory, implementation, treasury, confirmations },
    tokens: [
      {
        ...{ address: testDollar, symbol: 'USDC', decimals: 6, transfers },
        gasless: { method: 'authorization' },
      },
    ],
    relayer: { keyFile, coinUsd: 2_000, confirmations: 3 },
    coin: { contract: coinPaymentsAddress(treasury), priceFeeds: [priceFeedAddress(coinPrice)] },
  }
  const payouts = {
    ...{ chainId: id, token: testDollar, symbol: 'USDC', decimals: 6, confirmations: 3 },
    // A coin of a test is worth a dollar, so that fees are small.
    ...{ keyFile: writeSenderKey(folder), coinUsd: 1, minimumUsd: 0.01 },
    ...{ approveAboveUsd: 100, dailyCapUsd: 1_000, batchContract: payoutBatchAddress },
  }
  return {
    CHAINS: JSON.stringify([local]),
    DEPOSITS: JSON.stringify([deposits]),
    PAYOUTS: JSON.stringify([payouts]),
    PAYOUT_POLICY: JSON.stringify({ holdDays: 0, addressWaitHours: 0 }),
    TOKENS: JSON.stringify([{ chainId: id, address: testDollar, spend: 'Deposit it as credit.' }]),
  }
}

function writeSenderKey(folder: string): string {
  const file = path.join(folder, 'payout-sender.key')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, payoutSenderKey, { mode: 0o600 })
  return file
}

export interface ServeChainOptions {
  port: number
  /** Where its blocks are kept; without it, they end with it. */
  file?: string
  blockEveryS?: number
}

/** Starts the chain on a port, with a block each second unless told otherwise. */
export async function serveChain({
  port,
  file,
  blockEveryS = 1,
}: ServeChainOptions): Promise<ServedChain> {
  const chain = await startChain(id, port, file)
  // A chain that goes on has everything already.
  if ((await chain.rpc('eth_getCode', [testDollar, 'latest'])) === '0x') await setUp(chain)
  await deployCoins(chain)
  await deployPayoutBatch(chain)
  await chain.rpc('evm_setIntervalMining', [blockEveryS])
  return {
    chain,
    token: testDollar,
    [Symbol.asyncDispose]: () => chain[Symbol.asyncDispose](),
  }
}

/** Their addresses depend on nothing that was deployed before: a chain that goes on without them is given them. */
async function deployCoins(chain: LocalChain): Promise<void> {
  const coins = coinsOn(chain)
  await coins.deployCoinPayments(treasury)
  await coins.deployPriceFeed(coinPrice)
}

async function setUp(chain: LocalChain): Promise<void> {
  const on = depositsOn(chain)
  const deployed: LocalForwarders = await on.deployForwarders()
  const { token: dollar } = await deployGaslessToken(chain)
  if (deployed.factory !== factory || dollar !== testDollar)
    throw new Error('the contracts are elsewhere')
  for (const { address } of chainAccounts.slice(1)) await on.send(testDollar, address, heldUnits)
}
