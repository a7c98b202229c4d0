import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withInstances } from '../../../test/instances.ts'
import { queuedOrSentEmails } from '../../../test/mailed.ts'
import { type PeopleFixture, refusalOf, withPeople } from '../../../test/people.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { OutsideAssets } from '../../platform/outside-assets.ts'
import { recordCharges } from '../receipts/record-charges.ts'
import { checkEverything } from './check-everything.ts'
import type { ReconciliationCtx } from './ctx.ts'
import { reconcile } from './reconcile.ts'

const heading = 'Ledger check: action needed'

describe('the ledger check', () => {
  it('finds nothing in a ledger as the product writes it, and alarms nobody', async () => {
    await using fixture = await withPeople()
    await fixture.someone()
    const run = await fixture.operator.reconciliation.run()
    expect(run).toMatchObject({ state: 'clean', trigger: 'operator', differences: [] })
    expect(run.entries).toBeGreaterThan(0)
    expect(await fixture.operator.reconciliation.list({ query: {} })).toEqual({
      ...{ outside_sources: 0, runs: [run], next_cursor: null },
    })
    expect(await alarms(fixture)).toEqual([])
  })

  it('alarms operators by notice and email on one micro-dollar changed in the database', async () => {
    await using fixture = await withPeople()
    const { id } = await fixture.someone()
    const subject = `available:${id}`
    await tamper(
      fixture.db,
      sql`update ledger_accounts set balance_micro_usd = balance_micro_usd + 1 where id = ${subject}`,
    )
    const run = await fixture.operator.reconciliation.run()
    expect(run.differences).toEqual([{ check: 'account_balance', subject, off_micro_usd: 1 }])
    expect(run.state).toBe('differences')
    expect(await alarms(fixture)).toEqual([expect.stringContaining(heading)])
    const { rows } = await sql<{ level: string }>`
      select level from notices where key = ${`ledger_check:${run.id}`}`.execute(fixture.db)
    expect(rows).toEqual([{ level: 'error' }])
  })

  it('finds an entry of which one micro-dollar was changed', async () => {
    await using fixture = await withPeople()
    await fixture.someone()
    await tamper(
      fixture.db,
      sql`update ledger_entries set amount_micro_usd = amount_micro_usd + 1
        where ctid = (select ctid from ledger_entries where amount_micro_usd > 0 limit 1)`,
    )
    const { differences } = await fixture.operator.reconciliation.run()
    expect(differences.map(({ check, off_micro_usd: off }) => [check, off])).toEqual([
      ['transaction_sum', 1],
      ['transaction_sum', 1],
      ['account_balance', -1],
    ])
  })

  it('compares usage with captures, and receipts with usage', async () => {
    await using fixture = await withInstances({ creditMicroUsd: 100_000_000 })
    const id = await fixture.running()
    await fixture.pass(180, fixture.report(id, { ready: true }))
    const found = async () => (await checkEverything(nightly(fixture, []), [])).differences
    expect(await found()).toEqual([])
    await recordCharges(fixture.system)
    expect(await found()).toEqual([])
    await tamper(
      fixture.db,
      sql`update usage_intervals set micro_usd = micro_usd + 1
        where key = (select key from usage_intervals where micro_usd > 0 limit 1)`,
    )
    expect(await found()).toEqual([
      { check: 'captured_usage', subject: `held:${id}`, off_micro_usd: -1 },
      { check: 'receipt_chain', subject: id, off_micro_usd: -1 },
    ])
  })

  it('compares places outside with the ledger, and one that cannot be read is a difference', async () => {
    await using fixture = await withPeople()
    const run = await reconcile(
      nightly(fixture, [source('a', 0), source('b', 1), source('c', null)]),
      'night',
    )
    expect(run.differences).toEqual([
      { check: 'outside_assets', subject: 'b', off_micro_usd: -1 },
      { check: 'outside_assets', subject: 'c', off_micro_usd: 0 },
    ])
    expect(run.outside.map((place) => place.reported_micro_usd)).toEqual([0, 1, null])
  })

  it('runs once at a time, and keeps runs for 400 days', async () => {
    await using fixture = await withPeople()
    const { run, list } = fixture.operator.reconciliation
    await run()
    await fixture.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('reconcile-ledger', 0))`.execute(tx)
      expect(await refusalOf(run())).toMatchObject({ code: 'ledger_check_running' })
    })
    await sql`update reconciliations set started_at = started_at - interval '401 days'`.execute(
      fixture.db,
    )
    const newer = await run()
    expect((await list({ query: {} })).runs).toEqual([newer])
  })

  it('is stored as failed, and alarms, when it cannot be completed', async () => {
    await using fixture = await withPeople()
    await sql`alter table receipt_chains rename to receipt_chains_gone`.execute(fixture.db)
    expect(await fixture.operator.reconciliation.run()).toMatchObject({ state: 'failed' })
    expect(await alarms(fixture)).toHaveLength(1)
  })

  it('is for operators only', async () => {
    await using fixture = await withPeople()
    const { reconciliation } = (await fixture.someone()).client
    for (const call of [reconciliation.list({ query: {} }), reconciliation.run()])
      expect(await refusalOf(call)).toMatchObject({ code: 'forbidden' })
  })
})

/** Changes rows behind the back of every trigger, as somebody with the database's password can. */
async function tamper(db: Db, change: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change.execute(tx)
  })
}

async function alarms(fixture: PeopleFixture): Promise<string[]> {
  return (await queuedOrSentEmails(fixture)).filter((message) => message.includes(heading))
}

function source(name: string, microUsd: number | null): OutsideAssets<ReconciliationCtx> {
  return {
    ...{ name, source: name },
    readHoldings: async ({ clock }) => {
      if (microUsd === null) throw new Error('unreachable')
      return { microUsd, at: clock.now() }
    },
  }
}

function nightly(
  { system }: { system: Ctx },
  assetSources: ReconciliationCtx['assetSources'],
): ReconciliationCtx {
  return { ...system, publicUrl: 'https://example.com', assetSources, assetRecords: [] }
}
