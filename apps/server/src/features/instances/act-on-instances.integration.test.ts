import type { InstanceId } from '@gridloom/contract/core/ids'
import { InstanceActions } from '@gridloom/contract/instances/actions'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountIdOf, type InstancesFixture, withInstances } from '../../../test/instances.ts'
import { auditedWrites } from '../../platform/audit.ts'
import { readBalance } from '../ledger/index.ts'
import { actOnInstances } from './act-on-instances.ts'
import type { InstancesCtx } from './ctx.ts'
import { readSpendRate } from './read-spend-rate.ts'
import { stopInstance } from './stop-instance.ts'

describe('an action on several instances', () => {
  it('has a result for each: one that is refused stops no other', async () => {
    await using fixture = await withInstances({ cpuSlots: 4 })
    const [one, stopped] = [await fixture.running(), await fixture.running()]
    const foreign = await fixture.running({}, await fixture.account(4_000_000))
    const unknown = fixture.system.ids.mint('instance')
    await stopInstance(fixture.renter, stopped)
    const ids = [foreign, one, unknown, stopped]
    const { results } = await actOnInstances(fixture.renter, { action: 'restart', ids })
    expect(results).toMatchObject([
      { id: foreign, instance: null, error: { code: 'not_found' } },
      { id: one, instance: { id: one, generation: 2 }, error: null },
      { id: unknown, instance: null, error: { code: 'not_found' } },
      { id: stopped, instance: null, error: { code: 'state_conflict' } },
    ])
    expect(await fixture.row(foreign)).toMatchObject({ generation: 1, restart: 0 })
  })

  it('changes nothing when repeated', async () => {
    await using fixture = await withInstances({ cpuSlots: 4 })
    const ids = [await fixture.running(), await fixture.running()]
    for (const action of ['stop', 'destroy'] as const) {
      const first = await actOnInstances(fixture.renter, { action, ids })
      expect(first.results.map(({ error }) => error)).toEqual([null, null])
      const before = await Promise.all(ids.map((id) => fixture.row(id)))
      await actOnInstances(fixture.renter, { action, ids })
      expect(await Promise.all(ids.map((id) => fixture.row(id)))).toEqual(before)
    }
  })

  it('holds money for each start, and refuses those that the balance does not cover', async () => {
    await using fixture = await withInstances({ cpuSlots: 4 })
    const ids = [await down(fixture), await down(fixture), await down(fixture)]
    const { available_micro_usd: available } = await readBalance(
      fixture.renter,
      accountIdOf(fixture.renter),
      { spendRate: readSpendRate },
    )
    await fixture.spend(available - 2_000_000)
    const { results } = await actOnInstances(fixture.renter, { action: 'start', ids })
    expect(results.map(({ error }) => error?.code ?? 'started')).toEqual([
      'started',
      'started',
      'insufficient_funds',
    ])
    await fixture.expectCleanLedger()
  })

  it('records an audit event for each that was done, with the action, and none for the call', async () => {
    await using fixture = await withInstances({ cpuSlots: 4 })
    const [one, other] = [await fixture.running(), await fixture.running()]
    const unknown = fixture.system.ids.mint('instance')
    const caller = audited(fixture)
    await actOnInstances(caller, { action: 'stop', ids: [one, unknown, other] })
    await caller.settleAudit()
    const { rows } = await sql`select action, subject, user_id from audit_entries`.execute(
      fixture.db,
    )
    const user_id = accountIdOf(fixture.renter)
    expect(rows).toHaveLength(2)
    for (const subject of [one, other])
      expect(rows).toContainEqual({ action: 'instances.stop', subject, user_id })
  })

  it('ends with its caller', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running()
    const gone = { ...fixture.renter, signal: AbortSignal.abort() }
    await expect(actOnInstances(gone, { action: 'stop', ids: [id] })).rejects.toThrow()
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
  })
})

it('takes 1 to 100 instances, each named once', () => {
  const id = 'ins_00000000000000000000000001'
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => `ins_${String(n).padStart(26, '0')}`)
  const fits = (ids: string[]) => InstanceActions.safeParse({ action: 'stop', ids }).success
  expect([fits([]), fits([id, id]), fits(many(100)), fits(many(101))]).toEqual([
    false,
    false,
    true,
    false,
  ])
})

async function down(fixture: InstancesFixture): Promise<InstanceId> {
  const id = await fixture.running()
  await stopInstance(fixture.renter, id)
  await fixture.heartbeat([
    fixture.report(id, { phase: 'stopped', observed_generation: 2, ready_s: 1 }),
  ])
  return id
}

/** The renter's context as the server makes it for a request. */
function audited({ renter, db }: InstancesFixture): InstancesCtx {
  const event = { action: 'instances.act', subject: '', address: '192.0.2.1', userAgent: null }
  const { ids, clock, actor } = renter
  return { ...renter, ...auditedWrites({ db, ids, clock, actor, event }) }
}
