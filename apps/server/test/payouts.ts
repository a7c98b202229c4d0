import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import {
  deployPayouts,
  type PayoutsOnChain,
  type PayoutTokenKind,
} from '@gridloom/testkit/chain/payouts-on-chain'
import { chainAccounts, type LocalChain, startChain } from '@gridloom/testkit/chain/start-chain'
import { sql } from 'kysely'
import { createSetup } from '../src/features/payouts/create-setup.ts'
import type { PayoutsCtx } from '../src/features/payouts/ctx.ts'
import { placePayout } from '../src/features/payouts/requests/place-payout.ts'
import { readPayoutConfig } from '../src/payout-config.ts'
import { type ChainRpc, createChainRpcs } from '../src/platform/chains/chain-rpcs.ts'
import { readWalletConfig } from '../src/wallet-config.ts'
import { aUsage, withLedger } from './ledger-fixture.ts'

const [, sender] = chainAccounts
/** The key, which is public, of anvil's second account. */
const senderKey = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
export const payoutChain = 31_337
const dayMs = 86_400_000

/** Variables of a local chain with a stablecoin that payouts are made in. */
async function payoutVariables(
  chain: LocalChain,
  { token, batchContract }: { token: string; batchContract?: string },
  keyFile: string,
) {
  await writeFile(keyFile, senderKey, { mode: 0o600 })
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const explorer = { name: 'Explorer', url: 'https://explorer.example' }
  const local = {
    id: chain.id,
    name: 'Local',
    nativeCurrency,
    rpcUrl: chain.url,
    blockExplorer: explorer,
  }
  const source = {
    ...(batchContract !== undefined && { batchContract }),
    ...{ chainId: chain.id, token, symbol: 'USDX', decimals: 6, keyFile, confirmations: 2 },
    ...{ coinUsd: 10, maxFeeGwei: 100, approveAboveUsd: 1_000, dailyCapUsd: 100_000 },
  }
  return { CHAINS: JSON.stringify([local]), PAYOUTS: JSON.stringify([source]) }
}

const supply = 10n ** 15n

/**
 * A local chain with a token of 6 decimals, of which the sender of payouts holds an amount. `batches`: with a batch
 * contract, and a token that answers so.
 */
export async function startPayoutChain(held: bigint, batches?: PayoutTokenKind) {
  const chain = await startChain(payoutChain)
  const on: PayoutsOnChain | undefined =
    batches && (await deployPayouts(chain, { kind: batches, supply }))
  const token =
    on?.token ?? (await chain.deployToken({ name: 'Dollar', symbol: 'USDX', decimals: 6, supply }))
  await chain.sendToken(token, sender.address, held)
  const folder = await mkdtemp(path.join(tmpdir(), 'payouts-'))
  return {
    chain,
    on,
    token: token.toLowerCase(),
    variables: await payoutVariables(
      chain,
      { token, ...(on !== undefined && { batchContract: on.batch }) },
      path.join(folder, 'key'),
    ),
    balanceOf: async (holder: string) =>
      BigInt(
        String(
          await chain.rpc('eth_call', [
            { to: token, data: `0x70a08231${holder.slice(2).padStart(64, '0')}` },
            'latest',
          ]),
        ),
      ),
    async [Symbol.asyncDispose]() {
      await chain[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** A ledger with providers who earned, and a chain that they are paid on. `wrap` stands between sender and chain. */
export async function withPayouts({
  held = 10n ** 12n,
  wrap = (rpc: ChainRpc) => rpc,
  batches,
}: {
  held?: bigint
  wrap?: (rpc: ChainRpc) => ChainRpc
  batches?: PayoutTokenKind
} = {}) {
  const ledger = await withLedger()
  const local = await startPayoutChain(held, batches)
  const wallet = readWalletConfig(local.variables).config
  const config = readPayoutConfig(local.variables, [payoutChain]).config
  const rpcs = createChainRpcs({ chains: wallet.chains, clock: ledger.clock })
  const wrapped = new Map([...rpcs].map(([id, rpc]) => [id, wrap(rpc)]))
  const payoutSetup = await createSetup(config, wrapped, ledger.clock)
  const ctx: PayoutsCtx = {
    ...ledger.context,
    payoutSetup,
    vies: null,
    publicUrl: 'https://gridloom.example',
  }
  const [source] = payoutSetup.sources
  if (source === undefined) throw new Error('no source')
  let made = 0

  /** A provider whose machine was paid this; a tenth is the platform's fee. */
  async function provider(microUsd: number): Promise<{ id: AccountId; address: string }> {
    made += 1
    const number = made
    const id = await ledger.anAccount()
    const address = `0x${String(number).padStart(40, 'a')}`
    const email = `provider-${number}@example.com`
    await sql`insert into accounts (id, email, email_key, username, role, created_at, email_verified_at)
      values (${id}, ${email}, ${email}, ${`provider${number}`}, 'user', now(), now())`.execute(
      ledger.db,
    )
    const at = ledger.clock.now()
    await sql`insert into payout_addresses (id, account_id, wallet_id, address, requested_at, effective_at)
      values (${ctx.ids.mint('payoutAddress')}, ${id}, ${ctx.ids.mint('wallet')}, ${address},
        ${new Date(at.getTime() - dayMs)}, ${at})`.execute(ledger.db)
    const renter = await ledger.anAccount(microUsd)
    const instanceId = ledger.anInstance()
    await ledger.hold(renter, instanceId, microUsd)
    await ledger.capture(aUsage(ledger, { instanceId, providerAccountId: id, microUsd }))
    return { id, address }
  }

  return {
    ...ledger,
    ctx,
    source,
    local,
    provider,
    request: (
      accountId: AccountId,
      microUsd: number | 'all',
      fee = 1_000,
    ): Promise<PayoutId | null> =>
      ctx.transact((tx) =>
        placePayout(ctx, tx, {
          ...{ accountId, way: { method: 'wallet', source }, microUsd, week: null },
          price: { fixed: fee, basisPoints: 0, minimum: fee + 1 },
        }),
      ),
    mine: (blocks = 3) => local.chain.rpc('anvil_mine', [`0x${blocks.toString(16)}`]),
    async [Symbol.asyncDispose]() {
      await local[Symbol.asyncDispose]()
      await ledger[Symbol.asyncDispose]()
    },
  }
}
export type PayoutsFixture = Awaited<ReturnType<typeof withPayouts>>
