import { SpendReport } from '@gridloom/contract/budgets/spend'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const usd = 1_000_000
const read = 'GET /api/spend'

it('shows spend by product as a chart and as a table, and by what is chosen', async () => {
  const { api, user } = show({ [read]: ok(aReport()) })
  const groups = within(await screen.findByRole('list', { name: 'Spend in these days' }))
  expect(groups.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Instances\$30\.0075\s%$/),
    expect.stringMatching(/^Models\$10\.0025\s%$/),
  ])
  await user.click(screen.getByRole('radio', { name: 'Table' }))
  const row = within(screen.getByRole('row', { name: /2026-11-27/ }))
  expect(row.getByText('$20.00')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'API key' }))
  await user.click(screen.getByRole('radio', { name: '7 days' }))
  await waitFor(() => expect(api.callsTo(read).at(-1)?.query).toMatchObject({ by: 'key' }))
})

it('says when nothing was spent, and when it is the spend of the caller alone', async () => {
  show({ [read]: ok(aReport({ groups: [], total_micro_usd: 0, own: true, days: [] })) })
  expect(await screen.findByText(/^No spend in the last/)).toBeTruthy()
  expect(screen.getByText('yours only')).toBeTruthy()
})

function show(answers: Answers) {
  return renderApp({ path: '/account?section=billing&tab=spend', answers })
}

function aReport(parts: object = {}): SpendReport {
  return SpendReport.parse({
    ...{ from: '2026-11-27', to: '2026-11-28', by: 'product', own: false },
    total_micro_usd: 40 * usd,
    groups: [
      { id: 'instances', name: '', micro_usd: 30 * usd },
      { id: 'models', name: '', micro_usd: 10 * usd },
    ],
    days: [
      { day: '2026-11-27', micro_usd: [10 * usd, 10 * usd] },
      { day: '2026-11-28', micro_usd: [20 * usd, 0] },
    ],
    ...parts,
  })
}
