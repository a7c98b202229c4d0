import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, inTurn, ok, refuse, unreachable } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, aQuote, aTemplate, marketOf } from '../../../testing/renter-samples.ts'
import { anInstance } from '../../../testing/samples.ts'

const order = 'POST /api/container'
const quote = 'POST /api/quotes'
const gone = unreachable()
const rented = ok({ instance: anInstance() }, 201)

describe('with an unstable network', () => {
  it('the market is fetched again without showing an error', async () => {
    const found = marketOf([anOffer()])
    await setup({ 'GET /api/offers': inTurn(gone, gone, found) })
    expect(screen.queryByText('The market could not be loaded')).toBeNull()
  })

  it('the quote is requested again without showing an error', async () => {
    const { api, dialog } = await setup({ [quote]: inTurn(gone, gone, ok(aQuote(), 201)) })
    expect(await dialog.findByRole('button', { name: 'Rent for $0.41/h' })).toBeTruthy()
    expect(dialog.queryByRole('alert')).toBeNull()
    expect(api.callsTo(quote)).toHaveLength(3)
  })

  it('the old price stays on screen until its renewal arrives', async () => {
    const { api, dialog, user } = await setup()
    const dearer = aQuote({ id: 'quo_0000000000000000000000000b', hold_micro_usd: 200_000 })
    const late = held(ok(dearer, 201))
    await dialog.findByText('$0.10')
    api.answer(quote, inTurn(gone, late.answer))
    await user.click(dialog.getByRole('button', { name: 'Renew' }))
    await waitFor(() => expect(api.callsTo(quote)).toHaveLength(3))
    expect(dialog.getByText('$0.10')).toBeTruthy()
    late.letGo()
    expect(await dialog.findByText('$0.20')).toBeTruthy()
  })
})

describe('an order whose response is lost', () => {
  it('is retried automatically with the same key and body', async () => {
    const { api, rent, router } = await setup({ [order]: inTurn(gone, rented) })
    await rent()
    await waitFor(() => expect(router.state.location.pathname).toContain(anInstance().id))
    const [first, second, ...more] = api.callsTo(order)
    expect(more).toEqual([])
    expect(first?.key).toBe(aQuote().id)
    expect(second).toMatchObject({ key: aQuote().id, body: first?.body })
  })

  it('shows a notice after several losses, and is resent with the same key', async () => {
    const { api, dialog, rent, user, router } = await setup({ [order]: gone })
    await rent()
    expect((await dialog.findByRole('alert')).textContent).toContain('won’t be charged twice')
    api.answer(order, rented)
    await user.click(dialog.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(router.state.location.pathname).toContain(anInstance().id))
    expect(new Set(api.callsTo(order).map(({ key }) => key))).toEqual(new Set([aQuote().id]))
  })

  it('allows no second order, whatever changes in the form', async () => {
    const { api, dialog, rent, user } = await setup({ [order]: gone })
    await rent()
    await dialog.findByText('No response to the order')
    const before = api.callsTo(order).at(-1)?.body
    await user.type(dialog.getByRole('textbox', { name: 'Label' }), 'another')
    expect(dialog.getByRole('button', { name: 'Rent' }).hasAttribute('disabled')).toBe(true)
    expect(dialog.queryByRole('button', { name: 'Renew' })).toBeNull()
    api.answer(order, refuse('quote_expired'))
    await user.click(dialog.getByRole('button', { name: 'Send again' }))
    expect(await dialog.findByText(/You were not charged/)).toBeTruthy()
    expect(api.callsTo(order).at(-1)?.body).toEqual(before)
  })

  it('is not retried when the server rejects it', async () => {
    const { api, dialog, rent } = await setup({ [order]: refuse('insufficient_funds') })
    await rent()
    expect(await dialog.findByText('Not enough balance')).toBeTruthy()
    expect(api.callsTo(order)).toHaveLength(1)
  })
})

async function setup(answers: Answers = {}) {
  const app = renderApp({
    path: '/instance',
    answers: {
      'GET /api/offers': marketOf([anOffer()]),
      'GET /api/templates': ok([aTemplate()]),
      [quote]: ok(aQuote(), 201),
      [`GET /api/instances/${anInstance().id}`]: ok(anInstance()),
      ...answers,
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
