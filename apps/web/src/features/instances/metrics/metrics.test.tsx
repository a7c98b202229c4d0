import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, inTurn, ok, refuse, unreachable } from '../../../testing/fake-api.ts'
import { fakeStream } from '../../../testing/fake-stream.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anInstance } from '../../../testing/samples.ts'

const { id } = anInstance()
const metrics = `GET /api/instances/${id}/metrics`
const stream = `GET /api/instances/${id}/metrics/stream`

describe('the metrics of an instance', () => {
  it('show an empty state while there are no samples', async () => {
    await setup()
    expect(await screen.findByText('No samples yet')).toBeTruthy()
  })

  it('of a stopped instance report that there are no new samples', async () => {
    await setup({ instance: { state: 'stopped', desired: 'stopped', ready: false } })
    const words = await screen.findByText(/so there are no new samples/)
    expect(words.textContent).toContain('The instance is stopped')
  })

  it('are requested again after a network failure, without an error', async () => {
    await setup({ answers: { [metrics]: inTurn(unreachable(), ok([])) } })
    expect(await screen.findByText('No samples yet')).toBeTruthy()
    expect(screen.queryByText('The metrics could not be loaded')).toBeNull()
  })

  it('report that they could not be loaded and offer a retry', async () => {
    const { api, user } = await setup({ answers: { [metrics]: refuse('forbidden') } })
    expect(await screen.findByText('The metrics could not be loaded')).toBeTruthy()
    api.answer(metrics, ok([]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No samples yet')).toBeTruthy()
  })

  it('are requested as far back as chosen', async () => {
    const { api, user } = await setup()
    await user.click(await screen.findByRole('radio', { name: '24 h' }))
    await waitFor(() => expect(api.callsTo(metrics).at(-1)?.query).toEqual({ minutes: '1440' }))
  })

  it('are followed once for the whole page, until it is left', async () => {
    const samples = fakeStream()
    const { user, router } = await setup({ answers: { [stream]: samples.answer } })
    await waitFor(() => expect(samples.readers()).toBe(1))
    await user.click(screen.getByRole('tab', { name: 'Overview' }))
    await screen.findByRole('region', { name: 'Connect' })
    expect(samples.readers()).toBe(1)
    await router.navigate({ to: '/instance/myinstance' })
    await waitFor(() => expect(samples.readers()).toBe(0))
  })

  it('are not followed of an instance that is stopped', async () => {
    const samples = fakeStream()
    const stopped = { state: 'stopped', desired: 'stopped', ready: false }
    await setup({ instance: stopped, answers: { [stream]: samples.answer } })
    await screen.findByText(/so there are no new samples/)
    expect(samples.readers()).toBe(0)
  })
})

async function setup({
  instance = {},
  answers = {},
}: {
  instance?: object
  answers?: Answers
} = {}) {
  const shown = anInstance({ last_seen_at: new Date().toISOString(), ...instance })
  const app = renderApp({
    path: `/instance/myinstance/${id}?tab=metrics`,
    answers: {
      [`GET /api/instances/${id}`]: ok(shown),
      [metrics]: ok([]),
      [stream]: fakeStream().answer,
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'train' })
  return app
}
