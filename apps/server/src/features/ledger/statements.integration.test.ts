import { Balance } from '@gridloom/contract/ledger/balance'
import { Statement } from '@gridloom/contract/ledger/statement'
import { describe, expect, it } from 'vitest'
import { aUsage, withLedger } from '../../../test/ledger-fixture.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { readBalance } from './index.ts'
import { listStatements } from './list-statements.ts'

describe('listStatements', () => {
  it('shows renter and provider the effect of a transaction on their own balance', async () => {
    await using ledger = await withLedger()
    const renterId = await ledger.anAccount(10_000)
    const providerAccountId = await ledger.anAccount()
    const instanceId = ledger.anInstance()
    await ledger.clock.advance(1_000)
    await ledger.hold(renterId, instanceId, 5_000)
    await ledger.clock.advance(60_000)
    await ledger.capture(aUsage(ledger, { instanceId, providerAccountId, microUsd: 600 }))

    const renter = await firstPage(ledger, renterId)
    expect(renter.total).toBe(3)
    expect(renter.statements.map(changesOf)).toEqual([
      ['capture', 0, -600, 0],
      ['hold', -5_000, 5_000, 0],
      ['operator_credit', 10_000, 0, 0],
    ])
    expect(renter.statements[0]).toMatchObject({
      text: '60 s running at $0.036/h',
      instance_id: instanceId,
      at: '2026-01-01T00:01:01.000Z',
    })
    const provider = await firstPage(ledger, providerAccountId)
    expect(provider.statements.map(changesOf)).toEqual([['capture', 0, 0, 540]])
  })

  it('shows one transaction with both effects when the renter is the provider', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(10_000)
    const instanceId = ledger.anInstance()
    await ledger.clock.advance(1_000)
    await ledger.hold(accountId, instanceId, 5_000)
    await ledger.clock.advance(1_000)
    await ledger.capture(aUsage(ledger, { instanceId, providerAccountId: accountId }))
    const { statements } = await firstPage(ledger, accountId)
    expect(statements.map(changesOf)[0]).toEqual(['capture', 0, -600, 540])
  })

  it('adds up to the balance over all pages, with no transaction shown twice', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(10_000)
    const instanceId = ledger.anInstance()
    for (let n = 1; n <= 24; n++) await ledger.hold(accountId, instanceId, n, `beat-${n}`)
    const pages = await Promise.all(
      [1, 2, 3].map((page) => listStatements(ledger.context, accountId, { page, page_size: 10 })),
    )
    const all = pages.flatMap((page) => page.statements)
    expect(pages.map((page) => page.total)).toEqual([25, 25, 25])
    expect(new Set(all.map((statement) => statement.transaction_id)).size).toBe(25)
    const sum = all.reduce((total, statement) => total + statement.available_change_micro_usd, 0)
    expect(sum).toBe(10_000 - 300)
  })

  it('shows no other account’s transactions, in the shape of the contract', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(10_000)
    const stranger = await ledger.anAccount()
    expect(await firstPage(ledger, stranger)).toEqual({ statements: [], total: 0 })
    for (const statement of (await firstPage(ledger, accountId)).statements) {
      expect(Statement.parse(statement)).toEqual(statement)
    }
  })
})

describe('readBalance', () => {
  it('returns how long all funds last at the present spend rate', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(7_200)
    await ledger.hold(accountId, ledger.anInstance(), 1_200)
    await ledger.hold(accountId, ledger.anInstance(), 1_000)
    const balance = await readBalance(ledger.context, accountId, {
      spendRate: async () => ({ fromBalance: 3_600, fromHolds: 0 }),
    })
    expect(Balance.parse(balance)).toEqual({
      available_micro_usd: 5_000,
      debt_micro_usd: 0,
      welcome_micro_usd: 0,
      held_micro_usd: 2_200,
      spend_rate_micro_usd_per_hour: 3_600,
      lasts_s: 7_200,
      earned_micro_usd: 0,
      earned_of_welcome_micro_usd: 0,
      as_of: '2026-01-01T00:00:00.000Z',
    })
  })

  it('has no end without spending, and is zero for an account without money', async () => {
    await using ledger = await withLedger()
    const balance = await readBalance(ledger.context, await ledger.anAccount(), {
      spendRate: async () => ({ fromBalance: 0, fromHolds: 0 }),
    })
    expect(balance).toMatchObject({ available_micro_usd: 0, held_micro_usd: 0, lasts_s: null })
  })

  it('sums the earnings of all machines of a provider', async () => {
    await using ledger = await withLedger()
    const renterId = await ledger.anAccount(10_000)
    const providerAccountId = await ledger.anAccount()
    const instanceId = ledger.anInstance()
    await ledger.hold(renterId, instanceId, 5_000)
    for (const minute of [0, 1]) {
      const from = new Date(Date.UTC(2026, 0, 1, 0, minute))
      await ledger.capture(aUsage(ledger, { instanceId, providerAccountId, from, microUsd: 1_000 }))
    }
    const balance = await readBalance(ledger.context, providerAccountId, noFeatures)
    expect(balance.earned_micro_usd).toBe(1_800)
  })
})

function firstPage(
  ledger: Awaited<ReturnType<typeof withLedger>>,
  accountId: Parameters<typeof listStatements>[1],
) {
  return listStatements(ledger.context, accountId, { page: 1, page_size: 20 })
}

function changesOf(statement: Statement) {
  return [
    statement.kind,
    statement.available_change_micro_usd,
    statement.held_change_micro_usd,
    statement.earned_change_micro_usd,
  ]
}
