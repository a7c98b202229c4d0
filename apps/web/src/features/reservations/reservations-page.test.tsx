import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { anOffer, marketOf } from '../../testing/renter-samples.ts'
import { aReservation, someTerms } from '../../testing/reservation-samples.ts'
import { sampleId } from '../../testing/samples.ts'

describe('the reservations page', () => {
  it('shows used slots, days left, what was charged and refunded', async () => {
    setup([
      aReservation(),
      aReservation({
        ...{ id: sampleId('rsv', 2), state: 'ended', end_cause: 'machine_offline', slots: 1 },
        ended_at: '2026-11-20T00:00:00.000Z',
      }),
    ])
    const row = within(await screen.findByRole('row', { name: /2 slots on/ }))
    expect(row.getByText(/1 of 2 used/)).toBeTruthy()
    expect(row.getByText('5 days')).toBeTruthy()
    expect(row.getByText('1 day unavailable')).toBeTruthy()
    const ended = within(screen.getByRole('row', { name: /1 slot on/ }))
    expect(ended.getByText('Machine offline for 72 h')).toBeTruthy()
    expect(ended.queryByRole('button')).toBeNull()
  })

  it('changes what happens at the end', async () => {
    const { user, api } = setup([aReservation()])
    const call = `PATCH /api/reservations/${aReservation().id}`
    api.answer(call, ok(aReservation({ at_end: 'continue' })))
    await user.selectOptions(await screen.findByRole('combobox'), 'continue')
    await waitFor(() =>
      expect(api.callsTo(call).map(({ body }) => body)).toEqual([{ at_end: 'continue' }]),
    )
  })

  it('ends one after its refund was shown', async () => {
    const { user, api } = setup([aReservation()])
    const call = `POST /api/reservations/${aReservation().id}/cancel`
    api.answer(call, ok(aReservation({ state: 'ended', end_cause: 'cancelled' })))
    await user.click(await screen.findByRole('button', { name: /^End the reservation on/ }))
    expect(screen.getByText(/You get \$67\.20 back now/)).toBeTruthy()
    expect(api.callsTo(call)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'End reservation' }))
    await waitFor(() => expect(api.callsTo(call)).toHaveLength(1))
  })
})

it('reserves from an offer, at the price on the button and no higher one', async () => {
  const { user, api, offer } = atOffer(100_000_000)
  await user.click(await screen.findByRole('button', { name: 'Reserve' }))
  await user.click(await screen.findByRole('radio', { name: /continue/ }))
  await user.click(await screen.findByRole('button', { name: 'Reserve 7 days for $60.48' }))
  await waitFor(() =>
    expect(api.callsTo('POST /api/reservations').map(({ body }) => body)).toEqual([
      {
        ...{ offer_id: offer.id, slots: 1, days: 7, at_end: 'continue' },
        total_micro_usd_max: 60_480_000,
      },
    ]),
  )
})

it('says before the order that the balance does not cover it', async () => {
  const { user } = atOffer(60_000_000)
  await user.click(await screen.findByRole('button', { name: 'Reserve' }))
  expect(await screen.findByText(/^Your balance does not cover these days/)).toBeTruthy()
})

/** The details of an offer, of which 7 days cost $60.48. */
function atOffer(available_micro_usd: number) {
  const offer = anOffer({ reservation_terms: someTerms })
  const quote = {
    ...{ offer_id: offer.id, slots: 1, days: 7, slots_free: 3 },
    ...{ slot_micro_usd_per_hour: 400_000, discount_basis_points: 1_000 },
    ...{ total_micro_usd: 60_480_000, on_demand_micro_usd: 67_200_000 },
    available_micro_usd,
  }
  const app = renderApp({
    path: `/instance?offer=${offer.id}`,
    answers: {
      'GET /api/offers': marketOf([offer]),
      [`GET /api/offers/${offer.id}`]: ok(offer),
      'GET /api/reservations': ok([]),
      'GET /api/reservations/quote': ok(quote),
      'POST /api/reservations': ok(aReservation(), 201),
    },
  })
  return { ...app, offer }
}

function setup(reservations: ReturnType<typeof aReservation>[]) {
  const answers = { 'GET /api/reservations': ok(reservations) }
  return renderApp({ path: '/instance/reservations', answers })
}
