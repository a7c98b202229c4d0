import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, inTurn, ok, refuse } from '../../testing/fake-api.ts'
import { fakeSceneWorker } from '../../testing/fake-scene-worker.ts'
import { fakeTus, type TusFate } from '../../testing/fake-tus.ts'
import { renderApp } from '../../testing/render-app.tsx'
import {
  aRenderJob,
  aRenderScene,
  aRenderUpload,
  someContents,
} from '../../testing/render-samples.ts'

const start = 'POST /api/render/uploads'
const { id: uploadId } = aRenderUpload()
const finish = `POST /api/render/uploads/${uploadId}/finish`
const draft = aRenderJob()

describe('a dropped file', () => {
  it('is read and shown before any byte is sent', async () => {
    const { api } = await dropped({
      reads: someContents({
        facts: { scripts: ['rig.py'], drivers: null },
        scenes: [{ samples: null, width: 3_840, height: 2_160, percentage: 50 }],
      }),
    })
    const panel = within(await screen.findByRole('region', { name: 'donut.blend' }))
    expect(panel.getByText('saved by Blender 4.2')).toBeTruthy()
    expect(panel.getByText('rig.py')).toBeTruthy()
    expect(panel.getByText('3840 × 2160 at 50 %')).toBeTruthy()
    expect(panel.getByText('1–100')).toBeTruthy()
    expect(panel.getAllByText('unknown').length).toBeGreaterThan(0)
    expect(panel.getByRole('img', { name: 'donut.blend has no preview' })).toBeTruthy()
    expect(screen.getByText(/Nothing has been uploaded yet/)).toBeTruthy()
    expect(api.callsTo(start)).toEqual([])
  })

  it('shows its diagnostics with their level, the worst first', async () => {
    await dropped({
      reads: someContents({
        diagnostics: [
          { level: 'note', code: 'scripts_off', text: 'Its scripts do not run here.' },
          { level: 'warning', code: 'missing_file', text: '//wood.png is not in the zip.' },
        ],
      }),
    })
    const diagnostics = within(await screen.findByRole('list', { name: 'Diagnostics' }))
    expect(diagnostics.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Warning//wood.png is not in the zip.',
      'NoteIts scripts do not run here.',
    ])
  })

  it('cannot be uploaded when nothing in it can be rendered', async () => {
    await dropped({
      reads: someContents({
        diagnostics: [{ level: 'error', code: 'no_camera', text: 'The scene has no camera.' }],
      }),
    })
    expect(await screen.findByText(/This file can’t be rendered/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Upload/ }).hasAttribute('disabled')).toBe(true)
  })

  it('that is not a scene shows why, and another one can be chosen', async () => {
    const { user } = await dropped({ reads: 'This is a picture, not a Blender file.' })
    expect(await screen.findByText('donut.blend can’t be rendered')).toBeTruthy()
    expect(
      screen.getByText(/This is a picture, not a Blender file. Nothing was uploaded./),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Choose another file' }))
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy()
  })

  it('that is a zip shows each of its Blender files', async () => {
    const [blend] = someContents().blends
    const blends = [blend, { ...blend, path: 'sets/room.blend' }]
    await dropped({ reads: someContents({ more: { kind: 'zip', blends, files: 14 } }) })
    expect(await screen.findByText(/14 files in the zip/)).toBeTruthy()
    expect(screen.getByRole('region', { name: 'sets/room.blend' })).toBeTruthy()
  })

  it('shows that it is being read', async () => {
    await dropped({ reads: 'never' })
    expect(await screen.findByRole('status', { name: 'Reading donut.blend' })).toBeTruthy()
  })
})

describe('uploading', () => {
  it('sends no bytes when the account already has the scene', async () => {
    const { api, user, router } = await dropped({
      answers: { [start]: ok({ kind: 'held', scene: aRenderScene() }, 201) },
    })
    await send(user)
    expect(await screen.findByText(/already has this scene. Nothing was uploaded/)).toBeTruthy()
    expect(api.callsTo(start)[0]?.body).toEqual({
      file_name: 'donut.blend',
      size_bytes: 1_000,
      block_hashes: ['c'.repeat(64)],
    })
    await user.click(screen.getByRole('link', { name: 'Configure render' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(configWay))
  })

  it('sends the file with the token, finishes, and opens the settings', async () => {
    const { network, user, router } = await dropped({ received: 0 })
    await send(user)
    await waitFor(() => expect(router.state.location.pathname).toBe(configWay))
    expect(network.requests.map(({ method }) => method)).toEqual(['HEAD', 'PATCH'])
    expect(network.requests.every(({ token }) => token === 'token-1')).toBe(true)
    expect(network.requests[0]?.address).toBe(
      `http://localhost/api/render/uploads/${uploadId}/bytes`,
    )
  })

  it('resumes where an earlier upload of the same file stopped', async () => {
    const { network, user, router } = await dropped({ received: 400 })
    await send(user)
    await waitFor(() => expect(router.state.location.pathname).toBe(configWay))
    expect(network.requests.at(-1)).toMatchObject({ method: 'PATCH', offset: 400 })
  })

  it('sends no bytes when the server has all of them', async () => {
    const { network, user, router } = await dropped({ received: 1_000 })
    await send(user)
    await waitFor(() => expect(router.state.location.pathname).toBe(configWay))
    expect(network.requests).toEqual([])
  })

  it('shows its progress, pauses and resumes', async () => {
    const { network, user, router } = await dropped({ fates: ['waits'] })
    await send(user)
    expect(await screen.findByText(/^500 B of 1000 B/)).toBeTruthy()
    expect(
      screen.getByRole('progressbar', { name: 'Uploaded' }).getAttribute('aria-valuenow'),
    ).toBe('50')
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    expect(await screen.findByText(/The uploaded data is kept for one day/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(configWay))
    expect(network.requests.map(({ method }) => method)).toEqual(['HEAD', 'PATCH', 'HEAD', 'PATCH'])
  })

  it('shows a lost connection and resumes automatically', async () => {
    const { user, router } = await dropped({ fates: ['line breaks'] })
    await send(user)
    expect(await screen.findByText('Connection lost')).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe(configWay))
  })

  it('renews an expired token', async () => {
    const { api, user, router } = await dropped({ fates: [{ status: 403, code: 'token_expired' }] })
    await send(user)
    await waitFor(() => expect(router.state.location.pathname).toBe(configWay))
    expect(api.callsTo(`GET /api/render/uploads/${uploadId}`)).toHaveLength(1)
  })

  it('is deleted here and on the server when the user cancels it', async () => {
    const { api, user } = await dropped({ fates: ['waits'] })
    await send(user)
    await user.click(await screen.findByRole('button', { name: 'Cancel upload' }))
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy()
    await waitFor(() =>
      expect(api.callsTo(`DELETE /api/render/uploads/${uploadId}`)).toHaveLength(1),
    )
    expect(localStorage.getItem('renderUpload')).toBeNull()
  })

  it('shows that the server could not delete it when the user cancelled it', async () => {
    const { user } = await dropped({
      fates: ['waits'],
      answers: { [`DELETE /api/render/uploads/${uploadId}`]: refuse('internal') },
    })
    await send(user)
    await user.click(await screen.findByRole('button', { name: 'Cancel upload' }))
    expect(await screen.findByText(/stopped, but was not deleted/)).toBeTruthy()
  })

  it('shows why the server rejected it, keeps the file and can be retried', async () => {
    const { api, user } = await dropped({
      answers: { [start]: refuse('limit_reached', { error: 'Your scenes fill 100 GiB.' }) },
    })
    await send(user)
    expect(await screen.findByText(/Your scenes fill 100 GiB./)).toBeTruthy()
    api.answer(start, ok({ kind: 'held', scene: aRenderScene() }, 201))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Nothing was uploaded/)).toBeTruthy()
  })

  it('shows that the server rejected its bytes', async () => {
    const { user } = await dropped({ fates: [{ status: 400, code: 'upload_mismatch' }] })
    await send(user)
    expect(await screen.findByText(/text of upload_mismatch/)).toBeTruthy()
  })

  it('shows that the server checks the file, and what it found', async () => {
    const late = held(refuse('scene_broken', { error: 'This file cannot be rendered: truncated' }))
    const { user } = await dropped({ answers: { [finish]: late.answer } })
    await send(user)
    expect(await screen.findByText(/The server is checking the file/)).toBeTruthy()
    late.letGo()
    expect(await screen.findByText(/This file cannot be rendered: truncated/)).toBeTruthy()
  })

  it('continues while the user is on other screens', async () => {
    const { api, network, user, router } = await dropped({ fates: ['waits'] })
    await send(user)
    await screen.findByText(/^500 B of 1000 B/)
    await router.navigate({ to: '/machines' })
    network.letGo()
    await waitFor(() => expect(api.callsTo('POST /api/render/jobs')).toHaveLength(1))
    await router.navigate({ to: '/render' })
    expect(await screen.findByText(/uploaded and checked/)).toBeTruthy()
  })
})

describe('the project of new jobs', () => {
  it('is that of uploads and of scenes that are rendered again', async () => {
    const { api, user } = await opened({ scenes: [aRenderScene()] })
    await user.type(screen.getByRole('combobox', { name: 'Project' }), 'Film-2')
    await user.click(await screen.findByRole('button', { name: 'Render again: donut.blend' }))
    await waitFor(() =>
      expect(api.callsTo('POST /api/render/jobs')[0]?.body).toEqual({
        scene_id: aRenderScene().id,
        project: 'film-2',
      }),
    )
  })

  it('goes with the draft of an upload', async () => {
    const { api, user } = await dropped({ received: 0 })
    await user.type(screen.getByRole('combobox', { name: 'Project' }), 'film')
    await send(user)
    await waitFor(() =>
      expect(api.callsTo('POST /api/render/jobs')[0]?.body).toMatchObject({ project: 'film' }),
    )
  })

  it('is refused where it cannot be a name', async () => {
    const { user } = await opened({ scenes: [aRenderScene()] })
    const again = await screen.findByRole('button', { name: 'Render again: donut.blend' })
    await user.type(screen.getByRole('combobox', { name: 'Project' }), 'my film')
    expect(screen.getByText('Up to 40 small letters, digits and hyphens')).toBeTruthy()
    expect(again).toHaveProperty('disabled', true)
  })
})

describe('an unfinished upload', () => {
  it('is shown with its progress and how to resume, and can be discarded', async () => {
    localStorage.setItem('renderUpload', JSON.stringify(aRenderUpload()))
    const upload = ok(aRenderUpload({ received_bytes: 600 }))
    const { user, api } = renderApp({
      path: '/render',
      answers: {
        [`GET /api/render/uploads/${uploadId}`]: upload,
        [`DELETE /api/render/uploads/${uploadId}`]: inTurn(refuse('internal'), ok({})),
      },
    })
    const note = within(await screen.findByRole('region', { name: 'Unfinished upload' }))
    expect(note.getByText(/600 B of 1000 B. Choose the same file again/)).toBeTruthy()
    await user.click(note.getByRole('button', { name: 'Discard' }))
    await screen.findByText('Internal Server Error: Please try again later.')
    await user.click(note.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(localStorage.getItem('renderUpload')).toBeNull())
    expect(api.callsTo(`DELETE /api/render/uploads/${uploadId}`)).toHaveLength(2)
  })

  it('is not shown when the server no longer has it', async () => {
    localStorage.setItem('renderUpload', JSON.stringify(aRenderUpload()))
    renderApp({ path: '/render' })
    await screen.findByRole('button', { name: 'Choose a file' })
    expect(screen.queryByRole('region', { name: 'Unfinished upload' })).toBeNull()
  })
})

describe('uploaded scenes', () => {
  it('can be rendered again without an upload', async () => {
    const { user, router } = await opened({ scenes: [aRenderScene()] })
    await user.click(await screen.findByRole('button', { name: 'Render again: donut.blend' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(configWay))
  })

  it('are deleted after a confirmation', async () => {
    const remove = `DELETE /api/render/scenes/${aRenderScene().id}`
    const { user, api } = await opened({ scenes: [aRenderScene()], answers: { [remove]: ok({}) } })
    await user.click(await screen.findByRole('button', { name: 'Delete donut.blend' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/upload it again/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete scene' }))
    expect(await screen.findByText('The scene was deleted.')).toBeTruthy()
    expect(api.callsTo(remove)).toHaveLength(1)
  })

  it('show an empty state when there are none', async () => {
    await opened({ scenes: [] })
    expect(await screen.findByText(/Uploaded scenes stay here/)).toBeTruthy()
  })

  it('show an error when they fail to load', async () => {
    await opened({ answers: { 'GET /api/render/scenes': refuse('state_conflict') } })
    expect(await screen.findByText('Your scenes could not be loaded')).toBeTruthy()
  })
})

it('shows the command line and links to the Blender add-on', async () => {
  const { user } = await opened({})
  expect(screen.getByRole('link', { name: 'Get the add-on' }).getAttribute('href')).toBe(
    '/render/addon',
  )
  await user.click(screen.getByRole('button', { name: 'API / CLI' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(await drawer.findByRole('radio', { name: 'Command line' }))
  expect(
    await drawer.findByText(/gridloom render scene.blend --frames 1-50 --budget 2/),
  ).toBeTruthy()
})

const configWay = `/render/config/${draft.taskId}`

async function opened({ scenes, answers = {} }: { scenes?: object[]; answers?: Answers }) {
  const view = renderApp({
    path: '/render',
    answers: {
      'GET /api/render/scenes': ok(scenes ?? []),
      'POST /api/render/jobs': ok(draft, 201),
      [`GET /api/render/jobs/${draft.taskId}`]: ok({ job: draft, scene: aRenderScene() }),
      ...answers,
    },
  })
  await screen.findByRole('button', { name: 'Choose a file' })
  return view
}

interface Dropped {
  reads?: Parameters<typeof fakeSceneWorker>[0]['reads']
  received?: number
  fates?: readonly TusFate[]
  answers?: Answers
}

async function dropped({
  reads = someContents(),
  received = 0,
  fates = [],
  answers = {},
}: Dropped) {
  fakeSceneWorker({ reads })
  const network = fakeTus({ received, size: 1_000, fates })
  const upload = aRenderUpload({ received_bytes: received })
  const view = await opened({
    answers: {
      [start]: ok({ kind: 'upload', upload }, 201),
      [`GET /api/render/uploads/${uploadId}`]: ok(upload),
      [`DELETE /api/render/uploads/${uploadId}`]: ok({}),
      [finish]: ok(aRenderScene(), 201),
      ...answers,
    },
  })
  const file = new File([new Uint8Array(1_000)], 'donut.blend')
  fireEvent.drop(screen.getByRole('region', { name: 'Choose a scene' }), {
    dataTransfer: { files: [file] },
  })
  return { ...view, network }
}

async function send(user: Awaited<ReturnType<typeof opened>>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Upload 1000 B and configure' }))
}
