import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type LedgerFixture, withLedger } from '../../../test/ledger-fixture.ts'
import { addAddressee } from '../../../test/mailed.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { checkLedger, readBalance } from '../ledger/index.ts'
import { chargeSnapshots } from './charge-snapshots.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('the storage of snapshots', () => {
  it('is charged from the balance to the second, once for each time', async () => {
    await using ledger = await withLedger()
    const account = await storing(ledger, { gb: 100, microUsd: 10_000_000 })
    await ledger.clock.advance(10 * hourMs)
    await Promise.all([charge(ledger), charge(ledger)])
    await charge(ledger)
    // 100 GB for 10 of 730 hours at 50,000 micro-dollars.
    expect(await available(ledger, account)).toBe(10_000_000 - 68_493)
    await ledger.clock.advance(720 * hourMs)
    await charge(ledger)
    expect(await available(ledger, account)).toBe(10_000_000 - 5_000_000)
    expect(await lineOf(ledger, account)).toEqual([{ line: 'charge', product: 'storage' }])
    expect(await checkLedger(ledger.db)).toMatchObject({ clean: true })
  })

  it('is kept for seven days when the balance is used up, told at once, and then deleted', async () => {
    await using ledger = await withLedger()
    const account = await storing(ledger, { gb: 100, microUsd: 10 })
    await ledger.clock.advance(hourMs)
    await charge(ledger)
    expect(await available(ledger, account)).toBe(10)
    expect(await notices(ledger, account)).toEqual([expect.stringContaining('kept until')])
    await ledger.clock.advance(6 * dayMs)
    await charge(ledger)
    expect(await notices(ledger, account)).toHaveLength(1)
    expect(await states(ledger, account)).toEqual(['ready'])
    await ledger.clock.advance(2 * dayMs)
    await charge(ledger)
    expect(await states(ledger, account)).toEqual(['deleting'])
    expect(await notices(ledger, account)).toHaveLength(2)
  })

  it('is kept when funds arrive in the last hour before it would be deleted', async () => {
    await using ledger = await withLedger()
    const account = await storing(ledger, { gb: 100, microUsd: 0 })
    await ledger.clock.advance(hourMs)
    await charge(ledger)
    await ledger.clock.advance(7 * dayMs - hourMs / 2)
    await charge(ledger)
    await ledger.welcome(account, 1_000_000)
    await ledger.clock.advance(hourMs)
    await charge(ledger)
    expect(await states(ledger, account)).toEqual(['ready'])
    expect(await notices(ledger, account)).toHaveLength(1)
  })

  it('is charged again once there are funds, without the days in between', async () => {
    await using ledger = await withLedger()
    const account = await storing(ledger, { gb: 100, microUsd: 0 })
    await ledger.clock.advance(hourMs)
    await charge(ledger)
    await ledger.welcome(account, 1_000_000)
    await ledger.clock.advance(3 * dayMs)
    await charge(ledger)
    const { available_micro_usd: left } = await balance(ledger, account)
    expect(left).toBe(1_000_000 - 6_849)
    await ledger.clock.advance(8 * dayMs)
    await charge(ledger)
    expect(await states(ledger, account)).toEqual(['ready'])
  })
})

async function storing(
  ledger: LedgerFixture,
  { gb, microUsd }: { gb: number; microUsd: number },
): Promise<AccountId> {
  const account = await ledger.anAccount(microUsd)
  await addAddressee(ledger.db, { id: account, email: 'ada@example.com' })
  const id = ledger.context.ids.mint('snapshot')
  const now = ledger.clock.now()
  await sql`insert into snapshots (id, account_id, created_by, name, state, instance_id, machine_id, instance_label,
    template, disk_gb, created_at) values (${id}, ${account}, ${account}, 'one', 'ready', 'ins', 'mch', 'web', '{}', 1, ${now})`.execute(
    ledger.db,
  )
  await sql`insert into account_storage (account_id, kind, stored_bytes, metered_at)
    values (${account}, 'snapshots', ${gb * 1e9}, ${now})`.execute(ledger.db)
  return account
}

function charge({ context }: LedgerFixture): Promise<void> {
  const ctx = { publicUrl: 'https://gridloom.example', snapshotMicroUsdPerGbMonth: 50_000 }
  return chargeSnapshots({ ...context, ...ctx })
}

function balance({ context }: LedgerFixture, account: AccountId) {
  return readBalance(context, account, noFeatures)
}

async function available(ledger: LedgerFixture, account: AccountId): Promise<number> {
  return (await balance(ledger, account)).available_micro_usd
}

async function notices({ db }: LedgerFixture, account: AccountId): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from notices where account_id = ${account} order by at`.execute(db)
  return rows.map(({ text }) => text)
}

async function states({ db }: LedgerFixture, account: AccountId): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from snapshots where account_id = ${account}`.execute(db)
  return rows.map(({ state }) => state)
}

async function lineOf({ db }: LedgerFixture, account: AccountId) {
  const { rows } = await sql`select distinct line, product from ledger_lines
    where owner_account_id = ${account} and kind = 'capture'`.execute(db)
  return rows
}
