import type { ErrorTexts } from '../core/error-texts.ts'

export const payoutsErrors = {
  payouts_off: { status: 409, text: 'Payouts are not set up here.' },
  payout_no_address: {
    status: 409,
    text: 'You have no payout address in effect. Choose a linked wallet under Payouts.',
  },
  payout_no_bank_account: {
    status: 409,
    text: 'You have no bank account in effect. Enter one; it takes effect after 24 hours.',
  },
  payout_no_stripe_account: {
    status: 409,
    text: 'You have no Stripe account that payouts can go to. Set it up under Payouts; it takes effect 24 hours after Stripe has your details.',
  },
  payout_stripe_down: {
    status: 502,
    text: 'Stripe is not responding. Try again in a minute.',
  },
  payout_file_empty: {
    status: 409,
    text: 'No payout to a bank account waits that this amount covers.',
  },
  payout_too_small: { status: 409, text: 'The least payout is {minimum} at present.' },
  payout_too_large: { status: 409, text: '{payable} are payable now.' },
  payout_in_debt: {
    status: 409,
    text: 'Your account owes {debt} for a deposit that was reversed. Pay it first.',
  },
  payout_fee_changed: { status: 409, text: 'The fee is now {fee}. Check it and request again.' },
  payout_payee_missing: {
    status: 409,
    text: 'The operator needs to know who is paid. Enter {what} under Payout settings.',
  },
  payout_country_blocked: {
    status: 409,
    text: 'Payouts to {country} are not possible here. Contact the operator.',
  },
  payout_own: {
    status: 409,
    text: 'Another operator must decide on a payout of yours or of your company.',
  },
  payout_approved_before: {
    status: 409,
    text: 'You have approved this payout. Another operator must approve it too.',
  },
} as const satisfies ErrorTexts
