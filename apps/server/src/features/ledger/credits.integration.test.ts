import { describe, expect, it } from 'vitest'
import { withLedger } from '../../../test/ledger-fixture.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { checkLedger, giveOperatorCredit, openLedgerAccount, readBalance } from './index.ts'

describe('giveStartingCredit', () => {
  it('gives an account its welcome credit once, and shows it separately', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(7)
    await ledger.welcome(accountId, 5_000_000)
    await ledger.welcome(accountId, 9_000_000)
    expect(await readBalance(ledger.context, accountId, noFeatures)).toMatchObject({
      available_micro_usd: 5_000_007,
      welcome_micro_usd: 5_000_000,
    })
  })

  it('gives nothing when the operator set it to zero', async () => {
    await using ledger = await withLedger()
    await ledger.welcome(await ledger.anAccount(), 0)
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true, transactions: 0 })
  })
})

describe('openLedgerAccount', () => {
  it('leaves an open account unchanged', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(70)
    await ledger.context.transact((tx) => openLedgerAccount(tx, accountId))
    const balance = await readBalance(ledger.context, accountId, noFeatures)
    expect(balance.available_micro_usd).toBe(70)
  })
})

describe('giveOperatorCredit', () => {
  it('gives credit once for one key, even concurrently', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount()
    const { context } = ledger
    const credit = { accountId, microUsd: 2_000_000, key: 'refund-17', text: 'A refund' }
    await Promise.all(
      Array.from({ length: 8 }, () =>
        context.transact((tx) => giveOperatorCredit(context, tx, credit)),
      ),
    )
    const balance = await readBalance(context, accountId, noFeatures)
    expect(balance.available_micro_usd).toBe(2_000_000)
  })

  it.each([{ microUsd: 3 }, { text: 'Another reason' }, { account: 'other' }])(
    'rejects a used key for another request: %o',
    async ({ account, ...change }) => {
      await using ledger = await withLedger()
      const accountId = await ledger.anAccount()
      const other = await ledger.anAccount()
      const { context } = ledger
      const credit = { accountId, microUsd: 2, key: 'refund-17', text: 'A refund' }
      await context.transact((tx) => giveOperatorCredit(context, tx, credit))
      const second = { ...credit, ...change, accountId: account === 'other' ? other : accountId }
      await expect(
        context.transact((tx) => giveOperatorCredit(context, tx, second)),
      ).rejects.toMatchObject({ code: 'idempotency_conflict' })
      expect(await checkLedger(ledger.db)).toMatchObject({ clean: true, transactions: 1 })
    },
  )
})
