import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Answers, held, ok, refuse } from '../../testing/fake-api.ts'
import { fakePictures } from '../../testing/fake-pictures.ts'
import { fakeStream } from '../../testing/fake-stream.ts'
import { renderApp } from '../../testing/render-app.tsx'
import {
  aChunk,
  aFrame,
  aRenderCheck,
  aRenderJob,
  aRenderReceipt,
  aRenderScene,
  aRunningJob,
} from '../../testing/render-samples.ts'
import { sampleId } from '../../testing/samples.ts'
import { typedIn } from '../../testing/typed-in.ts'

const { taskId } = aRunningJob()
const at = (call = '') => `/api/render/jobs/${taskId}${call}`
const runs = [
  { from: 1, count: 3, state: 'done' },
  { from: 4, count: 1, state: 'failed' },
  { from: 5, count: 1, state: 'rendering' },
  { from: 6, count: 95, state: 'pending' },
]

describe('a running job', () => {
  it('shows progress, time left, and cost against its budget', async () => {
    await setup()
    expect(screen.getByText('40 of 100')).toBeTruthy()
    expect(screen.getByText('40 % · 1 failed')).toBeTruthy()
    expect(screen.getByText('2 min 5 s')).toBeTruthy()
    expect(screen.getByText('estimated $0.035')).toBeTruthy()
    const budget = screen.getByRole('region', { name: 'Budget' })
    expect(budget.textContent).toContain('$0.014 of a budget of $0.05, never more')
  })

  it('updates live', async () => {
    const { stream } = await setup()
    act(() => stream.send('job', aRunningJob({ frames_done: 41, eta_s: null })))
    expect(await screen.findByText('41 of 100')).toBeTruthy()
    expect(screen.getByText('unknown')).toBeTruthy()
  })

  it('shows what it waits for', async () => {
    const reason = { code: 'no_machine', text: 'No machine that fits is free.' }
    await setup({ job: { reason, machines_now: 0 } })
    expect(screen.getByText('Waiting for a machine')).toBeTruthy()
    expect(screen.getByText('No machine that fits is free.')).toBeTruthy()
    expect(screen.getByText(/The job continues when one becomes available/)).toBeTruthy()
  })

  it('shows that it is disconnected when the stream is rejected', async () => {
    await setup({ answers: { [`GET ${at('/stream')}`]: refuse('not_found') } })
    expect(await screen.findByText('Disconnected, reload the page')).toBeTruthy()
  })

  it('shows that the stream broke, and refetches everything after it reconnects', async () => {
    const broken = breakingStream()
    const { api } = await setup({ answers: { [`GET ${at('/stream')}`]: broken.answer } })
    await screen.findByText('Live updates')
    const before = api.callsTo(`GET ${at('/overview')}`).length
    broken.breakOff()
    expect(await screen.findByText('Connection lost, reconnecting')).toBeTruthy()
    expect(await screen.findByText('Live updates')).toBeTruthy()
    await waitFor(() =>
      expect(api.callsTo(`GET ${at('/overview')}`).length).toBeGreaterThan(before),
    )
    expect(api.callsTo(`GET ${at()}`).length).toBeGreaterThan(1)
  })

  it('links to its settings when it was not started', async () => {
    await setup({ job: aRenderJob(), waitsFor: 'Not started yet' })
    const link = screen.getByRole('link', { name: 'Configure' })
    expect(link.getAttribute('href')).toBe(`/render/config/${taskId}`)
  })
})

describe('its frames', () => {
  it('are shown as a grid with number and state, and as an overview bar', async () => {
    await setup()
    expect(await screen.findByRole('button', { name: 'Frame 1, done' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Frame 4, failed' })).toBeTruthy()
    expect(
      screen.getByRole('img', { name: 'All frames: 3 done, 1 rendering, 95 waiting, 1 failed' }),
    ).toBeTruthy()
  })

  it('show their pictures and new states as they arrive', async () => {
    using _pictures = fakePictures({ width: 1, height: 1 })
    const { stream } = await setup({ frames: [] })
    const cell = await screen.findByRole('button', { name: 'Frame 5, rendering' })
    act(() => stream.send('frames', [aFrame({ number: 5 })]))
    expect(await screen.findByRole('button', { name: 'Frame 5, done' })).toBeTruthy()
    await waitFor(() => expect(cell.querySelector('img')?.src).toBe('blob:picture'))
  })

  it('show the progress of the one being rendered', async () => {
    const rendering = aFrame({ number: 5, state: 'rendering', percent: 37.8, sha256: null })
    await setup({ frames: [rendering] })
    const cell = await screen.findByRole('button', { name: 'Frame 5, rendering' })
    await waitFor(() => expect(cell.textContent).toContain('37 %'))
  })

  it('draw and fetch only the visible ones, even of 100,000', async () => {
    const settings = { ...aRunningJob().settings, frames: '1-100000' }
    const { api } = await setup({
      job: { settings, frames_total: 100_000 },
      runs: [{ from: 1, count: 100_000, state: 'pending' }],
      frames: [],
    })
    await screen.findByRole('button', { name: 'Frame 1, waiting' })
    expect(screen.getAllByRole('button', { name: /^Frame \d+, / }).length).toBeLessThan(200)
    await waitFor(() => expect(api.callsTo(`GET ${at('/frames')}`)).toHaveLength(1))
    expect(api.callsTo(`GET ${at('/frames')}`)[0]?.query).toEqual({ from: '1', limit: '200' })
    expect(screen.getByText('All 100k')).toBeTruthy()
  })

  it('can be filtered by state', async () => {
    const { user } = await setup()
    await user.click(await screen.findByLabelText('Failed 1'))
    expect(screen.getAllByRole('button', { name: /^Frame \d+, / })).toHaveLength(1)
    await user.click(screen.getByLabelText('All 100'))
    expect(screen.getAllByRole('button', { name: /^Frame \d+, / }).length).toBeGreaterThan(1)
  })

  it('can be navigated with the keyboard', async () => {
    const { user } = await setup()
    const first = await screen.findByRole('button', { name: 'Frame 1, done' })
    act(() => first.focus())
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Frame 3, done/))
    await user.keyboard('{Home}')
    await waitFor(() => expect(document.activeElement).toBe(first))
  })

  it('show an error with a retry when they fail to load', async () => {
    const overview = `GET ${at('/overview')}`
    const { api, user } = await setup({ answers: { [overview]: refuse('state_conflict') } })
    expect(await screen.findByText('The frames could not be loaded')).toBeTruthy()
    api.answer(overview, ok(runs))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Frame 1, done' })).toBeTruthy()
  })
})

describe('one frame', () => {
  it('is shown large with its details, and links to its neighbours', async () => {
    const { user, dialog } = await viewing(2)
    expect(dialog.getByText('5 s, 4 s on a reference machine')).toBeTruthy()
    expect(dialog.getByText('loom-01')).toBeTruthy()
    expect(dialog.getByText('file check')).toBeTruthy()
    expect(await dialog.findByRole('img', { name: 'Frame 2' })).toBeTruthy()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByRole('dialog', { name: 'Frame 3' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Previous frame' }))
    expect(await screen.findByRole('dialog', { name: 'Frame 2' })).toBeTruthy()
  })

  it('shows why it failed, and can be retried', async () => {
    const machine_says = 'Sign in again at https://x.example'
    const problem = { code: 'out_of_memory', text: 'Blender ran out of memory.', machine_says }
    const failed = aFrame({ number: 4, state: 'failed', failures: 3, problem, sha256: null })
    const retry = `POST ${at('/retry')}`
    const { api, user, dialog } = await viewing(4, {
      frames: [failed],
      answers: { [retry]: ok(aRunningJob()) },
    })
    expect(dialog.getByText('Blender ran out of memory.')).toBeTruthy()
    expect(dialog.getByText(machine_says).parentElement?.textContent).toMatch(
      /^Message from the machine: /,
    )
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(api.callsTo(retry)[0]?.body).toEqual({ frames: [4] }))
  })

  it('can be approved', async () => {
    const approve = `POST ${at('/approve')}`
    const { api, user, dialog } = await viewing(1, { answers: { [approve]: ok(aRunningJob()) } })
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(api.callsTo(approve)[0]?.body).toEqual({ frames: [1], held_micro_usd: 0 }),
    )
  })

  it('is rejected only after a confirmation with the cost', async () => {
    const reject = `POST ${at('/reject')}`
    const { api, user, dialog } = await viewing(1, { answers: { [reject]: ok(aRunningJob()) } })
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    const sure = within(await screen.findByRole('dialog', { name: 'Reject 1 frame?' }))
    expect(sure.getByText(/these pictures are deleted/)).toBeTruthy()
    expect(sure.getByText('$0.00035')).toBeTruthy()
    expect(api.callsTo(reject)).toEqual([])
    await user.click(sure.getByRole('button', { name: 'Render it again elsewhere' }))
    await waitFor(() => expect(api.callsTo(reject)[0]?.body).toEqual({ frames: [1] }))
  })

  it('is downloaded at full size, named after the job', async () => {
    const saved = watchLinks()
    const { user, dialog, api } = await viewing(1)
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved.at(-1)?.download).toBe('donut_0001.png'))
    expect(api.callsTo(`GET ${at('/frames/1/picture')}`).at(-1)?.query).toEqual({})
  })

  it('shows a placeholder when its picture is not available', async () => {
    const { dialog } = await viewing(1, {
      answers: { [`GET ${at('/frames/1/picture')}`]: refuse('picture_not_ready') },
    })
    expect(await dialog.findByText('no picture')).toBeTruthy()
  })
})

describe('frames that no machine could check', () => {
  const reason = { code: 'frames_held', text: '2 pictures wait for you to accept them.' }
  const waiting = { reason, frames_held: 2, frames_held_micro_usd: 1_234 }
  const heldRuns = [
    { from: 1, count: 2, state: 'held' },
    { from: 3, count: 98, state: 'pending' },
  ]
  const heldFrame = (number: number, held_micro_usd: number) =>
    aFrame({ number, state: 'held', charged_micro_usd: 0, held_micro_usd, checked: 'not_yet' })
  const frames = [heldFrame(1, 1_000), heldFrame(2, 234)]
  const approve = `POST ${at('/approve')}`

  it('are accepted together for the price on the button', async () => {
    const { api, user } = await setup({
      ...{ job: waiting, runs: heldRuns, frames },
      answers: { [approve]: ok(aRunningJob()) },
    })
    expect(screen.getByText(/After two weeks/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Accept 2 frames for $0.001234' }))
    await waitFor(() =>
      expect(api.callsTo(approve)[0]?.body).toEqual({ frames: [1, 2], held_micro_usd: 1_234 }),
    )
  })

  it('are not accepted when their price has changed; the new price is shown', async () => {
    const { api, user } = await setup({ job: waiting, runs: heldRuns, frames: frames.slice(1) })
    const fewer = { ...waiting, frames_held: 1, frames_held_micro_usd: 234 }
    api.answer(`GET ${at()}`, ok({ job: aRunningJob(fewer), scene: aRenderScene() }))
    await user.click(screen.getByRole('button', { name: 'Accept 2 frames for $0.001234' }))
    expect(
      await screen.findByText(/Accepting these frames costs \$0.000234 now, not \$0.001234/),
    ).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Accept 1 frame for $0.000234' })).toBeTruthy()
    expect(api.callsTo(approve)).toEqual([])
  })

  it('can be accepted one by one for their price, and are free to reject', async () => {
    const { api, user, dialog } = await viewing(1, {
      ...{ job: waiting, runs: heldRuns, frames },
      answers: { [approve]: ok(aRunningJob()) },
    })
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    const sure = within(await screen.findByRole('dialog', { name: 'Reject 1 frame?' }))
    expect(sure.getByText(/You have not been charged for them/)).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(await dialog.findByRole('button', { name: 'Accept for $0.001' }))
    await waitFor(() =>
      expect(api.callsTo(approve)[0]?.body).toEqual({ frames: [1], held_micro_usd: 1_000 }),
    )
  })
})

describe('several frames', () => {
  it('are selected one by one and by range, and approved together', async () => {
    const approve = `POST ${at('/approve')}`
    const { api, user } = await setup({ answers: { [approve]: ok(aRunningJob()) } })
    await user.click(screen.getByRole('button', { name: 'Select frames' }))
    await user.click(await screen.findByRole('button', { name: 'Frame 1, done' }))
    fireEvent.click(screen.getByRole('button', { name: 'Frame 3, done' }), { shiftKey: true })
    expect(screen.getByText('3 frames selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Frame 2, done' }))
    expect(screen.getByText('2 frames selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Approve 2' }))
    await waitFor(() =>
      expect(api.callsTo(approve)[0]?.body).toEqual({ frames: [1, 3], held_micro_usd: 0 }),
    )
    expect(await screen.findByRole('button', { name: 'Select frames' })).toBeTruthy()
  })

  it('that are done are selected with one click', async () => {
    const { user } = await setup()
    await user.click(screen.getByRole('button', { name: 'Select frames' }))
    await user.click(screen.getByRole('button', { name: 'Select all done' }))
    expect(screen.getByRole('button', { name: 'Reject 3' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Frame 2, done' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
  })
})

describe('the actions of the job page', () => {
  it('pause the job, which can then be resumed', async () => {
    const answers = { [`POST ${at('/pause')}`]: ok(aRunningJob({ state: 'paused' })) }
    const { user } = await setup({ answers })
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy()
    expect(screen.getByText('no new frames are assigned')).toBeTruthy()
  })

  it('cancel the job after a confirmation', async () => {
    const cancel = `POST ${at('/cancel')}`
    const late = held(ok(aRunningJob({ state: 'cancelled' })))
    const { api, user } = await setup({ answers: { [cancel]: late.answer } })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('59 frames will not be rendered')).toBeTruthy()
    expect(dialog.getByText(/You can still download the 40 finished frames/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Cancel job' }))
    late.letGo()
    expect(await screen.findByText('Cancelled')).toBeTruthy()
    expect(api.callsTo(cancel)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
  })

  it('retry all failed frames', async () => {
    const retry = `POST ${at('/retry')}`
    const { api, user } = await setup({ answers: { [retry]: ok(aRunningJob()) } })
    await user.click(screen.getByRole('button', { name: 'Retry 1 failed frame' }))
    await waitFor(() => expect(api.callsTo(retry)[0]?.body).toEqual({}))
  })

  it('change the budget, with the server’s error at its field', async () => {
    const change = `PATCH ${at()}`
    const text = 'The budget of $0.01 is below what is charged and rendering already: $0.02.'
    const { api, user } = await setup({
      answers: { [change]: refuse('budget_too_small', { error: text }) },
    })
    await user.click(screen.getByRole('button', { name: 'Budget and priority' }))
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByLabelText('Budget')
    await user.clear(field)
    await user.type(field, '0.01')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(text)).toBeTruthy()
    expect(typedIn(field)).toBe('$0.01')
    expect(api.callsTo(change)[0]?.body).toEqual({ budget_micro_usd: 10_000, priority: 50 })
  })

  it.each([
    ['All frames as zip', 'zip'],
    ['Video as MP4', 'mp4'],
    ['Video as WebM', 'webm'],
  ])('download through a link that the server issues: %s', async (word, kind) => {
    const links = watchLinks()
    const download = `POST ${at('/downloads')}`
    const url = '/api/render/downloads/ticket-of-twenty-letters'
    const { api, user } = await setup({ answers: { [download]: ok({ url }, 201) } })
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await user.click(await screen.findByRole('menuitem', { name: new RegExp(word) }))
    await waitFor(() => expect(links.at(-1)?.href).toBe(`http://localhost${url}`))
    expect(api.callsTo(download)[0]?.body).toEqual({ kind })
  })

  it('are shown as code', async () => {
    const { user } = await setup()
    await user.click(screen.getByRole('button', { name: 'API / CLI' }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByText(`POST /api/render/jobs/{id}/pause`)).toBeTruthy()
    expect(drawer.queryByText(`POST /api/render/jobs/{id}/resume`)).toBeNull()
  })

  it('are limited to downloading and deleting once the job has ended', async () => {
    await setup({
      job: { state: 'completed', frames_failed: 0, frames_done: 100, machines_now: 0 },
    })
    expect(screen.getByText('Completed')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Delete donut.blend' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })
})

describe('its machines', () => {
  it('have a track each, with their current activity', async () => {
    const other = aChunk({
      id: sampleId('rch', 2),
      machine_id: sampleId('mch', 2),
      machine_name: 'attic',
      state: 'lost',
      activity: null,
      frames: [7],
    })
    await setup({ tab: 'machines', chunks: [aChunk(), other] })
    const tracks = await screen.findByRole('list', { name: 'Machines' })
    const rows = within(tracks)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(rows).toEqual(['loom-01Frame 41, sample 80 of 512', 'atticLost'])
    expect(screen.getByRole('button', { name: 'Frame 7: lost, on attic' })).toBeTruthy()
  })

  it('get a track as soon as they are assigned a chunk', async () => {
    const { stream } = await setup({ tab: 'machines', chunks: [] })
    expect(await screen.findByText('No machine yet')).toBeTruthy()
    act(() => stream.send('chunk', aChunk()))
    expect(await screen.findByText('loom-01')).toBeTruthy()
  })

  it('show Blender’s log of a chunk and why it failed', async () => {
    const problem = { code: 'blender_crashed', text: 'Blender crashed.' }
    const { user } = await setup({
      tab: 'machines',
      chunks: [aChunk({ state: 'failed', problem })],
      answers: {
        [`GET ${at(`/chunks/${aChunk().id}/log`)}`]: ok({
          text: 'Fra:41 Mem:18M',
          truncated: true,
        }),
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Frames 41–42: failed/ }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Frames 41–42' }))
    expect(drawer.getByText('Blender crashed.')).toBeTruthy()
    expect(await drawer.findByText('Fra:41 Mem:18M')).toBeTruthy()
    expect(drawer.getByText('Only the end of the log is kept.')).toBeTruthy()
  })
})

describe('its receipt', () => {
  it('lists each charged frame and adds up', async () => {
    await setup({ tab: 'receipt', answers: { [`GET ${at('/receipt')}`]: ok(aRenderReceipt()) } })
    expect(await screen.findByText('$0.000734')).toBeTruthy()
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => within(row).getAllByRole('cell')[5]?.textContent)).toEqual([
      '$0.000334',
      '$0.0004',
    ])
    expect(screen.getByText('updated while rendering')).toBeTruthy()
    expect(screen.getByText(/This matches the amount charged/)).toBeTruthy()
  })

  it('shows when it does not match the amount charged', async () => {
    const receipt = aRenderReceipt({ total_micro_usd: 700 })
    await setup({ tab: 'receipt', answers: { [`GET ${at('/receipt')}`]: ok(receipt) } })
    expect(await screen.findByText(/The job was charged \$0.000734/)).toBeTruthy()
  })

  it('explains before the first frame that failed frames are free', async () => {
    const empty = aRenderReceipt({ lines: [], lines_total: 0, total_micro_usd: 0 })
    await setup({ tab: 'receipt', answers: { [`GET ${at('/receipt')}`]: ok(empty) } })
    expect(await screen.findByText(/Failed frames are free/)).toBeTruthy()
  })
})

describe('its checks', () => {
  it('show how pictures compared with another machine’s', async () => {
    const different = aRenderCheck({
      id: sampleId('rck', 2),
      frame: 9,
      outcome: 'different',
      psnr_db: 35.24,
      differing_percent: 28,
    })
    const checks = ok([aRenderCheck(), different])
    await setup({ tab: 'checks', answers: { [`GET ${at('/checks')}`]: checks } })
    expect(await screen.findByText('identical')).toBeTruthy()
    expect(screen.getByText('35.2 dB')).toBeTruthy()
    expect(screen.getByText('28 %')).toBeTruthy()
    expect(screen.getByText('Different')).toBeTruthy()
  })

  it('show both pictures side by side', async () => {
    const check = aRenderCheck({ has_crops: true })
    const crop = (side: string) => `GET /api/render/checks/${check.id}/${side}`
    const picture = () => new Response('picture')
    const answers = { [crop('made')]: picture, [crop('compared')]: picture }
    await setup({ tab: 'checks', answers: { [`GET ${at('/checks')}`]: ok([check]), ...answers } })
    fireEvent.click(await screen.findByRole('button', { name: /^View frame 7/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /Frame 7/ }))
    for (const alt of ['Delivered', 'Rendered by another owner’s machine'])
      expect((await dialog.findByRole<HTMLImageElement>('img', { name: alt })).src).toMatch(
        /^blob:/,
      )
  })

  it('show an empty state when there are none', async () => {
    await setup({ tab: 'checks', answers: { [`GET ${at('/checks')}`]: ok([]) } })
    expect(await screen.findByText('No checks yet')).toBeTruthy()
  })
})

interface Setup {
  job?: object
  runs?: object[]
  frames?: object[]
  chunks?: object[]
  tab?: string
  answers?: Answers
  /** A text of the page to wait for; default: the job's name. */
  waitsFor?: string
}

const doneFrames = [1, 2, 3].map((number) => aFrame({ number }))

async function setup({ job, tab, answers = {}, waitsFor, ...given }: Setup = {}) {
  const stream = fakeStream()
  const { chunks = [aChunk()], frames = doneFrames } = given
  const view = renderApp({
    path: `/render/process/${taskId}${tab ? `?tab=${tab}` : ''}`,
    answers: {
      [`GET ${at()}`]: ok({ job: aRunningJob(job), scene: aRenderScene() }),
      [`GET ${at('/stream')}`]: stream.answer,
      [`GET ${at('/overview')}`]: ok(given.runs ?? runs),
      [`GET ${at('/frames')}`]: ok(frames),
      [`GET ${at('/chunks')}`]: ok({ chunks, total: chunks.length }),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].map((frame) => [
          `GET ${at(`/frames/${frame}/picture`)}`,
          () => new Response('picture'),
        ]),
      ),
      ...answers,
    },
  })
  if (waitsFor !== undefined) await screen.findByText(waitsFor)
  else await screen.findByRole('heading', { level: 1, name: 'donut.blend' })
  return { ...view, stream }
}

/** Opens the viewer at a frame. */
async function viewing(frame: number, given: Setup = {}) {
  const pictures = fakePictures({ width: 1, height: 1 })
  onTestFinished(() => pictures[Symbol.dispose]())
  const view = await setup(given)
  await view.user.click(await screen.findByRole('button', { name: new RegExp(`^Frame ${frame},`) }))
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: `Frame ${frame}` })) }
}

/** Records the links that the page clicks programmatically, until the test ends. */
function watchLinks(): HTMLAnchorElement[] {
  const followed: HTMLAnchorElement[] = []
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function () {
    followed.push(this)
  }
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = click
  })
  return followed
}

/** A stream that can be broken; the next one stays open. */
function breakingStream() {
  let own: ReadableStreamDefaultController<Uint8Array> | undefined
  return {
    breakOff: () => own?.error(new TypeError('terminated')),
    answer() {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  }
}
