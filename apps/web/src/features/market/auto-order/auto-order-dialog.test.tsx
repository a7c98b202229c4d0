import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anAutoOrder } from '../../../testing/auto-order-samples.ts'
import { ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, aTemplate, marketOf } from '../../../testing/renter-samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const slow = { timeout: 10_000 }
const create = 'POST /api/auto-orders'
const previewed = 'GET /api/auto-orders/preview'

describe('renting a search automatically', () => {
  it('takes the present query, says what would be rented at once, and sends the order', async () => {
    const { user, api, dialog, router } = await setup()
    expect(typedIn(dialog.getByLabelText('Query'))).toBe('gpu:4090 price<0.5')
    await user.type(dialog.getByLabelText('Price per hour, at most'), '0.3')
    expect(
      await dialog.findByText(/the cheapest costs \$0\.21\/h: it will be rented at once/, {}, slow),
    ).toBeTruthy()
    await waitFor(
      () =>
        expect(api.callsTo(previewed).at(-1)?.query).toMatchObject({
          ...{ query: 'gpu:4090 price<0.5', slots: '1' },
          max_price_micro_usd_per_hour: '300000',
        }),
      slow,
    )
    await user.click(dialog.getByRole('button', { name: 'Rent automatically' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/instance/auto-orders'), slow)
    const template = aTemplate()
    expect(api.callsTo(create)[0]?.body).toMatchObject({
      ...{ query: 'gpu:4090 price<0.5', max_price_micro_usd_per_hour: 300_000, instances_max: 1 },
      ...{ running_max: null, budget_micro_usd: null },
      order: { slots: 1, template_id: template.id, template_version: template.version },
    })
  })

  it('sends nothing without a price or with a count that is not whole', async () => {
    const { user, api, dialog } = await setup()
    await user.clear(dialog.getByLabelText('Instances'))
    await user.click(dialog.getByRole('button', { name: 'Rent automatically' }))
    expect(dialog.getByText('Enter your price')).toBeTruthy()
    expect(dialog.getByText('Enter a whole number from 1 to 50')).toBeTruthy()
    expect(api.callsTo(create)).toEqual([])
  })
})

async function setup() {
  const preview = { matches: 3, cheapest_micro_usd_per_hour: 210_000, rents_now: true }
  const app = renderApp({
    path: '/instance?q=gpu%3A4090%20price%3C0.5',
    answers: {
      'GET /api/offers': marketOf([anOffer()]),
      'GET /api/templates': ok([aTemplate()]),
      'GET /api/auto-orders': ok([anAutoOrder()]),
      [previewed]: ok(preview),
      [create]: ok(anAutoOrder(), 201),
    },
  })
  const open = await screen.findByRole('button', { name: 'Rent automatically' }, slow)
  await app.user.click(open)
  const dialog = within(await screen.findByRole('dialog', { name: 'Rent automatically' }, slow))
  await dialog.findByText(aTemplate().template_name, {}, slow)
  return { ...app, dialog }
}
