import type { ErrorTexts } from '../core/error-texts.ts'

export const reputationErrors = {
  review_too_early: {
    status: 409,
    text: 'You can review a machine after your instance has run for one hour.',
  },
  review_own_machine: {
    status: 409,
    text: 'The machine belongs to you or a company of yours, so you cannot review it.',
  },
  review_final: {
    status: 409,
    text: 'Reviews can be edited for 24 hours. This one is final.',
  },
  review_answered: {
    status: 409,
    text: 'The review has an answer already. It cannot be changed.',
  },
} as const satisfies ErrorTexts
