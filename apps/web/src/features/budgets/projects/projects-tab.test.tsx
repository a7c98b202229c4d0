import { Projects } from '@gridloom/contract/budgets/project'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const usd = 1_000_000
const read = 'GET /api/projects'

it('offers a first project, and creates it', async () => {
  const create = 'POST /api/projects'
  const { api, user } = show({
    [read]: ok({ projects: [], may_change: true }),
    [create]: ok(someProjects()),
  })
  await user.click(await screen.findByRole('button', { name: 'Create project' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'My work')
  await user.click(dialog.getByRole('button', { name: 'Create project' }))
  expect(dialog.getByText('Up to 40 small letters, digits and hyphens')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Training')
  await user.click(dialog.getByRole('button', { name: 'Create project' }))
  expect(await screen.findByText('$500.00 a month')).toBeTruthy()
  expect(api.callsTo(create).map(({ body }) => body)).toEqual([
    { name: 'training', description: '' },
  ])
})

it('shows what is spent, on hold and left, and sets the budget of one project', async () => {
  const change = 'PUT /api/budgets/projects/serving'
  const { api, user } = show({ [read]: ok(someProjects()), [change]: refuse('forbidden') })
  expect(
    await screen.findByRole('img', { name: '$120.00 spent and $30.00 on hold of $500.00' }),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Set budget of serving' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set budget of serving' }))
  await user.type(dialog.getByLabelText('Amount'), '20')
  await user.click(dialog.getByRole('button', { name: 'Save budget' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(api.callsTo(change)[0]?.body).toMatchObject({ amount_micro_usd: 20 * usd })
})

it('archives after a confirmation', async () => {
  const archive = 'DELETE /api/projects/training'
  const { api, user } = show({ [read]: ok(someProjects()), [archive]: ok(someProjects()) })
  await user.click(await screen.findByRole('button', { name: 'Archive training' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Archive project' }))
  await waitFor(() => expect(api.callsTo(archive)).toHaveLength(1))
})

it('shows members of a company the names alone', async () => {
  const unseen = { spent_micro_usd: null, held_micro_usd: null, budget: null }
  const projects = someProjects().projects.map((project) => ({ ...project, ...unseen }))
  show({ [read]: ok({ projects, may_change: false }) })
  expect(await screen.findByText('training')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Archive training' })).toBeNull()
})

function show(answers: Answers) {
  return renderApp({ path: '/account?section=billing&tab=projects', answers })
}

/** `training` with a budget, `serving` without. */
function someProjects(): Projects {
  const serving = {
    ...{ name: 'serving', description: '', created_at: '2026-11-01T00:00:00.000Z' },
    ...{ archived_at: null, spent_micro_usd: 0, held_micro_usd: 0, budget: null },
  }
  const budget = {
    ...{ amount_micro_usd: 500 * usd, period: 'monthly', on_exceed: 'stop' },
    ...{ alert_percents: [50], alert_forecast: true },
    ...{ period_from: '2026-11-01T00:00:00.000Z', resets_at: '2026-12-01T00:00:00.000Z' },
    ...{ spent_micro_usd: 120 * usd, held_micro_usd: 30 * usd, left_micro_usd: 350 * usd },
    forecast_micro_usd: 400 * usd,
  }
  const training = { ...serving, name: 'training', description: 'Nightly runs', budget }
  return Projects.parse({ projects: [serving, training], may_change: true })
}
