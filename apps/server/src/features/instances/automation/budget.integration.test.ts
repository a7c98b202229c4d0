import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insertApiKey, withKey } from '../../../../test/api-keys.ts'
import { accountIdOf, type InstancesFixture, withInstances } from '../../../../test/instances.ts'
import { changeInstance } from '../change-instance.ts'
import { startInstance } from '../start-instance.ts'
import { stopInstance } from '../stop-instance.ts'

/** The first hold of an order: a quarter of an hour at $0.001 a second. */
const firstHold = 900_000
/** One second of running. */
const second = 1_000

describe('the budget of an instance', () => {
  it('refuses an order whose first hold it does not cover', async () => {
    await using fixture = await setup()
    await expect(fixture.order(withBudget(firstHold - 1))).rejects.toMatchObject({
      code: 'instance_budget_exceeded',
      details: { need_micro_usd: firstHold, have_micro_usd: firstHold - 1 },
    })
    const { automation } = await fixture.order(withBudget(firstHold))
    expect(automation.budget_micro_usd).toBe(firstHold)
  })

  it('warns once at 80 %, stops when it is used up, and keeps the disk free of charge', async () => {
    await using fixture = await setup()
    const budget = firstHold + 300_000
    const id = await fixture.running(withBudget(budget))
    await fixture.run(945, fixture.report(id, { ready: true }))
    expect(await fixture.row(id)).toMatchObject({ desired: 'running', budget_warned_at: null })
    const said = await fixture.run(30, fixture.report(id, { ready: true, ready_s: 945 }))
    expect(await fixture.texts(id)).toEqual([
      expect.stringMatching(/has used 80 % of its budget of \$1\.20/),
    ])
    await fixture.run(240, said)
    expect(await fixture.row(id)).toMatchObject({
      desired: 'stopped',
      reason: { code: 'instance_budget_exhausted' },
      disk_kept_until: expect.any(Date),
    })
    expect(await fixture.texts(id)).toEqual([
      expect.any(String),
      expect.stringMatching(/was stopped: its budget is used up\. Its disk is kept until /),
    ])
    await fixture.heartbeat([fixture.report(id, { phase: 'stopped', observed_generation: 2 })])
    expect(await fixture.row(id)).toMatchObject({
      state: 'stopped',
      reason: { code: 'instance_budget_exhausted' },
    })
    const money = await fixture.money(id)
    expect(money?.heldMicroUsd).toBe(0)
    expect(money?.chargedMicroUsd).toBeLessThanOrEqual(budget)
    // No more than the last seconds are left unused.
    expect(money?.chargedMicroUsd).toBeGreaterThan(budget - 40 * second)
    await fixture.expectCleanLedger()
  })

  it('lets a start wait for a higher budget', async () => {
    await using fixture = await setup()
    const id = await fixture.exhausted()
    await expect(startInstance(fixture.renter, id)).rejects.toMatchObject({
      code: 'instance_budget_exceeded',
      status: 402,
    })
    await changeInstance(fixture.renter, { id, automation: { budget_micro_usd: 3 * firstHold } })
    await expect(startInstance(fixture.renter, id)).resolves.toMatchObject({ desired: 'running' })
    await fixture.expectCleanLedger()
  })

  it('charges the disk again after it was raised', async () => {
    await using fixture = await setup()
    const id = await fixture.exhausted()
    await changeInstance(fixture.renter, { id, automation: { budget_micro_usd: 10_000_000 } })
    const { generation } = await fixture.row(id)
    await fixture.heartbeat([
      fixture.report(id, { phase: 'stopped', observed_generation: generation }),
    ])
    expect(await fixture.row(id)).toMatchObject({ disk_kept_until: null })
    expect((await fixture.money(id))?.heldMicroUsd).toBeGreaterThan(0)
  })

  it('releases the hold beyond a lowered budget at once, also twice between two reports', async () => {
    await using fixture = await setup()
    const id = await fixture.running()
    await fixture.run(90, fixture.report(id, { ready: true }))
    await fixture.clock.advance(10_000)
    await fixture.heartbeat([fixture.report(id, { ready: true, ready_s: 100 })])
    for (const [requestId, left] of [
      ['one', 500_000],
      ['two', 200_000],
    ] as const) {
      const as = { ...fixture.renter, requestId }
      await changeInstance(as, { id, automation: { budget_micro_usd: 100_000 + left } })
      expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: left })
    }
    await expect(
      changeInstance(fixture.renter, { id, automation: { budget_micro_usd: 99_999 } }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      fields: {
        'automation.budget_micro_usd': 'must be at least what it has cost so far: $0.10',
      },
    })
    await fixture.expectCleanLedger()
  })

  it('binds beside the budget of the key, whichever is smaller', async () => {
    await using fixture = await setup()
    const accountId = accountIdOf(fixture.renter)
    const keyId = await insertApiKey(fixture.renter, { accountId, budgetMicroUsd: 5 * firstHold })
    const byKey = withKey(fixture.renter, keyId)
    const id = await fixture.running(withBudget(firstHold + 100_000), byKey)
    await fixture.run(1_100, fixture.report(id, { ready: true }))
    expect(await fixture.row(id)).toMatchObject({ reason: { code: 'instance_budget_exhausted' } })
  })

  it('is removed by null, and limits nothing then', async () => {
    await using fixture = await setup()
    const id = await fixture.running(withBudget(firstHold))
    const shown = await changeInstance(fixture.renter, {
      id,
      automation: { budget_micro_usd: null },
    })
    expect(shown.automation.budget_micro_usd).toBeNull()
    await fixture.run(1_000, fixture.report(id, { ready: true }))
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
  })

  it('keeps the cost within it when the machine was away and reports late', async () => {
    await using fixture = await setup()
    const budget = firstHold + 50_000
    const id = await fixture.running(withBudget(budget))
    await fixture.run(100, fixture.report(id, { ready: true }))
    await fixture.fallSilent()
    await fixture.clock.advance(3_600_000)
    for (const ready_s of [4_000, 5_000, 6_000]) {
      await fixture.heartbeat([fixture.report(id, { ready: true, ready_s })])
      await fixture.clock.advance(25_000)
      const money = await fixture.money(id)
      expect((money?.chargedMicroUsd ?? 0) + (money?.heldMicroUsd ?? 0)).toBeLessThanOrEqual(budget)
    }
    await fixture.expectCleanLedger()
  })
})

describe('the restart policy', () => {
  it('is sent to a machine that has the instance up, without a restart', async () => {
    await using fixture = await setup()
    const id = await fixture.running()
    const before = await fixture.row(id)
    await changeInstance(fixture.renter, { id, restart_policy: 'never' })
    expect(await fixture.row(id)).toMatchObject({
      restart_policy: 'never',
      generation: before.generation + 1,
      restart: before.restart,
      state: 'running',
    })
    await stopInstance(fixture.renter, id)
    const { generation } = await fixture.row(id)
    await fixture.heartbeat([
      fixture.report(id, { phase: 'stopped', observed_generation: generation }),
    ])
    await changeInstance(fixture.renter, { id, restart_policy: 'on_machine_restart' })
    expect(await fixture.row(id)).toMatchObject({ generation, state: 'stopped' })
  })
})

function withBudget(microUsd: number) {
  return { automation: { budget_micro_usd: microUsd } }
}

async function setup() {
  const fixture = await withInstances({ creditMicroUsd: 20_000_000 })
  return {
    ...fixture,
    /** As `pass`, with a report every 15 seconds. */
    async run(seconds: number, said: InstanceReport): Promise<InstanceReport> {
      let report = said
      for (let passed = 0; passed < seconds; passed += 15) {
        await fixture.clock.advance(15_000)
        report = { ...report, ready_s: report.ready_s + 15 }
        await fixture.heartbeat([report])
      }
      return report
    },
    texts: (id: string) => warningsOf(fixture, id),
    /** An instance that has used its budget up and is stopped. */
    async exhausted() {
      const id = await fixture.running(withBudget(firstHold))
      await this.run(900, fixture.report(id, { ready: true }))
      await fixture.heartbeat([fixture.report(id, { phase: 'stopped', observed_generation: 2 })])
      return id
    },
  }
}

async function warningsOf({ db }: InstancesFixture, id: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from notices where instance_id = ${id} order by at`.execute(db)
  return rows.map(({ text }) => text)
}
