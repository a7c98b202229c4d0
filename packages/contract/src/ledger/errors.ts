import type { ErrorTexts } from '../core/error-texts.ts'

export const ledgerErrors = {
  insufficient_funds: {
    status: 402,
    text: 'The balance does not cover this: {need} is needed, {have} is there.',
  },
  credit_not_movable: {
    status: 402,
    text: 'Welcome credit cannot be moved to another account. You can move {have} of your balance.',
  },
} as const satisfies ErrorTexts
