import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine } from '../../../test/samples.ts'

const at = '2026-11-27T09:00:00.000Z'
const asked = {
  p10_micro_usd_per_hour: 200_000,
  median_micro_usd_per_hour: 300_000,
  p90_micro_usd_per_hour: 450_000,
}
const prices = [
  {
    hardware_class: 'gpu:NVIDIA GeForce RTX 4090',
    at,
    ...asked,
    paid_median_micro_usd_per_hour: 250_000,
    units_listed: 40,
    units_rented: 30,
    last_rented: { micro_usd_per_hour: 260_000, at },
    days: [],
  },
  {
    hardware_class: 'cpu',
    at,
    ...asked,
    paid_median_micro_usd_per_hour: null,
    units_listed: 0,
    units_rented: 0,
    last_rented: null,
    days: [],
  },
]
const day = {
  day: '2026-11-26',
  hardware_class: prices[0]?.hardware_class,
  ...asked,
  paid_median_micro_usd_per_hour: null,
  last_rented_micro_usd_per_hour: null,
  unit_hours_listed: 100,
  unit_hours_rented: 25,
}
const answers = { 'prices.list': () => prices, 'prices.history': () => [day] }

describe('prices', () => {
  it('lists all hardware with what is asked, paid and rented', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('prices')
    expect(stdout).toMatch(/NVIDIA GeForce RTX 4090 +\$0\.20\/h +\$0\.30\/h .*75 %/)
    expect(stdout).toMatch(/CPU thread .* — +— +—/)
  })

  it('shows the days of the hardware whose name has the words', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('prices', '4090', '--days', '7')
    expect(stdout).toMatch(/2026-11-26 .*25 %/)
    expect(world.server.calls.at(-1)?.query).toMatchObject({ days: 7 })
    expect(await world.run('prices', 'no-such-thing')).toMatchObject({ code: 4 })
    expect(await world.run('prices', 'cpu', '--days', '9999')).toMatchObject({ code: 2 })
  })
})

describe('machines suggest', () => {
  it('says what the market says about the price of a machine', async () => {
    const use = { micro_usd_per_day: 4_636_800, unit_hours: 500, rented_percent: 92 }
    const suggestion = {
      machine_id: aMachine().id,
      hardware_class: 'gpu:RTX 4090',
      asked_micro_usd_per_hour: 300_000,
      verdict: 'lower',
      now: {
        ...use,
        micro_usd_per_hour: 300_000,
        rented_percent: 20,
        micro_usd_per_day: 1_440_000,
      },
      best: { ...use, micro_usd_per_hour: 210_000 },
    }
    const all = { 'machines.list': () => [aMachine()], 'prices.suggest': () => [suggestion] }
    await using world = await aWorld({ answers: all })
    const ran = await world.run('machines', 'suggest', 'tower')
    expect(ran.stdout).toMatch(/RTX 4090 +\$0\.30\/h +\$0\.21\/h +92 % +\$4\.64 +lower/)
    expect(ran.stderr).toContain('92 % of the time was rented: $4.64 a day, instead of $1.44.')
  })
})
