import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { bare, refuse } from '../../../testing/fake-api.ts'
import { smolId } from '../../../testing/model-samples.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { secondsBefore } from '../../../testing/samples.ts'

const secret = 'a'.repeat(43)
const read = `GET /models/shared/${secret}`
const shared = {
  title: 'Capitals',
  model_id: smolId,
  inference: [
    { prompt: 'The capital of *France*?', answer: 'It is **Paris**.', model_id: smolId },
    { prompt: 'Of Spain?', answer: 'Madrid.', model_id: 'acme/Big-70B' },
    { prompt: 'Of Peru?', answer: '', model_id: null },
  ],
  shared_at: secondsBefore(60),
}

describe('a shared chat', () => {
  it('is readable without signing in, with answers as Markdown and prompts as text', async () => {
    await setup()
    expect(await screen.findByRole('heading', { level: 1, name: 'Capitals' })).toBeTruthy()
    expect(screen.getByText('The capital of *France*?')).toBeTruthy()
    expect((await screen.findByText('Paris')).tagName).toBe('STRONG')
    expect(screen.getByText('No answer')).toBeTruthy()
  })

  it('names the model of an answer where it differs', async () => {
    await setup()
    expect(await screen.findByText('acme/Big-70B')).toBeTruthy()
    expect(screen.getAllByText(smolId)).toHaveLength(1)
  })

  it('links to its model, which visitors can read', async () => {
    const { router, user } = await setup()
    await user.click(await screen.findByRole('link', { name: 'Continue with this model' }))
    const path = `/model-hub/${encodeURIComponent(smolId)}`
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
  })

  it('shows that a revoked link no longer works', async () => {
    await setup({ [read]: refuse('not_found') })
    expect(await screen.findByText('This link no longer works')).toBeTruthy()
  })

  it('is not requested when the link is malformed', async () => {
    const { api } = renderApp({ path: '/model-hub/shared/short', token: null })
    expect(await screen.findByText('This link no longer works')).toBeTruthy()
    expect(api.calls.some(({ to }) => to.includes('/shared/'))).toBe(false)
  })

  it('shows an error with a retry when it fails to load', async () => {
    const { api, user } = await setup({ [read]: refuse('forbidden') })
    expect(await screen.findByText('The shared chat could not be loaded')).toBeTruthy()
    api.answer(read, bare(shared))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Capitals' })).toBeTruthy()
  })
})

describe('access to the model hub', () => {
  it('redirects from an unknown path to the start page', async () => {
    const { router } = renderApp({ path: '/model-hub/a/b/c', token: null })
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
  })
})

async function setup(answers = {}) {
  return renderApp({
    path: `/model-hub/shared/${secret}`,
    token: null,
    answers: { [read]: bare(shared), ...answers },
  })
}
