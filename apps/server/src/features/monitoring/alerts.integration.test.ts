import type { AccountId } from '@gridloom/contract/core/ids'
import type { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import { defaultGpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keepEvents, keptEvents } from '../../../test/business-events.ts'
import { addAddressee, newestEmailText, queuedEmails } from '../../../test/mailed.ts'
import { aReading, gpuHardware, withMonitoredMachines } from '../../../test/monitored.ts'
import { accountOf } from '../../platform/ctx.ts'
import { changeAlertSettings, readAlertSettings } from './alert-settings.ts'
import { checkAlerts } from './check-alerts.ts'
import { readAlerts } from './read-alerts.ts'

const never = new AbortController().signal

describe('a hot GPU', () => {
  it('causes one notice and email within six hours, and another one after them', async () => {
    await using fixture = await setup()
    await fixture.run(2, { temperature_c: 90 })
    expect(await fixture.emails()).toEqual([])
    await fixture.run(1, { temperature_c: 91 })
    expect(await fixture.emails()).toEqual(['ada@example.com: A GPU of box is at 91 °C'])
    expect(await fixture.newestText()).toContain('RTX 4090 of box has been at 91 °C')
    expect(await fixture.notices()).toHaveLength(1)
    await fixture.run(350, { temperature_c: 92 })
    expect(await fixture.emails()).toHaveLength(1)
    await fixture.run(15, { temperature_c: 92 })
    expect(await fixture.emails()).toHaveLength(2)
  })

  it('causes no second email when it cools down and heats up again within these hours', async () => {
    await using fixture = await setup()
    for (let times = 0; times < 3; times++) {
      await fixture.run(4, { temperature_c: 95 })
      await fixture.run(4, { temperature_c: 50 })
    }
    expect(await fixture.emails()).toHaveLength(1)
    expect(await fixture.alerts()).toEqual([])
  })

  it('is an alert until it is 5 °C below the limit', async () => {
    await using fixture = await setup()
    await fixture.run(3, { temperature_c: 88 })
    expect(await fixture.alerts()).toMatchObject([
      { kind: 'temperature', gpu_uuid: 'GPU-1', gpu_model: 'RTX 4090', value: 88 },
    ])
    await fixture.run(5, { temperature_c: 85 })
    expect(await fixture.alerts()).toHaveLength(1)
    await fixture.run(3, { temperature_c: 83 })
    expect(await fixture.alerts()).toEqual([])
  })

  it('causes one email, however many replicas check', async () => {
    await using fixture = await setup()
    await fixture.minutes(3, fixture.id, () => ({ gpus: [aReading({ temperature_c: 99 })] }))
    await Promise.all([1, 2, 3, 4].map(() => checkAlerts(fixture.ctx, never)))
    expect(await fixture.emails()).toHaveLength(1)
  })

  it('is compared with the limit of its provider, and with none if that is off', async () => {
    await using fixture = await setup()
    await changeAlertSettings(fixture.provider, { ...defaultGpuAlertSettings, temperature_c: 55 })
    await fixture.run(3, { temperature_c: 56 })
    expect(await fixture.alerts()).toHaveLength(1)
    await changeAlertSettings(fixture.provider, { ...defaultGpuAlertSettings, temperature_c: null })
    await fixture.run(1, { temperature_c: 99 })
    expect(await fixture.alerts()).toEqual([])
  })
})

it('new memory errors are an alert for an hour, and old ones are none', async () => {
  await using fixture = await setup()
  await fixture.run(2, { ecc_uncorrected: 7 })
  expect(await fixture.alerts()).toEqual([])
  await fixture.run(1, { ecc_uncorrected: 8 })
  expect(await fixture.alerts()).toMatchObject([{ kind: 'ecc', value: 1 }])
  expect(await fixture.emails()).toEqual(['ada@example.com: A GPU of box has memory errors'])
  await fixture.run(1, { ecc_uncorrected: 10 })
  expect(await fixture.alerts()).toMatchObject([{ kind: 'ecc', value: 3 }])
  await fixture.run(61, { ecc_uncorrected: 10 })
  expect(await fixture.alerts()).toEqual([])
})

it('heat that slows a GPU down for five minutes is an alert, and a power cap is none', async () => {
  await using fixture = await setup()
  await fixture.run(6, { throttle_reasons: ['power_cap'] })
  expect(await fixture.alerts()).toEqual([])
  await fixture.run(5, { throttle_reasons: ['hw_slowdown', 'hw_thermal'] })
  expect(await fixture.alerts()).toMatchObject([{ kind: 'throttling', value: null }])
  expect(await fixture.emails()).toEqual(['ada@example.com: A GPU of box is slowed down'])
  expect(await fixture.events()).toEqual([
    { gpu_uuid: 'GPU-1', gpu_model: 'RTX 4090', kind: 'throttling', value: null },
  ])
})

it('an alert ends after an hour without a report', async () => {
  await using fixture = await setup()
  await fixture.run(3, { temperature_c: 95 })
  await fixture.clock.jump(59 * 60_000)
  await checkAlerts(fixture.ctx, never)
  expect(await fixture.alerts()).toHaveLength(1)
  await fixture.clock.jump(2 * 60_000)
  await checkAlerts(fixture.ctx, never)
  expect(await fixture.alerts()).toEqual([])
})

it('only GPUs of the hardware report cause alerts, however many others a machine invents', async () => {
  await using fixture = await setup()
  await fixture.minutes(3, fixture.id, () => ({
    gpus: Array.from({ length: 64 }, (_, at) =>
      aReading({ uuid: `GPU-made-up-${at}`, temperature_c: 99 }),
    ),
  }))
  await checkAlerts(fixture.ctx, never)
  expect(await fixture.alerts()).toEqual([])
  expect(await fixture.emails()).toEqual([])
})

it('alerts and settings are those of the caller', async () => {
  await using fixture = await setup()
  await fixture.run(3, { temperature_c: 95 })
  const stranger = fixture.stranger()
  expect(await readAlerts(stranger)).toEqual([])
  const own = { temperature_c: 70, ecc: false, throttling: false, repeat_hours: 1 }
  await changeAlertSettings(stranger, own)
  expect(await readAlertSettings(stranger)).toEqual(own)
  expect(await readAlertSettings(fixture.provider)).toEqual(defaultGpuAlertSettings)
})

it('ended alerts are deleted after eight days', async () => {
  await using fixture = await setup()
  await fixture.run(3, { temperature_c: 95 })
  await fixture.run(3, { temperature_c: 50 })
  await fixture.clock.jump(8 * 24 * 3_600_000 - 60_000)
  await checkAlerts(fixture.ctx, never)
  expect(await fixture.stored()).toBe(1)
  await fixture.clock.jump(2 * 60_000)
  await checkAlerts(fixture.ctx, never)
  expect(await fixture.stored()).toBe(0)
})

async function setup() {
  const market = await withMonitoredMachines()
  const { db, ctx, provider } = market
  const accountId: AccountId = accountOf(provider).accountId
  await addAddressee(db, { id: accountId, email: 'ada@example.com' })
  const id = await market.machine(gpuHardware)
  await keepEvents(ctx, ['gpu.alert'])
  return {
    ...market,
    id,
    /** Lets minutes pass with these sensors, and checks in each. */
    async run(count: number, reading: Partial<GpuReading>) {
      for (let minute = 0; minute < count; minute++) {
        await market.minutes(1, id, () => ({ gpus: [aReading(reading)] }))
        await checkAlerts(ctx, never)
      }
    },
    alerts: () => readAlerts(provider),
    emails: () => queuedEmails(db),
    newestText: () => newestEmailText(db),
    async notices() {
      const { rows } = await sql`select key from notices`.execute(db)
      return rows
    },
    events: async () => (await keptEvents(db)).map(({ payload }) => payload),
    async stored(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from gpu_alerts`.execute(db)
      return rows[0]?.count ?? 0
    },
    [Symbol.asyncDispose]: () => market[Symbol.asyncDispose](),
  }
}
