import type { ErrorTexts } from '../core/error-texts.ts'

export const ledgerErrors = {
  insufficient_funds: {
    status: 402,
    text: 'Insufficient balance: {need} required, {have} available.',
  },
  credit_not_movable: {
    status: 402,
    text: 'Welcome credit cannot be transferred. You can transfer up to {have}.',
  },
} as const satisfies ErrorTexts
