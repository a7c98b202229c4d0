import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aFacets, aFoundPage, anOffer } from '../../../testing/renter-samples.ts'

const slow = { timeout: 10_000 }

describe('the map of regions', () => {
  it('shows each region with its offers and the cheapest price, and filters by it', async () => {
    const { map, user, router } = await setup()
    const europe = await map.findByRole('button', { name: /^Europe.*3 offers · from \$0\.12\/h$/ })
    expect(map.getByRole('button', { name: /^Africa/ })).toHaveProperty('disabled', true)
    await user.click(europe)
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ map: 'open', q: 'region:EU' }),
    )
    await user.click(map.getByRole('button', { name: /^Germany/ }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ map: 'open', q: 'country:DE region:EU' }),
    )
  })

  it('says that no machine declares its country', async () => {
    const { map } = await setup(ok(aFacets({})))
    expect(await map.findByText(/^No machine of these offers declares its country/)).toBeTruthy()
  })

  it('shows an error with a retry', async () => {
    const { map } = await setup(refuse('forbidden'))
    expect(await map.findByText('The regions could not be loaded')).toBeTruthy()
    expect(map.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

async function setup(
  facets: Answer = ok(aFacets({ region: { EU: 3, NA: 1 }, country: { DE: 2, FR: 1, US: 1 } })),
) {
  const priced = ok(aFoundPage([anOffer({ price_micro_usd_per_hour: 120_000 })]))
  const app = renderApp({
    path: '/instance',
    answers: {
      'GET /api/offers': (call) =>
        (call.query.page_size === '1' ? priced : ok(aFoundPage([anOffer()])))(call),
      'GET /api/offers/facets': facets,
    },
  })
  await screen.findByRole('region', { name: 'Offers' }, slow)
  await app.user.click(screen.getByRole('button', { name: 'Regions' }))
  const map = within(await screen.findByRole('region', { name: 'Regions' }, slow))
  return { ...app, map }
}
