import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import {
  type Abi,
  createWalletClient,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseAbi,
  publicActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { freePort } from '../free-ports.ts'
import { bytecode } from './bytecode.ts'

/** The key of anvil's first account, which holds the supply of the test dollar. */
export const walletKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
/** The key of anvil's fourth account. */
export const payoutSenderKey = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'

/** The first accounts of anvil, which hold coins of its chains. Their keys are public. */
export const chainAccounts = [
  privateKeyToAccount(walletKey),
  privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'),
  privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'),
  privateKeyToAccount(payoutSenderKey),
] as const satisfies readonly PrivateKeyAccount[]

/** A local chain of anvil, which ends with it. */
export interface LocalChain extends RunningChain, AsyncDisposable {}

/** What tests do on a chain of anvil. */
export interface RunningChain {
  readonly id: number
  readonly url: string
  /** A JSON-RPC call. */
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
  /** Deploys a token whose supply the first account holds. Resolves with its address. */
  deployToken(token: TestToken): Promise<Hex>
  /** Deploys a contract wallet of an owner. */
  deployWallet(owner: Hex): Promise<Hex>
  deployMulticall(): Promise<Hex>
  /** Sends tokens of the first account. */
  sendToken(token: Hex, to: Hex, amount: bigint): Promise<void>
}

export interface TestToken {
  name: string
  symbol: string
  decimals: number
  supply: bigint
}

/**
 * Starts a chain with this number on 127.0.0.1; on a free port unless one is given. With a file, its blocks are stored
 * there when it ends, and it begins with those that are there.
 */
export async function startChain(id: number, port?: number, file?: string): Promise<LocalChain> {
  const at = port ?? (await freePort())
  const args = ['--chain-id', String(id), '--port', String(at), '--accounts', '4', '--silent']
  if (file !== undefined) args.push('--state', file, '--state-interval', '60')
  const child = spawn(process.execPath, [programOfAnvil(), ...args], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${at}`
  await Promise.race([untilAnswers(url), failWhen(ended)])
  return {
    ...onRunningChain(id, url),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A chain of anvil that another process runs. */
export function onRunningChain(id: number, url: string): RunningChain {
  return { id, url, ...onChain(id, url) }
}

function programOfAnvil(): string {
  const resolve = createRequire(import.meta.url).resolve
  return path.join(path.dirname(resolve('@foundry-rs/anvil/package.json')), 'bin.mjs')
}

async function failWhen(ended: Promise<unknown>): Promise<never> {
  await ended
  throw new Error('anvil ended before it answered')
}

async function untilAnswers(url: string): Promise<void> {
  const client = createWalletClient({ transport: http(url, { retryCount: 100, retryDelay: 50 }) })
  await client.request({ method: 'eth_chainId' })
}

const tokenAbi = parseAbi([
  'constructor(string name, string symbol, uint8 decimals, uint256 supply)',
  'function transfer(address to, uint256 value) returns (bool)',
])
const walletAbi = parseAbi(['constructor(address owner)'])

function onChain(id: number, url: string): Omit<RunningChain, 'id' | 'url'> {
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

  async function deploy(code: Hex, abi: Abi, args: readonly unknown[]): Promise<Hex> {
    const hash = await client.deployContract({ abi, bytecode: code, args })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('the contract was not deployed')
    return contractAddress
  }

  return {
    rpc: (method, params) => client.transport.request({ method, params: [...params] }),
    deployToken: ({ name, symbol, decimals, supply }) =>
      deploy(bytecode.TestToken, tokenAbi, [name, symbol, decimals, supply]),
    deployWallet: (owner) => deploy(bytecode.TestWallet, walletAbi, [owner]),
    deployMulticall: () => deploy(bytecode.TestMulticall, [], []),
    async sendToken(token, to, amount) {
      const call = { address: token, abi: tokenAbi, functionName: 'transfer' } as const
      const hash = await client.writeContract({ ...call, args: [to, amount] })
      await client.waitForTransactionReceipt({ hash })
    },
  }
}
