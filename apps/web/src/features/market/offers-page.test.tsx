import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Answer, Answers } from '../../testing/fake-api.ts'
import { held, ok, refuse, unreachable } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aCpuOffer, aFoundPage, anAlert, anEffect, anOffer } from '../../testing/renter-samples.ts'
import { secondsBefore } from '../../testing/samples.ts'
import { typedIn } from '../../testing/typed-in.ts'

describe('the market', () => {
  it('shows each offer with its price, disk included, and its free slots', async () => {
    const { table } = await setup()
    const row = within(table).getByRole('row', { name: /RTX 4090/ })
    expect(row.textContent).toContain('$0.41/h')
    expect(row.textContent).toContain('3 of 4')
  })

  it('shows measured benchmarks, and marks missing ones as not measured', async () => {
    const { table } = await setup()
    expect(within(table).getByText('5.12k')).toBeTruthy()
    const row = within(table).getByRole('row', { name: /Intel Core i7-9700K/ })
    expect(within(row).getAllByText('not measured')).toHaveLength(2)
    expect(within(row).getByText('New')).toBeTruthy()
  })

  it('queries the API with the filters from the URL', async () => {
    const { api } = await setup({ path: '/instance?kind=gpu&memory=16&max=0.5&sort=vram' })
    expect(api.callsTo('GET /api/offers')[0]?.query).toEqual({
      kind: 'gpu',
      memory_mib_min: '16384',
      price_micro_usd_per_hour_max: '500000',
      sort: 'vram',
      order: 'desc',
      page: '1',
      page_size: '50',
      isolation: 'isolated',
    })
  })

  it('writes a typed filter to the URL', async () => {
    const { user, router } = await setup()
    await user.type(screen.getByLabelText('VRAM'), '24')
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'vram>=24' }))
  })

  it('keeps input that is not a number in the field and out of the URL', async () => {
    const { user, router } = await setup()
    await user.type(screen.getByLabelText('VRAM'), 'lots{Enter}')
    expect(typedIn(screen.getByLabelText('VRAM'))).toBe('lots')
    expect(router.state.location.search).toEqual({})
  })

  it('filters for GPUs with one click', async () => {
    const { user, router } = await setup()
    await user.click(screen.getByRole('button', { name: 'Kind: GPU' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'kind:gpu' }))
    expect(screen.getByRole('button', { name: 'Kind: GPU' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
  })

  it('sorts by a clicked column and sets aria-sort', async () => {
    const { user, table, router } = await setup()
    await user.click(within(table).getByRole('button', { name: /Memory/ }))
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'memory' }))
    expect(
      within(table)
        .getByRole('columnheader', { name: /Memory/ })
        .getAttribute('aria-sort'),
    ).toBe('descending')
  })

  it('opens an offer at its own URL, with its hardware, country and uptime', async () => {
    const offer = anOffer({ facts: { country: 'DE', cuda: '12.4' } })
    const { router } = await setup({
      path: `/instance?offer=${offer.id}`,
      answers: { [`GET /api/offers/${offer.id}`]: ok(offer) },
    })
    const drawer = await screen.findByRole('dialog')
    expect(await within(drawer).findByText('AMD EPYC 7543 32-Core Processor')).toBeTruthy()
    expect(within(drawer).getByText('99.9 %')).toBeTruthy()
    expect(within(drawer).getByText('Country, declared by the provider')).toBeTruthy()
    expect(within(drawer).getByText('Germany')).toBeTruthy()
    expect(within(drawer).getByText('12.4')).toBeTruthy()
    expect(router.state.location.search).toEqual({ offer: offer.id })
  })

  it('shows that an offer is no longer available', async () => {
    await setup({ path: '/instance?offer=nonsense' })
    expect(await screen.findByText('Offer no longer available')).toBeTruthy()
  })
})

describe('the explained search', () => {
  const few = aFoundPage([anOffer()])

  it('shows how many offers each filter removes, and relaxes one with a click', async () => {
    const { user, router, api } = await setup({
      path: '/instance?vram=24',
      answers: {
        'GET /api/offers': ok(few),
        'GET /api/offers/explain': ok([anEffect()]),
      },
    })
    expect(await screen.findByText('removes 5 offers')).toBeTruthy()
    expect(screen.getByText('adds 2 offers, cheapest $0.12/h')).toBeTruthy()
    expect(api.callsTo('GET /api/offers/explain')[0]?.query).toEqual({
      vram_mib_min: '24576',
      isolation: 'isolated',
    })
    await user.click(screen.getByRole('button', { name: 'Relax to at least 12 GiB' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'vram>=12' }))
  })

  it('clears all filters at once', async () => {
    const { user, router } = await setup({
      path: '/instance?vram=24&kind=gpu',
      answers: { 'GET /api/offers': ok(few) },
    })
    await user.click(await screen.findByRole('button', { name: 'Clear all filters' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('is not shown without filters, however few offers there are', async () => {
    const { api } = await setup({ answers: { 'GET /api/offers': ok(few) } })
    expect(screen.queryByText('Filter impact')).toBeNull()
    expect(api.callsTo('GET /api/offers/explain')).toEqual([])
  })

  it('explains when only several filters together remove all offers', async () => {
    await setup({
      path: '/instance?vram=24&kind=gpu',
      answers: { 'GET /api/offers': ok(aFoundPage([])) },
      empty: true,
    })
    expect(await screen.findByText('No offer matches: Kind GPU, VRAM at least 24 GiB')).toBeTruthy()
    expect(await screen.findByText(/No single filter removes all offers/)).toBeTruthy()
  })
})

describe('rented offers', () => {
  const full = aCpuOffer({
    slots_free: 0,
    availability: 'rented',
    rented_since: secondsBefore(2 * 3_600 + 60),
  })
  const rented = ok(aFoundPage([full]))

  it('follow the free ones, with for how long they have been rented', async () => {
    const { table } = await setup({
      answers: { 'GET /api/offers': ok(aFoundPage([anOffer()])) },
      rented,
    })
    expect(await within(table).findByText('Rented right now · 1')).toBeTruthy()
    const names = within(table)
      .getAllByRole('button', { name: /^(NVIDIA|Intel)/ })
      .map((button) => button.textContent)
    expect(names).toEqual(['NVIDIA GeForce RTX 4090', 'Intel Core i7-9700K'])
    expect(within(table).getByText(/^Rented for \d+ (h|d)$/)).toBeTruthy()
  })

  it('are what is left to see when everything is taken', async () => {
    const { table } = await setup({ answers: { 'GET /api/offers': ok(none) }, rented })
    expect(screen.getByText('All offers are rented right now')).toBeTruthy()
    expect(within(table).getByText('0 of 4')).toBeTruthy()
  })

  it('save an alert for themselves with one click, and list it', async () => {
    const { api, user } = await setup({
      rented,
      answers: {
        'POST /api/offer-alerts': ok(anAlert(), 201),
        'GET /api/offer-alerts': ok([anAlert()]),
        'GET /api/saved-searches': ok([]),
        [`DELETE /api/offer-alerts/${anAlert().id}`]: ok({}),
      },
    })
    const [button] = await screen.findAllByRole('button', { name: /^Alert me when Intel/ })
    if (button !== undefined) await user.click(button)
    expect(await screen.findByText(/^Alert saved/)).toBeTruthy()
    expect(api.callsTo('POST /api/offer-alerts')[0]?.body).toEqual({ offer_id: full.id })
    await user.click(screen.getByRole('button', { name: 'Saved searches' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Manage searches and alerts' }))
    const alerts = within(await screen.findByRole('dialog'))
    await user.click(await alerts.findByRole('button', { name: /^Delete the alert for Intel/ }))
    await waitFor(() => {
      expect(api.callsTo(`DELETE /api/offer-alerts/${anAlert().id}`)).toHaveLength(1)
    })
  })

  it('are hidden with one click', async () => {
    const { user, router } = await setup({ rented })
    await screen.findAllByText('Rented right now · 1')
    await user.click(screen.getByRole('button', { name: 'Hide rented' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ rented: 'hide' }))
    await waitFor(() => expect(screen.queryAllByText('Rented right now · 1')).toEqual([]))
  })

  it('name the nearest free offers beside them', async () => {
    const { api } = await setup({
      path: `/instance?offer=${full.id}`,
      answers: {
        [`GET /api/offers/${full.id}`]: ok(full),
        'GET /api/offers/nearest': ok([anOffer()]),
      },
      rented,
    })
    const drawer = await screen.findByRole('dialog')
    const rent = await within(drawer).findByRole('button', { name: /Rent NVIDIA .* on loom-01/ })
    expect(rent).toBeTruthy()
    expect(api.callsTo('GET /api/offers/nearest')[0]?.query).toEqual({
      kind: 'cpu',
      vcpus_min: '4',
      memory_mib_min: '8192',
      price_micro_usd_per_hour_max: '24000',
      isolation: 'isolated',
    })
  })

  it('name the nearest free offers where filters leave none', async () => {
    await setup({
      path: '/instance?vram=100',
      answers: { 'GET /api/offers': ok(none), 'GET /api/offers/nearest': ok([anOffer()]) },
      empty: true,
    })
    expect(await screen.findByRole('region', { name: 'Similar, available now' })).toBeTruthy()
  })
})

describe('the market’s other states', () => {
  it('shows a skeleton while it loads, then an empty state', async () => {
    const late = held(ok(aFoundPage([])))
    renderApp({ path: '/instance', answers: { 'GET /api/offers': late.answer } })
    expect(await screen.findByRole('status', { name: 'Loading offers' }, slow)).toBeTruthy()
    late.letGo()
    expect(await screen.findByText('No offers right now')).toBeTruthy()
  })

  it('links to hosting when there are no offers', async () => {
    renderApp({ path: '/instance' })
    const link = await screen.findByRole('link', { name: 'Host a machine' }, slow)
    expect(link.getAttribute('href')).toBe('/machines')
  })

  it('shows an error with a retry when it fails to load', async () => {
    const { api, user } = renderApp({
      path: '/instance',
      answers: { 'GET /api/offers': refuse('forbidden') },
    })
    expect(await screen.findByText('The market could not be loaded', {}, slow)).toBeTruthy()
    api.answer('GET /api/offers', ok(aFoundPage([anOffer()])))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Offers' })).toBeTruthy()
  })

  it('keeps the offers on screen when a later request fails', async () => {
    const { api, runtime, table } = await setup()
    api.answer('GET /api/offers', unreachable())
    await runtime.queryClient.invalidateQueries({ queryKey: ['offers'] }, { throwOnError: false })
    expect(document.contains(table)).toBe(true)
  })

  it('refetches after an event about offers', async () => {
    const { api } = await setup()
    const before = api.callsTo('GET /api/offers').length
    api.publish('offers', {})
    await waitFor(() => expect(api.callsTo('GET /api/offers').length).toBeGreaterThan(before))
  })
})

const none = aFoundPage([])

/** The first screen of a file has to wait for its code to load. */
const slow = { timeout: 5_000 }

interface Setup {
  path?: string
  answers?: Answers
  /** The answer to a search for rented offers. */
  rented?: Answer
  /** The market has no offers, so there is no table to wait for. */
  empty?: boolean
}

async function setup({
  path = '/instance',
  answers = {},
  rented = ok(none),
  empty = false,
}: Setup = {}) {
  const market = ok(aFoundPage([aCpuOffer(), anOffer()]))
  const free = answers['GET /api/offers'] ?? market
  const app = renderApp({
    path,
    answers: {
      ...answers,
      'GET /api/offers': (call) => (call.query.availability === 'rented' ? rented : free)(call),
    },
  })
  const table = empty ? app.container : await screen.findByRole('region', { name: 'Offers' }, slow)
  return { ...app, table }
}
