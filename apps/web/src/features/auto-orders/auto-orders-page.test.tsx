import type { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anAutoOrder } from '../../testing/auto-order-samples.ts'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId } from '../../testing/samples.ts'
import { typedIn } from '../../testing/typed-in.ts'

const slow = { timeout: 10_000 }
const change = `PATCH /api/auto-orders/${anAutoOrder().id}`
const remove = `DELETE /api/auto-orders/${anAutoOrder().id}`
const preview = { matches: 2, cheapest_micro_usd_per_hour: 620_000, rents_now: false }

describe('the page of automatic orders', () => {
  it('says of each what it does now and why nothing was rented', async () => {
    setup([
      anAutoOrder(),
      anAutoOrder({
        ...{ id: sampleId('aor', 2), name: 'Farm', text: 'Paused: used.' },
        ...{ state: 'paused', pause: 'budget_used' },
      }),
    ])
    const row = within(await screen.findByRole('row', { name: /Cheap 4090/ }, slow))
    expect(row.getByText('Waiting')).toBeTruthy()
    expect(row.getByText(/costs \$0\.62\/h, above your \$0\.50\/h/)).toBeTruthy()
    expect(row.getByText('1 of 3')).toBeTruthy()
    expect(
      within(screen.getByRole('row', { name: /Farm/ })).getByText('Paused: used.'),
    ).toBeTruthy()
  })

  it('explains itself where there are none', async () => {
    setup([])
    expect(await screen.findByText('No automatic orders yet', {}, slow)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Search the market' })).toBeTruthy()
  })

  it('shows the instances that one rented, with links', async () => {
    const { user } = setup([anAutoOrder()])
    await user.click(await screen.findByRole('button', { name: 'Cheap 4090' }, slow))
    const drawer = within(await screen.findByRole('dialog', { name: 'Cheap 4090' }))
    const link = await drawer.findByRole('link', { name: 'trial-1' })
    const [first] = anAutoOrder().instances
    expect(link.getAttribute('href')).toBe(`/instance/myinstance/${first?.instance_id}`)
    expect(drawer.getByText(/Failed: image not found/)).toBeTruthy()
  })

  it('pauses one, and deletes one, after a confirmation', async () => {
    const { user, api } = setup([anAutoOrder()])
    api.answer(change, ok(anAutoOrder({ state: 'paused', pause: 'user' })))
    api.answer(remove, ok({}))
    await act(user, 'Pause')
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    await waitFor(() => expect(api.callsTo(change)[0]?.body).toEqual({ paused: true }))
    await act(user, 'Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete automatic order' }))
    await waitFor(() => expect(api.callsTo(remove)).toHaveLength(1))
  })

  it('changes limits, leaves the end date as it is, and keeps the input that is refused', async () => {
    const { user, api } = setup([anAutoOrder()])
    api.answer(change, refuse('auto_order_name_taken'))
    await act(user, 'Edit limits')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit automatic order' }))
    const price = dialog.getByLabelText('Price per hour, at most')
    await user.clear(price)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Enter your price')).toBeTruthy()
    expect(api.callsTo(change)).toEqual([])
    await user.type(price, '0.7')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(typedIn(price)).toBe('$0.7')
    expect(api.callsTo(change)[0]?.body).toEqual({
      ...{ name: 'Cheap 4090', query: 'gpu:4090 region:EU', instances_max: 3, running_max: 1 },
      ...{ max_price_micro_usd_per_hour: 700_000, budget_micro_usd: 20_000_000 },
    })
  })
})

type User = ReturnType<typeof renderApp>['user']

async function act(user: User, name: string): Promise<void> {
  const menu = await screen.findByRole('button', { name: 'Actions of Cheap 4090' }, slow)
  await user.click(menu)
  await user.click(await screen.findByRole('menuitem', { name }))
}

function setup(orders: readonly AutoOrder[]) {
  return renderApp({
    path: '/instance/auto-orders',
    answers: {
      'GET /api/auto-orders': ok(orders),
      'GET /api/auto-orders/preview': ok(preview),
    },
  })
}
