import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type GaslessSite,
  hashOfTyped,
  relayerAccount,
  signatureBy,
  withGasless,
} from '../../../../test/gasless-site.ts'
import { listDepositOptions } from '../read-options.ts'
import type { GaslessRow } from './schema.ts'

const fifty = 50_000_000n

describe.each(['authorization', 'permit'] as const)('a payment without gas by %s', (method) => {
  it('is credited, and its payer needs no coins', async () => {
    await using site = await withGasless({ method })
    const { payer, account, token } = await aPayer(site)
    const payment = await account.pay(payer, fifty)
    expect(payment).toMatchObject({ state: 'received', typed_data: null })
    await untilEnded(site)
    expect(await statesOf(site)).toEqual(['mined'])
    await site.on.mine(3)
    await site.watch()
    expect(await account.available()).toBe(50_000_000)
    expect(await token.balanceOf(payer.address)).toBe(0n)
    expect(await site.isLedgerClean()).toBe(true)
    const coins = await site.chain.rpc('eth_getTransactionCount', [payer.address, 'latest'])
    expect(coins).toBe('0x0')
  })

  it('is made once, however often it is signed and relayed at once', async () => {
    await using site = await withGasless({ method })
    const { payer, account, token } = await aPayer(site, 2n * fifty)
    const payment = await account.create(payer.address, fifty)
    const signature = await signatureBy(payer, payment)
    const signed = await Promise.allSettled([1, 2, 3].map(() => account.sign(payment, signature)))
    expect(signed.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await account.sign(payment, signature)).state).toBe('received')
    await Promise.all([1, 2, 3].map(() => site.relay()))
    await untilEnded(site)
    expect(await token.balanceOf(payer.address)).toBe(fifty)
    expect(await statesOf(site)).toEqual(['mined'])
  })

  it('that left the chain with its block is sent again', async () => {
    await using site = await withGasless({ method })
    const { payer, account, token } = await aPayer(site)
    await account.pay(payer, fifty)
    await site.relay()
    await site.relay()
    await site.relay()
    const depth = method === 'permit' ? 2 : 1
    await site.chain.rpc('anvil_reorg', [depth, []])
    expect(await token.balanceOf(payer.address)).toBe(fifty)
    await untilEnded(site)
    expect(await token.balanceOf(payer.address)).toBe(0n)
  })

  it('that is stuck is replaced with the same nonce', async () => {
    await using site = await withGasless({ method })
    const { payer, account, token } = await aPayer(site)
    await account.pay(payer, fifty)
    await site.chain.rpc('evm_setAutomine', [false])
    await site.relay()
    await site.clock.advance(181_000)
    await site.relay()
    expect(await attemptsOf(site)).toEqual({ attempts: 2, nonces: 1 })
    await site.chain.rpc('evm_setAutomine', [true])
    await untilEnded(site)
    expect(await token.balanceOf(payer.address)).toBe(0n)
  })

  it('that expires before a block takes it is cancelled, and those behind it go on', async () => {
    await using site = await withGasless({ method })
    const { payer, account, token } = await aPayer(site)
    await account.pay(payer, fifty)
    await site.chain.rpc('evm_setAutomine', [false])
    await site.relay()
    // The node forgets it, as when it is full.
    await site.chain.rpc('anvil_dropAllTransactions', [])
    await site.clock.advance(21 * 60_000)
    await site.chain.rpc('evm_increaseTime', [21 * 60])
    await site.relay()
    await site.chain.rpc('evm_setAutomine', [true])
    await untilEnded(site)
    expect(await statesOf(site)).toEqual(['expired'])
    expect(await token.balanceOf(payer.address)).toBe(fifty)
    const other = await aPayer(site, fifty, 2)
    await other.account.pay(other.payer, fifty)
    await untilEnded(site)
    expect(await statesOf(site)).toEqual(['expired', 'mined'])
  })

  it('that somebody else sends first is not paid twice, and not lost', async () => {
    await using site = await withGasless({ method })
    const { payer, account, token } = await aPayer(site, 2n * fifty)
    await account.pay(payer, fifty)
    await site.chain.rpc('evm_setAutomine', [false])
    await site.relay()
    const [sent] = await transactionsOf(site)
    await site.chain.rpc('anvil_dropAllTransactions', [])
    // The call as the whole world sees it, from another address.
    await site.chain.rpc('eth_sendTransaction', [
      { from: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', to: token.token, data: sent },
    ])
    await site.on.mine(1)
    await site.chain.rpc('evm_setAutomine', [true])
    await untilEnded(site)
    expect(await statesOf(site)).toEqual(['mined'])
    expect(await token.balanceOf(payer.address)).toBe(fifty)
  })

  it('is not accepted from a key that is not the payer’s, and costs no gas', async () => {
    await using site = await withGasless({ method })
    const { payer, account } = await aPayer(site)
    const { payer: thief } = await aPayer(site, 0n, 2)
    const payment = await account.create(payer.address, fifty)
    await expect(account.sign(payment, await signatureBy(thief, payment))).rejects.toMatchObject({
      code: 'wallet_refused',
    })
    await expect(account.sign(payment, `0x${'00'.repeat(65)}`)).rejects.toMatchObject({
      code: 'wallet_refused',
    })
    const other = await site.account()
    await expect(other.sign(payment, await signatureBy(payer, payment))).rejects.toMatchObject({
      code: 'not_found',
    })
    await site.relay()
    expect(await transactionsOf(site)).toEqual([])
  })

  it('fails without gas when the token is paused, or the payer has moved the money away', async () => {
    await using site = await withGasless({ method })
    const { payer, account, token } = await aPayer(site)
    const payment = await account.create(payer.address, fifty)
    const signature = await signatureBy(payer, payment)
    if (method === 'authorization') {
      await token.pause('on')
      await expect(account.sign(payment, signature)).rejects.toMatchObject({
        code: 'gasless_refused',
      })
      await token.pause('off')
    }
    await account.sign(payment, signature)
    await token.pause('on')
    await site.relay()
    await site.relay()
    await site.relay()
    expect(await site.payments()).toMatchObject([
      { state: 'failed', reason: 'The token refuses the transfer' },
    ])
    expect(await transactionsOf(site)).toHaveLength(method === 'permit' ? 1 : 0)
    expect(await token.balanceOf(payer.address)).toBe(fifty)
  })
})

describe('payments without gas', () => {
  it('are offered with a minimum that rises with the price of gas', async () => {
    await using site = await withGasless()
    const { account } = await aPayer(site)
    const offered = async () => (await listDepositOptions(account.ctx))[0]?.tokens[0]?.gasless
    expect(await offered()).toEqual({ method: 'authorization', minimum_micro_usd: 5_000_000 })
    await site.chain.rpc('anvil_setNextBlockBaseFeePerGas', [hex(90n * 10n ** 9n)])
    await site.on.mine(1)
    await site.clock.advance(31_000)
    await site.relay()
    // 200,000 gas at some 90 gwei and $10 a coin are $0.18, at most 2 % of it.
    expect((await offered())?.minimum_micro_usd).toBeGreaterThan(8_500_000)
    await site.chain.rpc('anvil_setNextBlockBaseFeePerGas', [hex(200n * 10n ** 9n)])
    await site.on.mine(1)
    await site.clock.advance(31_000)
    await site.relay()
    expect(await offered()).toBeNull()
    expect(await waitOf(site)).toBe('gas_price')
  })

  it('are not offered, and the operator is told, while the relayer has too few coins', async () => {
    await using site = await withGasless()
    const { payer, account } = await aPayer(site)
    await site.chain.rpc('anvil_setBalance', [relayerAccount.address, '0x1'])
    await site.clock.advance(31_000)
    await site.relay()
    expect(await waitOf(site)).toBe('no_gas')
    await expect(account.create(payer.address, fifty)).rejects.toMatchObject({
      code: 'gasless_unavailable',
    })
    await site.chain.rpc('anvil_setBalance', [relayerAccount.address, hex(10n ** 20n)])
    await site.clock.advance(31_000)
    await site.relay()
    expect(await account.create(payer.address, fifty)).toMatchObject({ state: 'unsigned' })
  })

  it('are not offered while the configured domain is not the contract’s', async () => {
    await using site = await withGasless({ domain: { version: '1' } })
    const { payer, account } = await aPayer(site)
    await expect(account.create(payer.address, fifty)).rejects.toMatchObject({
      code: 'gasless_unavailable',
    })
    const { rows } = await sql`select problem from gasless_tokens`.execute(site.db)
    expect(rows).toEqual([{ problem: 'DOMAIN_SEPARATOR is of another name, version or chain' }])
  })

  it('signed before the token changed its domain are not accepted', async () => {
    await using site = await withGasless()
    const { payer, account, token } = await aPayer(site)
    const payment = await account.create(payer.address, fifty)
    await token.rename('Other Dollar')
    await site.clock.advance(11 * 60_000)
    await site.relay()
    await expect(account.sign(payment, await signatureBy(payer, payment))).rejects.toMatchObject({
      code: 'gasless_expired',
    })
  })

  it('are not accepted below the minimum, above the balance, or too late', async () => {
    await using site = await withGasless()
    const { payer, account } = await aPayer(site)
    await expect(account.create(payer.address, 4_999_999n)).rejects.toMatchObject({
      code: 'gasless_amount',
    })
    await expect(account.create(payer.address, fifty + 1n)).rejects.toMatchObject({
      code: 'gasless_balance',
    })
    const payment = await account.create(payer.address, fifty)
    await site.clock.advance(15 * 60_000 + 1_000)
    await site.relay()
    await expect(account.sign(payment, await signatureBy(payer, payment))).rejects.toMatchObject({
      code: 'gasless_expired',
    })
  })

  it('promise no more than the payer holds, whichever account they pay', async () => {
    await using site = await withGasless()
    const { payer, account } = await aPayer(site, fifty)
    const other = await site.account()
    const payments = [
      await account.create(payer.address, 30_000_000n),
      await other.create(payer.address, 30_000_000n),
    ] as const
    const signed = await Promise.allSettled([
      account.sign(payments[0], await signatureBy(payer, payments[0])),
      other.sign(payments[1], await signatureBy(payer, payments[1])),
    ])
    expect(signed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('are limited to three at a time for an account, also when they are signed at once', async () => {
    await using site = await withGasless()
    const { payer, account } = await aPayer(site, 10n * fifty)
    const payments = []
    for (let count = 0; count < 5; count++)
      payments.push(await account.create(payer.address, fifty))
    const signed = await Promise.allSettled(
      payments.map(async (one) => account.sign(one, await signatureBy(payer, one))),
    )
    expect(signed.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(account.create(payer.address, fifty)).rejects.toMatchObject({
      code: 'gasless_limit',
    })
  })

  it('by permit are one at a time for a payer, also when they are signed at once', async () => {
    await using site = await withGasless({ method: 'permit' })
    const { payer, account } = await aPayer(site, 2n * fifty)
    const other = await site.account()
    const [one, two] = [
      await account.create(payer.address, fifty),
      await other.create(payer.address, fifty),
    ]
    const signed = await Promise.allSettled([
      account.sign(one, await signatureBy(payer, one)),
      other.sign(two, await signatureBy(payer, two)),
    ])
    expect(signed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await untilEnded(site)
    expect(await site.dollar.balanceOf(payer.address)).toBe(fifty)
  })

  it.each(['authorization', 'permit'] as const)(
    'are accepted from a contract that accepts the signature of its owner (%s)',
    async (method) => {
      await using site = await withGasless({ method })
      const { payer: owner, account, token } = await aPayer(site, 0n)
      const wallet = await site.chain.deployWallet(owner.address)
      await token.send(wallet, fifty)
      const payment = await account.create(wallet, fifty)
      await account.sign(payment, await owner.sign({ hash: hashOfTyped(payment) }))
      await untilEnded(site)
      expect(await statesOf(site)).toEqual(['mined'])
      expect(await token.balanceOf(wallet)).toBe(0n)
    },
  )
})

async function aPayer(site: GaslessSite, held = fifty, number = 1) {
  return {
    payer: await site.payer(number, held),
    account: await site.account(),
    token: site.dollar,
  }
}

async function untilEnded(site: GaslessSite): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await site.relay()
    const rows = await site.payments()
    if (rows.every(({ state, settled_at }) => state === 'unsigned' || settled_at !== null)) return
    await site.on.mine(1)
    await site.clock.advance(5_000)
  }
  throw new Error(`payments are ${await statesOf(site)}, ${await waitOf(site)}`)
}

async function statesOf(site: GaslessSite): Promise<GaslessRow['state'][]> {
  return (await site.payments()).map(({ state }) => state)
}

async function waitOf(site: GaslessSite): Promise<string | null> {
  const { rows } = await sql<{ wait: string | null }>`select wait from gasless_relayers`.execute(
    site.db,
  )
  return rows[0]?.wait ?? null
}

async function attemptsOf(site: GaslessSite) {
  const { rows } = await sql<{ attempts: number; nonces: number }>`
    select count(*)::int as attempts, count(distinct nonce)::int as nonces from gasless_transactions`.execute(
    site.db,
  )
  return rows[0]
}

/** The data of the calls that were signed, in the order of their nonces. */
async function transactionsOf(site: GaslessSite): Promise<string[]> {
  const { parseTransaction } = await import('viem')
  const { rows } = await sql<{ raw: `0x02${string}` }>`
    select raw from gasless_transactions order by nonce, attempt`.execute(site.db)
  return rows.map(({ raw }) => parseTransaction(raw).data ?? '0x')
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}
