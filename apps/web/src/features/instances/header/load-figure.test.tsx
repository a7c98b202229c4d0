import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ok, refuse } from '../../../testing/fake-api.ts'
import { fakeStream } from '../../../testing/fake-stream.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aMetricSample } from '../../../testing/renter-samples.ts'
import { anInstance, secondsBefore } from '../../../testing/samples.ts'

const { id } = anInstance()
const metrics = `GET /api/instances/${id}/metrics`
const gpu = { index: 0, utilization_percent: 71, memory_used_mib: null }

it.each(['overview', 'logs', 'exec', 'receipt'])(
  'shows cost and load on the tab %s',
  async (tab) => {
    await setup({ tab })
    expect(screen.getByText('Cost so far')).toBeTruthy()
    expect((await load('CPU 20 %')).textContent).toBe('LoadCPU 20 %memory 25 %')
  },
)

it('shows the load of a GPU, and of several on average', async () => {
  const { unmount } = await setup({ sample: { gpus: [gpu] } })
  expect((await load('CPU 20 %')).textContent).toContain('memory 25 % · GPU 71 %')
  unmount()
  const silent = { ...gpu, index: 2, utilization_percent: null }
  const two = [gpu, { ...gpu, index: 1, utilization_percent: 29 }, silent]
  await setup({ sample: { gpus: two } })
  expect((await load('CPU 20 %')).textContent).toContain('GPUs 50 %')
})

it('is updated by each live sample, whichever tab is open', async () => {
  const { samples } = await setup({ tab: 'receipt' })
  await load('CPU 20 %')
  await waitFor(() => expect(samples.readers()).toBe(1))
  samples.send('sample', aMetricSample({ at: secondsBefore(0), cpu_percent: 150 }))
  expect((await load('CPU 75 %')).textContent).toContain('memory 25 %')
})

it('says why there is no load', async () => {
  const stopped = await setup({ instance: { state: 'stopped', ready: false } })
  expect((await load('–')).textContent).toContain('not running')
  stopped.unmount()
  const early = await setup({ answers: { [metrics]: ok([]) } })
  await screen.findByText('no samples yet')
  early.unmount()
  await setup({ answers: { [metrics]: refuse('forbidden') } })
  await screen.findByText('could not be loaded')
})

/** Waits for the figure of the load with this value. */
async function load(value: string): Promise<HTMLElement> {
  let figure: HTMLElement | null = null
  await waitFor(() => {
    figure = screen.getByText('Load').parentElement
    expect(figure?.textContent).toContain(value)
  })
  if (figure === null) throw new Error('there is no figure of the load')
  return figure
}

async function setup({ tab = 'receipt', instance = {}, sample = {}, answers = {} } = {}) {
  const samples = fakeStream()
  const shown = anInstance({ vcpus: 2, last_seen_at: new Date().toISOString(), ...instance })
  const app = renderApp({
    path: `/instance/myinstance/${id}?tab=${tab}`,
    answers: {
      [`GET /api/instances/${id}`]: ok(shown),
      [metrics]: ok([aMetricSample(sample)]),
      [`${metrics}/stream`]: samples.answer,
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'train' })
  return { ...app, samples }
}
