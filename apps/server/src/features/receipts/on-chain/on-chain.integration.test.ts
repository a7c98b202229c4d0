import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startChain } from '@gridloom/testkit/chain/start-chain'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { accountIdOf } from '../../../../test/instances.ts'
import { withReputation } from '../../../../test/reputation.ts'
import { createChainRpcs } from '../../../platform/chains/chain-rpcs.ts'
import { readWalletConfig } from '../../../wallet-config.ts'
import { giveOperatorCredit } from '../../ledger/index.ts'
import { selectDays } from '../days-store.ts'
import { listDays } from '../list-days.ts'
import { publishDays } from '../publish-days.ts'
import { findOpen } from './day-transactions-store.ts'
import { createReceiptsChain, type OnChainCtx, textOnChain } from './receipts-chain.ts'
import { writeDays } from './write-days.ts'

const chainId = 31_341
const confirmations = 2
const dayMs = 86_400_000
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }

it('the last published day is written to the chain once, and shown when its block is deep enough', async () => {
  await using site = await withChain()
  await writeDays(site.ctx)
  expect(await site.transactions()).toBe(0)
  const day = await site.publish()
  await Promise.all([1, 2, 3].map(() => writeDays(site.ctx)))
  await site.mine(1)
  await writeDays(site.ctx)
  expect(await site.shown()).toEqual([null])
  await site.mine(confirmations)
  await writeDays(site.ctx)
  const [transaction] = await site.shown()
  expect(transaction).toMatchObject({ chain_id: chainId, height: 1 })
  expect(await site.textOf(transaction?.hash ?? '')).toBe(textOnChain(day.hash))
  await writeDays(site.ctx)
  expect(await site.transactions()).toBe(1)

  const next = await site.publish()
  await site.writeUntilFinal()
  expect((await site.shown()).map((one) => one !== null)).toEqual([true, true])
  expect(next.previous).toBe(day.hash)
  expect(await site.transactions()).toBe(2)
})

it('one that was signed before its process died is sent later, and one that is stuck is replaced', async () => {
  await using site = await withChain()
  await site.publish()
  await writeDays(site.ctx)
  const open = await findOpen(site.db, site.target)
  expect(open?.hashes).toHaveLength(1)
  await site.dropPending()
  await site.clock.advance(200_000)
  await writeDays(site.ctx)
  const replaced = await findOpen(site.db, site.target)
  expect(replaced?.hashes).toHaveLength(2)
  expect(BigInt(replaced?.max_fee_wei ?? 0)).toBeGreaterThan(BigInt(open?.max_fee_wei ?? 0))
  await site.writeUntilFinal()
  expect((await site.shown())[0]?.hash).toBe(replaced?.hashes[1])
})

it('a day whose nonce another program used is written anew, and a chain that is down holds up nothing', async () => {
  await using site = await withChain()
  await site.publish()
  await writeDays(site.ctx)
  await site.dropPending()
  await site.spendNonce()
  await site.mine(confirmations)
  await writeDays(site.ctx)
  expect(await findOpen(site.db, site.target)).toBeUndefined()
  await site.writeUntilFinal()
  expect((await site.shown())[0]).toMatchObject({ chain_id: chainId })
  await site.chain[Symbol.asyncDispose]()
  await site.publish()
  await writeDays(site.ctx)
  expect((await site.shown())[0]).toBeNull()
})

/** A market whose days are written to a chain of its own, which makes blocks when told. */
async function withChain() {
  await using opened = new AsyncDisposableStack()
  const chain = opened.use(await startChain(chainId))
  const site = opened.use(await withReputation())
  const folder = await mkdtemp(path.join(tmpdir(), 'receipts-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const secret = generatePrivateKey()
  const keyFile = path.join(folder, 'key')
  await writeFile(keyFile, secret)
  const local = { id: chainId, name: 'Local', nativeCurrency, rpcUrl: chain.url }
  const wallet = readWalletConfig({ CHAINS: JSON.stringify([local]) }).config
  const chains = createChainRpcs({ chains: wallet.chains, clock: site.clock })
  const config = { chainId, keyFile, confirmations, maxFeeWei: 10n ** 12n }
  const target = await createReceiptsChain(config, chains)
  if (target === null) throw new Error('no chain')
  await chain.rpc('anvil_setBalance', [target.sender, '0xde0b6b3a7640000'])
  await chain.rpc('evm_setAutomine', [false])
  const ctx: OnChainCtx = { ...site.ctx, chains, receiptsChain: target }
  let credits = 0
  const open = opened.move()
  const mine = (blocks: number) => chain.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
  const shown = async () => (await listDays(ctx, { limit: 9 })).days.map((day) => day.transaction)
  return {
    ...{ ...site, chain, target, ctx, mine, shown },
    async publish() {
      credits += 1
      const credit = { microUsd: 1, key: `credit ${credits}`, text: 'Top-up' }
      await site.system.transact((tx) =>
        giveOperatorCredit(site.system, tx, { accountId: accountIdOf(site.renter), ...credit }),
      )
      await site.clock.advance(dayMs)
      await publishDays(ctx)
      const [day] = await selectDays(site.db, { limit: 1 })
      if (day === undefined) throw new Error('nothing is published')
      return day
    },
    async transactions(): Promise<number> {
      return Number(await chain.rpc('eth_getTransactionCount', [target.sender, 'pending']))
    },
    async textOf(hash: string): Promise<string> {
      const { input } = Object(await chain.rpc('eth_getTransactionByHash', [hash]))
      return Buffer.from(String(input).slice(2), 'hex').toString()
    },
    dropPending: () => chain.rpc('anvil_dropAllTransactions', []),
    async spendNonce() {
      const account = privateKeyToAccount(secret)
      const raw = await account.signTransaction({
        ...{ type: 'eip1559', chainId, nonce: 0, to: account.address, gas: 30_000n },
        ...{ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n },
      })
      await chain.rpc('eth_sendRawTransaction', [raw])
      await mine(1)
    },
    async writeUntilFinal() {
      await writeDays(ctx)
      await mine(1 + confirmations)
      await writeDays(ctx)
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
