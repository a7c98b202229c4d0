import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type LedgerFixture, withLedger } from '../../../test/ledger-fixture.ts'
import { noFeatures } from '../../platform/all-features.ts'
import {
  checkLedger,
  givePromoCredit,
  readBalance,
  refundDeposit,
  reverseDeposit,
  takeDeposit,
  takeDeposits,
} from './index.ts'

const source = 'eip155:31337:0x0000000000000000000000000000000000000001'

describe('a deposit', () => {
  it('is booked once for one key, also by two at once', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount()
    const booked = await Promise.all([1, 2, 3].map(() => deposit(ledger, accountId, 25_000_000)))
    expect(booked.filter((id) => id !== null)).toHaveLength(1)
    expect(await balanceOf(ledger, accountId)).toMatchObject({ available_micro_usd: 25_000_000 })
    await isClean(ledger)
  })

  it('is reversed: what was spent of it is debt, which the next money pays first', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount()
    await deposit(ledger, accountId, 1_000)
    await ledger.hold(accountId, ledger.anInstance(), 700)
    const reversed = await ledger.context.transact((tx) =>
      reverseDeposit(ledger.context, tx, { ...a(accountId, 1_000), key: 'a' }),
    )
    expect(reversed).toEqual({ takenMicroUsd: 300, debtMicroUsd: 700 })
    expect(await balanceOf(ledger, accountId)).toMatchObject({
      available_micro_usd: 0,
      debt_micro_usd: 700,
    })
    await deposit(ledger, accountId, 1_000, 'b')
    expect(await balanceOf(ledger, accountId)).toMatchObject({
      available_micro_usd: 300,
      debt_micro_usd: 0,
    })
    await isClean(ledger)
  })

  it('is reversed once, and leaves nothing to spend while debt remains', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount()
    await deposit(ledger, accountId, 1_000)
    const instanceId = ledger.anInstance()
    await ledger.hold(accountId, instanceId, 1_000)
    const reverse = () =>
      ledger.context.transact((tx) => reverseDeposit(ledger.context, tx, a(accountId, 1_000)))
    expect((await Promise.all([reverse(), reverse()])).filter((one) => one !== null)).toHaveLength(
      1,
    )
    await ledger.release(instanceId, 400)
    await expect(ledger.hold(accountId, ledger.anInstance(), 600)).rejects.toMatchObject({
      code: 'insufficient_funds',
    })
    expect(await ledger.topUp(accountId, instanceId, 600)).toBe(0)
    expect(await balanceOf(ledger, accountId)).toMatchObject({ debt_micro_usd: 400 })
    await isClean(ledger)
  })

  it('is refunded once, and only what was not spent', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount()
    await deposit(ledger, accountId, 1_000)
    const refund = (microUsd: number, key: string) =>
      ledger.context.transact((tx) =>
        refundDeposit(ledger.context, tx, { ...a(accountId, microUsd), key }),
      )
    await Promise.all([refund(600, 'r'), refund(600, 'r')])
    await expect(refund(401, 's')).rejects.toMatchObject({ code: 'insufficient_funds' })
    expect(await balanceOf(ledger, accountId)).toMatchObject({ available_micro_usd: 400 })
    await isClean(ledger)
  })
})

describe('many deposits', () => {
  it('are booked once each, by two at once in other orders, and pay debts first', async () => {
    await using ledger = await withLedger()
    const { context } = ledger
    const accounts = await Promise.all(Array.from({ length: 6 }, () => ledger.anAccount()))
    const [debtor = accounts[0]] = accounts
    if (debtor === undefined) throw new Error('no account')
    await deposit(ledger, debtor, 1_000)
    await ledger.hold(debtor, ledger.anInstance(), 700)
    await context.transact((tx) => reverseDeposit(context, tx, a(debtor, 1_000)))
    const all = Array.from({ length: 60 }, (_, i) => ({
      ...a(accounts[i % 6] ?? debtor, 100),
      key: `many ${i}`,
    }))
    const booked = await Promise.all(
      [all, all.toReversed(), all].map((some) =>
        context.transact((tx) => takeDeposits(context, tx, some)),
      ),
    )
    expect(booked.reduce((sum, { size }) => sum + size, 0)).toBe(60)
    expect(await balanceOf(ledger, debtor)).toMatchObject({
      available_micro_usd: 300,
      debt_micro_usd: 0,
    })
    for (const other of accounts.slice(1))
      expect(await balanceOf(ledger, other)).toMatchObject({ available_micro_usd: 1_000 })
    await isClean(ledger)
  })

  it('publish each balance once', async () => {
    await using ledger = await withLedger()
    const { context } = ledger
    const accountId = await ledger.anAccount()
    const many = [1, 2, 3].map((n) => ({ ...a(accountId, 5), key: `${n}` }))
    const before = await published(ledger, accountId)
    await context.transact((tx) => takeDeposits(context, tx, many))
    expect((await published(ledger, accountId)) - before).toBe(1)
  })
})

it('gives promotional credit once, as credit that cannot be moved', async () => {
  await using ledger = await withLedger()
  const accountId = await ledger.anAccount()
  const give = () =>
    ledger.context.transact((tx) =>
      givePromoCredit(ledger.context, tx, { ...a(accountId, 500), text: 'Promo code' }),
    )
  await Promise.all([give(), give()])
  expect(await balanceOf(ledger, accountId)).toMatchObject({
    available_micro_usd: 500,
    welcome_micro_usd: 500,
  })
  await isClean(ledger)
})

type Account = Awaited<ReturnType<LedgerFixture['anAccount']>>

function a(accountId: Account, microUsd: number) {
  return { accountId, microUsd, source, key: 'a', text: 'USDC' }
}

function deposit(ledger: LedgerFixture, accountId: Account, microUsd: number, key = 'a') {
  const { context } = ledger
  return context.transact((tx) => takeDeposit(context, tx, { ...a(accountId, microUsd), key }))
}

function balanceOf(ledger: LedgerFixture, accountId: Account) {
  return readBalance(ledger.context, accountId, noFeatures)
}

async function published({ db }: LedgerFixture, accountId: Account): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from events where topic = 'balance' and account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

async function isClean(ledger: LedgerFixture): Promise<void> {
  expect(await checkLedger(ledger.db)).toMatchObject({
    clean: true,
    drifted: [],
    negative: [],
    wrongReceipts: [],
  })
}
