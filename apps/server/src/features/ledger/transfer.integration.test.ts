import type { AccountId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { aUsage, type LedgerFixture, withLedger } from '../../../test/ledger-fixture.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { checkLedger, handOverBalance, type Transfer, transfer } from './index.ts'
import { listStatements } from './list-statements.ts'
import { readBalance } from './read-balance.ts'

describe('transfer', () => {
  it('moves credit, and appears on both statements with its text', async () => {
    await using ledger = await withLedger()
    const { from, to } = await two(ledger, 5_000)
    await ledger.clock.advance(1)
    await moved(ledger, { from, to, microUsd: 2_000, text: 'From ada to Acme' })
    expect([await available(ledger, from), await available(ledger, to)]).toEqual([3_000, 2_000])
    for (const [account, change] of [[from, -2_000] as const, [to, 2_000] as const]) {
      const { statements } = await listStatements(ledger, account, { page: 1, page_size: 5 })
      expect(statements[0]).toMatchObject({
        kind: 'transfer',
        text: 'From ada to Acme',
        instance_id: null,
        available_change_micro_usd: change,
        held_change_micro_usd: 0,
      })
    }
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true })
  })

  it('moves once for one key, even concurrently, and publishes to both sides', async () => {
    await using ledger = await withLedger()
    const { from, to } = await two(ledger, 5_000)
    await Promise.all(Array.from({ length: 8 }, () => moved(ledger, { from, to, microUsd: 700 })))
    expect(await available(ledger, to)).toBe(700)
    const events = await ledger.db
      .selectFrom('events')
      .select('account_id')
      .where('topic', '=', 'balance')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(events.map(({ account_id }) => account_id)).toEqual([to, from])
  })

  it('rejects a key that moved another amount, or to another account', async () => {
    await using ledger = await withLedger()
    const { from, to } = await two(ledger, 5_000)
    const other = await ledger.anAccount()
    await moved(ledger, { from, to, microUsd: 700 })
    const conflict = { code: 'idempotency_conflict' }
    await expect(moved(ledger, { from, to, microUsd: 701 })).rejects.toMatchObject(conflict)
    await expect(moved(ledger, { from, to: other, microUsd: 700 })).rejects.toMatchObject(conflict)
    expect(await available(ledger, from)).toBe(4_300)
  })

  it('accepts the same key from two senders', async () => {
    await using ledger = await withLedger()
    const { from, to } = await two(ledger, 5_000)
    const other = await ledger.anAccount(5_000)
    await moved(ledger, { from, to, microUsd: 1 })
    await moved(ledger, { from: other, to, microUsd: 2 })
    expect(await available(ledger, to)).toBe(3)
  })

  it('never moves more than the balance over ten concurrent transfers', async () => {
    await using ledger = await withLedger()
    const { from, to } = await two(ledger, 1_000)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => moved(ledger, { from, to, microUsd: 300, key: `${n}` })),
    )
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(7)
    expect(refused[0]).toMatchObject({
      reason: { code: 'insufficient_funds', details: { need_micro_usd: 300, have_micro_usd: 100 } },
    })
    expect(await available(ledger, to)).toBe(900)
  })

  it('does not deadlock when two accounts send to each other concurrently', async () => {
    await using ledger = await withLedger()
    const { from, to } = await two(ledger, 1_000)
    await moved(ledger, { from, to, microUsd: 500, key: 'start' })
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0
          ? moved(ledger, { from, to, microUsd: 10, key: `${n}` })
          : moved(ledger, { from: to, to: from, microUsd: 10, key: `${n}` }),
      ),
    )
    expect([await available(ledger, from), await available(ledger, to)]).toEqual([500, 500])
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true })
  })

  it('rejects a transfer from an account that was never opened', async () => {
    await using ledger = await withLedger()
    const to = await ledger.anAccount()
    const from = ledger.context.ids.mint('account')
    await expect(moved(ledger, { from, to, microUsd: 1 })).rejects.toMatchObject({
      code: 'insufficient_funds',
    })
  })
})

describe('handOverBalance', () => {
  it('moves the spendable and earned money once, and leaves holds', async () => {
    await using ledger = await withLedger()
    const { from, to } = await two(ledger, 5_000)
    const own = ledger.anInstance()
    await ledger.hold(from, own, 1_000)
    const renter = await ledger.anAccount(10_000)
    const instanceId = ledger.anInstance()
    await ledger.hold(renter, instanceId, 10_000)
    await ledger.capture(aUsage(ledger, { instanceId, providerAccountId: from, microUsd: 1_000 }))
    const { earned_micro_usd: earned } = await balance(ledger, from)
    expect(earned).toBeGreaterThan(0)

    expect(await handedOver(ledger, from, to)).toBe(4_000 + earned)
    expect(await balance(ledger, from)).toMatchObject({
      available_micro_usd: 0,
      earned_micro_usd: 0,
      held_micro_usd: 1_000,
    })
    expect(await available(ledger, to)).toBe(4_000 + earned)
    expect(await handedOver(ledger, from, to)).toBe(0)
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true })
  })

  it('writes nothing when the account is empty', async () => {
    await using ledger = await withLedger()
    const { from, to } = await two(ledger, 0)
    expect(await handedOver(ledger, from, to)).toBe(0)
    expect(await checkLedger(ledger.db)).toMatchObject({ transactions: 0 })
  })
})

async function two(ledger: LedgerFixture, microUsd: number) {
  return { from: await ledger.anAccount(microUsd), to: await ledger.anAccount() }
}

function moved(
  { context }: LedgerFixture,
  parts: Omit<Transfer, 'key' | 'text'> & Partial<Transfer>,
): Promise<void> {
  return context.transact((tx) => transfer(context, tx, { key: 'k', text: 'Moved', ...parts }))
}

function handedOver({ context }: LedgerFixture, from: AccountId, to: AccountId): Promise<number> {
  return context.transact((tx) =>
    handOverBalance(context, tx, { from, to, key: 'close', text: 'The rest' }),
  )
}

function balance({ context }: LedgerFixture, accountId: AccountId) {
  return readBalance(context, accountId, noFeatures)
}

async function available(ledger: LedgerFixture, accountId: AccountId): Promise<number> {
  return (await balance(ledger, accountId)).available_micro_usd
}
