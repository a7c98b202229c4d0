import { describe, expect, it } from 'vitest'
import { aUsage, type LedgerFixture, withLedger } from '../../../test/ledger-fixture.ts'
import {
  captureUsage,
  checkLedger,
  readEarned,
  selectReceiptLines,
  setPlatformFee,
  sumCharged,
} from './index.ts'

describe('captureUsage', () => {
  it('moves the charge from the hold to the machine’s earnings, less our fee', async () => {
    await using ledger = await withLedger()
    const { instanceId } = await rented(ledger, 10_000)
    const machineId = ledger.aMachine()
    const charged = await ledger.capture(aUsage(ledger, { instanceId, machineId, microUsd: 1_009 }))
    expect(charged).toBe(1_009)
    expect(await readEarned(ledger.db, [machineId])).toEqual(new Map([[machineId, 909]]))
    expect(await sumCharged(ledger.db, instanceId)).toBe(1_009)
  })

  it('splits each order at the fee that was in force when it was placed', async () => {
    await using ledger = await withLedger()
    const before = await rented(ledger, 10_000)
    await ledger.context.transact((tx) => setPlatformFee(ledger.context, tx, 250))
    const after = await rented(ledger, 10_000)
    const earned: number[] = []
    for (const { instanceId } of [before, after]) {
      const machineId = ledger.aMachine()
      await ledger.capture(aUsage(ledger, { instanceId, machineId, microUsd: 1_000 }))
      earned.push((await readEarned(ledger.db, [machineId])).get(machineId) ?? 0)
    }
    expect(earned).toEqual([900, 975])
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true })
  })

  it('charges one key once, even when captured concurrently', async () => {
    await using ledger = await withLedger()
    const { instanceId } = await rented(ledger, 10_000)
    const usage = aUsage(ledger, { instanceId, microUsd: 600 })
    const charged = await Promise.all(Array.from({ length: 12 }, () => ledger.capture(usage)))
    expect(new Set(charged)).toEqual(new Set([600]))
    expect(await sumCharged(ledger.db, instanceId)).toBe(600)
    expect((await selectReceiptLines(ledger.db, instanceId)).lines).toHaveLength(1)
  })

  it('never captures more than the hold, and shows that on the receipt', async () => {
    await using ledger = await withLedger()
    const { instanceId } = await rented(ledger, 1_000)
    expect(await ledger.capture(aUsage(ledger, { instanceId, microUsd: 1_001 }))).toBe(1_000)
    const later = aUsage(ledger, {
      instanceId,
      microUsd: 5,
      from: new Date('2026-01-01T01:00:00Z'),
    })
    expect(await ledger.capture(later)).toBe(0)
    const { lines } = await selectReceiptLines(ledger.db, instanceId)
    expect(lines.map((line) => line.micro_usd)).toEqual([1_000, 0])
    expect(lines[1]?.transaction_id).toBe('')
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true })
  })

  it('writes receipt lines that add up to the ledger, with time and rate', async () => {
    await using ledger = await withLedger()
    const { instanceId } = await rented(ledger, 100_000)
    for (const minute of [2, 0, 1]) {
      const from = new Date(Date.UTC(2026, 0, 1, 0, minute))
      await ledger.capture(aUsage(ledger, { instanceId, from, microUsd: 600 + minute }))
    }
    const { lines } = await selectReceiptLines(ledger.db, instanceId)
    expect(lines.map((line) => line.from)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:01:00.000Z',
      '2026-01-01T00:02:00.000Z',
    ])
    expect(lines[0]).toMatchObject({ seconds: 60, kind: 'running', micro_usd_per_hour: 36_000 })
    const total = lines.reduce((sum, line) => sum + line.micro_usd, 0)
    expect(total).toBe(await sumCharged(ledger.db, instanceId))
  })

  it('lets a provider rent their own machine', async () => {
    await using ledger = await withLedger()
    const { instanceId, accountId } = await rented(ledger, 1_000)
    await ledger.capture(aUsage(ledger, { instanceId, providerAccountId: accountId }))
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true })
  })

  it('charges nothing when its transaction fails', async () => {
    await using ledger = await withLedger()
    const { instanceId } = await rented(ledger, 1_000)
    const usage = aUsage(ledger, { instanceId })
    const failing = ledger.context.transact(async (tx) => {
      await captureUsage(ledger.context, tx, usage)
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    expect(await sumCharged(ledger.db, instanceId)).toBe(0)
    expect(await ledger.capture(usage)).toBe(600)
  })

  it('rejects an instance that never had a hold', async () => {
    await using ledger = await withLedger()
    const usage = aUsage(ledger, { instanceId: ledger.anInstance() })
    await expect(ledger.capture(usage)).rejects.toThrow('never had a hold')
  })

  it('publishes a balance change to renter and provider', async () => {
    await using ledger = await withLedger()
    const { instanceId, accountId } = await rented(ledger, 1_000)
    const providerAccountId = await ledger.anAccount()
    await ledger.capture(aUsage(ledger, { instanceId, providerAccountId }))
    const events = await ledger.db
      .selectFrom('events')
      .select(['topic', 'account_id'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(events.map((event) => event.topic)).toEqual(['balance', 'balance'])
    expect(new Set(events.map((event) => event.account_id))).toEqual(
      new Set([accountId, providerAccountId]),
    )
  })
})

async function rented(ledger: LedgerFixture, heldMicroUsd: number) {
  const accountId = await ledger.anAccount(heldMicroUsd)
  const instanceId = ledger.anInstance()
  await ledger.hold(accountId, instanceId, heldMicroUsd)
  return { accountId, instanceId }
}
