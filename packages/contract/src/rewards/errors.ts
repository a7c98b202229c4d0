import type { ErrorTexts } from '../core/error-texts.ts'

export const rewardsErrors = {
  nothing_to_claim: {
    status: 409,
    text: 'No rewards can be claimed now.',
  },
} as const satisfies ErrorTexts
