import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, marketOf } from '../../../testing/renter-samples.ts'
import { sampleId } from '../../../testing/samples.ts'

const slow = { timeout: 10_000 }

describe('the comparison', () => {
  it('shows the marked offers side by side, at an address of its own', async () => {
    const { user, router, table } = await setup()
    await user.click(table().getByRole('checkbox', { name: /^Compare .* on rig-1$/ }))
    const bar = within(screen.getByRole('region', { name: 'Comparison' }))
    expect(bar.getByRole('button', { name: 'Compare 1' })).toHaveProperty('disabled', true)
    await user.click(table().getByRole('checkbox', { name: /^Compare .* on rig-2$/ }))
    await user.click(bar.getByRole('button', { name: 'Compare 2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare offers' }, slow))
    const price = dialog.getByRole('row', { name: /^Price differs/ })
    const cells = within(price)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells).toEqual(['$0.10/hbest', '$0.20/h'])
    expect(router.state.location.search).toEqual({ compare: `${ids[0]},${ids[1]}` })
    await user.click(dialog.getByRole('switch', { name: 'Only differences' }))
    expect(dialog.queryByRole('row', { name: /^VRAM/ })).toBeNull()
  })

  it('takes five offers at most', async () => {
    const { user, table } = await setup()
    for (const box of table().getAllByRole('checkbox').slice(0, 5)) await user.click(box)
    expect(screen.getByText('5 of 5 marked')).toBeTruthy()
    expect(table().getAllByRole('checkbox').at(-1)).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull()
  })

  it('opens from a link, without those that are gone, and removes one', async () => {
    const { user, router } = await setup(`/instance?compare=${ids.slice(0, 4).join(',')}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare offers' }, slow))
    expect(await dialog.findByText('1 offer no longer available.', {}, slow)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: /^Remove .* on rig-2$/ }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        compare: [ids[0], ids[2], ids[3]].join(','),
      }),
    )
    await user.click(dialog.getByRole('button', { name: 'Close comparison' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('rents one of them', async () => {
    const { user } = await setup(`/instance?compare=${ids.slice(0, 2).join(',')}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare offers' }, slow))
    await user.click(await dialog.findByRole('button', { name: /^Rent .* on rig-2$/ }))
    expect(await screen.findByRole('dialog', { name: /^Rent/ }, slow)).toBeTruthy()
  })
})

const ids = [1, 2, 3, 4, 5, 6].map((n) => sampleId('ofr', n))

async function setup(path = '/instance') {
  const offers = ids.map((id, index) =>
    anOffer({
      id,
      machine_name: `rig-${index + 1}`,
      price_micro_usd_per_hour: 100_000 * (index + 1),
    }),
  )
  const reads = offers.map((offer, index): [string, ReturnType<typeof ok>] => [
    `GET /api/offers/${offer.id}`,
    index === 3 ? refuse('not_found') : ok(offer),
  ])
  const app = renderApp({
    path,
    // The fourth is not on the page either.
    answers: {
      'GET /api/offers': marketOf(offers.filter((_, index) => index !== 3 || path === '/instance')),
      ...Object.fromEntries(reads),
    },
  })
  await screen.findByRole('region', { name: 'Offers', hidden: true }, slow)
  return { ...app, table: () => within(screen.getByRole('region', { name: 'Offers' })) }
}
