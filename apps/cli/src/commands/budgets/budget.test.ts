import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'

const usd = 1_000_000
const budget = {
  ...{ amount_micro_usd: 500 * usd, period: 'weekly', on_exceed: 'stop' },
  ...{ alert_percents: [80], alert_forecast: true },
  ...{ period_from: '2026-11-23T00:00:00.000Z', resets_at: '2026-11-30T00:00:00.000Z' },
  ...{ spent_micro_usd: 120 * usd, held_micro_usd: 30 * usd, left_micro_usd: 350 * usd },
  forecast_micro_usd: 400 * usd,
}
const found = { budget, may_change: true }

it('shows the budget, or how to set one', async () => {
  await using world = await aWorld({ answers: { 'budgets.account': () => found } })
  const { stdout } = await world.run('budget', 'show')
  for (const text of ['$500.00 a week', '$350.00', 'spending stops', '80%, forecast'])
    expect(stdout).toContain(text)
  await using other = await aWorld({
    answers: { 'budgets.account': () => ({ budget: null, may_change: true }) },
  })
  expect((await other.run('budget', 'show')).stdout).toContain('gridloom budget set')
})

it('changes what is given, and keeps the rest', async () => {
  const answers = {
    ...{ 'budgets.account': () => found, 'budgets.changeAccount': () => found },
    'budgets.removeAccount': () => ({ budget: null, may_change: true }),
  }
  await using world = await aWorld({ answers })
  expect((await world.run('budget', 'set', '20')).code).toBe(0)
  await world.run('budget', 'set', '20', '--per', 'day', '--alert-only', '--alerts', '50,90')
  await world.run('budget', 'set', '20', '--alerts', 'none', '--no-forecast')
  const bodies = world.server.calls.filter(({ name }) => name === 'budgets.changeAccount')
  const kept = { amount_micro_usd: 20 * usd, period: 'weekly', on_exceed: 'stop' }
  expect(bodies.map(({ body }) => body)).toEqual([
    { ...kept, alert_percents: [80], alert_forecast: true },
    {
      ...{ ...kept, period: 'daily', on_exceed: 'alert' },
      ...{ alert_percents: [50, 90], alert_forecast: true },
    },
    { ...kept, alert_percents: [], alert_forecast: false },
  ])
  expect((await world.run('budget', 'set', '20', '--stop', '--alert-only')).code).toBe(2)
  expect((await world.run('budget', 'set', '20', '--alerts', '101')).code).toBe(2)
  expect((await world.run('budget', 'remove')).stdout).toContain('removed')
})
