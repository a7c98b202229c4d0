import { startRpcProxy } from '@gridloom/testkit/chain/rpc-proxy'
import { chainAccounts } from '@gridloom/testkit/chain/start-chain'
import { describe, expect, it } from 'vitest'
import { type CoinSite, coinPayer, startCoinSite } from '../../../../test/coin-site.ts'
import { noFeatures } from '../../../platform/all-features.ts'
import { readBalance } from '../../ledger/index.ts'

const dollars = 1_000_000
const coin = `0x${'e'.repeat(40)}`

describe('a payment in the coin of a chain', () => {
  it('is credited once with exactly what was quoted, and is in the treasury', async () => {
    await using site = await startCoinSite()
    const { quote, available } = await site.quoting()
    const made = await quote(25)
    expect(made).toMatchObject({
      amount: String(125n * 10n ** 14n),
      price_micro_usd: 2_000_000_000,
    })
    const before = await site.coins.coinsOf(site.forwarders.treasury)
    const { isPaid } = await site.coins.pay(made.transaction)
    expect(isPaid).toBe(true)
    expect((await site.coins.coinsOf(site.forwarders.treasury)) - before).toBe(BigInt(made.amount))
    await site.watch.turn()
    expect(await site.deposits()).toMatchObject([{ state: 'seen', token: coin }])
    expect(await available()).toBe(0)
    await confirm(site)
    await confirm(site)
    expect(await site.deposits()).toMatchObject([
      { state: 'credited', credited_micro_usd: 25 * dollars },
    ])
    expect(await available()).toBe(25 * dollars)
    await agrees(site)
  })

  it('fails on the chain a second after its time, and is taken in the last second', async () => {
    await using site = await startCoinSite()
    const { quote, available } = await site.quoting()
    const [first, second] = [await quote(10), await quote(10)]
    const untilS = Date.parse(first.expires_at) / 1_000
    await site.nextBlockAt(untilS)
    expect(await site.coins.pay(first.transaction)).toMatchObject({ isPaid: true })
    await site.nextBlockAt(untilS + 1)
    expect(await site.coins.pay(second.transaction)).toMatchObject({ isPaid: false })
    // Another time in the number is another quote.
    const data = second.transaction.data.replace(/.{8}$/, 'ffffffff')
    expect(await site.coins.pay({ ...second.transaction, data })).toMatchObject({ isPaid: true })
    await confirm(site)
    expect(await available()).toBe(10 * dollars)
    expect(await rejections(site)).toEqual([null, 'unknown_quote'])
    await agrees(site)
  })

  it('of less is credited with what arrived, and of far more is left to the operator', async () => {
    await using site = await startCoinSite()
    const { quote, available } = await site.quoting()
    const [less, more, most] = [await quote(50), await quote(10), await quote(10)]
    await site.coins.pay({ ...less.transaction, value: String(BigInt(less.amount) / 3n) })
    await site.coins.pay({ ...more.transaction, value: String((BigInt(more.amount) * 11n) / 10n) })
    await site.coins.pay({ ...most.transaction, value: String(BigInt(most.amount) * 2n) })
    await confirm(site)
    expect(await available()).toBe(16_666_666 + 11 * dollars)
    expect(await rejections(site)).toEqual([null, null, 'amount_differs'])
    await agrees(site)
  })

  it('of a quote that was paid before, or of another address, is left to the operator', async () => {
    await using site = await startCoinSite()
    const { quote, available } = await site.quoting()
    const made = await quote(10)
    // Somebody who sees the number on its way cannot use it up.
    await site.coins.pay(made.transaction, chainAccounts[3])
    await site.coins.pay(made.transaction)
    await site.coins.pay(made.transaction)
    await confirm(site)
    expect(await available()).toBe(10 * dollars)
    expect(await rejections(site)).toEqual(['other_payer', null, 'quote_used'])
    await agrees(site)
  })

  it('that a contract makes for many quotes is found, each with its own number', async () => {
    await using site = await startCoinSite()
    const payer = await site.coins.deployBatchPayer()
    const [one, other] = [await site.quoting(), await site.quoting()]
    const quotes = [await one.quote(10, coinPayer.address), await other.quote(10)]
    const codes = quotes.map(({ transaction }) => `0x${transaction.data.slice(10)}`)
    const [first] = quotes
    const value = BigInt(first?.amount ?? 0) * 2n
    await site.coins.payMany(payer, first?.transaction.to ?? '', codes, value)
    await confirm(site)
    // The contract is another address than the one that was quoted.
    expect(await rejections(site)).toEqual(['other_payer', 'other_payer'])
    const rows = await site.deposits()
    expect(new Set(rows.map(({ account_id }) => account_id)).size).toBe(2)
    expect(new Set(rows.map(({ tx_hash }) => tx_hash)).size).toBe(1)
  })

  it('of no known quote is kept for the operator, unless it is a trifle', async () => {
    await using site = await startCoinSite()
    const { quote } = await site.quoting()
    const { transaction } = await quote(10)
    const data = transaction.data.replace(/^(0x.{8}).{8}/, '$100000000')
    await site.coins.pay({ ...transaction, data })
    await site.coins.pay({ ...transaction, data, value: '99999999999999' })
    await confirm(site)
    expect(await site.deposits()).toMatchObject([{ account_id: null, rejection: 'unknown_quote' }])
    await agrees(site)
  })
})

describe('a reorganisation', () => {
  it('after the credit was spent leaves debt, and the quote is good for the same payment', async () => {
    await using site = await startCoinSite()
    const { quote, accountId, available } = await site.quoting()
    const { hash } = await site.coins.pay((await quote(25)).transaction)
    const raw = await site.chain.rpc('eth_getRawTransactionByHash', [hash])
    await confirm(site)
    await site.ledger.hold(accountId, site.ledger.anInstance(), 20 * dollars)
    await site.on.reorg(4)
    await site.on.mine(1)
    await site.watch.turn()
    expect(await site.deposits()).toMatchObject([{ state: 'orphaned', reversals: 1 }])
    const balance = await readBalance(site.ledger.context, accountId, noFeatures)
    expect(balance).toMatchObject({ available_micro_usd: 0, debt_micro_usd: 20 * dollars })
    await site.chain.rpc('eth_sendRawTransaction', [raw]).catch(() => {})
    await site.on.mine(1)
    await confirm(site)
    expect(await site.deposits()).toMatchObject([{ state: 'credited', tx_hash: hash }])
    expect(await available()).toBe(5 * dollars)
    await agrees(site)
  })
})

describe('watchers', () => {
  it('two at once, and one that starts anew, credit a payment once', async () => {
    await using site = await startCoinSite()
    const { quote, available } = await site.quoting()
    for (const usd of [10, 20]) await site.coins.pay((await quote(usd)).transaction)
    await site.on.mine(3)
    const [one, other] = [site.watcher(), site.watcher()]
    await site.ledger.clock.advance(31_000)
    await Promise.all([one.turn(), other.turn()])
    await site.ledger.clock.advance(31_000)
    await Promise.all([other.turn(), site.watcher().turn()])
    expect(await available()).toBe(30 * dollars)
    await agrees(site)
  })

  it('credit nothing that a second endpoint does not state', async () => {
    await using site = await startCoinSite()
    await using second = await startRpcProxy(site.chain.url)
    const { quote, available } = await site.quoting()
    await site.coins.pay((await quote(10)).transaction)
    await site.on.mine(3)
    second.answer(({ method }) => (method === 'eth_getLogs' ? { result: [] } : 'pass'))
    await site.ledger.clock.advance(31_000)
    const watcher = site.watcher({ second: second.url })
    await watcher.turn()
    expect(await site.alarm()).toBe('endpoints_disagree')
    expect(await available()).toBe(0)
    second.answer(() => 'pass')
    await watcher.turn()
    expect(await available()).toBe(10 * dollars)
  })

  it('go on with payments to a contract that is no longer configured', async () => {
    await using site = await startCoinSite()
    const { quote, available } = await site.quoting()
    await site.coins.pay((await quote(10)).transaction)
    await site.watch.turn()
    await site.on.mine(3)
    await site.ledger.clock.advance(31_000)
    await site.watcher({ coin: null }).turn()
    expect(await available()).toBe(10 * dollars)
  })

  it('give no quotes for a contract that is not ours', async () => {
    await using site = await startCoinSite({ coin: { contract: chainAccounts[0].address } })
    expect(await site.alarm()).toBe('contracts_differ')
    const { quote } = await site.quoting()
    await expect(quote(10)).rejects.toMatchObject({ code: 'coin_unavailable' })
  })
})

describe('a quote', () => {
  it.each([
    [8, 2_000n * 10n ** 8n],
    [18, 2_000n * 10n ** 18n],
  ])('reads feeds of %i decimals', async (decimals, answer) => {
    await using site = await startCoinSite({
      feeds: async (coins) => [await coins.deployPriceFeed({ decimals, answer })],
      coin: { spreadBasisPoints: 50 },
    })
    const { quote } = await site.quoting()
    expect(await quote(199)).toMatchObject({
      ...{ market_price_micro_usd: 2_000_000_000, price_micro_usd: 1_990_000_000 },
      amount: String(10n ** 17n),
    })
  })

  it('takes the lower of two feeds that agree, and is refused while they do not', async () => {
    await using site = await startCoinSite({
      feeds: async (coins) => [
        await coins.deployPriceFeed({ answer: 2_000n * 10n ** 8n }),
        await coins.deployPriceFeed({ decimals: 18, answer: 2_010n * 10n ** 18n }),
      ],
    })
    const { quote } = await site.quoting()
    const { market_price_micro_usd, price_feeds } = await quote(10)
    expect(market_price_micro_usd).toBe(2_000_000_000)
    const [feed = ''] = price_feeds
    await site.coins.setPrice(asHex(feed), 1_900n * 10n ** 8n)
    await expect(quote(10)).rejects.toMatchObject({ code: 'coin_price_unavailable' })
  })

  it.each([
    ['stale', 2_000n * 10n ** 8n, Date.UTC(2025, 11, 31) / 1_000],
    ['zero', 0n, 0],
    ['negative', -1n, 0],
  ])('is refused while a feed is %s', async (_, answer, updatedAtS) => {
    await using site = await startCoinSite()
    const { quote } = await site.quoting()
    const [feed = ''] = (await quote(10)).price_feeds
    await site.coins.setPrice(asHex(feed), answer, updatedAtS)
    await expect(quote(10)).rejects.toMatchObject({ code: 'coin_price_unavailable' })
  })

  it('is refused while the second endpoint states another price', async () => {
    await using site = await startCoinSite()
    await using second = await startRpcProxy(site.chain.url)
    await site.ledger.clock.advance(31_000)
    const watcher = site.watcher({ second: second.url })
    await watcher.turn()
    const { quote } = await site.quoting(watcher)
    await quote(10)
    const word = (value: bigint) => value.toString(16).padStart(64, '0')
    const nowS = BigInt(Math.floor(site.ledger.clock.now().getTime() / 1_000))
    const round = [1n, 4_000n * 10n ** 8n, nowS, nowS, 1n].map(word).join('')
    second.answer(({ params }) =>
      JSON.stringify(params).includes('0xfeaf968c') ? { result: `0x${round}` } : 'pass',
    )
    await expect(quote(10)).rejects.toMatchObject({ code: 'coin_price_unavailable' })
  })

  it('has bounds: of its amount, of what the payer holds, and of its number', async () => {
    await using site = await startCoinSite()
    const { quote } = await site.quoting()
    await expect(quote(4.99)).rejects.toMatchObject({ code: 'coin_amount' })
    await expect(quote(5_001)).rejects.toMatchObject({ code: 'coin_amount' })
    await expect(quote(10, `0x${'1'.repeat(40)}`)).rejects.toMatchObject({ code: 'coin_balance' })
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => quote(10)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'coin_quote_limit' }) }),
    )
    await site.ledger.clock.advance(61_000)
    const { id } = await quote(10)
    expect(id).toMatch(/^cqt_/)
  })
})

/** Mines what is missing for a credit, and credits. */
async function confirm(site: CoinSite): Promise<void> {
  await site.on.mine(3)
  await site.watch.turn()
}

/** Why each deposit was rejected, in the order of blocks. */
async function rejections(site: CoinSite): Promise<(string | null)[]> {
  return (await site.deposits()).map(({ rejection }) => rejection)
}

/** The ledger is clean, and has of the coin what was credited. */
async function agrees(site: CoinSite): Promise<void> {
  expect(await site.isLedgerClean()).toBe(true)
  const rows = await site.deposits()
  const sum = rows.reduce((total, row) => total + Number(row.credited_micro_usd ?? 0), 0)
  expect(await site.assetsOf(coin)).toBe(sum)
}

/** Named cast: addresses begin with 0x. */
function asHex(text: string): `0x${string}` {
  return text as `0x${string}`
}
