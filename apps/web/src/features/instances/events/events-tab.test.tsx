import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, inTurn, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anInstance } from '../../../testing/samples.ts'
import { anInstanceEvent } from '../../../testing/webhook-samples.ts'

const id = anInstance().id
const read = `GET /api/instances/${id}/events`
const slow = { timeout: 5_000 }

describe('the events of an instance', () => {
  it('are sentences with who caused them, and earlier ones follow on request', async () => {
    const ordered = anInstanceEvent({
      id: '1',
      kind: 'ordered',
      text: 'Ordered.',
      by: { kind: 'api_key', name: 'ci' },
    })
    const { api, user } = render(
      inTurn(
        ok({ events: [anInstanceEvent()], next_cursor: '7' }),
        ok({ events: [ordered], next_cursor: null }),
      ),
    )
    expect(
      await screen.findByText('Stopped. The program ended. Exit code 1.', {}, slow),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show earlier events' }))
    expect(await screen.findByText('API key ci')).toBeTruthy()
    expect(api.callsTo(read).at(-1)?.query).toEqual({ limit: '50', cursor: '7' })
    await waitFor(() => expect(screen.queryByRole('button', { name: /earlier/ })).toBeNull())
  })

  it('are fetched again when the instance changes', async () => {
    const started = anInstanceEvent({ id: '8', kind: 'started', text: 'The container started.' })
    const { api } = render(
      inTurn(
        ok({ events: [anInstanceEvent()], next_cursor: null }),
        ok({ events: [started, anInstanceEvent()], next_cursor: null }),
      ),
    )
    await screen.findByText(/Exit code 1/, {}, slow)
    api.publish('instance', anInstance({ state: 'starting' }))
    expect(await screen.findByText('The container started.')).toBeTruthy()
  })

  it('have a retry when they cannot be loaded', async () => {
    render(refuse('forbidden'))
    expect(await screen.findByText('The events could not be loaded', {}, slow)).toBeTruthy()
  })
})

describe('the note of an instance', () => {
  const change = `PATCH /api/instances/${id}`

  it('is edited in place', async () => {
    const { api, user } = renderApp({
      path: `/instance/myinstance/${id}`,
      answers: {
        [`GET /api/instances/${id}`]: ok(anInstance()),
        [change]: ok(anInstance({ note: 'Keep until June' })),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit label and note' }, slow))
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Keep until June')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Keep until June')).toBeTruthy()
    expect(api.callsTo(change)[0]?.body).toEqual({ note: 'Keep until June' })
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('stays open with a label that is taken', async () => {
    const { user } = renderApp({
      path: `/instance/myinstance/${id}`,
      answers: {
        [`GET /api/instances/${id}`]: ok(anInstance()),
        [change]: refuse('label_taken', { error: 'You already have an instance labelled “web”.' }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit label and note' }, slow))
    await user.type(screen.getByLabelText('Label'), '-2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/already have an instance labelled/)).toBeTruthy()
    expect(screen.getByLabelText('Label')).toHaveProperty('value', 'train-2')
  })
})

function render(answer: Answer) {
  return renderApp({
    path: `/instance/myinstance/${id}?tab=events`,
    answers: { [`GET /api/instances/${id}`]: ok(anInstance()), [read]: answer },
  })
}
