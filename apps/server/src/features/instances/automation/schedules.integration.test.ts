import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertApiKey } from '../../../../test/api-keys.ts'
import { accountIdOf, type InstancesFixture, withInstances } from '../../../../test/instances.ts'
import { changeInstance } from '../change-instance.ts'
import { destroyInstance } from '../destroy-instance.ts'
import { startInstance } from '../start-instance.ts'
import { stopInstance } from '../stop-instance.ts'
import { applySchedules } from './apply-schedules.ts'
import { applyStopRules } from './apply-stop-rules.ts'

const hourMs = 3_600_000
/** In UTC, which the clock below counts in. */
const schedule = { time_zone: 'UTC', start: '0 8 * * *', stop: '0 18 * * *' }

let fixture: InstancesFixture
let id: InstanceId
beforeAll(async () => {
  fixture = await withInstances({ creditMicroUsd: 900_000_000, cpuSlots: 1 })
  // Inserts the account of the renter as well, which a schedule acts for.
  await insertApiKey(fixture.renter, {
    accountId: accountIdOf(fixture.renter),
    budgetMicroUsd: null,
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** A stopped instance with the schedule, at seven in the morning. */
beforeEach(async () => {
  await at(6)
  id = await fixture.running({ automation: { schedule } })
  await stopInstance(fixture.renter, id)
  await reported('stopped')
  await at(7)
  return async () => {
    await destroyInstance(fixture.renter, id)
    await reported('destroyed')
  }
})

describe('a schedule', () => {
  it('starts and stops an instance at its times, day after day', async () => {
    for (let day = 0; day < 2; day++) {
      await at(8)
      expect(await fixture.row(id)).toMatchObject({ desired: 'running', start_until: null })
      await reported('running')
      await at(17.95)
      expect(await fixture.row(id)).toMatchObject({
        desired: 'running',
        stop_announced_cause: 'stopped_by_schedule',
      })
      await at(18)
      expect(await fixture.row(id)).toMatchObject({
        desired: 'stopped',
        reason: { code: 'stopped_by_schedule' },
      })
      await reported('stopped')
    }
  })

  it('starts it once, however many replicas try at once', async () => {
    await fixture.clock.jump(hourMs)
    const { restart } = await fixture.row(id)
    await Promise.all(Array.from({ length: 8 }, () => applySchedules(fixture.system)))
    expect(await fixture.row(id)).toMatchObject({ desired: 'running', restart: restart + 1 })
  })

  it('leaves a manual stop alone until its next start', async () => {
    await at(8)
    await reported('running')
    await stopInstance(fixture.renter, id)
    await reported('stopped')
    await at(12)
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped' })
    await at(8)
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
  })

  it('leaves an instance alone that runs already', async () => {
    await startInstance(fixture.renter, id)
    await reported('running')
    const { restart } = await fixture.row(id)
    await at(8)
    expect(await fixture.row(id)).toMatchObject({ restart, start_until: null })
  })

  it('tells why it cannot start, once, and starts when it can within the window', async () => {
    const offer = await fixture.offerOf(fixture.machineId)
    expect(offer).toBeDefined()
    const other = await fixture.order()
    await at(8)
    await at(9)
    expect(await fixture.row(id)).toMatchObject({
      desired: 'stopped',
      start_blocker: 'offer_taken',
    })
    expect(await notices('could not be started')).toEqual([
      expect.stringMatching(/Its slots are rented by someone else\. It is tried again until /),
    ])
    await destroyInstance(fixture.renter, other.id)
    await reported('destroyed', other.id)
    await at(10)
    expect(await fixture.row(id)).toMatchObject({ desired: 'running', start_blocker: null })
  })

  it('gives up at the end of the window, and tells so', async () => {
    const other = await fixture.order()
    await at(8)
    await at(18)
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped', start_until: null })
    expect(await notices('was not started')).toHaveLength(1)
    await destroyInstance(fixture.renter, other.id)
    await reported('destroyed', other.id)
    await at(20)
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped' })
  })

  it('is not tried again after a manual stop while it was pending', async () => {
    const other = await fixture.order()
    await at(8)
    await stopInstance(fixture.renter, id)
    await destroyInstance(fixture.renter, other.id)
    await reported('destroyed', other.id)
    await at(9)
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped', start_until: null })
  })

  it('does not start for a window that ended while no server ran', async () => {
    await fixture.clock.jump(13 * hourMs)
    await applySchedules(fixture.system)
    expect(await fixture.row(id)).toMatchObject({ desired: 'stopped', start_until: null })
    await at(8)
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
  })

  it('does not exceed the budget of the instance', async () => {
    const money = await fixture.money(id)
    const budget_micro_usd = Math.max(10_000, money?.chargedMicroUsd ?? 0)
    await changeInstance(fixture.renter, { id, automation: { budget_micro_usd } })
    await at(8)
    expect(await fixture.row(id)).toMatchObject({
      desired: 'stopped',
      start_blocker: 'instance_budget_exceeded',
    })
  })

  it('does not start for a user who was suspended', async () => {
    await suspend('now()')
    await at(8)
    expect(await fixture.row(id)).toMatchObject({
      desired: 'stopped',
      start_blocker: 'account_suspended',
    })
    await suspend('null')
    await at(9)
    expect(await fixture.row(id)).toMatchObject({ desired: 'running' })
  })

  it('rejects times that are too near, or never come', async () => {
    const bad = { time_zone: 'UTC', start: '* * * * *', stop: '0 0 30 2 *' }
    await expect(
      changeInstance(fixture.renter, { id, automation: { schedule: bad } }),
    ).rejects.toMatchObject({
      fields: {
        'automation.schedule.start': 'must leave at least 15 minutes between two times',
        'automation.schedule.stop': 'must happen at least once',
      },
    })
  })
})

/** Goes on to the next time of day, with the machine online, and applies schedules and rules. */
async function at(hour: number): Promise<void> {
  const now = fixture.clock.now()
  const next = new Date(now)
  next.setUTCHours(0, 0, 0, 0)
  next.setTime(next.getTime() + hour * hourMs + 1_000)
  if (next <= now) next.setTime(next.getTime() + 24 * hourMs)
  await fixture.clock.jump(next.getTime() - now.getTime())
  await fixture.heartbeat([])
  await applySchedules(fixture.system)
  await applyStopRules(fixture.system)
}

/** The machine reports this phase of an instance; the one with the schedule is on it all the time. */
async function reported(phase: 'running' | 'stopped' | 'destroyed', of = id): Promise<void> {
  const { generation } = await fixture.row(of)
  const ready = phase === 'running'
  const report = fixture.report(of, { phase, ready, observed_generation: generation })
  const mine = {
    phase: 'stopped',
    observed_generation: (await fixture.row(id)).generation,
  } as const
  await fixture.heartbeat(of === id ? [report] : [report, fixture.report(id, mine)])
}

async function suspend(at: 'now()' | 'null'): Promise<void> {
  await sql`update accounts set suspended_at = ${sql.raw(at)}
    where id = ${accountIdOf(fixture.renter)}`.execute(fixture.db)
}

async function notices(containing: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from notices
    where instance_id = ${id} and strpos(text, ${containing}) > 0`.execute(fixture.db)
  return rows.map(({ text }) => text)
}
