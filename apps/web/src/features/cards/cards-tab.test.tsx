import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aCard, aCardPayment, anAutoTopUp, someCards } from '../../testing/card-samples.ts'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { renderOperator } from '../../testing/render-operator.tsx'
import { aBalance, sampleId, secondsBefore } from '../../testing/samples.ts'

const usd = 1_000_000
const payUrl = 'https://checkout.example.com/c/1'
const open = { state: 'open', credited_micro_usd: 0, refundable_micro_usd: 0, credited_at: null }

afterEach(() => vi.unstubAllGlobals())

describe('adding credit', () => {
  const pay = 'POST /api/card-payments'

  it('leaves for the page of the processor with the chosen amount', async () => {
    const left = watchLeaving()
    const { api, user } = show({ [pay]: ok(aCardPayment({ ...open, pay_url: payUrl }), 201) })
    await user.click(await screen.findByRole('button', { name: '$50' }))
    await user.click(screen.getByRole('checkbox', { name: /Save the card/ }))
    await user.click(screen.getByRole('button', { name: 'Pay $50.00' }))
    await waitFor(() => expect(left).toEqual([payUrl]))
    expect(api.callsTo(pay).map(({ body }) => body)).toEqual([
      { micro_usd: 50 * usd, save_card: true },
    ])
  })

  it('sends no amount outside the limits, and suggests the one of an email', async () => {
    const { api, user } = show({}, '&amount=700')
    const amount = await screen.findByLabelText('Amount')
    expect(amount).toHaveProperty('value', '$7')
    await user.clear(amount)
    await user.type(amount, '4.99')
    await user.click(screen.getByRole('button', { name: 'Pay $4.99' }))
    expect(screen.getByText('Enter an amount of $5.00 to $2,000.00')).toBeTruthy()
    expect(api.callsTo(pay)).toEqual([])
  })

  it('says when the processor does not respond, and can be tried again', async () => {
    const { user } = show({ [pay]: refuse('card_processor_failed') })
    await user.click(await screen.findByRole('button', { name: '$10' }))
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }))
    const form = screen.getByRole('region', { name: 'Add credit' })
    expect((await within(form).findByRole('alert')).textContent).toContain('did not respond')
    expect(screen.getByRole('button', { name: 'Pay $10.00' })).toHaveProperty('disabled', false)
  })
})

describe('without the setup', () => {
  const none = { 'GET /api/cards': ok(someCards({ limits: null, cards: [] })) }

  it('tells users to ask the operator, and the operator what to set', async () => {
    const { unmount } = show(none)
    expect(await screen.findByText(/Ask the operator/)).toBeTruthy()
    expect(screen.queryByText('STRIPE_SECRET_KEY')).toBeNull()
    expect(screen.queryByRole('button', { name: /Pay|Add card/ })).toBeNull()
    unmount()
    renderOperator('/account?section=billing&tab=cards', { ...usual, ...none })
    expect(await screen.findByText('STRIPE_SECRET_KEY')).toBeTruthy()
  })
})

describe('after the return', () => {
  it('promises nothing until the payment is confirmed, which an event says', async () => {
    const id = sampleId('pay', 1)
    const one = `GET /api/card-payments/${id}`
    const { api } = show({ [one]: ok(aCardPayment(open)) }, `&paid=${id}`)
    expect(await screen.findByText(/^Waiting for Stripe to confirm/)).toBeTruthy()
    await screen.findByText('Live')
    api.answer(one, ok(aCardPayment()))
    act(() => api.publish('card_payments', {}))
    expect(await screen.findByText('$25.00 was added to your balance.')).toBeTruthy()
  })
})

describe('payments', () => {
  it('show their state, refunds, disputes, and the page that is still open', async () => {
    const payments = [
      aCardPayment({ ...open, id: sampleId('pay', 2), pay_url: payUrl }),
      aCardPayment({
        refundable_micro_usd: 0,
        refunds: [
          {
            ...{ id: sampleId('crf', 1), micro_usd: 5 * usd, state: 'sent' },
            created_at: secondsBefore(9),
          },
        ],
        disputes: [
          {
            ...{ micro_usd: 20 * usd, state: 'open', reason: 'product_not_received' },
            opened_at: secondsBefore(5),
          },
        ],
      }),
    ]
    show({ 'GET /api/card-payments': ok({ payments, total: 2 }) })
    const link = await screen.findByRole('link', { name: 'Pay $25.00 now' })
    expect(link.getAttribute('href')).toBe(payUrl)
    const row = within(screen.getByRole('row', { name: /Disputed/ }))
    expect(row.getByText('$5.00 on its way')).toBeTruthy()
    expect(row.getByText(/product not received/)).toBeTruthy()
    expect(row.getByText(/took the amount back/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull()
  })

  it('are refunded after a confirmation, at most by what is left of the balance', async () => {
    const call = `POST /api/card-payments/${sampleId('pay', 1)}/refund`
    const { api, user } = show({
      [call]: ok(aCardPayment()),
      'GET /api/balance': ok(
        aBalance({ available_micro_usd: 12_345_678, welcome_micro_usd: 2 * usd }),
      ),
    })
    await user.click(await screen.findByRole('button', { name: /^Refund pay_/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const amount = dialog.getByLabelText('Amount')
    expect(amount).toHaveProperty('value', '$10.34')
    await user.clear(amount)
    await user.type(amount, '11')
    await user.click(dialog.getByRole('button', { name: 'Refund payment' }))
    expect(dialog.getByText('Enter an amount up to $10.34')).toBeTruthy()
    await user.clear(amount)
    await user.type(amount, '10')
    await user.click(dialog.getByRole('button', { name: 'Refund payment' }))
    expect(await screen.findByText('Refund of $10.00 requested')).toBeTruthy()
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([{ micro_usd: 10 * usd }])
  })
})

describe('saved cards', () => {
  const other = aCard({
    id: 'pm_2',
    brand: 'amex',
    last4: '0005',
    is_default: false,
    exp_year: 2020,
  })
  const two = { 'GET /api/cards': ok(someCards({ cards: [aCard(), other] })) }

  it('show which one is charged; another is chosen, and one is removed after a confirmation', async () => {
    const { api, user } = show({
      ...two,
      'PUT /api/cards/default': ok(someCards()),
      'DELETE /api/cards/pm_2': ok(someCards()),
    })
    const list = within(await screen.findByRole('list', { name: 'Saved cards' }))
    expect(list.getByText('expires 03/2040')).toBeTruthy()
    expect(list.getByText('expired 03/2020')).toBeTruthy()
    const name = 'American Express •••• 0005'
    await user.click(list.getByRole('button', { name: `Make default: ${name}` }))
    await waitFor(() =>
      expect(api.callsTo('PUT /api/cards/default').map(({ body }) => body)).toEqual([
        { card_id: 'pm_2' },
      ]),
    )
    await user.click(list.getByRole('button', { name: `Remove ${name}` }))
    expect(api.callsTo('DELETE /api/cards/pm_2')).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Remove card' }))
    expect(await screen.findByText(`${name} removed`)).toBeTruthy()
  })

  it('are added on the page of the processor', async () => {
    const left = watchLeaving()
    const url = 'https://checkout.example.com/s/1'
    const { user } = show({ 'POST /api/cards/setup': ok({ url }) })
    await user.click(await screen.findByRole('button', { name: 'Add card' }))
    await waitFor(() => expect(left).toEqual([url]))
  })
})

describe('automatic top-ups', () => {
  const read = 'GET /api/auto-top-up'
  const change = 'PUT /api/auto-top-up'
  const settings = {
    ...{ below_micro_usd: 10 * usd, add_micro_usd: 25 * usd },
    month_micro_usd_max: 100 * usd,
  }

  it('are turned on with amounts that fit each other', async () => {
    const { api, user } = show({ [change]: ok(anAutoTopUp({ enabled: true })) })
    const month = await screen.findByLabelText('At most per month')
    await user.clear(month)
    await user.type(month, '20')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(screen.getByText('Enter at least the amount of one top-up')).toBeTruthy()
    await user.clear(month)
    await user.type(month, '75')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Automatic top-ups are on')).toBeTruthy()
    expect(api.callsTo(change).map(({ body }) => body)).toEqual([
      { ...settings, enabled: true, month_micro_usd_max: 75 * usd },
    ])
  })

  it('need a saved card', async () => {
    show({ 'GET /api/cards': ok(someCards({ cards: [] })) })
    expect(await screen.findByRole('button', { name: 'Turn on' })).toHaveProperty('disabled', true)
    expect(screen.getByText('Save a card first.')).toBeTruthy()
  })

  it('show this month’s use and why they stopped, and are turned off as they were saved', async () => {
    const stopped = anAutoTopUp({
      ...{ enabled: true, month_used_micro_usd: 50 * usd },
      stopped: 'authentication_required',
    })
    const { api, user } = show({ [read]: ok(stopped), [change]: ok(anAutoTopUp()) })
    expect(await screen.findByText(/This month: \$50\.00 of \$100\.00/)).toBeTruthy()
    expect(screen.getByText('Stopped')).toBeTruthy()
    expect(screen.getByText(/^Your bank asks you to approve/)).toBeTruthy()
    await user.type(screen.getByLabelText('Charge'), '9')
    await user.click(screen.getByRole('button', { name: 'Turn off' }))
    await waitFor(() =>
      expect(api.callsTo(change).map(({ body }) => body)).toEqual([
        { ...settings, enabled: false },
      ]),
    )
  })

  it('say when the limit of the month leaves no other charge', async () => {
    show({ [read]: ok(anAutoTopUp({ enabled: true, month_used_micro_usd: 100 * usd })) })
    expect(await screen.findByText(/would exceed the limit of this month/)).toBeTruthy()
  })
})

it('members who may not pay see payments without buttons', async () => {
  show({ 'GET /api/cards': ok(someCards({ may_change: false, cards: [] })) })
  expect(await screen.findByText(/^Owners and admins/)).toBeTruthy()
  expect(await screen.findByRole('row', { name: /Paid/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Refund|Pay|Turn on|Add card/ })).toBeNull()
})

it('the operator sees payments that need attention first, and refunds them', async () => {
  const all = 'GET /api/operator/card-payments'
  const payment = { ...aCardPayment(), account_id: sampleId('acc', 2), processor_id: 'pi_1' }
  const call = `POST /api/operator/card-payments/${payment.id}/refund`
  const { api, user } = renderOperator('/operator/card-payments', {
    [all]: ok({ payments: [payment], total: 1 }),
    [call]: ok(payment),
  })
  expect(await screen.findByText(sampleId('acc', 2))).toBeTruthy()
  expect(api.callsTo(all)[0]?.query).toMatchObject({ show: 'attention' })
  await user.click(screen.getByRole('button', { name: /^Refund/ }))
  await user.click(await screen.findByRole('button', { name: 'Refund payment' }))
  await waitFor(() =>
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([{ micro_usd: 25 * usd }]),
  )
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(api.callsTo(all).at(-1)?.query).toMatchObject({ show: 'all' }))
})

const usual: Answers = {
  'GET /api/cards': ok(someCards()),
  'GET /api/card-payments': ok({ payments: [aCardPayment()], total: 1 }),
  'GET /api/auto-top-up': ok(anAutoTopUp()),
}

function show(answers: Answers, more = '') {
  const path = `/account?section=billing&tab=cards${more}`
  return renderApp({ path, answers: { ...usual, ...answers } })
}

/** Where the page leaves for: jsdom does not navigate. */
function watchLeaving(): string[] {
  const left: string[] = []
  vi.stubGlobal('location', { ...location, assign: (url: string) => left.push(url) })
  return left
}
