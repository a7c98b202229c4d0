import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Answers, ok } from '../../testing/fake-api.ts'
import {
  aBankPayout,
  aBankSource,
  aPayout,
  aPayoutSource,
  aStripePayout,
  aStripeSource,
  payoutAddress,
  somePayouts,
} from '../../testing/payout-samples.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aBalance, sampleId, someDetails } from '../../testing/samples.ts'

const request = 'POST /api/payouts'
const settings = {
  ...{ schedule: 'at_will', threshold_micro_usd: 0, source: null, payee: null },
  payee_need: 'none',
  payee_vat_check: null,
}
const at = '2026-11-28T09:00:00.000Z'
const wallet = {
  ...{ id: sampleId('wlt', 1), address: payoutAddress, contract_chain_id: null, label: 'Ledger' },
  ...{ created_at: at, last_used_at: null },
}

describe('the payouts tab', () => {
  it('shows what is payable, what matures, and requests at the fee that was shown', async () => {
    const { user, api } = setup()
    expect(await screen.findByText(/Payable from Dec/)).toBeTruthy()
    expect(
      await screen.findByText('Words of this address: casual harbor winter olive'),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Request payout' }))
    expect(await screen.findByText('$49.998 in USDX')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText(/\$0\.002 of it are the fee/)).toBeTruthy()
    expect(api.callsTo(request)).toEqual([])
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Request payout' }))
    const { chain_id, token } = aPayoutSource
    await waitFor(() =>
      expect(api.callsTo(request).map(({ body }) => body)).toEqual([
        { method: 'wallet', chain_id, token, micro_usd: 50_000_000, fee_micro_usd: 2_000 },
      ]),
    )
  })

  it('requests nothing above what is payable', async () => {
    const { user } = setup()
    await user.click(await screen.findByRole('button', { name: 'Request payout' }))
    const amount = await screen.findByRole('textbox', { name: 'Amount' })
    await screen.findByText('$49.998 in USDX')
    await user.clear(amount)
    await user.type(amount, '51')
    expect(await screen.findByText('$50.00 are payable now')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(screen.queryByText('Request this payout?')).toBeNull()
  })

  it('shows why a payout failed, links its transaction, and cancels one that waits', async () => {
    const cancel = `DELETE /api/payouts/${aPayout().id}`
    const payouts = [
      aPayout(),
      aPayout({
        ...{ id: sampleId('pyo', 2), state: 'failed', micro_usd: 3_000_000 },
        ...{ reason: 'The token refused the transfer', tx_hash: `0x${'5c'.repeat(32)}` },
        explorer_url: 'https://explorer.example/tx/1',
      }),
    ]
    const { user, api } = setup({
      'GET /api/payouts': ok(somePayouts({ payouts })),
      [cancel]: ok(aPayout({ state: 'cancelled' })),
    })
    expect(
      await screen.findByText(/^The token refused the transfer\. The money is back/),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Transaction' }).getAttribute('href')).toBe(
      'https://explorer.example/tx/1',
    )
    expect(screen.getByText('0 of 2 operators approved')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Cancel payout of/ }))
    await user.click(await screen.findByRole('button', { name: 'Cancel payout' }))
    await waitFor(() => expect(api.callsTo(cancel)).toHaveLength(1))
  })

  it('changes the address, shows when it takes effect, and cancels that', async () => {
    const change = 'PUT /api/user/payout-address'
    const pending = {
      ...{ wallet_id: wallet.id, address: payoutAddress },
      effective_at: '2026-11-29T09:00:00.000Z',
    }
    const stop = 'DELETE /api/user/payout-address/pending'
    const { user, api } = setup({
      'GET /api/user/payout-address': ok({ current: null, pending, wait_hours: 24 }),
      [change]: ok({ current: null, pending, wait_hours: 24 }),
      [stop]: ok({ current: null, pending: null, wait_hours: 24 }),
    })
    expect(await screen.findByText(/^From Nov 29/)).toBeTruthy()
    expect(await screen.findByText(/^Takes effect after 24 hours/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Change payout address' }))
    await waitFor(() =>
      expect(api.callsTo(change).map(({ body }) => body)).toEqual([{ wallet_id: wallet.id }]),
    )
    await user.click(screen.getByRole('button', { name: 'Cancel change' }))
    await waitFor(() => expect(api.callsTo(stop)).toHaveLength(1))
  })

  it('stores weekly payouts, and who is paid where the operator asks', async () => {
    const save = 'PUT /api/payouts/settings'
    const { user, api } = setup({
      'GET /api/payouts/settings': ok({ ...settings, payee_need: 'name' }),
      [save]: ok({ ...settings, payee_need: 'name' }),
    })
    await user.click(await screen.findByRole('radio', { name: /^Weekly/ }))
    await user.type(screen.getByRole('textbox', { name: 'Country' }), 'gb')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Name is required')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    const { chain_id, token } = aPayoutSource
    await waitFor(() =>
      expect(api.callsTo(save).map(({ body }) => body)).toEqual([
        {
          ...{
            schedule: 'weekly',
            threshold_micro_usd: 0,
            source: { method: 'wallet', chain_id, token },
          },
          payee: { name: 'Ada', country: 'GB', tax_id: null },
        },
      ]),
    )
  })

  it('pays to a bank account in whole cents, shown in part', async () => {
    const bank = { iban: 'GB29 … 6819', holder: 'Ada Lovelace' }
    const { user, api } = setup({
      'GET /api/payouts': ok(
        somePayouts({
          ...{ sources: [aPayoutSource, aBankSource], address: null, bank_account: bank },
          ...{ payable_micro_usd: 50_001_234, payouts: [aBankPayout()] },
        }),
      ),
      'GET /api/user/payout-address': ok({ current: null, pending: null, wait_hours: 24 }),
      'GET /api/payouts/bank-account': ok({
        current: { ...bank, bic: null, effective_at: at },
        pending: null,
      }),
    })
    expect(await screen.findByText('With the bank')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Request payout' }))
    expect(await screen.findByText('$49.998 in US dollars')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText(/Your bank may deduct a fee/)).toBeTruthy()
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('GB29 … 6819')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Request payout' }))
    await waitFor(() =>
      expect(api.callsTo(request).map(({ body }) => body)).toEqual([
        { method: 'bank', micro_usd: 50_000_000, fee_micro_usd: 2_000 },
      ]),
    )
  })

  it('enters a bank account only with right check digits, cancels a change, and removes it', async () => {
    const change = 'PUT /api/payouts/bank-account'
    const stop = 'DELETE /api/payouts/bank-account/pending'
    const remove = 'DELETE /api/payouts/bank-account'
    const known = { iban: 'GB29 … 6819', holder: 'Ada Lovelace', bic: null, effective_at: at }
    const accounts = ok({ current: known, pending: { ...known, iban: 'DE89 … 3000' } })
    const { user, api } = setup({
      'GET /api/payouts': ok(somePayouts({ sources: [aBankSource], address: null })),
      ...{ 'GET /api/payouts/bank-account': accounts, [change]: accounts, [stop]: accounts },
      [remove]: ok({ current: null, pending: null }),
    })
    await user.click(await screen.findByRole('button', { name: 'Change bank account' }))
    const iban = await screen.findByRole('textbox', { name: 'IBAN' })
    await user.type(iban, 'DE89370400440532013001')
    await user.type(screen.getByRole('textbox', { name: 'Holder' }), 'Ada Lovelace')
    await user.click(screen.getByRole('button', { name: 'Save bank account' }))
    expect(await screen.findByText('This IBAN is not right: check it')).toBeTruthy()
    await user.clear(iban)
    await user.type(iban, 'DE89370400440532013000')
    await user.click(screen.getByRole('button', { name: 'Save bank account' }))
    const body = { iban: 'DE89370400440532013000', bic: null, holder: 'Ada Lovelace' }
    await waitFor(() => expect(api.callsTo(change).map((call) => call.body)).toEqual([body]))
    await user.click(screen.getByRole('button', { name: 'Cancel change' }))
    await waitFor(() => expect(api.callsTo(stop)).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Remove bank account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Remove bank account' }))
    await waitFor(() => expect(api.callsTo(remove)).toHaveLength(1))
  })

  it('sets up Stripe in a country, and shows what Stripe says', async () => {
    const open = 'POST /api/payouts/stripe-account'
    const left = watchLeaving()
    const { user, api } = setup({
      'GET /api/payouts': ok(somePayouts({ sources: [aStripeSource], address: null })),
      'GET /api/payouts/stripe-account': ok({ account: null, countries: ['DE', 'US'] }),
      [open]: ok({ url: 'https://connect.example/setup' }),
    })
    expect(await screen.findByText('Set up Stripe, and wait until it is in effect.')).toBeTruthy()
    const country = await screen.findByRole('combobox', { name: 'Country' })
    await user.selectOptions(country, 'United States')
    await user.click(screen.getByRole('button', { name: 'Set up with Stripe' }))
    await waitFor(() => expect(left).toEqual(['https://connect.example/setup']))
    expect(api.callsTo(open).map(({ body }) => body)).toEqual([{ country: 'US' }])
  })

  it.each([
    [{ state: 'needs_information' }, /asks for more information/, 'Continue at Stripe'],
    [{ state: 'in_review' }, /is checking your information/, 'Open Stripe'],
    [{ state: 'ready', effective_at: at }, /Payouts can go to it from/, 'Manage at Stripe'],
    [
      { state: 'disabled', disabled_reason: 'rejected.fraud' },
      /does not pay this account: Stripe suspects fraud\./,
      'Open Stripe',
    ],
    [
      { state: 'disabled', disabled_reason: 'rejected.other' },
      /does not pay this account: its reason is “rejected.other”\./,
      'Open Stripe',
    ],
  ])('says what the state of a Stripe account means: %o', async (changes, text, action) => {
    const account = { country: 'DE', disabled_reason: null, effective_at: null, ...changes }
    const remove = 'DELETE /api/payouts/stripe-account'
    const { user, api } = setup({
      'GET /api/payouts': ok(somePayouts({ sources: [aStripeSource], address: null })),
      'GET /api/payouts/stripe-account': ok({ account, countries: ['DE'] }),
      [remove]: ok({ account: null, countries: ['DE'] }),
    })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('button', { name: action })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Disconnect Stripe account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Disconnect Stripe account' }))
    await waitFor(() => expect(api.callsTo(remove)).toHaveLength(1))
  })

  it('requests a payout by Stripe at a fee of a share of the amount', async () => {
    const { user, api } = setup({
      'GET /api/payouts': ok(
        somePayouts({
          ...{ sources: [aStripeSource], address: null, stripe_account: 'acct_1QxExample2Nd' },
          payouts: [aStripePayout({ waits_for: 'stripe_down' })],
        }),
      ),
      'GET /api/payouts/stripe-account': ok({
        account: { country: 'DE', state: 'ready', disabled_reason: null, effective_at: at },
        countries: ['DE'],
      }),
      'GET /api/payouts/quote': ok({
        ...{ fee_micro_usd: 250_000, fee_basis_points: 25, minimum_micro_usd: 1_000_000 },
        as_of: at,
      }),
    })
    expect(await screen.findByText('Waits until Stripe responds')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Request payout' }))
    expect(await screen.findByText('$0.38')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText(/Stripe then pays it out/)).toBeTruthy()
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Request payout' }))
    await waitFor(() =>
      expect(api.callsTo(request).map(({ body }) => body)).toEqual([
        { method: 'stripe', micro_usd: 50_000_000, fee_micro_usd: 380_000 },
      ]),
    )
  })

  it.each([
    ['user', /pays no earnings out yet/],
    ['operator', /Set the variable PAYOUTS/],
  ] as const)('says to a %s that payouts are not set up', async (role, text) => {
    setup({
      'GET /api/payouts': ok(somePayouts({ sources: [] })),
      'GET /api/user/details': ok(someDetails({ role })),
    })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Request payout' })).toBeNull()
  })
})

function setup(answers: Answers = {}) {
  return renderApp({
    path: '/account?section=billing&tab=payouts',
    answers: {
      'GET /api/balance': ok(aBalance()),
      'GET /api/payouts': ok(somePayouts()),
      'GET /api/payouts/quote': ok({
        fee_micro_usd: 2_000,
        fee_basis_points: 0,
        minimum_micro_usd: 1_000_000,
        as_of: at,
      }),
      'GET /api/payouts/settings': ok(settings),
      'GET /api/user/payout-address': ok({
        current: { wallet_id: sampleId('wlt', 2), address: payoutAddress, effective_at: at },
        pending: null,
        wait_hours: 24,
      }),
      'GET /api/user/wallets': ok([wallet]),
      [request]: ok(aPayout(), 201),
      ...answers,
    },
  })
}

/** Where the page leaves for: jsdom does not navigate. */
function watchLeaving(): string[] {
  const left: string[] = []
  vi.stubGlobal('location', { ...location, assign: (url: string) => left.push(url) })
  return left
}
