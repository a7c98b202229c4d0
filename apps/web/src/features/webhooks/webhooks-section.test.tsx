import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, inTurn, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId } from '../../testing/samples.ts'
import { aDelivery, aWebhook, deliveryDetails } from '../../testing/webhook-samples.ts'

const list = 'GET /api/webhooks'
const create = 'POST /api/webhooks'
const one = `/api/webhooks/${sampleId('whk', 1)}`
const slow = { timeout: 10_000 }

describe('webhooks', () => {
  it('creates one with its events, shows the secret once and does not keep it', async () => {
    const secret = 'whsec_the_secret'
    const { api, user, runtime } = render({
      [list]: inTurn(ok([]), ok([aWebhook()])),
      [create]: ok({ webhook: aWebhook(), secret }, 201),
    })
    await user.click(await screen.findByRole('button', { name: 'New webhook' }, slow))
    await user.type(await screen.findByLabelText('URL'), 'https://example.com/hooks')
    await user.click(screen.getByLabelText('instance.lost'))
    await user.click(screen.getByRole('button', { name: 'Create webhook' }))
    await screen.findByText(secret)
    expect(api.callsTo(create)[0]?.body).toEqual({
      name: '',
      url: 'https://example.com/hooks',
      events: [
        'instance.ready',
        'instance.stopped',
        'instance.failed',
        'render.completed',
        'balance.low',
      ],
    })
    await user.click(screen.getByRole('button', { name: 'I have copied it' }))
    await screen.findByRole('row', { name: /Production/ })
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
    expect(JSON.stringify(runtime.queryClient.getQueryCache().getAll())).not.toContain(secret)
  })

  it('shows why an address is refused at its field', async () => {
    const { user } = render({
      [list]: ok([]),
      [create]: refuse('invalid_input', { fields: { url: 'Enter a public address' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'New webhook' }, slow))
    await user.type(await screen.findByLabelText('URL'), 'http://10.0.0.1/')
    await user.click(screen.getByRole('button', { name: 'Create webhook' }))
    expect(await screen.findByText('Enter a public address')).toBeTruthy()
  })

  it('says why one is disabled, and enables it again', async () => {
    const disabled = aWebhook({ enabled: false, disabled_reason: 'failing' })
    const { api, user } = render({
      [list]: ok([disabled]),
      [`PATCH ${one}`]: ok(aWebhook()),
    })
    const row = await screen.findByRole('row', { name: /Production/ }, slow)
    expect(row.textContent).toContain('No delivery succeeded for three days.')
    await user.click(within(row).getByRole('button', { name: 'Actions of Production' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Enable' }))
    await waitFor(() => expect(api.callsTo(`PATCH ${one}`)[0]?.body).toEqual({ enabled: true }))
  })

  it('sends a test event and shows the answer', async () => {
    const failed = {
      state: 'failed',
      event: 'webhook.test',
      attempts_made: [
        {
          at: '2026-11-26T10:00:00.000Z',
          duration_ms: 12,
          status: 500,
          failure: 'status',
          response_start: '<b>broken</b>',
        },
      ],
    }
    const { user } = render({
      [list]: ok([aWebhook()]),
      [`GET ${one}/deliveries`]: ok({ deliveries: [], next_cursor: null }),
      [`POST ${one}/test`]: ok(deliveryDetails(failed)),
      [`GET ${one}/deliveries/${sampleId('whd', 1)}`]: ok(deliveryDetails(failed)),
    })
    await user.click(await screen.findByRole('button', { name: 'Send test event' }, slow))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('500 in 12 ms')).toBeTruthy()
    expect(within(dialog).getByText('<b>broken</b>')).toBeTruthy()
  })

  it('replays a delivery, and not one that waits', async () => {
    const waiting = aDelivery({ id: sampleId('whd', 2), state: 'waiting', attempts: 2 })
    const replay = `POST ${one}/deliveries/${sampleId('whd', 1)}/replay`
    const { api, user } = render({
      [list]: ok([aWebhook()]),
      [`GET ${one}/deliveries`]: ok({ deliveries: [waiting, aDelivery()], next_cursor: null }),
      [replay]: ok(deliveryDetails({ state: 'waiting' })),
    })
    const table = await screen.findByRole('table', { name: 'Deliveries' }, slow)
    const [first, second] = within(table).getAllByRole('button', { name: 'Replay' })
    if (first === undefined || second === undefined) throw new RangeError('two deliveries')
    expect(first).toHaveProperty('disabled', true)
    await user.click(second)
    expect(await screen.findByText('The event is sent again')).toBeTruthy()
    expect(api.callsTo(replay)).toHaveLength(1)
  })

  it('fetches lists again when an event says that they changed', async () => {
    const { api } = render({ [list]: inTurn(ok([aWebhook()]), ok([aWebhook({ name: 'Other' })])) })
    await screen.findByRole('row', { name: /Production/ }, slow)
    api.publish('webhooks', {})
    expect(await screen.findByRole('row', { name: /Other/ })).toBeTruthy()
  })
})

function render(answers: Answers) {
  return renderApp({
    path: '/account?section=webhooks',
    answers: { [`GET ${one}/deliveries`]: ok({ deliveries: [], next_cursor: null }), ...answers },
  })
}
