import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { PayoutId } from '../core/ids.ts'
import { PlainLine } from '../core/values.ts'
import { NewPayout, Payout, PayoutQuote, PayoutQuoteQuery, Payouts } from './payout.ts'
import { PayoutSettings, PayoutSettingsView } from './settings.ts'
import { OperatorPayout, Treasury } from './treasury.ts'

const one = z.strictObject({ id: PayoutId })

export const payouts = {
  list: endpoint({
    method: 'GET',
    path: '/api/payouts',
    auth: 'session',
    title: 'List payouts',
    summary:
      'List your payouts, with what is payable of your own earnings, and what matures and when',
    response: Payouts,
  }),
  quote: endpoint({
    method: 'GET',
    path: '/api/payouts/quote',
    auth: 'session',
    title: 'Quote payout',
    summary: 'Calculate the fee and the least amount of a payout at the present price of the chain',
    query: PayoutQuoteQuery,
    response: PayoutQuote,
    errors: ['payouts_off', 'chain_down'],
    perMinute: 60,
  }),
  request: endpoint({
    method: 'POST',
    path: '/api/payouts',
    auth: 'session',
    reauth: 'recent',
    title: 'Request payout',
    summary:
      'Request a payout of payable earnings to your payout address. The amount is set aside at once',
    status: 201,
    body: NewPayout,
    response: Payout,
    errors: [
      'payouts_off',
      'chain_down',
      'email_unverified',
      'payout_no_address',
      'payout_too_small',
      'payout_too_large',
      'payout_in_debt',
      'payout_fee_changed',
      'payout_payee_missing',
      'payout_country_blocked',
    ],
    perMinute: 10,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/payouts/{id}',
    auth: 'session',
    title: 'Cancel payout',
    summary: 'Cancel a payout that waits for approval; its money returns to your earnings',
    params: one,
    response: Payout,
    errors: ['not_found', 'state_conflict'],
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/payouts/settings',
    auth: 'session',
    title: 'Retrieve payout settings',
    summary: 'Retrieve your payout schedule and who is paid',
    response: PayoutSettingsView,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/payouts/settings',
    auth: 'session',
    reauth: 'recent',
    title: 'Update payout settings',
    summary: 'Update your payout schedule and who is paid',
    body: PayoutSettings,
    response: PayoutSettingsView,
    errors: ['payouts_off', 'payout_country_blocked'],
    perMinute: 30,
  }),
  every: endpoint({
    method: 'GET',
    path: '/api/operator/payouts',
    auth: 'operator',
    title: 'List all payouts',
    summary:
      'List the payouts of all accounts: those in progress first, then the newest, at most 500',
    response: z.array(OperatorPayout),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/operator/payouts/{id}/approve',
    auth: 'operator',
    reauth: 'recent',
    title: 'Approve payout',
    summary: 'Approve a payout above the limit; it is sent when two operators have approved it',
    params: one,
    response: OperatorPayout,
    errors: ['not_found', 'state_conflict', 'payout_own', 'payout_approved_before'],
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/operator/payouts/{id}/reject',
    auth: 'operator',
    reauth: 'recent',
    title: 'Reject payout',
    summary: 'Reject a payout that is not signed yet; its money returns to the earnings',
    params: one,
    body: z.strictObject({ reason: PlainLine.min(1, 'Reason is required').max(400) }),
    response: OperatorPayout,
    errors: ['not_found', 'state_conflict', 'payout_own'],
  }),
  treasury: endpoint({
    method: 'GET',
    path: '/api/operator/treasury',
    auth: 'operator',
    title: 'Retrieve treasury',
    summary:
      'Retrieve what the platform holds on chains, what it owes providers, and whether that is covered',
    response: Treasury,
    perMinute: 30,
  }),
} as const
