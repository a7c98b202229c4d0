import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import type { renderApp } from '../../../testing/render-app.tsx'
import { renderOperator } from '../../../testing/render-operator.tsx'
import { aBalance } from '../../../testing/samples.ts'

const settings = { starting_credit_micro_usd: 5_000_000, platform_fee_basis_points: 1_000 }
const credits = 'POST /api/operator/credits'

describe('the operator’s settings', () => {
  it('save the welcome credit', async () => {
    const { api, user } = await renderSettings({
      'PUT /api/operator/settings': (call) => ok({ ...settings, ...Object(call.body) })(call),
    })
    const credit = await screen.findByLabelText('Amount per account')
    expect(credit).toHaveProperty('value', '$5')
    await user.clear(credit)
    await user.type(credit, '7.5')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Welcome credit saved')
    expect(api.callsTo('PUT /api/operator/settings')[0]?.body).toEqual({
      starting_credit_micro_usd: 7_500_000,
    })
  })

  it('save the platform fee in basis points, with what providers receive', async () => {
    const { api, user } = await renderSettings({
      'PUT /api/operator/settings': (call) => ok({ ...settings, ...Object(call.body) })(call),
    })
    const fee = await screen.findByLabelText('Share of every charge')
    expect(fee).toHaveProperty('value', '10%')
    await user.clear(fee)
    await user.type(fee, '7.5')
    expect(screen.getByText(/providers receive \$0.93/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save fee' }))
    await screen.findByText('Platform fee saved. It applies to new orders.')
    expect(api.callsTo('PUT /api/operator/settings')[0]?.body).toEqual({
      platform_fee_basis_points: 750,
    })
  })

  it('give credit with the amount on the button, then clear the form', async () => {
    const { api, user } = await renderSettings({ [credits]: ok(aBalance(), 201) })
    await fillCredit(user)
    await user.click(screen.getByRole('button', { name: 'Give $20.00' }))
    await screen.findByText('$20.00 given to grace@example.com')
    expect(api.callsTo(credits)[0]?.body).toMatchObject({
      email: 'grace@example.com',
      micro_usd: 20_000_000,
      text: 'Welcome',
    })
    expect(screen.getByLabelText('Account email')).toHaveProperty('value', '')
  })

  it('retry with the same key, so that credit is given only once', async () => {
    const { api, user } = await renderSettings({ [credits]: refuse('internal') })
    await fillCredit(user)
    await user.click(screen.getByRole('button', { name: 'Give $20.00' }))
    await screen.findByText(/Something went wrong on our side/)
    await user.click(screen.getByRole('button', { name: 'Give $20.00' }))
    await waitFor(() => expect(api.callsTo(credits)).toHaveLength(2))
    const [first, second] = api.callsTo(credits).map(({ body }) => body)
    expect(first).toEqual(second)
  })

  it('require email and reason, and send nothing without them', async () => {
    const { api, user } = await renderSettings({})
    await user.click(await screen.findByRole('button', { name: 'Give credit' }))
    expect(screen.getByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Reason is required')).toBeTruthy()
    expect(api.callsTo(credits)).toEqual([])
  })
})

function renderSettings(answers: Answers) {
  return renderOperator('/operator/settings', {
    'GET /api/operator/settings': ok(settings),
    ...answers,
  })
}

async function fillCredit(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('Account email'), 'grace@example.com')
  await user.type(screen.getByLabelText('Amount'), '20')
  await user.type(screen.getByLabelText('Reason'), 'Welcome')
}
