import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aMetricSample } from '../../testing/renter-samples.ts'
import { aBalance, anInstance, sampleId, secondsBefore } from '../../testing/samples.ts'

const path = '/instance/myinstance'
const pulling = anInstance({
  id: sampleId('ins', 2),
  label: 'jupyter',
  state: 'pulling',
  ready: false,
  ready_s: 0,
  ready_at: null,
  charging: null,
  cost_micro_usd: 0,
  progress: {
    text: 'Layer 3 of 9',
    percent: 34,
    done_bytes: 700 * 1024 ** 2,
    total_bytes: 2 * 1024 ** 3,
  },
})
const stopped = anInstance({
  id: sampleId('ins', 3),
  label: 'old',
  state: 'stopped',
  desired: 'stopped',
  ready: false,
  reason: { code: 'stopped_by_renter', text: 'You stopped it.', exit_code: null },
})

describe('the instances page', () => {
  it('shows the progress of a start in percent and bytes, and that it is not charged', async () => {
    const { row } = await setup()
    const cells = row('jupyter')
    expect(cells.textContent).toContain('Pulling')
    expect(cells.textContent).toContain('34 % · 700 MiB of 2 GiB')
    expect(cells.textContent).toContain('not charged')
    expect(within(cells).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('34')
  })

  it('shows the price of a stopped instance and why it stopped', async () => {
    const { row } = await setup()
    expect(row('old').textContent).toContain('$0.0028/h')
    expect(row('old').textContent).toContain('You stopped it.')
  })

  it('shows the load of running instances alone', async () => {
    const instance = anInstance({ vcpus: 2 })
    const samples = [10, 5].map((seconds) =>
      aMetricSample({ cpu_percent: 50, at: secondsBefore(seconds) }),
    )
    const { row } = await setup({
      instances: [instance, stopped],
      answers: { [`GET /api/instances/${instance.id}/metrics`]: ok(samples) },
    })
    const label = 'CPU load in percent, last 30 minutes, now 25'
    expect(await within(row('train')).findByRole('img', { name: label })).toBeTruthy()
    expect(within(row('old')).queryByRole('img')).toBeNull()
  })

  it('shows a silent machine as stale', async () => {
    const { row } = await setup({
      instances: [anInstance({ last_seen_at: hourAgo() })],
    })
    expect(row('train').textContent).toMatch(/last seen/)
    expect(row('train').querySelector('[data-mode]')?.getAttribute('data-mode')).toBe('stale')
  })

  it('shows the total spend rate and how long the balance lasts', async () => {
    await setup({ answers: { 'GET /api/balance': ok(aBalance({ lasts_s: 7_200 })) } })
    const lead = await screen.findByText(/1 running · spending \$0.079\/h · balance lasts 2 h/)
    expect(lead).toBeTruthy()
  })

  it('updates a row when an event arrives', async () => {
    const { api, row } = await setup()
    api.publish('instance', { ...pulling, state: 'running', ready: true, progress: null })
    await waitFor(() => expect(row('jupyter').textContent).toContain('Running'))
  })

  it('offers only the possible actions', async () => {
    const { row } = await setup()
    expect(within(row('old')).getByRole('button', { name: /Start for \$0.076\/h/ })).toBeTruthy()
    expect(within(row('old')).queryByRole('button', { name: /Stop/ })).toBeNull()
    expect(within(row('train')).getByRole('link', { name: 'Terminal of train' })).toBeTruthy()
    expect(within(row('jupyter')).queryByRole('link', { name: /Terminal/ })).toBeNull()
  })

  it('stops an instance and shows the server’s response', async () => {
    const { row, user } = await setup({
      answers: {
        [`POST /api/instances/${anInstance().id}/stop`]: ok(
          anInstance({ state: 'stopping', desired: 'stopped', ready: false }),
        ),
      },
    })
    await user.click(within(row('train')).getByRole('button', { name: 'Stop train' }))
    await waitFor(() => expect(row('train').textContent).toContain('Stopping'))
  })

  it('shows why an instance could not be started', async () => {
    const { row, user } = await setup({
      answers: {
        [`POST /api/instances/${stopped.id}/start`]: refuse('insufficient_funds', {
          error: 'Insufficient balance.',
        }),
      },
    })
    await user.click(within(row('old')).getByRole('button', { name: /^Start/ }))
    expect(await screen.findByText(/Insufficient balance/)).toBeTruthy()
    expect(row('old').textContent).toContain('Stopped')
  })

  it('opens an instance by its name', async () => {
    const { row, user, router } = await setup()
    await user.click(within(row('train')).getByRole('link', { name: 'train' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${path}/${anInstance().id}`))
  })

  it('loads destroyed instances on request and keeps the filter in the URL', async () => {
    const { api, user, router } = await setup()
    await user.click(screen.getByRole('radio', { name: 'All' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ show: 'all' }))
    await waitFor(() =>
      expect(api.callsTo('GET /api/instances').at(-1)?.query).toEqual({ destroyed: 'true' }),
    )
  })
})

describe('the filter of projects', () => {
  it('is shown where instances have one, and finds those of the chosen project', async () => {
    const labelled = anInstance({ project: 'training' })
    const { api, user, router } = await setup({
      instances: [labelled, stopped],
      answers: { 'GET /api/projects': ok(someProjects) },
    })
    await user.click(await screen.findByRole('combobox', { name: 'Project' }))
    await user.click(await screen.findByRole('option', { name: 'training' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ project: 'training' }))
    await waitFor(() =>
      expect(api.callsTo('GET /api/instances').at(-1)?.query).toEqual({
        destroyed: 'false',
        project: 'training',
      }),
    )
  })

  it('is absent without any', async () => {
    await setup()
    expect(screen.queryByRole('combobox', { name: 'Project' })).toBeNull()
  })
})

describe('destroying an instance', () => {
  const destroy = `DELETE /api/instances/${anInstance().id}`

  it('lists what is lost before anything is sent', async () => {
    const { api, row, user } = await setup()
    await user.click(within(row('train')).getByRole('button', { name: 'Destroy train' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('permanently deletes the container, its 40 GB disk')
    expect(dialog.textContent).toContain('To keep the disk, stop it instead.')
    expect(api.callsTo(destroy)).toEqual([])
  })

  it('can be cancelled', async () => {
    const { api, row, user } = await setup()
    await user.click(within(row('train')).getByRole('button', { name: 'Destroy train' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(destroy)).toEqual([])
  })

  it('removes it from the list', async () => {
    const gone = anInstance({ state: 'destroyed', desired: 'destroyed', ready: false })
    const { row, rows, user } = await setup({ answers: { [destroy]: ok(gone) } })
    await user.click(within(row('train')).getByRole('button', { name: 'Destroy train' }))
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
    await waitFor(() => expect(rows()).not.toContain('train'))
  })

  it('shows an error in the dialog, which stays open', async () => {
    const { row, user } = await setup({
      answers: { [destroy]: refuse('state_conflict', { error: 'It is being moved.' }) },
    })
    await user.click(within(row('train')).getByRole('button', { name: 'Destroy train' }))
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('It is being moved.')).toBeTruthy()
  })
})

describe('the other states of the list', () => {
  it('are a placeholder while loading and a link to the market when empty', async () => {
    const late = held(ok([]))
    renderApp({ path, answers: { 'GET /api/instances': late.answer } })
    expect(await screen.findByRole('status', { name: 'Loading your instances' }, slow)).toBeTruthy()
    late.letGo()
    const link = await screen.findByRole('link', { name: 'Browse offers' })
    expect(link.getAttribute('href')).toBe('/instance')
  })

  it('include an error with a retry', async () => {
    const { api, user } = renderApp({
      path,
      answers: { 'GET /api/instances': refuse('forbidden') },
    })
    expect(await screen.findByText('Your instances could not be loaded', {}, slow)).toBeTruthy()
    api.answer('GET /api/instances', ok([anInstance()]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Instances' })).toBeTruthy()
  })
})

const someProjects = {
  projects: [
    {
      ...{ name: 'training', description: '', created_at: secondsBefore(60), archived_at: null },
      ...{ spent_micro_usd: 0, held_micro_usd: 0, budget: null },
    },
  ],
  may_change: true,
}

function hourAgo(): string {
  return new Date(Date.now() - 3_600_000).toISOString()
}

/** The first render in a test file waits for lazily loaded code. */
const slow = { timeout: 5_000 }

interface Setup {
  instances?: unknown[]
  answers?: Answers
}

async function setup({ instances, answers = {} }: Setup = {}) {
  const running = anInstance({ last_seen_at: new Date().toISOString() })
  const app = renderApp({
    path,
    answers: {
      'GET /api/instances': ok(instances ?? [running, pulling, stopped]),
      [`GET /api/instances/${anInstance().id}`]: ok(running),
      ...answers,
    },
  })
  const table = within(await screen.findByRole('region', { name: 'Instances' }, slow))
  return {
    ...app,
    rows: () => table.queryAllByRole('link').map((link) => link.textContent),
    row(name: string): HTMLElement {
      const row = table.getByRole('link', { name }).closest('tr')
      if (row === null) throw new TypeError(`${name} stands in no row`)
      return row
    },
  }
}
