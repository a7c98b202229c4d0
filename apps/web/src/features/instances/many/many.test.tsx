import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anInstance, sampleId } from '../../../testing/samples.ts'

const train = anInstance({ last_seen_at: new Date().toISOString() })
const stopped = anInstance({
  id: sampleId('ins', 2),
  label: 'old',
  state: 'stopped',
  desired: 'stopped',
  ready: false,
})
const act = 'POST /api/instances/actions'
const slow = { timeout: 5_000 }

describe('actions on several instances', () => {
  it('list what happens and what it costs before anything is sent, and leave out what is impossible', async () => {
    const { api, user } = await setup()
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'Destroy' }))
    let dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Permanently deletes 2 instances with 80 GB of disks')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Stops 1 instance. Their disks are kept for')
    expect(dialog.textContent).toContain('Not possible now, and left as they are: old.')
    expect(api.callsTo(act)).toEqual([])
  })

  it('send one request, update the rows, and end the selection', async () => {
    const stopping = { ...train, state: 'stopping', desired: 'stopped', ready: false }
    const { api, user } = await setup({
      [act]: ok({ results: [{ id: train.id, instance: stopping, error: null }] }),
    })
    await user.click(screen.getByRole('checkbox', { name: 'Select train' }))
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(act).map(({ body }) => body)).toEqual([{ action: 'stop', ids: [train.id] }])
    expect(screen.getByRole('row', { name: /train/ }).textContent).toContain('Stopping')
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toBeTruthy()
  })

  it('show what failed, and stay open', async () => {
    const error = { code: 'insufficient_funds', text: 'Insufficient balance.' }
    const { user } = await setup({
      [act]: ok({ results: [{ id: stopped.id, instance: null, error }] }),
    })
    await user.click(screen.getByRole('checkbox', { name: 'Select old' }))
    await user.click(screen.getByRole('button', { name: 'Start' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Start' }))
    expect(await within(dialog).findByText('old: Insufficient balance.')).toBeTruthy()
  })
})

describe('the filters', () => {
  it('ask the server, and are kept in the URL', async () => {
    const { api, user, router } = await setup()
    api.answer('GET /api/instances', ok([]))
    await user.type(screen.getByRole('searchbox', { name: 'Search instances' }), 'night')
    expect(await screen.findByText('No instance matches')).toBeTruthy()
    expect(api.callsTo('GET /api/instances').at(-1)?.query).toEqual({
      destroyed: 'false',
      q: 'night',
    })
    expect(router.state.location.search).toEqual({ q: 'night' })
  })

  it('of the URL apply from the start', async () => {
    const { api } = renderApp({
      path: '/instance/myinstance?state=trouble&show=all',
      answers: { 'GET /api/instances': ok([anInstance({ state: 'lost', label: 'gone' })]) },
    })
    await screen.findByRole('link', { name: 'gone' }, slow)
    expect(api.callsTo('GET /api/instances').at(-1)?.query).toEqual({
      destroyed: 'true',
      state: 'failed,lost',
    })
  })
})

async function setup(answers: Answers = {}) {
  const app = renderApp({
    path: '/instance/myinstance',
    answers: { 'GET /api/instances': ok([train, stopped]), ...answers },
  })
  await screen.findByRole('region', { name: 'Instances' }, slow)
  return app
}
