import { BudgetOfAccount } from '@gridloom/contract/budgets/account-budget'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const usd = 1_000_000
const read = 'GET /api/budgets/account'
const change = 'PUT /api/budgets/account'
const none = { budget: null, may_change: true }

it('offers a budget to an account that has none, and sets it', async () => {
  const { api, user } = show({ [read]: ok(none), [change]: ok(aBudget()) })
  await user.click(await screen.findByRole('button', { name: 'Set budget' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save budget' }))
  expect(dialog.getByText('Enter an amount from $0.01 to $10,000,000')).toBeTruthy()
  await user.type(dialog.getByLabelText('Amount'), '500')
  await user.selectOptions(dialog.getByLabelText('Period'), 'daily')
  await user.click(dialog.getByRole('radio', { name: 'Stop spending' }))
  const alerts = dialog.getByLabelText('Alerts at')
  await user.clear(alerts)
  await user.type(alerts, '75 90')
  await user.click(dialog.getByRole('button', { name: 'Save budget' }))
  expect(await screen.findByText('$500.00 a month')).toBeTruthy()
  expect(api.callsTo(change).map(({ body }) => body)).toEqual([
    {
      ...{ amount_micro_usd: 500 * usd, period: 'daily', on_exceed: 'stop' },
      ...{ alert_percents: [75, 90], alert_forecast: true },
    },
  ])
})

it('shows what is spent, on hold and left, and says what follows at the end', async () => {
  show({ [read]: ok(aBudget({ on_exceed: 'stop', forecast_micro_usd: 600 * usd })) })
  expect(
    await screen.findByRole('img', { name: '$120.00 spent and $30.00 on hold of $500.00' }),
  ).toBeTruthy()
  expect(screen.getByText('Will be exceeded')).toBeTruthy()
  expect(screen.getByText(/spending stops/)).toBeTruthy()
  expect(screen.getByText('50 %, 80 %, forecast')).toBeTruthy()
})

it('removes the budget after a confirmation, and shows a refusal in place', async () => {
  const remove = 'DELETE /api/budgets/account'
  const { api, user } = show({ [read]: ok(aBudget()), [remove]: refuse('forbidden') })
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Remove budget' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  await waitFor(() => expect(api.callsTo(remove)).toHaveLength(1))
})

it('shows the budget of a company to members without a way to change it', async () => {
  show({ [read]: ok({ ...aBudget(), may_change: false }) })
  expect(await screen.findByText('$500.00 a month')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

function show(answers: Answers) {
  return renderApp({ path: '/account?section=billing&tab=budget', answers })
}

/** $500 a month, of which $120 are spent and $30 on hold. */
function aBudget(parts: object = {}): BudgetOfAccount {
  return BudgetOfAccount.parse({
    may_change: true,
    budget: {
      ...{ amount_micro_usd: 500 * usd, period: 'monthly', on_exceed: 'alert' },
      ...{ alert_percents: [50, 80], alert_forecast: true },
      ...{ period_from: '2026-11-01T00:00:00.000Z', resets_at: '2026-12-01T00:00:00.000Z' },
      ...{ spent_micro_usd: 120 * usd, held_micro_usd: 30 * usd, left_micro_usd: 350 * usd },
      forecast_micro_usd: 400 * usd,
      ...parts,
    },
  })
}
