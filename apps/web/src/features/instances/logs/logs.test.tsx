import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { fakeStream } from '../../../testing/fake-stream.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aLogLine } from '../../../testing/renter-samples.ts'
import { anInstance } from '../../../testing/samples.ts'

const { id } = anInstance()
const stream = `GET /api/instances/${id}/logs/stream`
const download = `GET /api/instances/${id}/logs/download`

describe('the log of an instance', () => {
  it('reports that there is no output yet', async () => {
    await setup()
    expect(await screen.findByText('No output yet')).toBeTruthy()
    expect(screen.getByText('Live', { selector: '[data-look="plain"]' })).toBeTruthy()
  })

  it('reports that no line matches the search', async () => {
    const { user } = await setup()
    await user.type(await screen.findByRole('textbox', { name: 'Filter logs' }), 'zebra')
    expect(await screen.findByText('No matching lines')).toBeTruthy()
  })

  it('starts as far back as chosen', async () => {
    const { api, user } = await setup()
    const before = Date.now()
    await user.click(await screen.findByRole('combobox', { name: 'Time range' }))
    await user.click(await screen.findByText('Last hour'))
    await waitFor(() => expect(api.callsTo(stream).at(-1)?.query.since).toBeTruthy())
    const since = Date.parse(api.callsTo(stream).at(-1)?.query.since ?? '')
    expect(Math.abs(before - 3_600_000 - since)).toBeLessThan(60_000)
  })

  it('requests the last 2,000 lines without a time limit by default', async () => {
    const { api } = await setup()
    await screen.findByText('No output yet')
    expect(api.callsTo(stream)[0]?.query).toEqual({ tail: '2000' })
  })

  it('drops the lines of the previous search', async () => {
    const first = fakeStream([['line', aLogLine({ text: 'epoch 1' })]])
    const { api, user } = await setup({ answers: { [stream]: first.answer } })
    await screen.findByText('epoch 1')
    api.answer(stream, fakeStream([['line', aLogLine({ text: 'loss 0.2' })]]).answer)
    await user.type(screen.getByRole('textbox', { name: 'Filter logs' }), 'loss')
    expect(await screen.findByText(/0\.2/)).toBeTruthy()
    expect(screen.queryByText('epoch 1')).toBeNull()
  })

  it('keeps its lines and reports an offline machine', async () => {
    const silent = fakeStream([
      ['line', aLogLine({ text: 'epoch 1' })],
      ['end', { reason: 'machine_offline' }],
    ])
    await setup({ answers: { [stream]: silent.answer } })
    expect(await screen.findByText('Machine offline')).toBeTruthy()
    expect(screen.getByText('epoch 1')).toBeTruthy()
  })

  it('is requested again when the container starts again', async () => {
    const { api } = await setup({ instance: { state: 'stopped', ready: false } })
    await screen.findByText('No output yet')
    const before = api.callsTo(stream).length
    act(() => api.publish('instance', anInstance({ state: 'running', generation: 2 })))
    await waitFor(() => expect(api.callsTo(stream).length).toBeGreaterThan(before))
  })

  it('is downloaded as a file named after the instance', async () => {
    const saved = rememberDownloads()
    const { user } = await setup({
      answers: { [download]: () => new Response('epoch 1\nepoch 2\n') },
    })
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved.names).toEqual(['train.log']))
  })

  it('shows why the download failed', async () => {
    const { user } = await setup({
      answers: { [download]: refuse('machine_offline', { error: 'It is not connected.' }) },
    })
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    expect(await screen.findByText(/It is not connected/)).toBeTruthy()
  })
})

/** Records the file names of downloads, since jsdom has no downloads. */
function rememberDownloads() {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  return { names }
}

interface Setup {
  instance?: object
  answers?: Answers
}

async function setup({ instance = {}, answers = {} }: Setup = {}) {
  const shown = anInstance({ last_seen_at: new Date().toISOString(), ...instance })
  const app = renderApp({
    path: `/instance/myinstance/${id}?tab=logs`,
    answers: {
      [`GET /api/instances/${id}`]: ok(shown),
      [stream]: fakeStream().answer,
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'train' })
  return app
}
