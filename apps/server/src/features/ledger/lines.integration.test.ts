import type { AccountId } from '@gridloom/contract/core/ids'
import type { Bill } from '@gridloom/contract/ledger/bill'
import { LedgerLinesQuery } from '@gridloom/contract/ledger/endpoints'
import { describe, expect, it } from 'vitest'
import { aUsage, withLedger } from '../../../test/ledger-fixture.ts'
import { chargeStorage } from './charge-storage.ts'
import { listLines } from './list-lines.ts'
import { readBill } from './read-bill.ts'
import { readEarnedDays } from './read-earned-days.ts'
import { oweServiceCredit } from './service-credits.ts'

const hourMs = 3_600_000

describe('listLines', () => {
  it('sums charges by hour and by day to what the transactions moved', async () => {
    await using site = await setup()
    const sumOf = async (granularity: string) => {
      const lines = await site.all({ granularity, holds: 'true' })
      return lines.reduce(
        (sum, line) => ({
          available: sum.available + line.available_change_micro_usd,
          held: sum.held + line.held_change_micro_usd,
          transactions: sum.transactions + line.transactions,
        }),
        { available: 0, held: 0, transactions: 0 },
      )
    }
    const exact = { available: 9_500_000, held: 500_000 - 30 * 601, transactions: 32 }
    expect(await sumOf('transaction')).toEqual(exact)
    expect(await sumOf('hour')).toEqual(exact)
    expect(await sumOf('day')).toEqual(exact)
  })

  it('folds holds away, and shows one line a day for each resource', async () => {
    await using site = await setup()
    const lines = await site.all({ granularity: 'day' })
    expect(lines.map(({ kind, transactions }) => [kind, transactions])).toEqual([
      ['charge', 6],
      ['credit', 1],
      ['charge', 24],
    ])
    expect(lines[0]).toMatchObject({ product: 'compute', instance_id: site.instanceId, text: null })
    expect(lines[1]).toMatchObject({ text: 'For a test', available_change_micro_usd: 10_000_000 })
  })

  it('pages without skipping or repeating a line while transactions arrive', async () => {
    await using site = await setup()
    const before = await site.all({ granularity: 'hour' })
    const first = await site.page({ granularity: 'hour', limit: '3' })
    await site.use(1)
    const rest = await site.all({ granularity: 'hour', cursor: first.next_cursor, limit: '4' })
    expect([...first.lines, ...rest]).toEqual(before)
  })

  it('lists the transactions of one line on demand', async () => {
    await using site = await setup()
    const [line] = await site.all({ granularity: 'hour', kind: 'charge' })
    const to = new Date(Date.parse(line?.at ?? '') + hourMs).toISOString()
    const window = { from: line?.at, to, instance_id: site.instanceId }
    const found = await site.all({ granularity: 'transaction', limit: '2', ...window })
    expect(found).toHaveLength(line?.transactions ?? 0)
    expect(found.every(({ transaction_id: id, text }) => id !== null && text !== null)).toBe(true)
  })

  it('shows a provider what they earn, with the fee that was deducted', async () => {
    await using site = await setup()
    const lines = await site.all({ granularity: 'day' }, site.providerId)
    expect(lines).toMatchObject([
      { kind: 'earning', machine_id: site.machineId, instance_id: null },
      { kind: 'earning', earned_change_micro_usd: 24 * 541, fee_micro_usd: 24 * 60 },
    ])
  })

  it('shows what a machine earned on each of the last 30 days', async () => {
    await using site = await setup()
    const days = await site.earnedDays()
    expect(days).toHaveLength(30)
    expect(days?.slice(-3)).toEqual([0, 24 * 541, 6 * 541])
  })

  it('refuses a cursor of another granularity', async () => {
    await using site = await setup()
    const { next_cursor: cursor } = await site.page({ granularity: 'hour', limit: '1' })
    await expect(site.page({ granularity: 'transaction', cursor })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('readBill', () => {
  it('adds up a month by product, day and resource, with the months before', async () => {
    await using site = await setup()
    const bill = await site.bill()
    const spent = 30 * 601
    expect(bill).toMatchObject({
      month: '2026-01',
      spent_micro_usd: spent,
      items: [{ product: 'compute', instance_id: site.instanceId, spent_micro_usd: spent }],
      months: [{ month: '2026-01', spent_micro_usd: spent }],
    })
    expect(bill.products[0]).toMatchObject({ product: 'compute', spent_micro_usd: spent })
    expect(bill.days).toHaveLength(31)
    expect(bill.days.reduce((sum, day) => sum + day.spent_micro_usd, 0)).toBe(spent)
  })

  it('forecasts the current month from the spend rate, until the funds end', async () => {
    await using site = await setup()
    const { forecast } = await site.bill({ fromBalance: 1_000_000_000, fromHolds: 0 })
    expect(forecast?.micro_usd).toBeGreaterThan(9_000_000)
    expect(forecast?.micro_usd).toBeLessThanOrEqual(10_000_000)
    expect(forecast?.funds_end_at).not.toBeNull()
    expect((await site.bill({ month: '2025-12' })).forecast).toBeNull()
  })

  it('shows a provider their earnings after the fee', async () => {
    await using site = await setup()
    expect(await site.bill({ accountId: site.providerId })).toMatchObject({
      spent_micro_usd: 0,
      earned_micro_usd: 30 * 541,
      fee_micro_usd: 30 * 60,
    })
  })

  it('subtracts automatic credits from the total, and from each part that adds up to it', async () => {
    await using site = await setup()
    await site.credit(5_000)
    const bill = await site.bill()
    const paid = { spent_micro_usd: 30 * 601 - 5_000, credited_micro_usd: 5_000 }
    const none = { earned_micro_usd: 0, fee_micro_usd: 0, paid_back_micro_usd: 0 }
    expect(bill).toMatchObject({
      ...{ ...paid, ...none },
      items: [{ instance_id: site.instanceId, ...paid }],
      months: [{ month: '2026-01', ...paid }],
    })
    expect(bill.products.find(({ product }) => product === 'compute')).toMatchObject(paid)
    expect(sumOf(bill.products)).toEqual({ ...paid, ...none })
    expect(sumOf(bill.days)).toEqual({ ...paid, ...none })
    // The six charges of the day on which it was paid.
    expect(bill.days[1]).toMatchObject({ spent_micro_usd: 6 * 601 - 5_000 })
    expect(bill.forecast?.micro_usd).toBe(paid.spent_micro_usd)
  })

  it('subtracts what a provider paid back from the earnings, and the platform’s part from its fee', async () => {
    await using site = await setup()
    await site.credit(5_000)
    const bill = await site.bill({ accountId: site.providerId })
    const kept = {
      ...{ spent_micro_usd: 0, credited_micro_usd: 0 },
      earned_micro_usd: 30 * 541 - 4_500,
      fee_micro_usd: 30 * 60 - 500,
      paid_back_micro_usd: 5_000,
    }
    expect(bill).toMatchObject({ ...kept, items: [], months: [{ month: '2026-01', ...kept }] })
    expect(sumOf(bill.products)).toEqual(kept)
    expect(sumOf(bill.days)).toEqual(kept)
    expect((await site.earnedDays())?.slice(-2)).toEqual([24 * 541, 6 * 541 - 4_500])
  })

  it('counts a credit in the month in which it is paid, also below zero', async () => {
    await using site = await setup()
    await site.clock.jump(31 * 24 * hourMs)
    await site.credit(5_000)
    expect(await site.bill({ month: '2026-01' })).toMatchObject({ spent_micro_usd: 30 * 601 })
    expect(await site.bill()).toMatchObject({
      ...{ month: '2026-02', spent_micro_usd: -5_000, credited_micro_usd: 5_000 },
      items: [{ instance_id: site.instanceId, spent_micro_usd: -5_000 }],
      months: [
        { month: '2026-02', spent_micro_usd: -5_000 },
        { month: '2026-01', spent_micro_usd: 30 * 601 },
      ],
    })
    expect((await site.bill({ accountId: site.providerId })).earned_micro_usd).toBe(-4_500)
  })

  it('leaves the charges of the statement as they were, with the credit beside them', async () => {
    await using site = await setup()
    const before = await site.all({ granularity: 'day', kind: 'charge' })
    await site.credit(5_000)
    expect(await site.all({ granularity: 'day', kind: 'charge' })).toEqual(before)
    const credits = await site.all({ granularity: 'day', kind: 'credit', product: 'compute' })
    expect(credits).toMatchObject([{ available_change_micro_usd: 5_000, transactions: 1 }])
  })

  it('includes storage, which is charged to the balance and not to a hold', async () => {
    await using fixture = await setup()
    const before = await fixture.bill()
    expect(await fixture.store(700)).toBe('charged')
    const after = await fixture.bill()
    expect(after.spent_micro_usd).toBe(before.spent_micro_usd + 700)
    expect(after.products.find(({ product }) => product === 'storage')?.spent_micro_usd).toBe(700)
    expect(after.items.find(({ product }) => product === 'storage')?.spent_micro_usd).toBe(700)
    expect(after.days.reduce((sum, day) => sum + day.spent_micro_usd, 0)).toBe(
      after.spent_micro_usd,
    )
  })
})

function sumOf(rows: readonly Omit<Bill['days'][number], 'day'>[]) {
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  return {
    spent_micro_usd: sum((row) => row.spent_micro_usd),
    credited_micro_usd: sum((row) => row.credited_micro_usd),
    earned_micro_usd: sum((row) => row.earned_micro_usd),
    fee_micro_usd: sum((row) => row.fee_micro_usd),
    paid_back_micro_usd: sum((row) => row.paid_back_micro_usd),
  }
}

/** An account that rented for 30 intervals of 601 micro-dollars, ten minutes apart, across midnight. */
async function setup() {
  const ledger = await withLedger()
  await ledger.clock.jump(20 * hourMs)
  const accountId = await ledger.anAccount(10_000_000)
  const providerId = await ledger.anAccount()
  const instanceId = ledger.anInstance()
  const machineId = ledger.aMachine()
  await ledger.hold(accountId, instanceId, 500_000)
  const use = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const from = ledger.clock.now()
      const usage = { instanceId, machineId, providerAccountId: providerId, microUsd: 601, from }
      await ledger.capture(aUsage(ledger, usage))
      await ledger.clock.jump(600_000)
    }
  }
  await use(30)
  const page = (query: object, of: AccountId = accountId) =>
    listLines(ledger.context, of, LedgerLinesQuery.parse(query))
  return {
    accountId,
    providerId,
    instanceId,
    machineId,
    clock: ledger.clock,
    use,
    page,
    store: (microUsd: number) =>
      ledger.context.transact((tx) =>
        chargeStorage(ledger.context, tx, { accountId, microUsd, key: 'today', text: 'Snapshots' }),
      ),
    /** An outage, for which the machine pays back so much. */
    credit: (microUsd: number) =>
      ledger.context.transact((tx) =>
        oweServiceCredit(ledger.context, tx, {
          ...{ key: `outage:${microUsd}`, instanceId, machineId },
          ...{ reason: 'outage', seconds: 300, percent: null, micro_usd: microUsd },
        }),
      ),
    async all(query: object, of?: AccountId) {
      const lines = []
      let cursor: string | null | undefined
      do {
        const found = await page({ ...query, ...(cursor ? { cursor } : {}) }, of)
        lines.push(...found.lines)
        cursor = found.next_cursor
      } while (cursor !== null)
      return lines
    },
    earnedDays: async () =>
      (await readEarnedDays(ledger.context.db, [machineId], ledger.clock.now())).get(machineId),
    bill: ({ month, accountId: of = accountId, ...rate }: BillOptions = {}) =>
      readBill(ledger.context, of, {
        month,
        all: { spendRate: async () => ({ fromBalance: 0, fromHolds: 0, ...rate }) },
      }),
    [Symbol.asyncDispose]: ledger[Symbol.asyncDispose],
  }
}

interface BillOptions {
  month?: string
  accountId?: AccountId
  fromBalance?: number
  fromHolds?: number
}
