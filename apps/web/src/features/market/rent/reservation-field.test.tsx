import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, aQuote, aTemplate, marketOf } from '../../../testing/renter-samples.ts'
import { aReservation } from '../../../testing/reservation-samples.ts'
import { anInstance, sampleId } from '../../../testing/samples.ts'

const order = 'POST /api/container'
const quote = 'POST /api/quotes'

it('rents on a reservation of the offer unless chosen otherwise', async () => {
  const { api, dialog, user, rent } = await setup([aReservation()])
  const choice = await dialog.findByRole('combobox', { name: 'Slots' })
  await waitFor(() =>
    expect(api.callsTo(quote).at(-1)?.body).toMatchObject({ reservation_id: aReservation().id }),
  )
  await user.selectOptions(choice, 'on_demand')
  await waitFor(() => expect(api.callsTo(quote).at(-1)?.body).not.toHaveProperty('reservation_id'))
  await user.selectOptions(choice, aReservation().id)
  await rent()
  await waitFor(() =>
    expect(api.callsTo(order)[0]?.body).toMatchObject({ reservation_id: aReservation().id }),
  )
})

it('offers none that is full, over, or of another offer', async () => {
  const { dialog } = await setup([
    aReservation({ slots_used: 2 }),
    aReservation({ id: sampleId('rsv', 2), state: 'ended', end_cause: 'expired' }),
    aReservation({ id: sampleId('rsv', 3), offer_id: sampleId('ofr', 9) }),
  ])
  await dialog.findByRole('textbox', { name: 'Label' })
  expect(dialog.queryByRole('combobox', { name: 'Slots' })).toBeNull()
})

async function setup(reservations: ReturnType<typeof aReservation>[]) {
  const app = renderApp({
    path: '/instance',
    answers: {
      'GET /api/offers': marketOf([anOffer()]),
      'GET /api/templates': ok([aTemplate()]),
      'GET /api/reservations': ok(reservations),
      [quote]: ok(aQuote(), 201),
      [order]: ok({ instance: anInstance() }, 201),
      [`GET /api/instances/${anInstance().id}`]: ok(anInstance()),
    },
  })
  const table = await screen.findByRole('region', { name: 'Offers' })
  await app.user.click(within(table).getByRole('button', { name: /^Rent NVIDIA/ }))
  const dialog = within(await screen.findByRole('dialog'))
  return {
    ...app,
    dialog,
    async rent() {
      await app.user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    },
  }
}
