import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { GaslessMethod, GaslessPayment } from '@gridloom/contract/deposits/gasless'
import { anActor } from '@gridloom/testkit/actor'
import { depositsOn } from '@gridloom/testkit/chain/deposit-contracts'
import { deployGaslessToken } from '@gridloom/testkit/chain/gasless-on-chain'
import { chainAccounts, startChain } from '@gridloom/testkit/chain/start-chain'
import { sql } from 'kysely'
import { hashTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readDepositsConfig } from '../src/deposits-config.ts'
import type { DepositsCtx } from '../src/features/deposits/ctx.ts'
import { depositChains } from '../src/features/deposits/feature.ts'
import { createGaslessPayment } from '../src/features/deposits/gasless/create-payment.ts'
import { relayPayments } from '../src/features/deposits/gasless/relay/relay-payments.ts'
import { readRelayers } from '../src/features/deposits/gasless/relayer-keys.ts'
import type { GaslessRow } from '../src/features/deposits/gasless/schema.ts'
import { signGaslessPayment } from '../src/features/deposits/gasless/sign-payment.ts'
import { watchChain } from '../src/features/deposits/watch/watch-chain.ts'
import { checkLedger, readBalance } from '../src/features/ledger/index.ts'
import { noFeatures } from '../src/platform/all-features.ts'
import type { ChainRpc } from '../src/platform/chains/chain-rpcs.ts'
import { readWalletConfig } from '../src/wallet-config.ts'
import { withLedger } from './ledger-fixture.ts'

const chainId = 31_337
/** Anvil's second account, whose key is public. */
const relayerKey = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
export const relayerAccount = chainAccounts[1]

export interface GaslessOptions {
  method?: GaslessMethod
  relayer?: Readonly<Record<string, unknown>>
  /** Of the token's configuration. */
  domain?: { name?: string; version?: string }
  /** Stands between the server and the chain. */
  wrap?: (rpc: ChainRpc) => ChainRpc
}

type Ledger = Awaited<ReturnType<typeof withLedger>>

/** The deployed contracts, and the configuration that names them. */
async function startContracts({ method = 'authorization', ...options }: GaslessOptions) {
  const chain = await startChain(chainId)
  // The clock of the tests, which the contract compares with too.
  await chain.rpc('anvil_setTime', [Date.UTC(2026, 0, 1) / 1_000])
  const on = depositsOn(chain)
  const forwarders = await on.deployForwarders()
  const dollar = await deployGaslessToken(chain)
  const folder = await mkdtemp(path.join(tmpdir(), 'relayer-'))
  const keyFile = path.join(folder, 'key')
  await writeFile(keyFile, relayerKey, { mode: 0o600 })
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const { config: wallet } = readWalletConfig({
    CHAINS: JSON.stringify([{ id: chainId, name: 'Local', nativeCurrency, rpcUrl: chain.url }]),
  })
  const token = {
    ...{ address: dollar.token, symbol: 'USDC', decimals: 6, transfers: 'exact' },
    gasless: { method, ...options.domain },
  }
  const relayer = { keyFile, coinUsd: 10, confirmations: 2, minimumUsd: 5, ...options.relayer }
  const set = { chainId, ...forwarders, confirmations: 2, tokens: [token], relayer }
  const read = readDepositsConfig({ DEPOSITS: JSON.stringify([set]) }, wallet)
  if (read.problems.length > 0) throw new Error(read.problems.join('\n'))
  return {
    ...{ chain, on, dollar, forwarders, config: { wallet, deposits: read.config } },
    async [Symbol.asyncDispose]() {
      await chain[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** A local chain with a token that moves by signatures, a relayer, and accounts with payers; dispose with `await using`. */
export async function withGasless(options: GaslessOptions = {}) {
  await using built = new AsyncDisposableStack()
  const local = built.use(await startContracts(options))
  const ledger = built.use(await withLedger())
  const { context } = ledger
  const made = depositChains({ config: local.config, clock: context.clock, ids: context.ids })
  const wrap = options.wrap ?? ((rpc: ChainRpc) => rpc)
  const chains = made.chains.map((parts) => ({
    ...parts,
    rpc: { ...parts.rpc, ...wrap(parts.rpc) },
  }))
  const relayers = await readRelayers(local.config.deposits)
  const deposits = { ...made, chains, relayers }
  const ctx: DepositsCtx = { ...context, deposits, publicUrl: 'http://localhost' }
  const [parts] = deposits.chains
  if (parts === undefined) throw new Error('no chain')
  await watchChain(ctx, parts)
  await relayPayments(ctx)
  const whole = built.move()
  return {
    ...{ ...local, ledger, ctx, db: ledger.db, clock: ledger.clock },
    relay: () => relayPayments(ctx),
    watch: () => watchChain(ctx, parts),
    payer: (number: number, held: bigint) => payer(local, number, held),
    account: () => account(ledger, ctx, local.dollar.token),
    payments: () => payments(ledger),
    isLedgerClean: async () => (await checkLedger(ledger.db)).clean,
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}
export type GaslessSite = Awaited<ReturnType<typeof withGasless>>

/** A key that holds tokens, and no coins for gas. */
async function payer(
  { dollar }: Awaited<ReturnType<typeof startContracts>>,
  number: number,
  held: bigint,
) {
  const key = privateKeyToAccount(`0x${String(number).padStart(64, '7')}`)
  if (held > 0n) await dollar.send(key.address, held)
  return key
}
export type Payer = Awaited<ReturnType<typeof payer>>

/** An account that pays. */
async function account({ anAccount }: Ledger, ctx: DepositsCtx, token: string) {
  const id: AccountId = await anAccount()
  const own: DepositsCtx = { ...ctx, actor: anActor(id) }
  const create = (from: string, amount: bigint) =>
    createGaslessPayment(own, { chain_id: chainId, token, payer: from, amount: String(amount) })
  const sign = (payment: GaslessPayment, signature: string) =>
    signGaslessPayment(own, { id: payment.id, signature })
  return {
    ...{ id, create, sign, ctx: own },
    /** Creates a payment and signs it as its payer. */
    async pay(from: Payer, amount: bigint) {
      const payment = await create(from.address, amount)
      return sign(payment, await signatureBy(from, payment))
    },
    available: async () => (await readBalance(ctx, id, noFeatures)).available_micro_usd,
  }
}

/** The signature of what a payment asks for. */
export function signatureBy(from: Payer, payment: GaslessPayment): Promise<`0x${string}`> {
  return from.sign({ hash: hashOfTyped(payment) })
}

/** The hash of the data that wallets are given. */
export function hashOfTyped({ typed_data }: GaslessPayment): `0x${string}` {
  return hashTypedData(JSON.parse(typed_data ?? ''))
}

async function payments({ db }: Ledger): Promise<GaslessRow[]> {
  const { rows } = await sql<GaslessRow>`select * from gasless_payments order by id`.execute(db)
  return rows
}
