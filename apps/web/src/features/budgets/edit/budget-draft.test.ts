import { expect, it } from 'vitest'
import { budgetProblems, draftOf, settingsOf } from './budget-draft.ts'

const draft = { ...draftOf(null), amountUsd: '500' }

it('takes whole cents up to ten million dollars', () => {
  const problem = (amountUsd: string | number) =>
    budgetProblems({ ...draft, amountUsd }).amount_micro_usd
  expect(['500', 0.01, 19.99, '10000000'].map(problem)).toEqual(Array(4).fill(undefined))
  for (const amountUsd of ['', 0, -1, '0.001', '10000000.01', 'x'])
    expect(problem(amountUsd)).toBeDefined()
})

it('reads percentages however they are separated, each once', () => {
  const alerts = (text: string) => settingsOf({ ...draft, alerts: text }).alert_percents
  expect(alerts('50%, 80 100;80')).toEqual([50, 80, 100])
  expect(alerts('')).toEqual([])
  for (const text of ['0', '101', '50.5', 'half', '1 2 3 4 5 6 7 8 9 10 11'])
    expect(budgetProblems({ ...draft, alerts: text }).alert_percents).toBeDefined()
})
