import { describe, expect, it } from 'vitest'
import { aUsage, withLedger } from '../../../test/ledger-fixture.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { checkLedger, placeHold, readBalance, readInstanceMoney } from './index.ts'

describe('placeHold', () => {
  it('moves money from available to held', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(5_000_000)
    await ledger.hold(accountId, ledger.anInstance(), 105_000)
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 4_895_000, held: 105_000 })
  })

  it('rejects a hold that the balance does not cover, with the required and available amounts', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(100)
    await expect(ledger.hold(accountId, ledger.anInstance(), 101)).rejects.toMatchObject({
      code: 'insufficient_funds',
      status: 402,
      publicText: 'Insufficient balance: $0.000101 required, $0.0001 available.',
      details: { need_micro_usd: 101, have_micro_usd: 100 },
    })
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 100, held: 0 })
  })

  it('leaves no trace when its error is caught and the transaction continues', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(100)
    const instanceId = ledger.anInstance()
    const { context } = ledger
    await context.transact(async (tx) => {
      const dear = { accountId, purpose: instanceId, microUsd: 101, key: 'dear' }
      await expect(placeHold(context, tx, dear)).rejects.toMatchObject({ status: 402 })
      await placeHold(context, tx, { accountId, purpose: instanceId, microUsd: 60, key: 'fair' })
    })
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 40, held: 60 })
  })

  it('holds once for one key, even if the balance would not cover it again', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(100)
    const instanceId = ledger.anInstance()
    await ledger.hold(accountId, instanceId, 80)
    await ledger.hold(accountId, instanceId, 80)
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 20, held: 80 })
  })

  it('never holds more than the balance over concurrent orders of one account', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const orders = Array.from({ length: 30 }, () =>
      ledger.hold(accountId, ledger.anInstance(), 300),
    )
    const outcomes = await Promise.allSettled(orders)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refusals.every(({ reason }) => reason.code === 'insufficient_funds')).toBe(true)
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 100, held: 900 })
  })

  it('holds once when one key is used many times at once', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const instanceId = ledger.anInstance()
    await Promise.all(Array.from({ length: 10 }, () => ledger.hold(accountId, instanceId, 300)))
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 700, held: 300 })
  })

  it('opens an empty hold for a free resource', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount()
    const instanceId = ledger.anInstance()
    await ledger.hold(accountId, instanceId, 0)
    expect(await ledger.capture(aUsage(ledger, { instanceId, microUsd: 0 }))).toBe(0)
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true, transactions: 0 })
  })

  it('rejects an account that was never opened', async () => {
    await using ledger = await withLedger()
    const stranger = ledger.context.ids.mint('account')
    await expect(ledger.hold(stranger, ledger.anInstance(), 1)).rejects.toThrow('never opened')
  })
})

describe('topUpHold', () => {
  it('adds as much as is available, and returns how much that was', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const instanceId = ledger.anInstance()
    await ledger.hold(accountId, instanceId, 600)
    expect(await ledger.topUp(accountId, instanceId, 300, 'beat-1')).toBe(300)
    expect(await ledger.topUp(accountId, instanceId, 300, 'beat-2')).toBe(100)
    expect(await ledger.topUp(accountId, instanceId, 300, 'beat-3')).toBe(0)
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 0, held: 1_000 })
  })

  it('adds once for one key', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const instanceId = ledger.anInstance()
    expect(await ledger.topUp(accountId, instanceId, 300)).toBe(300)
    expect(await ledger.topUp(accountId, instanceId, 300)).toBe(0)
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 700, held: 300 })
  })
})

describe('releaseHold', () => {
  it('releases what was not used', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const instanceId = ledger.anInstance()
    await ledger.hold(accountId, instanceId, 900)
    await ledger.capture(aUsage(ledger, { instanceId, microUsd: 250 }))
    expect(await ledger.release(instanceId)).toBe(650)
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 750, held: 0 })
    expect(await readInstanceMoney(ledger.db, [instanceId])).toEqual(
      new Map([[instanceId, { heldMicroUsd: 0, chargedMicroUsd: 250 }]]),
    )
  })

  it('keeps the requested amount on hold for a stopped disk', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const instanceId = ledger.anInstance()
    await ledger.hold(accountId, instanceId, 900)
    expect(await ledger.release(instanceId, 50, 'stopped')).toBe(850)
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 950, held: 50 })
    expect(await ledger.release(instanceId, 60, 'again')).toBe(0)
  })

  it('releases once for one key, and nothing for an instance without a hold', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const instanceId = ledger.anInstance()
    expect(await ledger.release(instanceId)).toBe(0)
    await ledger.hold(accountId, instanceId, 400)
    expect(await ledger.release(instanceId, 100)).toBe(300)
    expect(await ledger.release(instanceId)).toBe(0)
    expect(await moneyOf(ledger, accountId)).toEqual({ available: 900, held: 100 })
  })
})

async function moneyOf(
  ledger: Awaited<ReturnType<typeof withLedger>>,
  accountId: Parameters<typeof readBalance>[1],
) {
  const balance = await readBalance(ledger.context, accountId, noFeatures)
  return { available: balance.available_micro_usd, held: balance.held_micro_usd }
}
