import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { Dashboard } from '@gridloom/contract/dashboard/dashboard'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { giveCredit } from '../../../test/credit.ts'
import { withMonitoredMachines } from '../../../test/monitored.ts'
import { withReserving } from '../../../test/reserving.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { captureUsage, openLedgerAccount, oweServiceCredit, placeHold } from '../ledger/index.ts'
import { removeMachine } from '../machines/remove-machine.ts'
import { rollUp } from '../monitoring/roll-up.ts'
import { readDashboard } from './read-dashboard.ts'

const hourMs = 3_600_000

it('an account that never hosted or rented anything has neither part', async () => {
  await using fixture = await setup()
  await fixture.market.machine()
  expect(await read(fixture.market.stranger())).toMatchObject({ hosting: null, renting: null })
})

describe('hosting', () => {
  it('shows how long machines were connected, in sum and each, also those that were removed', async () => {
    await using fixture = await setup()
    const { market } = fixture
    const first = await market.machine()
    await market.minutes(75, first)
    const second = await market.machine({}, 'second')
    await market.minutes(30, second)
    const hosting = await fixture.hosting()
    // A minute without a heartbeat counts 30 s at most.
    expect(hosting.connectedTime).toEqual({ days: 0, hours: 0, minutes: 52 })
    expect(hosting.machines.map(({ connectedTime }) => connectedTime.minutes)).toEqual([37, 15])
    await removeMachine(market.provider, first)
    const later = await fixture.hosting()
    expect(later.connectedTime).toEqual({ days: 0, hours: 0, minutes: 52 })
    expect(later.machines.map(({ machine_id }) => machine_id)).toEqual([second])
    expect(later.connected_since).toBe(hosting.connected_since)
  })

  it('shows the rented share of the slots that were rented or could be', async () => {
    await using fixture = await setup()
    const { market } = fixture
    const id = await market.machine()
    await market.minutes(30, id)
    const offer = await market.offerOf(id)
    await market.rent(offer.id, { slots: 4 })
    await market.minutes(30, id)
    expect(await fixture.hosting()).toMatchObject({ utilization_percent: 25 })
    await rollUp(market.ctx)
    await market.minutes(61, id)
    await rollUp(market.ctx)
    const { utilization_percent, days, machines } = await fixture.hosting()
    // 30 minutes of none and 91 of four slots, of eight.
    expect(utilization_percent).toBe(37.6)
    expect(machines[0]?.utilization_percent).toBe(37.6)
    expect(machines[0]?.utilization_days.at(-1)).toBe(37.6)
    expect(machines[0]?.utilization_days[0]).toBeNull()
    expect(days.at(-1)).toMatchObject({ slot_hours: 16.13, rented_slot_hours: 6.07 })
  })

  it('shows earnings by day, week and month, and what present rentals add to the month', async () => {
    await using fixture = await setup()
    const { market } = fixture
    await market.clock.jump(Date.parse('2026-03-25T00:00:00.000Z') - market.clock.now().getTime())
    const id = await market.machine()
    await fixture.charge({ machineId: id, microUsd: 1_000_000 })
    await market.clock.jump(24 * hourMs)
    await fixture.charge({ machineId: id, microUsd: 500_000 })
    const { earned, forecast, days } = await fixture.hosting()
    expect(earned).toEqual({
      today_micro_usd: 450_000,
      week_micro_usd: 1_350_000,
      month_micro_usd: 1_350_000,
    })
    expect(days.slice(-2).map(({ earned_micro_usd }) => earned_micro_usd)).toEqual([
      900_000, 450_000,
    ])
    expect(forecast).toEqual({ micro_usd: 1_350_000, micro_usd_per_hour: 0 })
    const offer = await market.offerOf(id)
    await market.rent(offer.id)
    const later = await fixture.hosting()
    expect(later.forecast.micro_usd_per_hour).toBeGreaterThan(0)
    // Six days are left of March.
    expect(later.forecast.micro_usd).toBe(1_350_000 + later.forecast.micro_usd_per_hour * 24 * 6)
  })
})

describe('renting', () => {
  it('is shown from the first reservation on, before anything is charged', async () => {
    await using site = await withReserving()
    expect(await read(site.renter)).toMatchObject({ renting: null })
    await site.reserve()
    expect(await read(site.renter)).toMatchObject({ renting: { running: 0 } })
  })

  it('shows spending by the labels that instances have now, and adds up', async () => {
    await using fixture = await setup()
    const train = await fixture.instance('train')
    const web = await fixture.instance('web')
    await fixture.charge({ instanceId: train, microUsd: 700 })
    await fixture.market.clock.jump(24 * hourMs)
    await fixture.charge({ instanceId: web, microUsd: 200 })
    await fixture.charge({ instanceId: train, microUsd: 100 })
    const renting = await fixture.renting()
    expect(renting.groups).toMatchObject([
      { kind: 'label', label: 'train', micro_usd: 800 },
      { kind: 'label', label: 'web', micro_usd: 200 },
    ])
    expect(renting.days.slice(-2)).toMatchObject([
      { micro_usd: [700, 0] },
      { micro_usd: [100, 200] },
    ])
    expect(renting.spent).toMatchObject({ today_micro_usd: 300, month_micro_usd: 1_000 })
    await sql`update instances set label = 'web', state = 'destroyed' where id = ${train}`.execute(
      fixture.market.db,
    )
    expect((await fixture.renting()).groups).toMatchObject([{ label: 'web', micro_usd: 1_000 }])
  })

  it('subtracts automatic credits under the label of their instance, as the bill does', async () => {
    await using fixture = await setup()
    const machineId = await fixture.market.machine()
    const train = await fixture.instance('train')
    const web = await fixture.instance('web')
    await fixture.charge({ instanceId: train, machineId, microUsd: 7_000 })
    await fixture.charge({ instanceId: web, machineId, microUsd: 2_000 })
    await fixture.credit({ instanceId: train, machineId, microUsd: 3_000 })
    const { groups, spent, days, forecast } = await fixture.renting()
    expect(groups).toMatchObject([
      { label: 'train', micro_usd: 4_000 },
      { label: 'web', micro_usd: 2_000 },
    ])
    expect(days.at(-1)).toMatchObject({ micro_usd: [4_000, 2_000] })
    expect(spent).toMatchObject({ today_micro_usd: 6_000, month_micro_usd: 6_000 })
    expect(forecast.micro_usd).toBe(6_000)
    const { earned, days: earnedDays } = await fixture.hosting()
    expect(earned.month_micro_usd).toBe(5_400)
    expect(earnedDays.at(-1)?.earned_micro_usd).toBe(5_400)
  })

  it('hints at stopped instances that pay for their disks for a week, of the caller alone', async () => {
    await using fixture = await setup()
    const id = await fixture.instance('old')
    const before = new Date(fixture.market.clock.now().getTime() - 6 * 24 * hourMs)
    await sql`update instances set state = 'stopped', stopped_at = ${before}`.execute(
      fixture.market.db,
    )
    expect((await fixture.renting()).hints).toEqual([])
    await fixture.market.clock.jump(2 * 24 * hourMs)
    expect((await fixture.renting()).hints).toEqual([
      { kind: 'stopped_disk', instance_id: id, label: 'old', micro_usd: 720 * 1_000 },
    ])
    expect(await read(fixture.market.stranger())).toMatchObject({ renting: null })
  })

  it('counts running instances', async () => {
    await using fixture = await setup()
    await fixture.instance('one')
    expect(await fixture.renting()).toMatchObject({ running: 1, hints: [] })
  })
})

async function read(ctx: Ctx) {
  return Dashboard.parse(await readDashboard(ctx, noFeatures))
}

async function setup() {
  const market = await withMonitoredMachines()
  const { ctx, provider, db } = market
  const renter = market.stranger()
  const accountId = accountOf(renter).accountId
  await ctx.transact(async (tx) => {
    await openLedgerAccount(tx, accountId)
    await openLedgerAccount(tx, accountOf(provider).accountId)
    await giveCredit(ctx, tx, { accountId, microUsd: 1_000_000_000 })
  })
  const instance = async (label: string): Promise<InstanceId> => {
    const id = ctx.ids.mint('instance')
    await sql`insert into instances (id, account_id, provider_account_id, machine_id, offer_id, label,
        state, desired, template, slots, gpu_uuids, vcpus, memory_mib, disk_gb,
        running_micro_usd_per_hour, stopped_micro_usd_per_hour, created_at)
      values (${id}, ${accountId}, 'acc_p', 'mch', 'ofr', ${label}, 'running', 'running', '{}', 1, '[]',
        1, 1, 1, 36000, 1000, now())`.execute(db)
    return id
  }
  return {
    market,
    instance,
    hosting: async () => {
      const { hosting } = await read(provider)
      if (hosting === null) throw new RangeError('the provider has machines')
      return hosting
    },
    renting: async () => {
      const { renting } = await read(renter)
      if (renting === null) throw new RangeError('the renter has instances')
      return renting
    },
    /** Charges the renter for a minute of an instance on a machine of the provider. */
    async charge(given: { microUsd: number; instanceId?: InstanceId; machineId?: MachineId }) {
      const to = market.clock.now()
      const instanceId = given.instanceId ?? (await instance(`charged-${to.getTime()}`))
      const key = ctx.ids.mint('transaction')
      await ctx.transact(async (tx) => {
        const microUsd = given.microUsd
        await placeHold(ctx, tx, { accountId, purpose: instanceId, microUsd, key: `hold-${key}` })
        await captureUsage(ctx, tx, {
          ...{ instanceId, kind: 'running', key, microUsd, seconds: 60, count: null },
          machineId: given.machineId ?? ctx.ids.mint('machine'),
          providerAccountId: accountOf(provider).accountId,
          ...{ from: new Date(to.getTime() - 60_000), to, microUsdPerHour: microUsd * 60 },
        })
      })
    },
    /** Pays the renter an automatic credit for an outage of a machine. */
    credit: (given: { microUsd: number; instanceId: InstanceId; machineId: MachineId }) =>
      ctx.transact((tx) =>
        oweServiceCredit(ctx, tx, {
          ...{ key: `outage:${given.instanceId}`, reason: 'outage', seconds: 300, percent: null },
          ...{ instanceId: given.instanceId, machineId: given.machineId },
          micro_usd: given.microUsd,
        }),
      ),
    [Symbol.asyncDispose]: () => market[Symbol.asyncDispose](),
  }
}
