import type { ErrorTexts } from '../core/error-texts.ts'

export const depositsErrors = {
  deposits_unavailable: {
    status: 409,
    text: 'Deposits on this chain are not available now. Try again later.',
  },
} as const satisfies ErrorTexts
