import { offerFieldNames } from '@gridloom/contract/market/offer-fields'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aFacets, anOffer, marketOf } from '../../../testing/renter-samples.ts'
import { filterGroups } from './filter-groups.ts'

const facets = 'GET /api/offers/facets'
const slow = { timeout: 10_000 }

it('has every field of the search once', () => {
  const fields = filterGroups.flatMap((group) => group.fields)
  expect(fields.toSorted()).toEqual(offerFieldNames.toSorted())
})

describe('the form with all filters', () => {
  it('filters by limits with units, and says the same as the text query', async () => {
    const { panel, user, query } = await setup()
    await user.type(panel.getByLabelText('PCIe, at least'), '4{Enter}')
    await user.type(panel.getByLabelText('Total VRAM, at least'), '512m{Enter}')
    await user.type(panel.getByLabelText('CUDA, at most'), '12.4{Enter}')
    expect(await query('total_vram>=0.5 cuda<=12.4 pcie>=4')).toBe(true)
  })

  it('marks what is no value of its field, and does not filter by it', async () => {
    const { panel, user, router } = await setup()
    await user.type(panel.getByLabelText('CUDA, at least'), 'newest{Enter}')
    expect(panel.getByLabelText('CUDA, at least').getAttribute('aria-invalid')).toBe('true')
    expect(router.state.location.search).toEqual({})
  })

  it('chooses values with their number of offers, several of a text', async () => {
    const { panel, user, query } = await setup()
    const countries = within(await panel.findByRole('group', { name: 'Values of Country' }))
    await user.click(countries.getByRole('button', { name: 'Germany 3' }))
    await user.click(countries.getByRole('button', { name: 'United States 1' }))
    expect(await query('country:DE,US')).toBe(true)
    const germany = countries.getByRole('button', { name: 'Germany 3' })
    expect(germany.getAttribute('aria-pressed')).toBe('true')
    await user.click(germany)
    expect(await query('country:US')).toBe(true)
  })

  it('chooses exactly one value of a number, so that its count holds', async () => {
    const { panel, user, query } = await setup()
    const sizes = within(await panel.findByRole('group', { name: 'Values of VRAM' }))
    await user.click(sizes.getByRole('button', { name: '24 GiB 2' }))
    expect(await query('vram=24')).toBe(true)
    await user.click(sizes.getByRole('button', { name: '24 GiB 2' }))
    expect(await query(undefined)).toBe(true)
  })

  it('chooses one GPU model and flags by their values', async () => {
    const { panel, user, query } = await setup()
    await user.click(await panel.findByRole('button', { name: 'NVIDIA GeForce RTX 4090 2' }))
    await user.click(panel.getByRole('button', { name: 'yes 1' }))
    expect(await query('gpu_model:"NVIDIA GeForce RTX 4090" render:yes')).toBe(true)
  })

  it('works without counts, and says that there are none', async () => {
    const { panel, user, query } = await setup(refuse('internal'))
    expect((await panel.findByRole('alert')).textContent).toMatch(/^Values could not be counted/)
    await user.type(panel.getByLabelText('Country, any of'), 'de, fr{Enter}')
    expect(await query('country:de,fr')).toBe(true)
  })
})

describe('the active filters', () => {
  it('are listed, and each is removed with its button', async () => {
    const { user, query } = await setup(undefined, '/instance?q=gpu%3A4090%20vram%3E%3D24')
    const chips = within(screen.getByRole('list', { name: 'Active filters' }))
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'GPU 4090',
      'VRAM at least 24 GiB',
      'Clear all',
    ])
    await user.click(chips.getByRole('button', { name: 'Remove the filter GPU 4090' }))
    expect(await query('vram>=24')).toBe(true)
  })
})

async function setup(
  answer = ok(
    aFacets({
      country: { DE: 3, US: 1 },
      vram: { '24': 2, '80': 1 },
      gpu_model: { 'NVIDIA GeForce RTX 4090': 2 },
      render: { yes: 1 },
    }),
  ),
  path = '/instance',
) {
  const app = renderApp({
    path,
    answers: { 'GET /api/offers': marketOf([anOffer()]), [facets]: answer },
  })
  await screen.findByRole('region', { name: 'Offers' }, slow)
  await app.user.click(screen.getByRole('button', { name: 'All filters' }))
  const form = await screen.findByLabelText('All filters', { selector: 'search' }, slow)
  /** Whether the URL comes to have this query. */
  async function query(q: string | undefined) {
    await waitFor(() =>
      expect(app.router.state.location.search).toEqual(q === undefined ? {} : { q }),
    )
    return true
  }
  return { ...app, panel: within(form), query }
}
