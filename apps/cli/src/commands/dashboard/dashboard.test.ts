import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance } from '../../../test/samples.ts'

const as_of = '2026-11-27T09:00:00.000Z'
const amounts = {
  today_micro_usd: 1_500_000,
  week_micro_usd: 2_500_000,
  month_micro_usd: 9_000_000,
}
const hosting = {
  connectedTime: { days: 12, hours: 4, minutes: 31 },
  connected_since: as_of,
  earned: amounts,
  forecast: { micro_usd: 12_000_000, micro_usd_per_hour: 30_000 },
  days: [],
  utilization_percent: 64.2,
  machines: [],
}
const renting = {
  running: 2,
  spent: amounts,
  forecast: {
    micro_usd: 20_000_000,
    micro_usd_per_hour: 0,
    from_holds_micro_usd: 0,
    funds_end_at: null,
  },
  groups: [{ kind: 'label', label: 'train', product: 'compute', micro_usd: 7_000_000 }],
  days: [],
  hints: [
    { kind: 'stop_idle', instance_id: anInstance().id, label: 'train', micro_usd: 3_000_000 },
  ],
}

it('shows what is hosted: connected time, earnings with their forecast, and utilization', async () => {
  const { stdout } = await dashboard({ hosting, renting: null })
  expect(stdout).toContain('12 d 4 h 31 min')
  expect(stdout).toContain('$9.00 (forecast $12.00)')
  expect(stdout).toContain('64.2 %')
  expect(stdout).not.toContain('Spent')
})

it('shows what is rented: spend by label, and the command that saves', async () => {
  const { stdout } = await dashboard({ hosting: null, renting })
  expect(stdout).toMatch(/30 days, train +\$7\.00/)
  expect(stdout).toContain('gridloom automation train --stop-idle 30')
  expect(stdout).not.toContain('Connected time')
})

it('names the first steps to a newcomer', async () => {
  expect((await dashboard({ hosting: null, renting: null })).stdout).toContain('gridloom offers')
})

async function dashboard(parts: object) {
  await using world = await aWorld({
    answers: { 'dashboard.read': () => ({ as_of, ...parts }) },
    columns: 200,
  })
  return await world.run('dashboard')
}
