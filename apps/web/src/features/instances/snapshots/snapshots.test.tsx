import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, aQuote, marketOf } from '../../../testing/renter-samples.ts'
import { anInstance, sampleId } from '../../../testing/samples.ts'
import { aMove, aSnapshot } from '../../../testing/snapshot-samples.ts'

const { id } = anInstance()
const path = `/api/instances/${id}`

describe('the snapshots of an instance', () => {
  it('are created with a name, after the pause is announced', async () => {
    const { user, api } = setup({
      tab: 'snapshots',
      answers: { [`POST ${path}/snapshots`]: ok(aSnapshot({ state: 'creating' }), 201) },
    })
    await user.click(await screen.findByRole('button', { name: 'Create snapshot' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/paused while its files are read/)).toBeTruthy()
    await user.type(dialog.getByLabelText('Name'), 'now')
    await user.click(dialog.getByRole('button', { name: 'Create snapshot' }))
    await expect.poll(() => api.callsTo(`POST ${path}/snapshots`)[0]?.body).toEqual({ name: 'now' })
  })
})

describe('a move', () => {
  it('shows the cost so far, both prices and the time before it begins', async () => {
    const other = anOffer({
      id: sampleId('ofr', 2),
      machine_id: sampleId('mch', 2),
      machine_name: 'other',
    })
    const quote = aQuote({ offer_id: other.id })
    const { user, api } = setup({
      answers: {
        'GET /api/offers': marketOf([other]),
        'POST /api/quotes': ok(quote),
        [`GET ${path}/metrics`]: ok([]),
        [`POST ${path}/move`]: ok(aMove()),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Move' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Cost so far')).toBeTruthy()
    expect(await dialog.findByText(/^about/)).toBeTruthy()
    await user.click(await dialog.findByRole('radio', { name: 'other' }))
    await user.click(await dialog.findByRole('button', { name: 'Stop and move' }))
    await expect
      .poll(() => api.callsTo(`POST ${path}/move`)[0]?.body)
      .toMatchObject({
        offer_id: other.id,
        quote_id: quote.id,
      })
  })

  it('is shown with its step while it lasts, and can be cancelled', async () => {
    const { user, api } = setup({
      answers: {
        [`GET ${path}/move`]: ok(aMove()),
        [`DELETE ${path}/move`]: ok(aMove({ state: 'failed', failure: 'cancelled' })),
      },
    })
    expect(await screen.findByText(/storing its disk/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel move' }))
    await expect.poll(() => api.callsTo(`DELETE ${path}/move`).length).toBe(1)
  })

  it('that failed says why', async () => {
    setup({
      answers: { [`GET ${path}/move`]: ok(aMove({ state: 'failed', failure: 'start_failed' })) },
    })
    expect(await screen.findByText(/could not be started on the other machine/)).toBeTruthy()
  })
})

function setup({ tab, answers = {} }: { tab?: string; answers?: Answers }) {
  return renderApp({
    path: `/instance/myinstance/${id}${tab === undefined ? '' : `?tab=${tab}`}`,
    answers: {
      [`GET ${path}`]: ok(anInstance()),
      [`GET ${path}/move`]: ok(null),
      'GET /api/snapshots': ok([]),
      ...answers,
    },
  })
}
