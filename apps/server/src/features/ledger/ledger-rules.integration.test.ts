import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aUsage, withLedger } from '../../../test/ledger-fixture.ts'
import { checkLedger } from './index.ts'

describe('the database', () => {
  it('rejects an unbalanced transaction at commit', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const refused = raw(ledger, [
      sql`insert into ledger_transactions (id, idempotency_key, kind, text, created_at)
        values ('trx_raw', 'raw', 'hold', '', now())`,
      sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd)
        values ('trx_raw', ${`available:${accountId}`}, 5)`,
    ])
    await expect(refused).rejects.toThrow('transaction trx_raw does not balance (5)')
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true, transactions: 1 })
  })

  it('rejects a transaction without entries', async () => {
    await using ledger = await withLedger()
    const refused = raw(ledger, [
      sql`insert into ledger_transactions (id, idempotency_key, kind, text, created_at)
        values ('trx_raw', 'raw', 'hold', '', now())`,
    ])
    await expect(refused).rejects.toThrow('does not balance (no entries)')
  })

  it('rejects unbalancing a transaction after its check ran early', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const refused = raw(ledger, [
      sql`insert into ledger_transactions (id, idempotency_key, kind, text, created_at)
        values ('trx_raw', 'raw', 'operator_credit', '', now())`,
      sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd)
        values ('trx_raw', 'platform_credit', -5), ('trx_raw', 'platform_fees', 5)`,
      sql`set constraints all immediate`,
      sql`set constraints all deferred`,
      sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd)
        values ('trx_raw', ${`available:${accountId}`}, 7)`,
    ])
    await expect(refused).rejects.toThrow('does not balance (7)')
  })

  it('rejects entries for a committed transaction', async () => {
    await using ledger = await withLedger()
    await ledger.anAccount(1_000)
    const refused = raw(ledger, [
      sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd)
        select id, 'platform_fees', 5 from ledger_transactions`,
    ])
    await expect(refused).rejects.toThrow('written together with their transaction')
  })

  it('rejects an entry on an account that does not exist', async () => {
    await using ledger = await withLedger()
    const refused = raw(ledger, [
      sql`insert into ledger_transactions (id, idempotency_key, kind, text, created_at)
        values ('trx_raw', 'raw', 'hold', '', now())`,
      sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd)
        values ('trx_raw', 'available:nobody', 5), ('trx_raw', 'platform_fees', -5)`,
    ])
    await expect(refused).rejects.toThrow('there is no account available:nobody')
  })

  it.each(['available', 'held'])('rejects an %s balance below zero', async (kind) => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(1_000)
    const instanceId = ledger.anInstance()
    await ledger.hold(accountId, instanceId, 400)
    const account = kind === 'held' ? `held:${instanceId}` : `available:${accountId}`
    const refused = raw(ledger, [
      sql`insert into ledger_transactions (id, idempotency_key, kind, text, created_at)
        values ('trx_raw', 'raw', 'capture', '', now())`,
      sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd)
        values ('trx_raw', ${account}, -601), ('trx_raw', 'platform_fees', 601)`,
    ])
    await expect(refused).rejects.toThrow('ledger_balance_not_negative')
  })

  it('rejects an entry of zero', async () => {
    await using ledger = await withLedger()
    const refused = raw(ledger, [
      sql`insert into ledger_transactions (id, idempotency_key, kind, text, created_at)
        values ('trx_raw', 'raw', 'hold', '', now())`,
      sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd)
        values ('trx_raw', 'platform_fees', 0)`,
    ])
    await expect(refused).rejects.toThrow('amount_micro_usd_check')
  })

  it.each([
    'update ledger_entries set amount_micro_usd = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    "update ledger_transactions set text = 'other'",
    'delete from ledger_transactions',
    'truncate ledger_transactions cascade',
    'update usage_intervals set micro_usd = 1',
    'delete from usage_intervals',
    'truncate usage_intervals',
    'delete from ledger_accounts',
    'truncate ledger_accounts',
  ])('rejects changing or deleting history: %s', async (statement) => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(10_000)
    const instanceId = ledger.anInstance()
    await ledger.hold(accountId, instanceId, 5_000)
    await ledger.capture(aUsage(ledger, { instanceId }))
    await expect(raw(ledger, [sql.raw(statement)])).rejects.toThrow('are never changed or deleted')
  })

  it('rejects a balance change without entries, and an account that does not start at zero', async () => {
    await using ledger = await withLedger()
    await ledger.anAccount(1_000)
    await expect(
      raw(ledger, [sql`update ledger_accounts set balance_micro_usd = 1000000`]),
    ).rejects.toThrow('only entries change account')
    await expect(
      raw(ledger, [
        sql`insert into ledger_accounts (id, kind, owner_account_id, balance_micro_usd)
          values ('available:me', 'available', 'me', 5)`,
      ]),
    ).rejects.toThrow('must begin at zero')
  })

  it('rejects a second charge that begins at the same time, under any key', async () => {
    await using ledger = await withLedger()
    const accountId = await ledger.anAccount(10_000)
    const instanceId = ledger.anInstance()
    await ledger.hold(accountId, instanceId, 5_000)
    await ledger.capture(aUsage(ledger, { instanceId, key: 'one' }))
    const twice = ledger.capture(aUsage(ledger, { instanceId, key: 'other' }))
    await expect(twice).rejects.toThrow('usage_intervals_instance_id_kind_from_at_key')
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true })
  })
})

/** Runs raw statements in one database transaction, bypassing every verb. */
async function raw(
  ledger: Awaited<ReturnType<typeof withLedger>>,
  statements: readonly { execute(db: typeof ledger.db): Promise<unknown> }[],
): Promise<void> {
  await ledger.db.transaction().execute(async (trx) => {
    for (const statement of statements) await statement.execute(trx)
  })
}
