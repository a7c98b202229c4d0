import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { fakePictures } from '../../testing/fake-pictures.ts'
import { fakeStream } from '../../testing/fake-stream.ts'
import { renderApp } from '../../testing/render-app.tsx'
import {
  aFrame,
  anEstimate,
  aRenderJob,
  aRenderScene,
  aRunningJob,
  someContents,
  someSettings,
} from '../../testing/render-samples.ts'
import { aBalance, aMachine } from '../../testing/samples.ts'
import { typedIn } from '../../testing/typed-in.ts'

const { taskId } = aRenderJob()
const at = (call = '') => `/api/render/jobs/${taskId}${call}`
const change = `PATCH ${at()}`

describe('the settings of a draft', () => {
  it('start with the values of the file and show them', async () => {
    await setup()
    expect(typedIn(screen.getByLabelText('Frames'))).toBe('1-100')
    expect(typedIn(screen.getByLabelText('Width'))).toBe('1920 px')
    expect(ownLine('Frames')).toBe('From file: 1–100')
    expect(ownLine('Samples')).toBe('From file: 64')
    expect(screen.getByText('1920 × 1080 pixels')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Render 100 frames/ })).toBeTruthy()
  })

  it('show “unknown” for what the file lacks, without a way to reset to it', async () => {
    const contents = someContents({ scenes: [{ samples: null, fps: null, engine: null }] })
    await setup({ scene: { contents } })
    expect(ownLine('Samples')).toBe('From file: unknown')
    expect(screen.queryByRole('button', { name: 'Use the file’s value: Samples' })).toBeNull()
  })

  it('reset to the value of the file with one click', async () => {
    const { user } = await setup({
      job: { settings: someSettings({ frames: '5-9', samples: 16 }) },
    })
    await user.click(screen.getByRole('button', { name: 'Use the file’s value: Frames' }))
    expect(typedIn(screen.getByLabelText('Frames'))).toBe('1-100')
    await user.click(screen.getByRole('button', { name: 'Use the file’s value: Samples' }))
    expect(typedIn(screen.getByLabelText('Samples'))).toBe('')
    expect(screen.queryByRole('button', { name: 'Use the file’s value: Frames' })).toBeNull()
  })

  it('are saved in the contract’s shape', async () => {
    const { api, user } = await setup()
    await retype(user, 'Frames', '1-10,20')
    await retype(user, 'Samples', '16')
    await user.click(screen.getByRole('switch', { name: 'Denoise' }))
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(api.callsTo(change)).toHaveLength(1))
    expect(api.callsTo(change)[0]?.body).toEqual({
      settings: someSettings({ frames: '1-10,20', samples: 16, denoise: true }),
    })
  })

  it('can be saved only after a change, and can be undone', async () => {
    const { user } = await setup()
    expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull()
    await retype(user, 'Frames', '7')
    await user.click(screen.getByRole('button', { name: 'Undo changes' }))
    expect(typedIn(screen.getByLabelText('Frames'))).toBe('1-100')
  })

  it('show an error at the invalid field before anything is sent', async () => {
    const { api, user } = await setup()
    await retype(user, 'Frames', '10-1')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText(/10-1 is reversed/)).toBeTruthy()
    expect(screen.getByLabelText('Frames').getAttribute('aria-invalid')).toBe('true')
    expect(api.callsTo(change)).toEqual([])
  })

  it('show the server’s error at the field and keep the input', async () => {
    const fields = { 'settings.needs.memory_mib_min': 'no machine has that much' }
    const { user } = await setup({ answers: { [change]: refuse('invalid_input', { fields }) } })
    await retype(user, 'Minimum memory', '512')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('No machine has that much')).toBeTruthy()
    expect(typedIn(screen.getByLabelText('Minimum memory'))).toBe('512 GiB')
  })

  it('show an error that belongs to no field', async () => {
    const text = 'This action is not available while the render job is testing.'
    const { user } = await setup({
      answers: { [change]: refuse('state_conflict', { error: text }) },
    })
    await retype(user, 'Frames', '7')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect((await screen.findAllByText(new RegExp(text)))[0]).toBeTruthy()
  })

  it('split a frame into tiles, unless it is denoised', async () => {
    const { api, user } = await setup({ job: { settings: someSettings({ denoise: true }) } })
    await user.click(screen.getByRole('radio', { name: /Into tiles/ }))
    await retype(user, 'Columns', '4')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText(/do not support denoising/)).toBeTruthy()
    await user.click(screen.getByRole('switch', { name: 'Denoise' }))
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(api.callsTo(change)).toHaveLength(1))
    expect(api.callsTo(change)[0]?.body).toMatchObject({
      settings: { split: { kind: 'tiles', columns: 4, rows: 2 } },
    })
  })

  it('switch to the values of the chosen scene', async () => {
    const scenes = [{}, { name: 'Intro', frame_end: 20, camera: 'Top' }]
    const { user } = await setup({ scene: { contents: someContents({ scenes }) } })
    await user.click(screen.getByRole('combobox', { name: 'Scene' }))
    await user.click(await screen.findByRole('option', { name: 'Intro', hidden: true }))
    expect(typedIn(screen.getByLabelText('Frames'))).toBe('1-20')
    expect(typedIn(screen.getByRole('combobox', { name: 'Camera' }))).toBe('Top')
  })

  it('can be restricted to the user’s own machines, by name', async () => {
    const answers = { 'GET /api/machines': ok([aMachine()]) }
    const { api, user } = await setup({ answers })
    await user.click(await screen.findByRole('combobox', { name: 'Only my machines' }))
    await user.click(await screen.findByRole('option', { name: 'loom-01', hidden: true }))
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(api.callsTo(change)).toHaveLength(1))
    expect(api.callsTo(change)[0]?.body).toMatchObject({
      settings: { needs: { machine_ids: [aMachine().id] } },
    })
  })
})

describe('the test frame', () => {
  it('has its price on the button, and defaults to the middle frame', async () => {
    const { api, user } = await setup({ answers: { [`POST ${at('/test')}`]: ok(testing) } })
    expect(typedIn(screen.getByLabelText('Frame number'))).toBe('50')
    await user.click(screen.getByRole('button', { name: 'Render a test frame for at most $0.25' }))
    expect(await screen.findByRole('button', { name: 'Cancel test' })).toBeTruthy()
    expect(api.callsTo(`POST ${at('/test')}`)[0]?.body).toEqual({ frame: 50 })
    expect(api.callsTo(change)).toEqual([])
  })

  it('is started only after unsaved settings are saved', async () => {
    const { api, user } = await setup({ answers: { [`POST ${at('/test')}`]: ok(testing) } })
    await retype(user, 'Frames', '1-3')
    await user.click(screen.getByRole('button', { name: /^Render a test frame/ }))
    await waitFor(() => expect(api.callsTo(`POST ${at('/test')}`)).toHaveLength(1))
    const writes = api.calls.map(({ to }) => to).filter((to) => !to.startsWith('GET'))
    expect(writes).toEqual([change, `POST ${at('/test')}`])
    expect(api.callsTo(`POST ${at('/test')}`)[0]?.body).toEqual({ frame: 2 })
  })

  it('shows its progress, then its picture, time and cost', async () => {
    using _pictures = fakePictures({ width: 1, height: 1 })
    const rendering = aFrame({ number: 50, state: 'rendering', percent: 30, sha256: null })
    const { stream } = await setup({ job: testing, frames: [rendering] })
    const bar = await screen.findByRole('progressbar', { name: 'Test frame' })
    expect(bar.getAttribute('aria-valuenow')).toBe('30')
    expect(screen.getByLabelText('Frames').closest('fieldset')?.disabled).toBe(true)
    act(() => {
      stream.send('frames', [aFrame({ number: 50 })])
      stream.send('job', tested)
    })
    expect(await screen.findByRole('img', { name: 'Test frame 50' })).toBeTruthy()
    expect(screen.getByText(/frame 50 · 5 s, 4 s on a reference machine/)).toBeTruthy()
    expect(await screen.findByText('$0.035')).toBeTruthy()
  })

  it('can be cancelled', async () => {
    const { user } = await setup({
      job: testing,
      answers: { [`POST ${at('/cancel')}`]: ok(aRenderJob()) },
    })
    await user.click(screen.getByRole('button', { name: 'Cancel test' }))
    expect(await screen.findByRole('button', { name: /^Render a test frame/ })).toBeTruthy()
  })

  it('shows why it failed', async () => {
    const reason = { code: 'test_failed', text: 'Three machines ran out of memory.' }
    await setup({ job: { reason } })
    expect(screen.getByText('Three machines ran out of memory.')).toBeTruthy()
  })

  it('is marked as outdated when the settings change the picture', async () => {
    const { user } = await setup({ job: tested })
    await retype(user, 'Frames', '1-40')
    expect(screen.queryByText(/settings have changed/)).toBeNull()
    await retype(user, 'Percentage', '50')
    expect(screen.getByText(/settings have changed/)).toBeTruthy()
  })

  it('shows why it could not be started', async () => {
    const { user } = await setup({
      answers: { [`POST ${at('/test')}`]: refuse('insufficient_funds', { error: 'Needs $0.25.' }) },
    })
    await user.click(screen.getByRole('button', { name: /^Render a test frame/ }))
    expect(await screen.findByText('Needs $0.25.')).toBeTruthy()
  })
})

describe('the estimate', () => {
  it('is unknown before the test frame', async () => {
    await setup()
    expect(screen.getByText(/No estimate yet/)).toBeTruthy()
  })

  it('has a price range, a time and its reasons', async () => {
    await setup({ job: tested })
    const panel = within(screen.getByRole('region', { name: 'Estimate' }))
    expect(panel.getByText('$0.021 – $0.049')).toBeTruthy()
    expect(panel.getByText('3 min 30 s with 2 machines')).toBeTruthy()
    expect(panel.getByText(/One frame was rendered: a frame takes 4.2 s/)).toBeTruthy()
  })

  it('has no time when no machine matches', async () => {
    await setup({ job: { ...tested, estimate: anEstimate({ wall_s: null, machines: 0 }) } })
    expect(screen.getByText('unknown: no matching machine available')).toBeTruthy()
  })
})

describe('the start', () => {
  const start = `POST ${at('/start')}`

  it('shows frames and budget on the button, and opens the frames', async () => {
    const { api, user, router } = await setup({
      job: tested,
      answers: { [start]: ok(aRunningJob()) },
    })
    await user.click(screen.getByRole('button', { name: 'Render 100 frames for at most $0.05' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/render/process/${taskId}`))
    expect(api.callsTo(start)[0]?.body).toEqual({ budget_micro_usd: 50_000 })
  })

  it('sends the price per frame that was shown, and shows a price that has risen', async () => {
    const error =
      'A frame may cost up to $0.002 now, not $0.00105. Check the price before you continue.'
    const { api, user } = await setup({
      job: { ...tested, frame_micro_usd_max: 1_050 },
      answers: { [start]: refuse('price_changed', { error }) },
    })
    const dearer = aRenderJob({ ...tested, frame_micro_usd_max: 2_000 })
    api.answer(`GET ${at()}`, ok({ job: dearer, scene: aRenderScene() }))
    await user.click(screen.getByRole('button', { name: /^Render 100 frames/ }))
    expect(await screen.findByText(error)).toBeTruthy()
    expect(api.callsTo(start)[0]?.body).toMatchObject({ frame_micro_usd_max: 1_050 })
    expect(await screen.findByText('$0.002')).toBeTruthy()
  })

  it('uses a budget from the estimate, or as typed', async () => {
    const { user } = await setup({ job: tested })
    await user.click(screen.getByRole('button', { name: /^Double/ }))
    expect(screen.getByRole('button', { name: /for at most \$0.10$/ })).toBeTruthy()
    await retype(user, 'Maximum budget', '2')
    expect(screen.getByRole('button', { name: 'Render 100 frames for at most $2.00' })).toBeTruthy()
  })

  it('requires a budget and sends nothing without one', async () => {
    const { api, user } = await setup()
    await user.click(screen.getByRole('button', { name: 'Render 100 frames' }))
    expect(await screen.findByText('Enter a maximum budget')).toBeTruthy()
    expect(api.callsTo(start)).toEqual([])
  })

  it('warns in advance when the balance is too low', async () => {
    const answers = { 'GET /api/balance': ok(aBalance({ available_micro_usd: 10_000 })) }
    await setup({ job: tested, answers })
    expect(await screen.findByText('Your balance of $0.01 is too low.')).toBeTruthy()
  })

  it('keeps the budget when the server rejects it, and shows the reason', async () => {
    const { user } = await setup({
      job: tested,
      answers: { [start]: refuse('insufficient_funds', { error: 'It needs $2.00.' }) },
    })
    await retype(user, 'Maximum budget', '2')
    await user.click(screen.getByRole('button', { name: /for at most \$2.00$/ }))
    expect(await screen.findByText(/It needs \$2.00./)).toBeTruthy()
    expect(typedIn(screen.getByLabelText('Maximum budget'))).toBe('$2')
  })
})

describe('the page', () => {
  it('redirects a running job to the page with its frames', async () => {
    const { router } = await setup({ job: aRunningJob(), waitsFor: 'nothing' })
    await waitFor(() => expect(router.state.location.pathname).toBe(`/render/process/${taskId}`))
  })

  it('shows “not found” for an invalid id', async () => {
    renderApp({ path: '/render/config/nonsense' })
    expect(await screen.findByText('Render job not found')).toBeTruthy()
  })

  it('shows an error with a retry when the job fails to load', async () => {
    const { api, user } = renderApp({
      path: `/render/config/${taskId}`,
      answers: { [`GET ${at()}`]: refuse('not_found') },
    })
    expect(await screen.findByText('The render job could not be loaded')).toBeTruthy()
    api.answer(`GET ${at()}`, ok({ job: aRenderJob(), scene: aRenderScene() }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Frames')).toBeTruthy()
  })

  it('shows all steps and marks the current one', async () => {
    await setup()
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([
      null,
      'step',
      null,
      null,
      null,
    ])
    expect(steps[0]?.textContent).toContain('Upload, completed')
  })

  it('deletes the draft after a confirmation', async () => {
    const { api, user } = await setup({ answers: { [`DELETE ${at()}`]: ok({}) } })
    await user.click(screen.getByRole('button', { name: 'Delete donut.blend' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/The uploaded scene is kept/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete job' }))
    await waitFor(() => expect(api.callsTo(`DELETE ${at()}`)).toHaveLength(1))
  })
})

const testing = aRenderJob({ state: 'testing', activeStep: 2, stepCompleted: 2, test_frame: 50 })
const tested = aRenderJob({
  state: 'tested',
  activeStep: 2,
  stepCompleted: 3,
  test_frame: 50,
  estimate: anEstimate(),
})

interface Setup {
  job?: object
  scene?: object
  frames?: object[]
  answers?: Answers
  waitsFor?: 'fields' | 'nothing'
}

async function setup({ job, scene, frames = [], answers = {}, waitsFor = 'fields' }: Setup = {}) {
  const stream = fakeStream()
  const shown = aRenderJob(job)
  const view = renderApp({
    path: `/render/config/${taskId}`,
    answers: {
      [`GET ${at()}`]: ok({ job: shown, scene: aRenderScene(scene) }),
      [`GET ${at('/stream')}`]: stream.answer,
      [`GET ${at('/frames')}`]: ok(frames),
      [`GET ${at('/overview')}`]: ok([]),
      [`GET ${at('/frames/50/picture')}`]: () => new Response('picture'),
      [change]: (call) => ok(aRenderJob({ ...job, ...asObject(call.body) }))(call),
      ...answers,
    },
  })
  if (waitsFor === 'fields') await screen.findByLabelText('Frames')
  return { ...view, stream }
}

/** Named cast: the body of a change is an object of settings. */
function asObject(body: unknown): object {
  return body as object
}

type User = ReturnType<typeof renderApp>['user']

async function retype(user: User, label: string, text: string): Promise<void> {
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}

/** The line under a field that shows the file’s own value. */
function ownLine(label: string): string {
  const field = screen.getByLabelText(label).closest('[class*="field"]')
  const words = field?.textContent ?? ''
  return words.slice(words.indexOf('From file')).replace('use it', '')
}
