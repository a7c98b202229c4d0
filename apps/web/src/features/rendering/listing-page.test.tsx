import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { fakePictures } from '../../testing/fake-pictures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aFrame, aRenderJob, aRunningJob } from '../../testing/render-samples.ts'
import { sampleId } from '../../testing/samples.ts'

const jobs = 'GET /api/render/jobs'
const draft = aRenderJob({ taskId: sampleId('rnj', 2), fileName: 'room.blend' })

describe('the list of render jobs', () => {
  it('shows name, id, state, steps, progress and cost of each job', async () => {
    await setup([aRunningJob()])
    const row = within(screen.getByRole('row', { name: /donut.blend/ }))
    expect(row.getByText(aRunningJob().taskId)).toBeTruthy()
    expect(row.getByText('Rendering')).toBeTruthy()
    expect(row.getByText('40 of 100 frames · 1 failed')).toBeTruthy()
    expect(row.getByText('$0.014')).toBeTruthy()
    const steps = row.getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Upload, completed',
      'Configure, completed',
      'Test, completed',
      '4Render',
      '5Download',
    ])
    expect(steps[3]?.getAttribute('aria-current')).toBe('step')
  })

  it('shows the reason for a job’s state', async () => {
    const reason = { code: 'budget_used', text: 'The budget is used up.' }
    await setup([aRunningJob({ state: 'paused', reason })])
    expect(screen.getByText('Paused')).toBeTruthy()
    expect(screen.getByText('The budget is used up.')).toBeTruthy()
  })

  it('links a draft to its settings and a running job to its frames', async () => {
    await setup([aRunningJob(), draft])
    const ways = ['donut.blend', 'room.blend'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    )
    expect(ways).toEqual([
      `/render/process/${aRunningJob().taskId}`,
      `/render/config/${draft.taskId}`,
    ])
  })

  it('opens a job by a click anywhere in its row', async () => {
    const { user, router } = await setup([draft])
    await user.click(screen.getByText('Draft'))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/render/config/${draft.taskId}`),
    )
  })

  it('shows a thumbnail of a job once it has one', async () => {
    using _pictures = fakePictures({ width: 1, height: 1 })
    const at = `/api/render/jobs/${aRunningJob().taskId}/frames`
    const { container } = await setup([aRunningJob({ thumbnail_frame: 3 })], {
      [`GET ${at}`]: ok([aFrame({ number: 3 })]),
      [`GET ${at}/3/picture`]: () => new Response('picture'),
    })
    await waitFor(() => expect(container.querySelector('tbody img')).toBeTruthy())
  })

  it('updates live and adds new jobs', async () => {
    const { api } = await setup([aRunningJob()])
    await screen.findByText('Live')
    act(() => api.publish('render', aRunningJob({ frames_done: 77 })))
    expect(await screen.findByText('77 of 100 frames · 1 failed')).toBeTruthy()
    api.answer(jobs, ok({ jobs: [draft, aRunningJob()], total: 2 }))
    act(() => api.publish('render', draft))
    expect(await screen.findByRole('link', { name: 'room.blend' })).toBeTruthy()
  })

  it('is paginated, with the page in the URL', async () => {
    const { api, user, router } = renderApp({
      path: '/render/listing',
      answers: { [jobs]: ok({ jobs: [aRunningJob()], total: 41 }) },
    })
    await user.click(await screen.findByRole('button', { name: 'next page' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ page: 2 }))
    await waitFor(() => expect(api.callsTo(jobs).at(-1)?.query).toMatchObject({ page: '2' }))
  })

  it('links to the upload when there are no jobs', async () => {
    renderApp({ path: '/render/listing' })
    expect(await screen.findByText('No render jobs yet')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Upload a scene' })
    expect(link.getAttribute('href')).toBe('/render')
  })

  it('shows an error with a retry when it fails to load', async () => {
    const { api, user } = renderApp({
      path: '/render/listing',
      answers: { [jobs]: refuse('state_conflict') },
    })
    expect(await screen.findByText('Your render jobs could not be loaded')).toBeTruthy()
    api.answer(jobs, ok({ jobs: [draft], total: 1 }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'room.blend' })).toBeTruthy()
  })

  it('deletes an ended job after a confirmation', async () => {
    const ended = aRunningJob({ state: 'completed' })
    const remove = `DELETE /api/render/jobs/${ended.taskId}`
    const { api, user } = await setup([ended], { [remove]: ok({}) })
    await user.click(screen.getByRole('button', { name: 'Delete donut.blend' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/permanently deletes all its pictures/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete job' }))
    expect(await screen.findByText('The job was deleted.')).toBeTruthy()
    expect(api.callsTo(remove)).toHaveLength(1)
  })

  it('does not offer to delete a running job', async () => {
    await setup([aRunningJob()])
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  })
})

describe('rendering in the shell', () => {
  it('is in the navigation under Create', async () => {
    renderApp({ path: '/render/listing' })
    const navigation = within(await screen.findByRole('navigation', { name: 'Main' }))
    const group = navigation.getByRole('heading', { name: 'Create' }).parentElement
    const links = within(group ?? document.body).getAllByRole('link')
    const names = links.map(({ textContent }) => textContent)
    expect(names.slice(0, 2)).toEqual(['Render', 'Render jobs'])
  })

  it('is in the palette, each job by its name', async () => {
    const { user, router } = await setup([draft])
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByPlaceholderText(/./), 'room')
    await user.click(await screen.findByText('Draft · 0 of 100 frames'))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/render/config/${draft.taskId}`),
    )
  })
})

async function setup(list: object[], answers: Answers = {}) {
  const view = renderApp({
    path: '/render/listing',
    answers: { [jobs]: ok({ jobs: list, total: list.length }), ...answers },
  })
  await screen.findByRole('table', { name: 'Render jobs' })
  return view
}
