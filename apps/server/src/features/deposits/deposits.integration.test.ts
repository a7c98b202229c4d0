import { depositAddress, depositSalt } from '@gridloom/domain/deposits/deposit-address'
import { startRpcProxy } from '@gridloom/testkit/chain/rpc-proxy'
import { describe, expect, it } from 'vitest'
import { type DepositSite, startDepositSite } from '../../../test/deposit-site.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { readBalance } from '../ledger/index.ts'
import { insertAddresses } from './addresses-store.ts'

const dollars = 1_000_000
/** Of gas; anvil's own limit holds some 1,000 transfers. */
const roomyBlock = '0x12a05f200'

describe('a deposit', () => {
  it('is seen, confirms, and is credited once at the configured confirmations', async () => {
    await using site = await startDepositSite({ finality: 3 })
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 25_000_000n)
    await site.watch.turn()
    expect(await site.deposits()).toMatchObject([{ state: 'seen', amount: '25000000' }])
    await site.on.mine(1)
    await site.watch.turn()
    expect(await site.deposits()).toMatchObject([{ state: 'confirming' }])
    expect(await site.availableOf(accountId)).toBe(0)
    await site.on.mine(1)
    for (let turn = 0; turn < 3; turn++) await site.watch.turn()
    expect(await site.deposits()).toMatchObject([{ state: 'credited' }])
    expect(await site.availableOf(accountId)).toBe(25 * dollars)
    await agrees(site)
  })

  it('waits for the tag of final blocks where the chain has one', async () => {
    await using site = await startDepositSite({ finality: 'finalized' })
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 5_000_000n)
    await site.on.mine(20)
    await site.watch.turn()
    expect(await site.availableOf(accountId)).toBe(0)
    await site.on.mine(100)
    await site.watch.turn()
    expect(await site.availableOf(accountId)).toBe(5 * dollars)
  })

  it('reaches an address that no contract is at; anyone can then send it to the treasury', async () => {
    await using site = await startDepositSite()
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 7_000_000n)
    const { factory, treasury } = site.forwarders
    await site.on.flush(factory, depositSalt(accountId), site.token)
    expect(await site.on.balanceOf(site.token, address)).toBe(0n)
    expect(await site.on.balanceOf(site.token, treasury)).toBe(7_000_000n)
    // Deployed by now: emptied again.
    await site.on.send(site.token, address, 1_000_000n)
    await site.on.flush(factory, depositSalt(accountId), site.token)
    expect(await site.on.balanceOf(site.token, treasury)).toBe(8_000_000n)
    await confirm(site)
    expect(await site.availableOf(accountId)).toBe(8 * dollars)
  })
})

describe('a reorganisation', () => {
  it('before the credit orphans the deposit, and nothing is credited', async () => {
    await using site = await startDepositSite({ finality: 5 })
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 25_000_000n)
    await site.on.mine(1)
    await site.watch.turn()
    await site.on.reorg(2)
    await site.on.mine(10)
    await site.watch.turn()
    expect(await site.deposits()).toMatchObject([{ state: 'orphaned', reversals: 0 }])
    expect(await site.availableOf(accountId)).toBe(0)
    await site.on.send(site.token, address, 3_000_000n)
    await confirm(site, 5)
    expect(await site.availableOf(accountId)).toBe(3 * dollars)
    await agrees(site)
  })

  it('of 12 blocks, after the money was spent, leaves debt, and says so', async () => {
    await using site = await startDepositSite({ finality: 3 })
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 25_000_000n)
    await site.on.mine(11)
    await site.watch.turn()
    await site.ledger.hold(accountId, site.ledger.anInstance(), 20 * dollars)
    await site.on.reorg(12)
    await site.on.mine(1)
    await site.watch.turn()
    expect(await site.deposits()).toMatchObject([{ state: 'orphaned', reversals: 1 }])
    const balance = await readBalance(site.ledger.context, accountId, noFeatures)
    expect(balance).toMatchObject({ available_micro_usd: 0, debt_micro_usd: 20 * dollars })
    expect(await noticesOf(site)).toEqual([
      expect.stringContaining('You have spent $20.00 of it: your next deposit pays that first'),
    ])
    await agrees(site)
  })

  it('that includes the transaction again credits it again', async () => {
    await using site = await startDepositSite({ finality: 3 })
    const { accountId, address } = await site.anAccount()
    const hash = await site.on.send(site.token, address, 9_000_000n)
    const raw = await site.chain.rpc('eth_getRawTransactionByHash', [hash])
    await confirm(site)
    expect(await site.availableOf(accountId)).toBe(9 * dollars)
    await site.on.reorg(4)
    await site.on.mine(1)
    await site.watch.turn()
    expect(await site.availableOf(accountId)).toBe(0)
    // Anvil may have put it back among the waiting transactions by itself.
    await site.chain.rpc('eth_sendRawTransaction', [raw]).catch(() => {})
    await site.on.mine(1)
    await confirm(site)
    expect(await site.deposits()).toMatchObject([
      { state: 'credited', reversals: 1, tx_hash: hash },
    ])
    expect(await site.availableOf(accountId)).toBe(9 * dollars)
    await agrees(site)
  })
})

describe('watchers', () => {
  it('at once on one database credit once', async () => {
    await using site = await startDepositSite()
    const { accountId, address } = await site.anAccount()
    const others = [site.watch, site.watcher(), site.watcher(), site.watcher()]
    for (let round = 0; round < 5; round++) {
      await site.on.send(site.token, address, 1_000_000n)
      await Promise.all(others.map((one) => one.turn()))
      // The lease ends: another one may take over in the middle of the next.
      await site.ledger.clock.advance(31_000)
    }
    await confirm(site)
    expect(await site.availableOf(accountId)).toBe(5 * dollars)
    await agrees(site)
  })

  it.each([
    { when: 'before a credit', after: 6, credited: 0 },
    { when: 'between credits', after: 8, credited: 500 },
    { when: 'before the heights move', after: 11, credited: 1_100 },
  ])('that are stopped $when leave no gap and nothing double', async ({ after, credited }) => {
    await using site = await startDepositSite({
      tokens: async (on) => [{ address: await on.deployToken(), transfers: 'exact' }],
    })
    const { accountId, address } = await site.anAccount()
    await site.chain.rpc('evm_setBlockGasLimit', [roomyBlock])
    const to = Array.from({ length: 275 }, () => address)
    await site.on.sendMany(site.token, [to, to, to, to], 1_000_000n)
    await site.on.mine(5)
    const dying = site.watcher()
    await site.ledger.clock.advance(31_000)
    await expect(dyingAfter(dying, after)).rejects.toThrow('killed')
    expect(await site.availableOf(accountId)).toBe(credited * dollars)
    await site.ledger.clock.advance(31_000)
    await site.watcher().turn()
    expect(await site.availableOf(accountId)).toBe(1_100 * dollars)
    await agrees(site)
  })

  it('catch up after an outage, in ranges that the endpoint accepts', async () => {
    await using site = await startDepositSite({ blocksPerCall: 100 })
    await using proxy = await startRpcProxy(site.chain.url)
    proxy.answer(({ method, params }) => {
      const [{ fromBlock = '0x0', toBlock = '0x0' } = {}] = params as [Record<string, string>?]
      const blocks = Number(toBlock) - Number(fromBlock)
      if (method !== 'eth_getLogs' || blocks < 30) return 'pass'
      return { error: { code: -32005, message: 'query exceeds max block range 30' } }
    })
    const { accountId, address } = await site.anAccount()
    for (let i = 0; i < 4; i++) {
      await site.on.send(site.token, address, 2_000_000n)
      await site.on.mine(150)
    }
    await site.ledger.clock.advance(31_000)
    expect(await site.watcher({ endpoint: proxy.url }).turn()).toBe('done')
    expect(await site.availableOf(accountId)).toBe(8 * dollars)
    await agrees(site)
  })
})

describe('a chain without new blocks', () => {
  it('is an alarm after five minutes, also for another watcher, until a block arrives', async () => {
    await using site = await startDepositSite()
    await site.ledger.clock.advance(299_000)
    expect(await site.watch.turn()).toBe('done')
    expect(await site.alarm()).toBe(null)
    await site.ledger.clock.advance(31_000)
    const other = site.watcher()
    expect(await other.turn()).toBe('done')
    expect(await site.alarm()).toBe('chain_stalled')
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 4_000_000n)
    await site.on.mine(3)
    await other.turn()
    expect(await site.alarm()).toBe(null)
    expect(await site.availableOf(accountId)).toBe(4 * dollars)
  })

  it('is no alarm after an outage of our own, when the chain went on meanwhile', async () => {
    await using site = await startDepositSite()
    await site.ledger.clock.advance(3_600_000)
    await site.on.mine(1)
    await site.watch.turn()
    expect(await site.alarm()).toBe(null)
  })
})

describe('what is not credited', () => {
  it('a token that is configured for another purpose, too little, and dust: left to the operator', async () => {
    let other: `0x${string}` = '0x'
    await using site = await startDepositSite({
      tokens: async (on) => {
        other = await on.deployToken({ symbol: 'GRD', decimals: 18 })
        return [
          { address: await on.deployToken() },
          { address: await on.deployToken({ decimals: 18 }), decimals: 18 },
        ]
      },
      // The third contract that is deployed after the two of the forwarders: known before.
      others: ['0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0'],
    })
    const { accountId, address } = await site.anAccount()
    const [, wide] = site.tokens
    await site.on.send(other, address, 10n ** 20n)
    await site.on.send(site.token, address, 999_999n)
    await site.on.send(asHex(wide?.address), address, 10n ** 11n)
    await site.on.send(site.token, address, 0n)
    await confirm(site)
    expect((await site.deposits()).map(({ rejection }) => rejection)).toEqual([
      'wrong_token',
      'below_minimum',
      'dust',
    ])
    expect(await site.availableOf(accountId)).toBe(0)
  })

  it('what a fee took off: only what arrived counts, and a log that hides the fee is not believed', async () => {
    await using site = await startDepositSite({
      tokens: async (on) => [
        { address: await on.deployToken({ feeBasisPoints: 100 }) },
        { address: await on.deployToken({ feeBasisPoints: 100, hidesFee: true }) },
      ],
    })
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 100_000_000n)
    await site.on.send(asHex(site.tokens[1]?.address), address, 100_000_000n)
    await confirm(site)
    expect(await site.deposits()).toMatchObject([
      { state: 'credited', credited_micro_usd: 99 * dollars },
      { state: 'rejected', rejection: 'less_arrived' },
    ])
    expect(await site.availableOf(accountId)).toBe(99 * dollars)
  })

  it('18 decimals are rounded down to micro-dollars, and a transfer that returns nothing counts', async () => {
    await using site = await startDepositSite({
      tokens: async (on) => [
        { address: await on.deployToken({ decimals: 18 }), decimals: 18 },
        { address: await on.deployQuietToken() },
      ],
    })
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 1_234_567_999_999_999_999n)
    await site.on.send(asHex(site.tokens[1]?.address), address, 2_000_000n)
    await confirm(site)
    expect(await site.availableOf(accountId)).toBe(1_234_567 + 2 * dollars)
    await site.on.flush(
      site.forwarders.factory,
      depositSalt(accountId),
      asHex(site.tokens[1]?.address),
    )
    expect(await site.on.balanceOf(asHex(site.tokens[1]?.address), address)).toBe(0n)
  })
})

it('takes in 10,000 transfers of one block', { timeout: 180_000 }, async () => {
  await using site = await startDepositSite({
    tokens: async (on) => [{ address: await on.deployToken(), transfers: 'exact' }],
  })
  await site.chain.rpc('evm_setBlockGasLimit', [roomyBlock])
  const accounts = await Promise.all(Array.from({ length: 20 }, () => site.anAccount()))
  const to = Array.from({ length: 400 }, (_, i) => accounts[i % 20]?.address ?? '')
  await site.on.sendMany(
    site.token,
    Array.from({ length: 25 }, () => to),
    1_000_000n,
  )
  await site.on.mine(3)
  await site.watch.turn()
  const rows = await site.deposits()
  expect(new Set(rows.map(({ block_height }) => block_height)).size).toBe(1)
  expect(rows.filter(({ state }) => state === 'credited')).toHaveLength(10_000)
  for (const { accountId } of accounts)
    expect(await site.availableOf(accountId)).toBe(500 * dollars)
  await agrees(site)
})

it('rejects a deposit that the ledger refuses alone: the others of its batch are credited', async () => {
  await using site = await startDepositSite()
  const accounts = await Promise.all(Array.from({ length: 4 }, () => site.anAccount()))
  const unknown = await anAddressWithoutLedger(site)
  for (const { address } of [...accounts, { address: unknown }])
    await site.on.send(site.token, address, 2_000_000n)
  await confirm(site)
  const rows = await site.deposits()
  expect(rows.filter(({ state }) => state === 'credited')).toHaveLength(4)
  expect(rows.filter(({ address }) => address === unknown)).toMatchObject([
    { state: 'rejected', rejection: 'not_booked' },
  ])
  for (const { accountId } of accounts) expect(await site.availableOf(accountId)).toBe(2 * dollars)
  // The next ones are not held up either.
  await site.on.send(site.token, accounts[0]?.address ?? '', 1_000_000n)
  await confirm(site)
  expect(await site.assetsOf(site.token)).toBe(9 * dollars)
  await agrees(site)
})

it('credits one account while it orders, and two watchers race, without a deadlock', async () => {
  await using site = await startDepositSite()
  const accounts = await Promise.all(Array.from({ length: 5 }, () => site.anAccount()))
  for (const { address } of accounts) await site.on.send(site.token, address, 9_000_000n)
  await confirm(site)
  await site.on.sendMany(
    site.token,
    [Array.from({ length: 200 }, (_, i) => accounts[i % 5]?.address ?? '')],
    1_000_000n,
  )
  await site.on.mine(3)
  const first = site.watcher()
  await site.ledger.clock.advance(31_000)
  const second = site.watcher()
  await Promise.all([
    first.turn(),
    second.turn(),
    ...accounts.map(({ accountId }) =>
      site.ledger.hold(accountId, site.ledger.anInstance(), 5 * dollars),
    ),
  ])
  await site.ledger.clock.advance(31_000)
  await second.turn()
  for (const { accountId } of accounts) expect(await site.availableOf(accountId)).toBe(44 * dollars)
  await agrees(site)
})

describe('an endpoint', () => {
  it('that invents a transfer gets nothing credited: the second one does not have it', async () => {
    await using site = await startDepositSite()
    await using proxy = await startRpcProxy(site.chain.url)
    const { accountId, address } = await site.anAccount()
    await site.on.mine(1)
    const { number, hash } = (await site.chain.rpc('eth_getBlockByNumber', ['latest', false])) as {
      number: string
      hash: string
    }
    proxy.answer(({ method }) =>
      method === 'eth_getLogs'
        ? { result: [invented(site.token, address, { number, hash })] }
        : 'pass',
    )
    const lied = site.watcher({ endpoint: proxy.url, second: site.chain.url })
    await site.ledger.clock.advance(31_000)
    await lied.turn()
    expect(await site.deposits()).toHaveLength(1)
    await site.on.mine(5)
    await lied.turn()
    expect(await site.alarm()).toBe('endpoints_disagree')
    expect(await site.availableOf(accountId)).toBe(0)
    proxy.answer(() => 'pass')
    await lied.turn()
    expect(await site.alarm()).toBe(null)
    expect(await site.deposits()).toMatchObject([{ state: 'orphaned' }])
    await agrees(site)
  })

  it('that misses a transfer while it lags does not lose it', async () => {
    await using site = await startDepositSite()
    await using proxy = await startRpcProxy(site.chain.url)
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 4_000_000n)
    proxy.answer(({ method }) => (method === 'eth_getLogs' ? { result: [] } : 'pass'))
    const lagging = site.watcher({ endpoint: proxy.url })
    await site.ledger.clock.advance(31_000)
    await lagging.turn()
    expect(await site.deposits()).toEqual([])
    proxy.answer(() => 'pass')
    await site.on.mine(5)
    await lagging.turn()
    expect(await site.availableOf(accountId)).toBe(4 * dollars)
  })

  it.each([
    ['limits the rate of calls', { status: 429 }],
    ['refuses', { error: { code: -32_005, message: 'request rate exceeded' } }],
    ['has no block', { result: { number: 'no' } }],
  ])('that %s is an alarm until it answers, and nothing is lost', async (_, answer) => {
    await using site = await startDepositSite()
    await using proxy = await startRpcProxy(site.chain.url)
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 4_000_000n)
    await site.on.mine(3)
    proxy.answer(({ method }) => (method === 'eth_getBlockByNumber' ? answer : 'pass'))
    const limited = site.watcher({ endpoint: proxy.url })
    await site.ledger.clock.advance(31_000)
    expect(await limited.turn()).toBe('failed')
    expect(await site.alarm()).toBe('unreachable')
    proxy.answer(() => 'pass')
    expect(await limited.turn()).toBe('done')
    expect(await site.alarm()).toBe(null)
    expect(await site.availableOf(accountId)).toBe(4 * dollars)
  })

  it('that takes one call a request is asked one by one', async () => {
    await using site = await startDepositSite()
    await using proxy = await startRpcProxy(site.chain.url, { takesBatches: false })
    const { accountId, address } = await site.anAccount()
    await site.on.send(site.token, address, 4_000_000n)
    await site.on.mine(3)
    await site.ledger.clock.advance(31_000)
    expect(await site.watcher({ endpoint: proxy.url }).turn()).toBe('done')
    expect(await site.availableOf(accountId)).toBe(4 * dollars)
  })

  it('whose token has other decimals than configured stops all credits', async () => {
    await using site = await startDepositSite({
      tokens: async (on) => [{ address: await on.deployToken({ decimals: 18 }), decimals: 6 }],
    })
    expect(await site.alarm()).toBe('decimals_differ')
  })
})

/** Mines what is missing for a credit, and credits. */
async function confirm(site: DepositSite, blocks = 3): Promise<void> {
  await site.on.mine(blocks)
  await site.watch.turn()
}

/** The ledger is clean, and says of each token what was credited of it. */
async function agrees(site: DepositSite): Promise<void> {
  expect(await site.isLedgerClean()).toBe(true)
  const rows = await site.deposits()
  for (const { address: token } of site.tokens) {
    const credited = rows.filter((row) => row.token === token && row.state === 'credited')
    const sum = credited.reduce((total, row) => total + Number(row.credited_micro_usd), 0)
    expect(await site.assetsOf(token)).toBe(sum)
  }
}

/** A deposit address of an account that the ledger does not have. */
async function anAddressWithoutLedger({ ledger, forwarders, chain }: DepositSite): Promise<string> {
  const accountId = ledger.context.ids.mint('account')
  const address = depositAddress(forwarders, accountId)
  const row = { account_id: accountId, chain_id: chain.id, address }
  await ledger.context.transact((tx) =>
    insertAddresses(tx, [{ ...row, created_at: ledger.context.clock.now() }]),
  )
  return address
}

async function noticesOf({ ledger }: DepositSite): Promise<string[]> {
  const { sql } = await import('kysely')
  const { rows } = await sql<{ text: string }>`select text from notices`.execute(ledger.db)
  return rows.map(({ text }) => text)
}

/** A turn of a watcher whose process ends with its n-th transaction. */
function dyingAfter({ ctx }: ReturnType<DepositSite['watcher']>, transactions: number) {
  let left = transactions
  const dying = {
    ...ctx,
    transact: ((work) => {
      left -= 1
      if (left < 0) return Promise.reject(new Error('killed'))
      return ctx.transact(work)
    }) as typeof ctx.transact,
  }
  const [parts] = ctx.deposits.chains
  if (parts === undefined) throw new Error('no chain')
  return import('./watch/watch-chain.ts').then(({ watchChain }) => watchChain(dying, parts))
}

function invented(token: string, to: string, block: { number: string; hash: string }) {
  const padded = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
  return {
    address: token,
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      padded(token),
      padded(to),
    ],
    data: padded('0x5f5e100'),
    blockNumber: block.number,
    blockHash: block.hash,
    transactionHash: `0x${'ab'.repeat(32)}`,
    logIndex: '0x0',
  }
}

/** Named cast: addresses begin with 0x. */
function asHex(text: string | undefined): `0x${string}` {
  return text as `0x${string}`
}
