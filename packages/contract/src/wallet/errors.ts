import type { ErrorTexts } from '../core/error-texts.ts'

export const walletErrors = {
  wallet_refused: {
    status: 400,
    text: 'The signature was not accepted. Sign the message of this page again.',
  },
  wallet_unknown: {
    status: 400,
    text: 'No account has linked this address. Sign in another way and link it under Account, Wallets.',
  },
  wallet_taken: { status: 409, text: 'This address is linked to an account already.' },
  chain_unknown: { status: 400, text: 'This chain is not available here.' },
  chain_down: {
    status: 502,
    text: 'The endpoint of {chain} is not responding. Try again in a minute.',
  },
} as const satisfies ErrorTexts
