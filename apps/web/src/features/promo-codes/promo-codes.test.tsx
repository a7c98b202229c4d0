import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { renderOperator } from '../../testing/render-operator.tsx'
import { sampleId, secondsBefore } from '../../testing/samples.ts'

const check = 'POST /api/promo-codes/check'
const redeem = 'POST /api/promo-codes/redeem'
const terms = {
  ...{ code: 'autumn-26', amount_micro_usd: 5_000_000, terms: 'For new projects.' },
  ...{ valid_until: null, new_accounts_days: 7, once_per_mailbox: true },
}
const code = {
  ...terms,
  ...{ id: sampleId('prm', 1), label: 'Autumn', state: 'active', uses: 3, uses_max: 50 },
  ...{ valid_from: secondsBefore(9), given_micro_usd: 15_000_000, created_at: secondsBefore(9) },
}

describe('a promo code', () => {
  it('is redeemed after its terms were shown', async () => {
    const { api, user } = renderApp({
      path: '/account?section=billing&tab=promo-code',
      answers: {
        [check]: ok(terms),
        [redeem]: ok(
          { code: 'autumn-26', micro_usd: 5_000_000, redeemed_at: secondsBefore(0) },
          201,
        ),
      },
    })
    await user.type(await screen.findByLabelText('Code'), 'AUTUMN-26')
    await user.click(screen.getByRole('button', { name: 'Show terms' }))
    expect(await screen.findByText('For new projects.')).toBeTruthy()
    expect(screen.getByText('For accounts that are at most 7 days old.')).toBeTruthy()
    expect(api.callsTo(redeem)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Redeem' }))
    expect(await screen.findByText('$5.00 of credit added')).toBeTruthy()
    expect(api.callsTo(redeem)[0]?.body).toEqual({ code: 'autumn-26' })
  })

  it('that cannot be redeemed says why', async () => {
    const { user } = renderApp({
      path: '/account?section=billing&tab=promo-code',
      answers: { [check]: refuse('promo_code_used_up') },
    })
    await user.type(await screen.findByLabelText('Code'), 'x')
    await user.click(screen.getByRole('button', { name: 'Show terms' }))
    expect(await screen.findByText('This promo code has been used up.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull()
  })
})

describe('the operator’s promo codes', () => {
  const list = 'GET /api/operator/promo-codes'

  it('show their cost, and are created with the most that they can cost in sight', async () => {
    const create = 'POST /api/operator/promo-codes'
    const { api, user } = renderOperator('/operator/promo-codes', {
      [list]: ok([code]),
      [create]: ok(code, 201),
    })
    expect(await screen.findByText('$15.00 given in total')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'New promo code' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Label'), 'Autumn')
    await user.type(dialog.getByLabelText('Credit'), '5')
    await user.type(dialog.getByLabelText('Uses'), '50')
    expect(dialog.getByText('Costs $250.00 at most')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Create promo code' }))
    expect(api.callsTo(create)[0]?.body).toMatchObject({
      ...{ label: 'Autumn', amount_micro_usd: 5_000_000, uses_max: 50, once_per_mailbox: true },
      new_accounts_days: null,
    })
  })

  it('are paused', async () => {
    const change = `PATCH /api/operator/promo-codes/${code.id}`
    const { api, user } = renderOperator('/operator/promo-codes', {
      [list]: ok([code]),
      [change]: ok({ ...code, state: 'paused' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    expect(api.callsTo(change)[0]?.body).toEqual({ paused: true })
  })
})
