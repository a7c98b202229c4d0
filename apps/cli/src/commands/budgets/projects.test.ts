import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'

const usd = 1_000_000
const training = {
  ...{ name: 'training', description: 'Nightly runs', created_at: '2026-11-01T00:00:00.000Z' },
  ...{ archived_at: null, spent_micro_usd: 12 * usd, held_micro_usd: 3 * usd, budget: null },
}
const old = { ...training, name: 'old', archived_at: '2026-11-20T00:00:00.000Z' }
const found = { projects: [training, old], may_change: true }

it('lists projects with what was spent, and archived ones only when asked', async () => {
  await using world = await aWorld({ answers: { 'budgets.projects': () => found } })
  const { stdout } = await world.run('projects', 'list')
  for (const text of ['training', '$12.00', '$3.00']) expect(stdout).toContain(text)
  expect(stdout).not.toContain('archived')
  expect((await world.run('projects', 'list', '--all')).stdout).toContain('archived')
})

it('creates and archives a project, and refuses a name that cannot be one', async () => {
  const answers = { 'budgets.saveProject': () => found, 'budgets.archiveProject': () => found }
  await using world = await aWorld({ answers })
  expect((await world.run('projects', 'create', 'training')).stdout).toContain('Created training')
  expect((await world.run('projects', 'archive', 'old')).stdout).toContain('Archived old')
  expect((await world.run('projects', 'create', 'No Name')).code).toBe(2)
})

it('sets and removes the budget of a project', async () => {
  const none = { budget: null, may_change: true }
  const answers = {
    ...{ 'budgets.project': () => none, 'budgets.changeProject': () => none },
    'budgets.removeProject': () => none,
  }
  await using world = await aWorld({ answers })
  expect((await world.run('budget', 'set', '20', '--project', 'training', '--stop')).code).toBe(0)
  expect((await world.run('budget', 'show', '--project', 'training')).code).toBe(0)
  expect((await world.run('budget', 'remove', '--project', 'training')).code).toBe(0)
  const change = world.server.calls.find(({ name }) => name === 'budgets.changeProject')
  expect(change?.body).toMatchObject({ amount_micro_usd: 20 * usd, on_exceed: 'stop' })
})
