import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../lib/testing/fake-api.ts'
import { aBalance, anInstance, aStatement, sampleId, someDetails } from '../lib/testing/samples.ts'
import { renderApp } from './testing/render-app.tsx'

const credits = 'POST /api/operator/credits'

describe('billing', () => {
  it('shows each movement to the micro-dollar', async () => {
    await renderAccount({
      'GET /api/ledger': ok({ statements: [aStatement()], total: 1 }),
    })
    const row = await screen.findByRole('row', { name: /Use of train/ })
    expect(row.textContent).toContain('−$0.012427')
  })

  it('names the instance that a movement is about, and leads to it', async () => {
    await renderAccount({
      'GET /api/instances': ok([anInstance({ label: 'night-run' })]),
      'GET /api/ledger': ok({ statements: [aStatement()], total: 1 }),
    })
    const link = await screen.findByRole('link', { name: 'night-run' })
    expect(link.getAttribute('href')).toBe(`/instance/myinstance/${sampleId('ins', 1)}`)
  })

  it('calls what a machine brings in an earning, and names no stranger', async () => {
    const earning = aStatement({
      text: '60 s running at $0.75/h',
      held_change_micro_usd: 0,
      earned_change_micro_usd: 12_427,
    })
    await renderAccount({ 'GET /api/ledger': ok({ statements: [earning], total: 1 }) })
    expect(await screen.findByRole('row', { name: /Earned: 60 s running/ })).toBeTruthy()
  })

  it('says what will stand in an empty ledger', async () => {
    await renderAccount({})
    expect(await screen.findByText('No movement yet')).toBeTruthy()
  })

  it('turns pages of twenty', async () => {
    const { api, user } = await renderAccount({
      'GET /api/ledger': (call) =>
        ok({ statements: [aStatement({ text: `page ${call.query.page}` })], total: 41 })(call),
    })
    await screen.findByText('page 1')
    await user.click(screen.getByRole('button', { name: 'next page' }))
    expect(await screen.findByText('page 2')).toBeTruthy()
    expect(api.callsTo('GET /api/ledger').at(-1)?.query).toEqual({ page: '2', page_size: '20' })
  })

  it('reads the ledger anew when money has moved', async () => {
    const { api } = await renderAccount({})
    await screen.findByText('No movement yet')
    await screen.findByText('Live')
    api.answer('GET /api/ledger', ok({ statements: [aStatement()], total: 1 }))
    act(() => api.tell('balance', aBalance()))
    expect(await screen.findByText('Use of train, 60 s')).toBeTruthy()
  })

  it('tells when the balance could not be loaded', async () => {
    await renderAccount({ 'GET /api/balance': refuse('forbidden') })
    expect(await screen.findByText('The balance could not be loaded')).toBeTruthy()
  })

  it('shows a user none of what is the operator’s', async () => {
    const { api } = await renderAccount({})
    await screen.findByText('No movement yet')
    expect(screen.queryByText('Give credit')).toBeNull()
    expect(api.callsTo('GET /api/operator/settings')).toEqual([])
  })
})

describe('the operator', () => {
  it('sets what a new account starts with', async () => {
    const { api, user } = await renderOperator({
      'PUT /api/operator/settings': (call) => ok(call.body)(call),
    })
    const credit = await screen.findByLabelText('Every new account gets')
    expect(credit).toHaveProperty('value', '$5')
    await user.clear(credit)
    await user.type(credit, '7.5')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Starting credit saved')
    expect(api.callsTo('PUT /api/operator/settings')[0]?.body).toEqual({
      starting_credit_micro_usd: 7_500_000,
    })
  })

  it('gives credit with the amount on the button, and empties the form', async () => {
    const { api, user } = await renderOperator({ [credits]: ok(aBalance(), 201) })
    await fillCredit(user)
    await user.click(screen.getByRole('button', { name: 'Give $20.00' }))
    await screen.findByText('grace@example.com was given $20.00')
    expect(api.callsTo(credits)[0]?.body).toMatchObject({
      email: 'grace@example.com',
      micro_usd: 20_000_000,
      text: 'Welcome',
    })
    expect(screen.getByLabelText("Account's email")).toHaveProperty('value', '')
  })

  it('tries again with the same key, so that a lost answer gives nothing twice', async () => {
    const { api, user } = await renderOperator({ [credits]: refuse('internal') })
    await fillCredit(user)
    await user.click(screen.getByRole('button', { name: 'Give $20.00' }))
    await screen.findByText(/Something went wrong on our side/)
    await user.click(screen.getByRole('button', { name: 'Give $20.00' }))
    await waitFor(() => expect(api.callsTo(credits)).toHaveLength(2))
    const [first, second] = api.callsTo(credits).map(({ body }) => body)
    expect(first).toEqual(second)
  })

  it('asks for what is missing and sends nothing', async () => {
    const { api, user } = await renderOperator({})
    await user.click(await screen.findByRole('button', { name: 'Give credit' }))
    expect(screen.getByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Say what it is for')).toBeTruthy()
    expect(api.callsTo(credits)).toEqual([])
  })
})

async function renderAccount(answers: Answers) {
  const app = renderApp({ path: '/account?section=billing', answers })
  await screen.findByRole('heading', { level: 1, name: 'Account' })
  return app
}

function renderOperator(answers: Answers) {
  return renderAccount({
    'GET /api/user/details': ok(someDetails({ role: 'operator', account_id: sampleId('acc', 9) })),
    'GET /api/operator/settings': ok({ starting_credit_micro_usd: 5_000_000 }),
    ...answers,
  })
}

async function fillCredit(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText("Account's email"), 'grace@example.com')
  await user.type(screen.getByLabelText('Amount'), '20')
  await user.type(screen.getByLabelText('What for'), 'Welcome')
}
