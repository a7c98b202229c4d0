import type { ErrorTexts } from '../core/error-texts.ts'

export const depositsErrors = {
  deposits_unavailable: {
    status: 409,
    text: 'Deposits on this chain are not available now. Try again later.',
  },
  coin_unavailable: {
    status: 409,
    text: 'Deposits in the coin of this network are not available now. Try again later, or deposit a token.',
  },
  coin_price_unavailable: {
    status: 409,
    text: 'There is no current price of {coin}. Try again later, or deposit a token.',
  },
  coin_amount: { status: 409, text: 'The amount must be from {minimum} to {maximum}.' },
  coin_balance: { status: 409, text: 'The address holds less than {amount}.' },
  coin_quote_limit: { status: 429, text: 'Limit of quotes reached: {limit}.' },
  gasless_unavailable: {
    status: 409,
    text: 'Payments without gas are not available for this token now. Pay from your wallet, or send to your deposit address.',
  },
  gasless_amount: { status: 409, text: 'The least payment without gas is {minimum} at present.' },
  gasless_balance: { status: 409, text: 'The address does not hold enough {token}.' },
  gasless_limit: { status: 429, text: 'Limit of payments without gas reached: {limit}.' },
  gasless_in_progress: {
    status: 409,
    text: 'Another payment of this address is in progress. Wait until it has ended.',
  },
  gasless_expired: { status: 409, text: 'The time to sign has passed. Start the payment again.' },
  gasless_refused: {
    status: 409,
    text: 'The token refuses this payment: it may be paused, or the address blocked.',
  },
} as const satisfies ErrorTexts
